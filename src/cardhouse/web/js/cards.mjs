// Cards: how one looks and what it is called.

import { h, svg } from './dom.mjs';

const SHAPES = {
  'suit-c':
    'M16 2.5a6.3 6.3 0 0 1 5 10.1 6.4 6.4 0 1 1-3.7 10.9C17.5 26 18.5 28.5 20.5 30h-9c2-1.5 3-4 3.2-6.5A6.4 6.4 0 1 1 11 12.6 6.3 6.3 0 0 1 16 2.5z',
  'suit-d': 'M16 2C19 7.5 23 12.5 27 16 23 19.5 19 24.5 16 30 13 24.5 9 19.5 5 16 9 12.5 13 7.5 16 2z',
  'suit-h':
    'M16 29C12 24.5 2 18.5 2 10.2 2 6 5.2 3 9 3c3 0 5.6 1.7 7 4.6C17.4 4.7 20 3 23 3c3.8 0 7 3 7 7.2C30 18.5 20 24.5 16 29z',
  'suit-s':
    'M16 2C19 7 29 12 29 19.5 29 23.5 26 26 22.8 26 20.5 26 18.5 25 17.3 23.3 17.5 26 18.5 28.5 20.5 30h-9C13.5 28.5 14.5 26 14.7 23.3 13.5 25 11.5 26 9.2 26 6 26 3 23.5 3 19.5 3 12 13 7 16 2z',
  star: 'M16 2l4.1 9.3 10.1 1-7.6 6.7 2.2 9.9L16 23.8l-8.8 5.1 2.2-9.9-7.6-6.7 10.1-1z',
  back: 'M20 5 9 16l11 11 2.5-2.5L14 16l8.5-8.5z',
  menu: 'M5 7h22v3H5zm0 7.5h22v3H5zM5 22h22v3H5z',
  undo: 'M12 6v5h7a7.5 7.5 0 0 1 0 15h-8v-3h8a4.5 4.5 0 0 0 0-9h-7v5l-8-6.5z',
  bulb: 'M16 3a9 9 0 0 0-5 16.5V23h10v-3.5A9 9 0 0 0 16 3zm-4.5 22h9v2h-9zm2 3h5v1.5h-5z',
  bomb: 'M21 4h3l1 2h3v2h-3l-1 2.4A11 11 0 1 1 20 8.7z',
  swap: 'M10 5 3 12l7 7v-5h10v-4H10zm12 8v5H12v4h10v5l7-7z',
  ice: 'M14.7 3h2.6v4.2l2.7-1.6 1.3 2.2-4 2.3v3.6l3.1-1.8V7.3h2.6v3.1L26 8.3l1.3 2.2-3 1.8 2.7 1.5-1.3 2.3-4-2.3-3.1 1.8 3.1 1.8 4-2.3 1.3 2.3-2.7 1.5 3 1.8L26 23.7l-3-2.1v3.1h-2.6v-4.6l-3.1-1.8v3.6l4 2.3-1.3 2.2-2.7-1.6V29h-2.6v-4.2L12 26.4l-1.3-2.2 4-2.3v-3.6l-3.1 1.8v4.6H9v-3.1l-3 2.1-1.3-2.2 3-1.8L5 18.2l1.3-2.3 4 2.3 3.1-1.8-3.1-1.8-4 2.3L5 14.6l2.7-1.5-3-1.8L6 9.1l3 2.1V7.3h2.6v4.6l3.1 1.8v-3.6l-4-2.3L12 5.6l2.7 1.6z',
  next: 'M9 5v22l17-11z',
  first: 'M6 5h3v22H6zm20 0v22L11 16z',
  last: 'M23 5h3v22h-3zM6 5v22l15-11z',
  prev: 'M23 5v22L6 16z',
  pause: 'M8 5h6v22H8zm10 0h6v22h-6z',
  close: 'M7.5 5.3 16 13.8l8.5-8.5 2.2 2.2L18.2 16l8.5 8.5-2.2 2.2-8.5-8.5-8.5 8.5-2.2-2.2 8.5-8.5-8.5-8.5z',
  left: 'M20 5 9 16l11 11z',
  right: 'M12 5l11 11-11 11z',
  check: 'M12.5 25 4 16.5l2.6-2.6 5.9 5.9L25.4 7 28 9.6z',
  drop: 'M16 2.5c4.6 6.6 8.5 11 8.5 16.5a8.5 8.5 0 0 1-17 0c0-5.5 3.9-9.9 8.5-16.5z',
  select: 'M3 11h26v10H3zm3 3v4h4v-4zm8 0v4h4v-4zm8 0v4h4v-4z',
};

const RANKS = { T: '10' };
/** @type {Record<string, string>} */
const RANK_NAMES = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: '10' };
/** @type {Record<string, string>} */
const SUIT_NAMES = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };

/** Return all our shapes, once, for the page to use. */
export function shapes() {
  const symbols = Object.entries(SHAPES).map(([id, d]) =>
    svg('symbol', { id, viewBox: '0 0 32 32' }, svg('path', { d })),
  );
  return svg('svg', { class: 'shapes', 'aria-hidden': 'true', width: 0, height: 0 }, ...symbols);
}

/**
 * One shape.
 * @param {string} name
 * @param {string} [classes]
 */
export function shape(name, classes = '') {
  const d = /** @type {Record<string, string>} */ (SHAPES)[name];
  return svg('svg', { class: classes, viewBox: '0 0 32 32', 'aria-hidden': 'true' }, svg('path', { d }));
}

/**
 * What a card is called.
 * @param {string} text as "Th", "**" or "--"
 */
export function cardName(text) {
  if (text === '--') return 'empty';
  if (text === '**') return 'joker';
  return `${RANK_NAMES[text[0]] ?? text[0]} of ${SUIT_NAMES[text[1]]}`;
}

/**
 * A card by its sign: "Th" is "10♥".
 * @param {string} text
 */
export function signed(text) {
  /** @type {Record<string, string>} */
  const signs = { c: '♣', d: '♦', h: '♥', s: '♠' };
  return (/** @type {Record<string, string>} */ (RANKS)[text[0]] ?? text[0]) + signs[text[1]];
}

/**
 * Make a card.
 * @param {string} text
 */
export function card(text) {
  const el = h('div', { class: 'card' });
  setFace(el, text);
  return el;
}

/**
 * Give a card another face.
 * @param {HTMLElement} el
 * @param {string} text
 */
export function setFace(el, text) {
  if (el.dataset.card === text) return;
  el.dataset.card = text;
  el.dataset.suit = text === '**' ? 'joker' : text[1];
  const rank = text === '**' ? '' : /** @type {Record<string, string>} */ (RANKS)[text[0]] ?? text[0];
  const sign = shape(text === '**' ? 'star' : `suit-${text[1]}`, 'suit');
  el.replaceChildren(h('span', { class: rank.length > 1 ? 'rank wide' : 'rank' }, rank), sign);
}
