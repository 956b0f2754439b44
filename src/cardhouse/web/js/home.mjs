// The first page: the three games as three cards, each with the match to go on with.

import { card } from './cards.mjs';
import { button, digits, h } from './dom.mjs';
import { menu } from './menu.mjs';
import { best, matchOf } from './shelf.mjs';

const GAMES = [
  { name: 'boom', title: 'Poker Boom', words: 'Five cards that touch, while fuses burn.', cards: ['As', 'Ah'] },
  { name: 'grid', title: 'Poker Grid', words: 'Ten poker hands at once, bent by jokers.', cards: ['Kd', 'Qd'] },
  { name: 'crush', title: 'Solitaire Crush', words: 'Runs of one suit, before the grid is full.', cards: ['7c', '8c'] },
];

/** Show the first page. */
export function home() {
  document.title = 'Cardhouse';
  document.body.dataset.game = 'home';
  const settings = button('Settings', () => menu.settings(), { class: 'quiet' });
  document.body.append(
    h(
      'main',
      { class: 'home' },
      h('header', {}, h('h1', {}, 'Cardhouse'), h('p', {}, 'Three card puzzles. Pick one.')),
      h('ul', { class: 'games' }, ...GAMES.map(choice)),
      h('footer', {}, settings),
    ),
  );
  document.documentElement.dataset.ready = 'yes';
}

/** @param {typeof GAMES[number]} game */
function choice({ name, title, words, cards }) {
  const fan = h('div', { class: 'fan', 'aria-hidden': 'true' }, ...cards.map(card));
  const note = standing(name);
  return h(
    'li',
    {},
    h('a', { href: `/${name}`, class: `game ${name}` }, fan, h('h2', {}, title), h('p', {}, words), note && h('small', {}, note)),
  );
}

/** @param {string} name */
function standing(name) {
  const { now } = matchOf(name);
  const top = best(name);
  if (now && now.view.outcome === 'playing' && now.number > 0) return `Go on: ${digits(now.view.score)} points so far`;
  const level = now?.next?.level;
  if (level) return `Go on with level ${level}`;
  return top ? `Best so far: ${digits(top)}` : '';
}
