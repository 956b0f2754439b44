// The end of a game: how it ended, what is worth knowing, and what can be done next.

import { Refused } from './api.mjs';
import { button, counted, digits, fill, h } from './dom.mjs';
import { feel } from './feel.mjs';
import { linkTo } from './link.mjs';
import { isUnaided } from './shelf.mjs';
import { closeSheet, sheet } from './sheet.mjs';

/** @typedef {import('./table.mjs').Table} Table */

/** @type {Record<string, string>} */
const TITLES = { won: 'Won', lost: 'Lost', over: 'The end', playing: 'So far' };

/**
 * Show the result of the table's match; while it runs, what has come of it so far.
 * @param {Table} table
 */
export async function result(table) {
  const { screen, view, best: before } = table;
  const over = view.outcome !== 'playing';
  if (over) feel(view.outcome === 'won' ? 'won' : 'lost');
  const best = over ? bestOf(view, before) : '';
  const summary = h('div', { class: 'summary' });
  const said = h('p', { class: 'quiet', role: 'status' });
  const { el, closed } = sheet(
    TITLES[view.outcome],
    [
      h('p', { class: 'points' }, digits(view.score), h('small', {}, 'points')),
      h('p', {}, [screen.standing(view), best].filter(Boolean).join(' ')),
      h('p', { class: 'quiet' }, aidOf(view)),
      summary,
      said,
      h('div', { class: 'list row' }, ...(over ? actions(table, said) : [replay(table)])),
    ],
    { classes: `result ${view.outcome}`, firm: true },
  );
  closed.then(() => screen.board.focus());
  navigator.storage?.persist?.().catch(() => {});
  const steps = await table.steps().then((all) => all.steps, orSay(said));
  if (steps && el.isConnected) fill(summary, ...figures(screen.summary(steps), steps.length));
}

/**
 * Say whether a score is the best, and of those without aid.
 * @param {import('./table.mjs').View} view
 * @param {{any: number, unaided: number}} before
 */
function bestOf(view, { any, unaided }) {
  const { score } = view;
  if (any && score > any) return 'A new best.';
  if (unaided && isUnaided(view) && score > unaided) return `A new best without aid; with it: ${digits(any)}.`;
  return any ? `Best so far: ${digits(any)}${unaided && unaided < any ? `, without aid ${digits(unaided)}` : ''}.` : '';
}

/**
 * Say what help a match had.
 * @param {import('./table.mjs').View} view
 */
function aidOf(view) {
  if (isUnaided(view)) return 'Played without aid.';
  const { undone, hints } = view;
  const had = [undone && `${counted(undone, 'move')} taken back`, hints && counted(hints, 'hint')];
  return `Played with aid: ${had.filter(Boolean).join(', ')}.`;
}

/** @param {Table} table */
function replay(table) {
  return button('Watch the replay', () => table.watch());
}

/**
 * @param {Table} table
 * @param {HTMLElement} said
 */
function actions(table, said) {
  const next = table.screen.next(table.view);
  /** @param {Record<string, any>} options */
  const start = (options) => () => {
    closeSheet();
    table.start(options);
  };
  const onward = next && button(next.label, start(next.options), { class: 'main' });
  const again = button('Play again', start(table.options), { class: next ? '' : 'main' });
  const back = button('Take back the last move', () => (closeSheet(), table.undo()));
  return [
    onward,
    again,
    replay(table),
    button('Download the record', () => download(table, said).then(() => table.noUndo && back.remove())),
    button('Share', () => share(table, said).then(() => table.noUndo && back.remove())),
    !table.noUndo && back,
  ];
}

/**
 * @param {import('./table.mjs').Summary} summary
 * @param {number} moves
 */
function figures({ figures: all, heads, rows }, moves) {
  const known = /** @type {[string, string][]} */ ([['Moves', digits(moves)], ...all]);
  const list = known.map(([what, value]) => h('div', {}, h('dt', {}, what), h('dd', {}, value)));
  const table = h(
    'table',
    {},
    h('caption', {}, 'Where the points came from'),
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...rows.map(row)),
  );
  return [h('dl', { class: 'figures' }, ...list), rows.length ? table : null];
}

/** @param {(string | number)[]} values */
function row([first, ...others]) {
  const cells = others.map((value) => h('td', {}, typeof value === 'number' ? digits(value) : value));
  return h('tr', {}, h('th', { scope: 'row' }, String(first)), ...cells);
}

/**
 * Save the record as a file.
 * @param {Table} table
 * @param {HTMLElement} said
 */
async function download(table, said) {
  const { screen, view } = table;
  const record = await table.record().catch(orSay(said));
  if (!record) return;
  const url = URL.createObjectURL(new Blob([record], { type: 'text/plain' }));
  h('a', { href: url, download: `cardhouse-${screen.name}-${view.score}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  said.textContent = 'The record proves this score: cardhouse verify FILE plays it again. The game now stands as it is.';
}

/**
 * Share one plain sentence and the link.
 * @param {Table} table
 * @param {HTMLElement} said
 */
async function share(table, said) {
  const { screen, view, options } = table;
  const record = await table.record().catch(orSay(said));
  if (!record) return;
  const [, seed] = /^seed (.*)$/m.exec(record) ?? [];
  const link = linkTo(screen.name, seed.startsWith('"') ? JSON.parse(seed) : seed, options);
  const level = screen.subtitle(view);
  const points = counted(view.score, 'point');
  const words = `I made ${points} in ${screen.title}${level ? ` (${level})` : ''}; can you do better?`;
  const canShare = 'share' in navigator;
  try {
    if (canShare) await navigator.share({ text: words, url: link });
    else await navigator.clipboard.writeText(`${words} ${link}`);
    said.textContent = canShare ? 'Shared.' : 'Copied: paste it wherever you like.';
  } catch {
    const text = h('textarea', { readonly: true, rows: 3, 'aria-label': 'Text to share' }, `${words} ${link}`);
    fill(said, 'Copy this text:', text);
    text.select();
  }
}

/**
 * Say what was refused.
 * @param {HTMLElement} said
 */
function orSay(said) {
  return (/** @type {unknown} */ error) => {
    if (!(error instanceof Refused)) throw error;
    said.textContent = error.message;
  };
}
