// What Solitaire Crush shows: the strip, the run that is selected, what happened, and its words.

import { shape } from './cards.mjs';
import { counted, digits, h } from './dom.mjs';
import { feel } from './feel.mjs';
import { move, rest } from './motion.mjs';

/** @typedef {import('./api.d.ts').CrushView} View */
/** @typedef {import('./api.d.ts').CrushEvent} Event */
/** @typedef {import('./board.mjs').Board} Board */
/** @typedef {import('./board.mjs').Pair} Pair */

export const SIDE = 7;
const NEARLY_FULL = 6;
/** @type {Record<string, string>} each tag's shape */
const BADGES = { bomb: 'bomb', swapper: 'swap' };

/** What matters now: room, base, chain, deck. */
export class Strip {
  constructor() {
    this.bar = h('progress', { max: SIDE * SIDE, value: 0, 'aria-label': 'How full the grid is' });
    this.free = h('span', { class: 'free' });
    this.base = h('span', { class: 'base' });
    this.chain = h('span', { class: 'chain' });
    this.deck = h('span', { class: 'deck' });
    this.el = h('div', { class: 'strip' }, this.bar, this.free, this.base, this.chain, this.deck);
  }

  /**
   * Show a view; return whether the grid is nearly full.
   * @param {View} view
   */
  show(view) {
    const free = view.board.flat().filter((/** @type {string} */ text) => text === '--').length;
    const tight = free <= NEARLY_FULL;
    this.bar.value = SIDE * SIDE - free;
    this.free.textContent = free ? `${free} free${tight ? ', nearly full' : ''}` : 'the grid is full';
    this.el.classList.toggle('tight', tight);
    this.deck.textContent = `deck ${view.deck_left}`;
    this.showFactors(view.base, view.chain);
    return tight;
  }

  /**
   * @param {number} base
   * @param {number} chain
   */
  showFactors(base, chain) {
    this.base.textContent = `base ${digits(base)}`;
    this.chain.textContent = `chain × ${digits(chain)}`;
    this.chain.classList.toggle('lit', chain > 1);
  }
}

/** The run that is selected: its outline, and a bubble that says what it is worth. */
export class RunMark {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.outline = h('div', { class: 'outline', 'aria-hidden': 'true', hidden: true });
    this.bubble = h('div', { class: 'bubble', 'aria-hidden': 'true', hidden: true });
    board.layer.after(this.outline);
    board.el.append(this.bubble);
  }

  /** @param {number[]} run */
  show(run) {
    const { board, outline, bubble } = this;
    outline.hidden = !run.length;
    if (!run.length) bubble.hidden = true;
    if (!run.length) return;
    const [top, left] = board.pairOf(Math.min(...run));
    const [bottom, right] = board.pairOf(Math.max(...run));
    outline.style.transform = board.spot(Math.min(...run));
    outline.style.width = `${(right - left + 1) * board.width}px`;
    outline.style.height = `${(bottom - top + 1) * board.height}px`;
    if (!bubble.hidden) this.#place({ top, left, bottom, right });
  }

  /** Nothing is known of the run yet. */
  open() {
    this.outline.dataset.is = 'open';
    this.bubble.hidden = true;
  }

  /**
   * Say near the run what it is worth, or why it does not count.
   * @param {number[]} run
   * @param {string} words
   * @param {boolean} good
   */
  judge(run, words, good) {
    this.outline.dataset.is = good ? 'good' : 'bad';
    this.bubble.textContent = words;
    this.bubble.classList.toggle('bad', !good);
    this.bubble.hidden = false;
    this.show(run);
  }

  /**
   * Put the bubble above a level run, and beside an upright one.
   * @param {{top: number, left: number, bottom: number, right: number}} run its first and last rows and columns
   */
  #place({ top, left, bottom, right }) {
    const { board, bubble } = this;
    const upright = top !== bottom;
    const room = upright ? Math.max(left, SIDE - 1 - left) : SIDE;
    bubble.style.maxWidth = `${room * board.width - 8}px`;
    const { offsetWidth: wide, offsetHeight: tall } = bubble;
    let x = ((left + right + 1) / 2) * board.width - wide / 2;
    let y = top * board.height - tall - 5;
    if (upright) {
      x = left > SIDE / 2 ? left * board.width - wide - 6 : (left + 1) * board.width + 6;
      y = ((top + bottom + 1) / 2) * board.height - tall / 2;
    } else if (y < 0) y = (bottom + 1) * board.height + 5;
    x = Math.max(0, Math.min(x, SIDE * board.width - wide));
    bubble.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }
}

/** Shows what happened, event by event. */
export class Doings {
  /**
   * @param {Board} board
   * @param {Strip} strip
   */
  constructor(board, strip) {
    this.board = board;
    this.strip = strip;
  }

  /**
   * @param {Event} event
   * @param {View} view
   */
  async show(event, view) {
    switch (event.event) {
      case 'chain':
        this.strip.showFactors(view.base, 1);
        move(this.strip.chain, [{ opacity: 0.2 }, { opacity: 1 }], 500);
        return undefined;
      case 'slide':
        return this.#cross(event.from, event.to, 170);
      case 'swap':
        return this.#cross(event.cells[0], event.cells[1], 360);
      case 'untag':
        return this.#untag(event.cell);
      case 'bomb':
        return this.#pop(event.cell);
      case 'clear':
        return this.#clear(event, view);
      case 'fall':
        feel('fall');
        return this.board.fall(event.falls);
      case 'deck':
        this.board.rise([0, 2 * SIDE - 1], 'New deck', counted(event.cards, 'card'));
        return undefined;
      case 'drop':
        return this.#drop(event);
      default:
        return undefined;
    }
  }

