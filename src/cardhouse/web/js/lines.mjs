// The ten lines of Poker Grid: what each made stands at its edge, and how, in a sheet.

import { signed } from './cards.mjs';
import { digits, fill, h } from './dom.mjs';
import { move } from './motion.mjs';
import { sheet } from './sheet.mjs';

/** @typedef {import('./api.d.ts').GridJokerStep} Change what a joker left of a line */
/** @typedef {import('./api.d.ts').GridLine} Line */

export const SIDE = 5;
/** The lines, as the rules name them. */
const LINES = ['row', 'column'].flatMap((way) => Array.from({ length: SIDE }, (_, index) => `${way} ${index}`));
/** Short words for the hands, from the weakest to the strongest. */
const SHORT = new Map([
  ['High Card', 'High'],
  ['One Pair', 'Pair'],
  ['Two Pair', '2 Pairs'],
  ['Three of a Kind', 'Three'],
  ['Straight', 'Straight'],
  ['Flush', 'Flush'],
  ['Full House', 'Full'],
  ['Four of a Kind', 'Four'],
  ['Straight Flush', 'Str. Fl.'],
  ['Royal Flush', 'Royal'],
]);
export const STRENGTHS = [...SHORT.keys()];
const MOST_DIGITS = 99_999;
const BRIEF = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

export class Edges {
  /** @param {(line: string) => void} open a result is looked at */
  constructor(open) {
    this.buttons = LINES.map((line) => h('button', { type: 'button', onclick: () => open(line) }));
    this.rows = h('div', { class: 'edge rows', role: 'group', 'aria-label': 'Rows' }, ...this.buttons.slice(0, SIDE));
    this.columns = h('div', { class: 'edge columns', role: 'group', 'aria-label': 'Columns' }, ...this.buttons.slice(SIDE));
  }

  /** @param {Line[]} lines */
  show(lines) {
    LINES.forEach((line, i) => this.#set(this.buttons[i], line, lines.find((one) => one.line === line)));
  }

  /**
   * Show the result of a line; without one, a hollow.
   * @param {HTMLButtonElement} el
   * @param {string} line
   * @param {Line} [result]
   */
  #set(el, line, result) {
    const strength = result ? STRENGTHS.indexOf(result.hand) : -1;
    el.classList.toggle('strong', strength > STRENGTHS.indexOf('Full House'));
    el.style.setProperty('--strength', String(Math.max(0, strength)));
    el.setAttribute('aria-disabled', String(!result));
    const words = result ? `${digits(result.score)}, ${result.hand}` : 'not scored yet';
    el.setAttribute('aria-label', `${lineName(line)}: ${words}`);
    fill(el, result && h('b', {}, brief(result.score)), result && h('span', {}, SHORT.get(result.hand) ?? result.hand));
  }

  /**
   * Let a result appear.
   * @param {Line} result
   */
  pop(result) {
    const el = this.buttons[LINES.indexOf(result.line)];
    this.#set(el, result.line, result);
    move(el, [{ transform: 'scale(.6)', opacity: 0 }, { transform: 'scale(1.12)', opacity: 1, offset: 0.5 }, { transform: 'none' }], 260);
  }
}

/**
 * Show how a line came to its score; return whether it has one.
 * @param {import('./api.d.ts').GridView} view
 * @param {string} line
 */
export function aboutLine(view, line) {
  /** @type {Line | undefined} */
  const result = view.lines.find((/** @type {Line} */ one) => one.line === line);
  if (!result) return false;
  const cards = cellsOf(line).map((cell) => view.board.flat()[cell]);
  const steps = [{ name: result.hand, chips: result.base_chips, mult: result.base_mult }, ...result.jokers];
  const head = ['Step', 'Chips', 'Mult'].map((word) => h('th', { scope: 'col' }, word));
  const rows = steps.map(({ name, chips, mult }) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, digits(chips)), h('td', {}, digits(mult))));
  sheet(`${lineName(line)}: ${result.hand}`, [
    h('p', { class: 'five' }, cards.map(signed).join('  ')),
    h('table', { class: 'steps' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)),
    h('p', { class: 'product' }, `${worth(result)} = `, h('b', {}, digits(result.score))),
  ]);
  return true;
}

/**
 * The cells of a line, from its first card to its last.
 * @param {string} line
 */
export function cellsOf(line) {
  const [way, index] = line.split(' ');
  return Array.from({ length: SIDE }, (_, i) => (way === 'row' ? Number(index) * SIDE + i : i * SIDE + Number(index)));
}

/**
 * What a player calls a line: counting begins at one.
 * @param {string} line
 */
export function lineName(line) {
  const [way, index] = line.split(' ');
  return `${way === 'row' ? 'Row' : 'Column'} ${Number(index) + 1}`;
}

/** @param {{chips: number, mult: number}} step */
export function worth({ chips, mult }) {
  return `${digits(chips)} × ${digits(mult)}`;
}

/** @param {number} score */
function brief(score) {
  return score > MOST_DIGITS ? BRIEF.format(score) : digits(score);
}
