// The menu of a table, and the sheets that it opens: games to begin, help, settings.

import { button, digits, h } from './dom.mjs';
import { CHOICES, SWITCHES, keepsStill, set, setting } from './settings.mjs';
import { closeSheet, sheet } from './sheet.mjs';
import { UNAIDED, best } from './shelf.mjs';

/** @typedef {import('./table.mjs').Table} Table */
/** @typedef {import('./table.mjs').Choice} Choice */

const KEYS = [
  ['Arrows', 'go from card to card'],
  ['Space or Enter', 'tap the card'],
  ['Shift and arrows', 'choose along the way'],
  ['Escape', 'choose nothing'],
  ['U', 'undo'],
  ['H', 'hint'],
  ['?', 'this help'],
];

export const menu = {
  /** @param {Table} table */
  open(table) {
    const { screen } = table;
    const starts = screen.starts(table.view);
    const plain = starts.filter((choice) => !choice.group);
    const grouped = starts.some((choice) => choice.group);
    sheet(screen.title, [
      h('p', { class: 'quiet' }, 'A new game does not lose this one: Undo brings it back.'),
      h(
        'div',
        { class: 'list' },
        ...plain.map((choice) => starter(table, choice)),
        grouped && button('Levels', () => menu.levels(table)),
        table.number > 0 && button('How it went so far', () => table.finish()),
        button('How it is played', () => menu.help(table)),
        button('Settings', () => menu.settings()),
        h('a', { class: 'button', href: '/' }, 'All games'),
      ),
    ]);
  },

  /** @param {Table} table */
  levels(table) {
    const levels = table.screen.starts(table.view).filter((choice) => choice.group);
    sheet('Levels', [h('div', { class: 'list levels' }, ...levels.map((choice) => starter(table, choice)))]);
  },

  /** @param {Table} table */
  help(table) {
    const keys = KEYS.map(([key, does]) => h('div', {}, h('dt', {}, key), h('dd', {}, does)));
    sheet('How it is played', [...table.screen.help(), h('h3', {}, 'Keys'), h('dl', { class: 'keys' }, ...keys)]);
  },

  settings() {
    const choices = Object.entries(CHOICES).map(([name, { words, choices: all }]) => choice(name, words, all));
    const switches = Object.entries(SWITCHES).map(([name, words]) => toggle(name, words));
    const still = keepsStill() && h('p', { class: 'quiet' }, 'Your system asks for little movement, so nothing moves.');
    sheet('Settings', [h('form', { class: 'settings', onsubmit: prevent }, ...choices, still, ...switches)]);
  },
};

/**
 * A button that begins a game.
 * @param {Table} table
 * @param {Choice} choice
 */
function starter(table, choice) {
  const kind = String(choice.options.level ?? choice.options.mode ?? '');
  const record = (choice.group || choice.options.mode) && best(table.screen.name, kind);
  const won = record && choice.goal && record >= choice.goal && 'won';
  const unaided = record && best(table.screen.name, kind, UNAIDED);
  const alone = unaided && unaided < record && `without aid ${digits(unaided)}`;
  const note = [choice.note, record && `best ${digits(record)}`, alone, won].filter(Boolean).join(' · ');
  const press = () => {
    closeSheet();
    table.touch();
    table.screen.board.focus();
    table.start(choice.options);
  };
  return h('button', { type: 'button', onclick: press, 'aria-current': choice.current ? 'true' : null }, choice.label, note && h('small', {}, note));
}

/**
 * @param {string} name
 * @param {string} words
 * @param {Record<string, string>} all
 */
function choice(name, words, all) {
  const options = Object.entries(all).map(([value, label]) => {
    const input = h('input', { type: 'radio', name, value, checked: setting(/** @type {any} */ (name)) === value });
    input.addEventListener('change', () => set(/** @type {any} */ (name), value));
    return h('label', {}, input, h('span', {}, label));
  });
  return h('fieldset', {}, h('legend', {}, words), h('div', { class: 'choices' }, ...options));
}

/**
 * @param {string} name
 * @param {string} words
 */
function toggle(name, words) {
  const input = h('input', { type: 'checkbox', name, role: 'switch', checked: setting(/** @type {any} */ (name)) });
  input.addEventListener('change', () => set(/** @type {any} */ (name), input.checked));
  return h('label', { class: 'switch' }, input, h('span', {}, words));
}

/** @param {globalThis.Event} event */
function prevent(event) {
  event.preventDefault();
}
