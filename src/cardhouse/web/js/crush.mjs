// Solitaire Crush on the screen.

import { Board } from './board.mjs';
import { cardName } from './cards.mjs';
import { Doings, RunMark, SIDE, Strip, help, setTag, summaryOf } from './crush-show.mjs';
import { button, counted, digits, h } from './dom.mjs';
import { feel } from './feel.mjs';
import { DOUBLE_TAP, listen } from './gestures.mjs';
import { nextTo, sentenceOf } from './parts.mjs';

/** @typedef {import('./api.d.ts').CrushView} View */
/** @typedef {import('./api.d.ts').CrushEvent} Event */
/** @typedef {import('./board.mjs').Pair} Pair */
/** @typedef {'' | 'swap' | 'blast' | 'select'} Mode which button is pressed */

const SHORTEST = 3;
const RIM = 6;
const TOLD = ['slide', 'swap', 'bomb', 'clear', 'chain', 'deck', 'drop', 'end'];
/** @type {Record<Mode, string>} what to do after a button was pressed */
const ASKS = {
  '': 'Nothing is chosen.',
  swap: 'Choose two cards: they change places.',
  blast: 'Choose a card, and tap it twice to blow it away.',
  select: 'Choose the first card of a run, then its last.',
};
/** @type {Record<string, string>} what a tag adds to a card's name */
const TAGS = { bomb: ', bomb', swapper: ', swapper' };
/** @type {Record<string, string>} what to do with a card, by its tag */
const TIPS = {
  '': 'Tap a neighbour to slide it there.',
  bomb: 'Tap it twice to set it off, or a neighbour to slide it there.',
  swapper: 'Tap any card to change places, once. To a neighbour it only slides.',
};

/** @param {import('./table.mjs').Table} table */
export function crush(table) {
  return new Crush(table);
}

class Crush {
  name = /** @type {const} */ ('crush');
  title = 'Solitaire Crush';

  /** @param {import('./table.mjs').Table} table */
  constructor(table) {
    this.table = table;
    this.board = new Board(SIDE, SIDE, 'Cards, seven rows of seven');
    this.picked = -1;
    /** @type {number[]} the cells that are selected, from where it began */
    this.run = [];
    /** @type {boolean | null} whether the run is straight along its row, once that is known */
    this.level = null;
    this.mode = /** @type {Mode} */ ('');
    /** @type {{cell: number, move: string, timer: number} | null} a move that waits for a second tap */
    this.held = null;
    /** the cell on which a second tap at once would mean more, and the one where a drag began */
    this.ripe = this.start = -1;
    /** whether the last touch came from a finger or a mouse; whether a move is on its way; whether a drag left its cell */
    this.byHand = this.sent = this.moved = false;
    /** whether the first card of a run was chosen by a long press, which may have been a slow tap */
    this.slow = false;
    this.worth = 0;
    /** @type {View | null} */
    this.view = null;
    const hollows = Array.from({ length: SIDE * SIDE }, () => h('i'));
    this.board.layer.before(h('div', { class: 'hollows', 'aria-hidden': 'true' }, ...hollows));
    this.mark = new RunMark(this.board);
    this.top = new Strip();
    this.strip = this.top.el;
    this.doings = new Doings(this.board, this.top);
    this.stage = h('div', { class: 'well' }, this.board.el);
    this.swap = button('Swap', () => this.#press('swap'), { icon: 'swap', 'aria-pressed': 'false' });
    this.blast = button('Bomb', () => this.#press('blast'), { icon: 'bomb', 'aria-pressed': 'false' });
    this.select = button('Select', () => this.#press('select'), { icon: 'select', 'aria-pressed': 'false', title: ASKS.select });
    this.deed = button('', () => this.#doDeed(), { class: 'main deed', hidden: true });
    this.tools = [this.swap, this.blast, this.select, this.deed];
    this.#listen();
  }

  #listen() {
    const { board, table } = this;
    board.grid.addEventListener('pointerdown', () => (this.byHand = true), true);
    board.grid.addEventListener('keydown', (event) => this.#key(event), true);
    listen(board, {
      touch: () => table.touch(),
      tap: (cell, double) => this.tap(cell, double),
      hold: (cell) => this.hold(cell),
      drag: (cell) => this.drag(cell),
      over: (cell) => this.over(cell),
      drop: (inside) => this.letGo(inside),
      cancel: () => this.drop(),
    });
    board.onExtend = (from, to) => this.extend(from, to);
  }

  // -- showing ------------------------------------------------------------------

  /**
   * @param {number} width
   * @param {number} height
   */
  fit(width, height) {
    this.board.fit(width - 2 * RIM, height - 2 * RIM, { widest: 0.88, least: 38, most: 112 });
    this.#draw();
  }

  /** @param {View} view */
  show(view) {
    if (view !== this.view) this.#forget();
    this.view = view;
    this.board.show(view.board);
    const tags = view.tags.flat();
    view.board.flat().forEach((/** @type {string} */ text, /** @type {number} */ cell) => {
      const el = this.board.cards[cell];
      if (el) setTag(el, tags[cell]);
      this.board.name(cell, cardName(text) + (TAGS[tags[cell]] ?? ''));
    });
    this.stage.classList.toggle('tight', this.top.show(view));
    setCount(this.swap, 'swap', view.free_swaps, 'any two cards change places');
    setCount(this.blast, 'bomb', view.free_bombs, 'any card is blown away');
    this.#draw();
  }

  // -- choosing -----------------------------------------------------------------

  /** Whether a hand may do something. */
  get #open() {
    return !this.sent && !this.table.replay && this.view?.outcome === 'playing';
  }

  /** @param {number} cell */
  #card(cell) {
    const [row, column] = this.board.pairOf(cell);
    return this.view?.board[row][column] !== '--';
  }

  /** @param {number} cell */
  #tag(cell) {
    const [row, column] = this.board.pairOf(cell);
    return this.view?.tags[row][column] ?? '';
  }

  /**
   * A move in words.
   * @param {string} word
   * @param {...number} cells
   */
  #text(word, ...cells) {
    return [word, ...cells.map((cell) => this.board.pairOf(cell).join(','))].join(' ');
  }