  /**
   * Let what is on two cells change places.
   * @param {Pair} one
   * @param {Pair} other
   * @param {number} duration
   */
  async #cross(one, other, duration) {
    const { board } = this;
    const [a, b] = [board.cellOf(one), board.cellOf(other)];
    const [first, second] = [board.lift(a), board.lift(b)];
    if (first) board.layer.append(first);
    feel('pick');
    await Promise.all([first && board.glide(first, a, b, duration), second && board.glide(second, b, a, duration)]);
  }

  /** @param {Pair} pair */
  async #untag(pair) {
    const el = this.board.cards[this.board.cellOf(pair)];
    const badge = el?.querySelector('.badge');
    if (badge) await move(badge, [{ opacity: 1, scale: 1 }, { opacity: 0, scale: 1.8 }], 240, { fill: 'both' });
    if (el) setTag(el, '');
  }

  /** @param {Pair} pair */
  async #pop(pair) {
    const cell = this.board.cellOf(pair);
    const at = this.board.spot(cell);
    const burst = h('div', { class: 'burst', 'aria-hidden': 'true' });
    feel('boom');
    this.board.el.append(burst);
    const frames = [
      { transform: `${at} scale(.3)`, opacity: 1 },
      { transform: `${at} scale(1.5)`, opacity: 0.9, offset: 0.5 },
      { transform: `${at} scale(1.9)`, opacity: 0 },
    ];
    move(burst, frames, 420, { fill: 'both' }).then(() => burst.remove());
    await this.board.vanish(cell, { duration: 200 });
  }

  /**
   * @param {import('./api.d.ts').CrushClearEvent} event
   * @param {View} view
   */
  async #clear({ cells, gain, chain, canastra }, view) {
    const { board } = this;
    const places = /** @type {number[]} */ (cells.map((/** @type {Pair} */ pair) => board.cellOf(pair)));
    const more = [canastra > 1 && 'clean canastra', chain > 1 && `chain × ${digits(chain)}`];
    feel('gain', chain);
    board.mark('flash', places);
    board.rise(places, `+${digits(gain)}`, more.filter(Boolean).join(', '));
    this.strip.showFactors(view.base, view.chain);
    await rest(200);
    await Promise.all(places.map((cell, i) => board.vanish(cell, { delay: i * 55, turn: 6 })));
    board.mark('flash', []);
  }

  /** @param {import('./api.d.ts').CrushDropEvent} event */
  async #drop({ cell, card, tag }) {
    const place = this.board.cellOf(cell);
    const coming = this.board.spawn(place, card, cell[0] + 1);
    const el = this.board.cards[place];
    if (el) setTag(el, tag);
    await coming;
  }
}

/**
 * Show on a card what it can do besides.
 * @param {HTMLElement} el
 * @param {string} tag
 */
export function setTag(el, tag) {
  const badge = el.querySelector('.badge');
  if ((badge?.getAttribute('data-tag') ?? '') === tag) return;
  badge?.remove();
  if (BADGES[tag]) el.append(h('span', { class: 'badge', data: { tag } }, shape(BADGES[tag])));
}

/**
 * What is worth knowing at the end.
 * @param {import('./table.mjs').Step[]} steps
 * @returns {import('./table.mjs').Summary}
 */
export function summaryOf(steps) {
  const clears = steps.flatMap((step) => step.events).filter(({ event }) => event === 'clear');
  /** @type {Map<number, [number, number]>} */
  const lengths = new Map();
  for (const { length, gain } of clears) {
    const [times, points] = lengths.get(length) ?? [0, 0];
    lengths.set(length, [times + 1, points + gain]);
  }
  const most = (/** @type {string} */ key) => Math.max(0, ...clears.map((clear) => clear[key]));
  const rows = [...lengths].sort((a, b) => b[0] - a[0]).map(([length, [times, points]]) => [counted(length, 'card'), times, points]);
  return {
    figures: [
      ['Longest run', clears.length ? counted(most('length'), 'card') : 'none'],
      ['Longest chain', clears.length ? `× ${digits(most('chain'))}` : 'none'],
      ['Best clear', clears.length ? `+${digits(most('gain'))}` : 'none'],
    ],
    heads: ['Run', 'Times', 'Points'],
    rows,
  };
}

/** How it is played. */
export function help() {
  return [
    'Tap a card, then a neighbour, and they change places; a card also slides into an empty slot beside it. Drag along 3 to 7 cards of one suit that stand in order, up or down, then tap them twice to clear them. One of them may be wild: a joker, or a 2 out of its place.',
    'A run gains its cards × the base × the chain. The base grows by one with each run; runs cleared one right after the other make the chain grow. Seven cards without a wild one count double.',
    'After each move one card drops in. The run of play is over when there is no room for it.',
    'Tap a bomb twice, and it is gone. Tap a swapper and then any card far away, and they change places, once. With the Swap button any two cards change places; with the Bomb button, tap any card twice to blow it away.',
    'Without dragging: hold the first card of a run, or press Select, then tap its last card; a button to clear it appears.',
    'By keyboard: Shift and arrows select a run, Enter clears it. B sets off a bomb, or, with the Bomb button pressed, blows a card away.',
  ].map((text) => h('p', {}, text));
}
