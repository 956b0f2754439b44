// A board of cards in two layers: fixed cells, which are focused, named and pressed,
// and the cards under them, which move and mean nothing to a screen reader.

import { card, setFace } from './cards.mjs';
import { h } from './dom.mjs';
import { IN, move, ripple } from './motion.mjs';

/** @typedef {[number, number]} Pair a row and a column */

/** @type {Record<string, Pair>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** How much of a cell its card leaves free at each side, as the style has it. */
const GAP = 2;

export class Board {
  /**
   * @param {number} rows
   * @param {number} columns
   * @param {string} name what a screen reader calls it
   */
  constructor(rows, columns, name) {
    this.rows = rows;
    this.columns = columns;
    this.width = this.height = 48;
    /** @type {(HTMLElement | null)[]} the card on each cell */
    this.cards = Array(rows * columns).fill(null);
    this.cells = this.cards.map((_, cell) => this.#cell(cell));
    this.layer = h('div', { class: 'cards', 'aria-hidden': 'true' });
    this.grid = h('div', { class: 'cells', role: 'grid', 'aria-label': name }, ...this.#rows());
    this.el = h('div', { class: 'board' }, this.layer, this.grid);
    this.#rove(0);
    this.grid.addEventListener('keydown', (event) => this.#key(event));
    this.grid.addEventListener('focusin', (event) => {
      const cell = this.cells.indexOf(/** @type {HTMLButtonElement} */ (event.target));
      if (cell >= 0) this.#rove(cell);
    });
    /** @type {(from: number, to: number) => void} called when the focus moves with Shift held */
    this.onExtend = () => {};
  }

  /** @param {number} cell */
  #cell(cell) {
    const { columns } = this;
    return h('button', { type: 'button', role: 'gridcell', tabindex: -1, 'aria-colindex': (cell % columns) + 1 });
  }

  #rows() {
    return Array.from({ length: this.rows }, (_, row) =>
      h('div', { role: 'row', 'aria-rowindex': row + 1 }, ...this.cells.slice(row * this.columns, (row + 1) * this.columns)),
    );
  }

  // -- size and place -----------------------------------------------------------

  /**
   * Take as much of the room as the cells' shape allows.
   * @param {number} width
   * @param {number} height
   * @param {{widest?: number, tallest?: number, least?: number, most?: number}} [shape] bounds of width / height and
   * height / width, of the height of a cell, and of its width
   */
  fit(width, height, { widest = 1.35, tallest = 1.42, least = 34, most = 120 } = {}) {
    let w = Math.min(width / this.columns, most);
    let t = Math.max(least, height / this.rows);
    if (w / t > widest) w = t * widest;
    if (t / w > tallest) t = w * tallest;
    this.width = Math.floor(w);
    this.height = Math.floor(t);
    this.el.style.setProperty('--w', `${this.width}px`);
    this.el.style.setProperty('--h', `${this.height}px`);
    this.el.style.width = `${this.width * this.columns}px`;
    this.el.style.height = `${this.height * this.rows}px`;
    this.el.dataset.shape = this.width > this.height * 0.95 ? 'wide' : 'tall';
    this.cards.forEach((el, cell) => el && this.#lay(this.#size(el), cell));
  }

  /**
   * Its own size is cheaper for a card that moves than one that is worked out.
   * @param {HTMLElement} el
   */
  #size(el) {
    el.style.width = `${this.width - 2 * GAP}px`;
    el.style.height = `${this.height - 2 * GAP}px`;
    return el;
  }

  /** @param {Pair} pair */
  cellOf([row, column]) {
    return row * this.columns + column;
  }

  /**
   * @param {number} cell
   * @returns {Pair}
   */
  pairOf(cell) {
    return [Math.floor(cell / this.columns), cell % this.columns];
  }

  /**
   * Return the cell at a point of the window; -1 if there is none.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    const box = this.el.getBoundingClientRect();
    const column = Math.floor((x - box.left) / (box.width / this.columns));
    const row = Math.floor((y - box.top) / (box.height / this.rows));
    const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return inside ? this.cellOf([row, column]) : -1;
  }

  /**
   * @param {number} cell
   * @param {number} [rows] how far below it
   */
  spot(cell, rows = 0) {
    const [row, column] = this.pairOf(cell);
    return `translate(${column * this.width}px, ${(row + rows) * this.height}px)`;
  }

  /**
   * @param {HTMLElement} el
   * @param {number} cell
   */
  #lay(el, cell) {
    el.style.transform = this.spot(cell);
  }

