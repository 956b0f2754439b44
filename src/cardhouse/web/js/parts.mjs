// Small parts that more than one game uses.

import { ask } from './api.mjs';
import { digits, fill, h } from './dom.mjs';

/**
 * Whether two cells touch.
 * @param {import('./board.mjs').Board} board
 * @param {number} a
 * @param {number} b
 */
export function nextTo(board, a, b) {
  const [row, column] = board.pairOf(a);
  const [otherRow, otherColumn] = board.pairOf(b);
  return Math.abs(row - otherRow) + Math.abs(column - otherColumn) === 1;
}

/**
 * Say in one sentence what happened.
 * @param {import('./table.mjs').Event[]} events
 * @param {string[]} kinds the events worth saying
 */
export function sentenceOf(events, kinds) {
  const words = events.filter(({ event, text }) => text && kinds.includes(event)).map(({ text }) => text);
  const text = words.join('; ');
  return text && `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/**
 * Where a bomb lies, as people count.
 * @param {string} side
 * @param {number} index
 */
export function sideName(side, index) {
  return `${side}, ${side === 'left' || side === 'right' ? 'row' : 'column'} ${index + 1}`;
}

/**
 * A table of the hands and what they are worth, as the rules have it.
 * @param {string} game
 */
export function handTable(game) {
  const table = h('table', { class: 'hands' });
  const show = (/** @type {import('./api.d.ts').Games} */ { games }) => {
    const hands = games.find((one) => one.name === game)?.hands ?? [];
    if (!hands.length) return;
    const heads = Object.keys(hands[0]);
    const row = (/** @type {Record<string, any>} */ hand) => {
      const [first, ...others] = heads.map((head) => hand[head]);
      const cells = others.map((value) => h('td', {}, typeof value === 'number' ? digits(value) : value));
      return h('tr', {}, h('th', { scope: 'row' }, first), ...cells);
    };
    fill(
      table,
      h('caption', {}, 'Hands, from the weakest to the strongest'),
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...hands.map(row)),
    );
  };
  ask('games', {}).then(show, (error) => fill(table, h('caption', {}, error.message)));
  return table;
}