  /**
   * Choose a card, or none, and no run.
   * @param {number} cell
   */
  pick(cell) {
    if (cell >= 0) feel('pick');
    this.picked = cell;
    this.run = [];
    this.#draw();
  }

  /** @param {Mode} mode */
  arm(mode) {
    this.mode = mode;
    this.swap.setAttribute('aria-pressed', String(mode === 'swap'));
    this.blast.setAttribute('aria-pressed', String(mode === 'blast'));
    this.select.setAttribute('aria-pressed', String(mode === 'select'));
    this.#draw();
  }

  /** Show what is chosen. */
  #draw() {
    const { picked, run, mode, board } = this;
    const some = picked >= 0 ? [picked] : run;
    board.mark('chosen', some);
    board.mark('picked', picked >= 0 ? [picked] : []);
    board.mark('target', mode === 'blast' ? some : []);
    this.mark.show(run);
    const deed = this.#deed();
    if (!deed && document.activeElement === this.deed) board.focus();
    this.deed.hidden = !deed;
    if (deed) this.deed.textContent = deed.label;
  }

  /** What the button for what is chosen does, if there is something to do. */
  #deed() {
    const { picked, run, mode } = this;
    if (run.length >= SHORTEST && this.worth) return { label: `Clear ${run.length} cards +${digits(this.worth)}`, move: this.#clearText() };
    if (picked >= 0 && mode === 'blast') return { label: 'Blow it away', move: this.#text('blast', picked) };
    if (picked >= 0 && !mode && this.#tag(picked) === 'bomb') return { label: 'Set it off', move: this.#text('bomb', picked) };
    return null;
  }

  #doDeed() {
    const deed = this.#deed();
    this.table.touch();
    this.board.focus();
    if (deed && this.#open) this.#act(deed.move);
  }

  #clearText() {
    return this.#text('clear', Math.min(...this.run), Math.max(...this.run));
  }

  /** @param {string} text */
  #act(text) {
    this.#unhold();
    this.ripe = -1;
    this.sent = true;
    this.table.act(text).finally(() => (this.sent = false));
  }

  /** Choose nothing. */
  #forget() {
    this.#unhold();
    this.ripe = this.picked = -1;
    this.run = [];
    this.level = null;
    this.slow = false;
    this.worth = 0;
    this.#unhint();
    this.arm('');
  }

  drop() {
    const some = this.picked >= 0 || this.run.length > 0 || this.mode !== '' || this.#unhint();
    this.#forget();
    return some;
  }

  refused() {
    this.board.shake(this.picked >= 0 ? [this.picked] : this.run);
    this.pick(-1);
  }

  // -- taps ---------------------------------------------------------------------

  /**
   * @param {number} cell
   * @param {boolean} double
   */
  tap(cell, double) {
    const { byHand } = this;
    this.byHand = false;
    if (!this.#open) return undefined;
    this.#unhint();
    const again = double && this.ripe === cell;
    if (this.held && !again) return this.#act(this.held.move);
    this.ripe = -1;
    if (this.run.includes(cell)) return this.#tapRun(cell, again || !byHand);
    return this.mode ? this.#tapArmed(cell) : this.#tapCard(cell, again);
  }

  /**
   * @param {number} cell
   * @param {boolean} sure
   */
  #tapRun(cell, sure) {
    if (sure) this.#act(this.#clearText());
    else this.ripe = cell;
  }

  /**
   * @param {number} cell
   * @param {boolean} again
   */
  #tapCard(cell, again) {
    const { picked } = this;
    const bomb = this.#tag(cell) === 'bomb';
    if (again && bomb) return this.#act(this.#text('bomb', cell));
    if (bomb) this.ripe = cell;
    if (picked < 0 && !this.#card(cell)) {
      this.pick(-1);
      return this.table.say('That slot is empty.');
    }
    if (picked === cell) return this.pick(-1);
    const near = picked >= 0 && nextTo(this.board, picked, cell);
    if (picked < 0 || (!near && this.#card(cell) && this.#tag(picked) !== 'swapper')) {
      this.pick(cell);
      return this.table.say(TIPS[this.#tag(cell)]);
    }
    const text = this.#text(near || !this.#card(cell) ? 'slide' : 'use', picked, cell);
    return bomb ? this.#hold(cell, text) : this.#act(text);
  }

  /** @param {number} cell */
  #tapArmed(cell) {
    const { picked, mode } = this;
    if (this.slow && nextTo(this.board, picked, cell)) return this.#act(this.#text('slide', picked, cell));
    if (!this.#card(cell)) return this.table.say('That slot is empty. Choose a card.');
    if (mode === 'blast' && picked === cell) return this.#act(this.#text('blast', cell));
    if (picked < 0 || mode === 'blast' || picked === cell) {
      this.pick(picked === cell ? -1 : cell);
      if (mode === 'blast') this.table.say('Tap it twice to blow it away.');
      return undefined;
    }
    if (mode === 'swap') return this.#act(this.#text('swap', picked, cell));
    return this.#selectTo(cell);
  }

  /**
   * Keep a move back until it is clear that no second tap comes.
   * @param {number} cell
   * @param {string} text
   */
  #hold(cell, text) {
    this.held = { cell, move: text, timer: setTimeout(() => this.#act(text), DOUBLE_TAP + 20) };
  }

  #unhold() {
    clearTimeout(this.held?.timer);
    this.held = null;
  }

  /** @param {'swap' | 'blast' | 'select'} mode */
  #press(mode) {
    this.table.touch();
    if (!this.#open) return;
    const left = { swap: this.view?.free_swaps, blast: this.view?.free_bombs, select: 1 }[mode];
    if (!left) return void this.table.refuse(`There are no free ${mode === 'swap' ? 'swaps' : 'bombs'} left.`);
    const { picked } = this;
    const on = this.mode !== mode;
    this.#forget();
    this.arm(on ? mode : '');
    if (on && mode !== 'blast' && picked >= 0) this.pick(picked);
    this.table.say(on && this.picked >= 0 ? (mode === 'swap' ? 'Choose the other card.' : 'Choose the last card of the run.') : ASKS[this.mode]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.byHand = false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'b' || !this.#open) return;
    event.preventDefault();
    this.table.touch();
    const cell = this.picked >= 0 ? this.picked : this.board.focused;
    this.#act(this.#text(this.mode === 'blast' ? 'blast' : 'bomb', cell));
  }

  // -- runs ---------------------------------------------------------------------

  /** @param {number} cell */
  hold(cell) {
    if (!this.#open || !this.#card(cell) || this.picked >= 0 || this.mode) return false;
    this.#forget();
    this.board.focus(cell);
    this.arm('select');
    this.pick(cell);
    this.slow = true;
    this.table.say('Now tap the last card of the run, or a neighbour to slide it there.');
    return true;
  }

  /** @param {number} cell */
  drag(cell) {
    this.start = this.#open ? cell : -1;
    this.moved = false;
  }

  /** @param {number} cell */
  over(cell) {
    if (!this.moved) this.#begin();
    const [from] = this.run;
    if (from === undefined) return;
    const [rows, columns] = this.board.pairOf(cell).map((place, i) => Math.abs(place - this.board.pairOf(from)[i]));
    if (this.level === null && rows !== columns) this.level = columns > rows;
    if (this.level !== null) this.#setRun(this.#along(from, cell, this.level));
  }

  /** The finger has left the cell where it began: a run is meant. */
  #begin() {
    this.moved = true;
    if (this.start < 0 || !this.#open) return;
    if (this.held) return void this.#act(this.held.move);
    this.#forget();
    if (this.#card(this.start)) this.#setRun([this.start]);
  }

  /**
   * The cards from one cell towards another, along the row or the column of the first.
   * @param {number} from
   * @param {number} to
   * @param {boolean} level
   */
  #along(from, to, level) {
    const line = level ? 1 : 0;
    const steps = this.board.pairOf(to)[line] - this.board.pairOf(from)[line];
    const by = Math.sign(steps) * (level ? 1 : SIDE);
    const cells = Array.from({ length: Math.abs(steps) + 1 }, (_, i) => from + i * by);
    const gap = cells.findIndex((cell) => !this.#card(cell));
    return gap < 0 ? cells : cells.slice(0, gap);
  }

  /** @param {number[]} run */
  #setRun(run) {
    if (run.length === this.run.length && run.at(-1) === this.run.at(-1)) return;
    feel('pick', run.length);
    this.picked = -1;
    this.run = run;
    this.worth = 0;
    this.mark.open();
    this.#draw();
    if (run.length >= SHORTEST) this.#ask();
  }

  /** Ask what the run is worth, and show it unless it has changed meanwhile. */
  async #ask() {
    const { run } = this;
    const { legal, message, worth } = await this.table.look(this.#clearText());
    if (run !== this.run) return;
    this.worth = legal ? worth ?? 0 : 0;
    this.mark.judge(run, message, legal);
    this.#draw();
    this.table.say(message);
  }

  /** @param {boolean} inside */
  letGo(inside) {
    if (inside && this.start >= 0 && !this.moved) {
      this.byHand = true;
      this.tap(this.start, false);
    } else if (inside && this.run.length > 1) this.#keep();
    else this.drop();
  }

  /** A run was chosen: it stays if it counts. */
  async #keep() {
    const { run } = this;
    const { legal, message } = await this.table.look(this.#clearText());
    if (run !== this.run) return;
    if (!legal) return void this.table.refuse(message);
    this.arm('');
    this.table.say(`${message}. Tap it twice to clear it.`);
  }

  /** @param {number} cell */
  #selectTo(cell) {
    const from = this.picked;
    const [rows, columns] = this.board.pairOf(cell).map((place, i) => place - this.board.pairOf(from)[i]);
    const run = rows && columns ? [] : this.#along(from, cell, rows === 0);
    if (run.at(-1) !== cell) return void this.table.look(this.#text('clear', from, cell)).then(({ message }) => this.table.refuse(message));
    this.#setRun(run);
    this.ripe = cell;
    return void this.#keep();
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  extend(from, to) {
    if (!this.#open || !this.#card(from)) return;
    const level = Math.abs(to - from) === 1;
    const goesOn = this.run.at(-1) === from && (this.run.length === 1 || this.level === level);
    const start = goesOn ? this.run[0] : from;
    if (!goesOn) this.#forget();
    this.level = level;
    this.#setRun(this.#along(start, to, level));
    if (this.run.length < SHORTEST) this.table.say(`${counted(this.run.length, 'card')} chosen.`);
  }

  /** @param {string} text */
  hint(text) {
    const [word, ...places] = text.split(' ');
    const cells = places.map((place) => this.board.cellOf(/** @type {Pair} */ (place.split(',').map(Number))));
    const [first, last] = cells;
    const level = this.board.pairOf(first)[0] === this.board.pairOf(last ?? first)[0];
    this.board.mark('hinted', word === 'clear' ? this.#along(first, last, level) : cells);
    this.swap.classList.toggle('hinted', word === 'swap');
    this.blast.classList.toggle('hinted', word === 'blast');
    this.board.focus(first);
  }

  /** Take a hint's marks away; return whether there were any. */
  #unhint() {
    const some = this.board.cells.some((el) => el.classList.contains('hinted'));
    this.board.mark('hinted', []);
    this.swap.classList.remove('hinted');
    this.blast.classList.remove('hinted');
    return some;
  }

  // -- what happened ------------------------------------------------------------

  /**
   * @param {Event[]} events
   * @param {View} view
   */
  async perform(events, view) {
    this.sent = false;
    this.#forget();
    this.view = view;
    for (const event of events) await this.doings.show(event, view);
  }

  // -- words --------------------------------------------------------------------

  /** @param {Event[]} events */
  tell(events) {
    return sentenceOf(events, TOLD);
  }

  subtitle() {
    return '';
  }

  kind() {
    return '';
  }

  /** @param {View} view */
  standing(view) {
    return view.outcome === 'playing' ? 'Clear runs of one suit before the grid is full.' : 'The grid is full.';
  }

  /** @param {import('./table.mjs').Step[]} steps */
  summary(steps) {
    return summaryOf(steps);
  }

  starts() {
    return [{ label: 'New run', options: {} }];
  }

  next() {
    return null;
  }

  help() {
    return help();
  }
}

/**
 * Show on a button how many are left.
 * @param {HTMLElement} el
 * @param {string} what
 * @param {number} left
 * @param {string} does
 */
function setCount(el, what, left, does) {
  const count = el.querySelector('.count') ?? el.appendChild(h('b', { class: 'count' }));
  count.textContent = digits(left);
  el.title = left ? `${counted(left, `free ${what}`)} left: ${does}` : `There are no free ${what}s left.`;
  el.setAttribute('aria-label', `${what[0].toUpperCase()}${what.slice(1)}, ${digits(left)} left`);
  el.setAttribute('aria-disabled', String(left === 0));
}