  // -- cards --------------------------------------------------------------------

  /**
   * Lay the cards of a view; "--" is none.
   * @param {string[][]} rows
   */
  show(rows) {
    rows.flat().forEach((text, cell) => this.put(cell, text));
  }

  /**
   * Lay a card on a cell, or none; return it.
   * @param {number} cell
   * @param {string} text
   */
  put(cell, text) {
    const there = this.cards[cell];
    if (text === '--') {
      there?.remove();
      this.cards[cell] = null;
      return null;
    }
    if (there) {
      setFace(there, text);
      return there;
    }
    const el = this.#size(card(text));
    this.cards[cell] = el;
    this.#lay(el, cell);
    this.layer.append(el);
    return el;
  }

  /**
   * Take a card off its cell; it can still be seen until it is removed.
   * @param {number} cell
   */
  lift(cell) {
    const el = this.cards[cell];
    this.cards[cell] = null;
    return el;
  }

  /**
   * Let a card lie on a cell.
   * @param {HTMLElement} el
   * @param {number} cell
   */
  settle(el, cell) {
    this.cards[cell] = el;
    this.#lay(el, cell);
  }

  /**
   * Let cards fall, all at once.
   * @param {{from: Pair, to: Pair}[]} falls
   */
  async fall(falls) {
    const moving = falls.map(({ from, to }) => ({
      el: this.lift(this.cellOf(from)),
      start: this.cellOf(from),
      end: this.cellOf(to),
    }));
    for (const { el, end } of moving) if (el) this.cards[end] = el;
    await ripple(
      moving.map(({ el, start, end }) => () => {
        if (!el) return undefined;
        this.#lay(el, end);
        return this.#drop(el, this.spot(start), end, Math.abs(this.pairOf(end)[0] - this.pairOf(start)[0]));
      }),
    );
  }

  /**
   * Let a new card come in from above the board.
   * @param {number} cell
   * @param {string} text
   * @param {number} rows how far it falls
   * @param {number} [delay]
   */
  async spawn(cell, text, rows, delay = 0) {
    const el = this.put(cell, text);
    if (el) await this.#drop(el, this.spot(cell, -rows), cell, rows, delay);
  }

  /**
   * @param {HTMLElement} el
   * @param {string} from
   * @param {number} cell
   * @param {number} rows
   * @param {number} [delay]
   */
  #drop(el, from, cell, rows, delay = 0) {
    const to = this.spot(cell);
    const frames = [
      { transform: from, easing: IN },
      { transform: to, offset: 0.82 },
      { transform: this.spot(cell, -0.06), offset: 0.9 },
      { transform: to },
    ];
    return move(el, frames, 170 + 55 * Math.min(rows, 6), { delay, easing: 'linear' });
  }

  /**
   * Let a card glide from one cell to another.
   * @param {HTMLElement} el
   * @param {number} from
   * @param {number} to
   * @param {number} [duration]
   */
  glide(el, from, to, duration = 200) {
    this.settle(el, to);
    return move(el, [{ transform: this.spot(from) }, { transform: this.spot(to) }], duration);
  }

  /**
   * Let a card vanish from its cell.
   * @param {number} cell
   * @param {{duration?: number, delay?: number, turn?: number}} [how]
   */
  async vanish(cell, { duration = 240, delay = 0, turn = 0 } = {}) {
    const el = this.lift(cell);
    if (!el) return;
    const at = this.spot(cell);
    const frames = [
      { transform: at, opacity: 1 },
      { transform: `${at} scale(1.12)`, opacity: 1, offset: 0.35 },
      { transform: `${at} scale(.4) rotate(${turn}deg)`, opacity: 0 },
    ];
    await move(el, frames, duration, { delay, fill: 'both' });
    el.remove();
  }

  /**
   * Let cards say no.
   * @param {number[]} cells
   */
  shake(cells) {
    for (const cell of cells) {
      const el = this.cards[cell];
      const frames = [0, 4, -4, 0].map((by) => ({ transform: `${this.spot(cell)} translateX(${by}px)` }));
      if (el) move(el, frames, 180);
    }
  }

  /**
   * Let words rise from the middle of some cells.
   * @param {number[]} cells
   * @param {string} words
   * @param {string} more
   */
  rise(cells, words, more) {
    const pairs = cells.map((cell) => this.pairOf(cell));
    const [y, x] = [0, 1].map((i) => pairs.reduce((sum, pair) => sum + pair[i] + 0.5, 0) / pairs.length);
    const el = h('div', { class: 'rise', 'aria-hidden': 'true' }, h('b', {}, words), more && h('span', {}, more));
    const edge = 1.1 * this.width;
    const across = Math.max(edge, Math.min(x * this.width, this.columns * this.width - edge));
    const at = `translate(${across}px, ${Math.max(y, 1) * this.height}px) translate(-50%, -50%)`;
    this.el.append(el);
    const frames = [
      { transform: `${at} scale(.6)`, opacity: 0 },
      { transform: `${at} scale(1)`, opacity: 1, offset: 0.15 },
      { transform: `${at} translateY(-20px)`, opacity: 1, offset: 0.75 },
      { transform: `${at} translateY(-44px)`, opacity: 0 },
    ];
    move(el, frames, 1300, { fill: 'both' }).then(() => el.remove());
  }

  // -- cells --------------------------------------------------------------------

  /**
   * Name a cell for a screen reader.
   * @param {number} cell
   * @param {string} name
   */
  name(cell, name) {
    const el = this.cells[cell];
    if (el.getAttribute('aria-label') !== name) el.setAttribute('aria-label', name);
  }

  /**
   * Mark some cells, and no others, in some way.
   * @param {string} way a class, of the cell and of its card
   * @param {Iterable<number>} cells
   */
  mark(way, cells) {
    const marked = new Set(cells);
    this.cells.forEach((el, cell) => {
      el.classList.toggle(way, marked.has(cell));
      this.cards[cell]?.classList.toggle(way, marked.has(cell));
      if (way === 'chosen') el.setAttribute('aria-selected', String(marked.has(cell)));
    });
  }

  /** The cell that has the focus, or had it last. */
  get focused() {
    return this.cells.findIndex((el) => el.tabIndex === 0);
  }

  /**
   * @param {number} [cell]
   * @param {boolean} [ring] whether it is seen to have the focus; a finger knows where it is
   */
  focus(cell = this.focused, ring = true) {
    const how = { preventScroll: true, focusVisible: ring };
    this.cells[cell].focus(how);
  }

  /** @param {number} cell */
  #rove(cell) {
    this.cells.forEach((el, other) => {
      el.tabIndex = other === cell ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = this.focused;
    const [row, column] = this.pairOf(from);
    const step = ARROWS[event.key];
    let to = from;
    if (step) {
      const next = /** @type {Pair} */ ([row + step[0], column + step[1]]);
      const inside = next[0] >= 0 && next[0] < this.rows && next[1] >= 0 && next[1] < this.columns;
      to = inside ? this.cellOf(next) : from;
    } else if (event.key === 'Home') to = this.cellOf([row, 0]);
    else if (event.key === 'End') to = this.cellOf([row, this.columns - 1]);
    else return;
    event.preventDefault();
    if (event.shiftKey && to !== from) this.onExtend(from, to);
    this.focus(to);
  }
}
