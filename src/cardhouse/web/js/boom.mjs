// Poker Boom on the screen.

import { ask } from './api.mjs';
import { Board } from './board.mjs';
import { cardName } from './cards.mjs';
import { counted, digits, fill, h, svg } from './dom.mjs';
import { feel } from './feel.mjs';
import { listen } from './gestures.mjs';
import { handTable, nextTo, sentenceOf, sideName } from './parts.mjs';
import { move, rest, ripple } from './motion.mjs';

/** @typedef {import('./api.d.ts').BoomView & {level: number, target: number, moves_left: number}} View in level mode; else they are null */
/** @typedef {import('./api.d.ts').BoomEvent} Event */
/** @typedef {import('./api.d.ts').BoomBomb} Bomb */

const ROWS = 10;
const COLUMNS = 5;
const HAND = 5;
/** The longest fuse that a level gives a bomb: with it, the ring is full. */
const LONGEST_FUSE = 9;
const TOLD = ['gain', 'pause', 'disarm', 'explode', 'shuffle', 'bomb', 'end'];
const PICK = 'Pick five touching cards that make a poker hand.';
const MANY = { disarm: 'are disarmed', explode: 'explode' };

/** @param {import('./table.mjs').Table} table */
export function boom(table) {
  return new Boom(table);
}

class Boom {
  name = /** @type {const} */ ('boom');
  title = 'Poker Boom';
  /** @type {HTMLElement[]} */
  tools = [];
  bar = h('progress', { max: 1, value: 0, 'aria-label': 'Score on the way to the target' });
  goal = h('span', { class: 'goal' });
  moves = h('span', { class: 'moves' });
  combo = h('span', { class: 'combo' });
  clutch = h('strong', { class: 'clutch', hidden: true });
  strip = h('div', { class: 'strip' }, this.bar, this.goal, this.moves, this.combo, this.clutch);

  /** @param {import('./table.mjs').Table} table */
  constructor(table) {
    this.table = table;
    this.board = new Board(ROWS, COLUMNS, 'Cards, ten rows of five');
    /** @type {number[]} */
    this.chosen = [];
    /** @type {Map<string, HTMLElement>} */
    this.bombs = new Map();
    /** @type {import('./api.d.ts').BoomLevel[]} */
    this.levels = [];
    /** @type {View | null} */
    this.view = null;
    this.lane = 30;
    this.chars = h('div', { class: 'chars', 'aria-hidden': 'true' });
    this.thread = svg('svg', { class: 'thread', 'aria-hidden': 'true' });
    this.board.layer.after(this.chars, this.thread);
    this.ring = h('ul', { class: 'ring', 'aria-label': 'Bombs' });
    this.stage = h('div', { class: 'field' }, this.board.el, this.ring);
    listen(this.board, {
      touch: () => table.touch(),
      tap: (cell) => this.tap(cell),
      drag: (cell) => this.choose(this.#free(cell) ? [cell] : []),
      over: (cell) => this.over(cell),
      drop: (inside) => this.letGo(inside),
      cancel: () => this.drop(),
    });
    this.board.onExtend = (from, to) => this.extend(from, to);
    ask('levels', {}).then(
      ({ levels }) => {
        this.levels = levels.boom;
        table.frame.show();
      },
      (error) => table.worry(error),
    );
  }

  // -- showing ------------------------------------------------------------------

  /**
   * @param {number} width
   * @param {number} height
   */
  fit(width, height) {
    this.lane = height < 460 ? 25 : width < 400 ? 30 : 36;
    this.board.fit(width - 2 * this.lane, height - 2 * this.lane, { tallest: 1.2, least: 30 });
    this.stage.style.setProperty('--lane', `${this.lane}px`);
    this.stage.style.width = `${this.board.width * COLUMNS + 2 * this.lane}px`;
    this.stage.style.height = `${this.board.height * ROWS + 2 * this.lane}px`;
    for (const el of this.bombs.values()) this.#place(el);
    this.#showChars();
    this.#draw();
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.board.show(view.board);
    this.#showBombs(view.bombs);
    this.#showStrip(view);
    this.#showChars();
    this.#nameCells();
    this.choose(this.chosen.filter((cell) => this.#free(cell)));
  }

  /** @param {View} view */
  #showStrip(view) {
    const { score, target, moves_left: left, combo } = view;
    this.strip.classList.toggle('endless', target === null);
    if (target !== null) this.bar.value = Math.min(1, score / target);
    this.goal.textContent = target === null ? 'Endless' : `of ${digits(target)}`;
    this.moves.textContent = left === null ? counted(view.bombs.length, 'bomb') : `${counted(left, 'move')} left`;
    this.moves.classList.toggle('few', left !== null && left <= 3);
    this.combo.textContent = `combo × ${combo}`;
    this.combo.classList.toggle('high', combo > 2);
    const clutch = view.clutch > 100;
    this.clutch.textContent = `clutch × ${view.clutch / 100}`;
    this.clutch.hidden = !clutch;
    this.strip.classList.toggle('tense', clutch);
  }

  #showChars() {
    const timers = this.view?.scorch.flat() ?? [];
    fill(this.chars, ...timers.map((/** @type {number} */ left, /** @type {number} */ cell) => left > 0 && this.#char(cell, left)));
    this.board.cells.forEach((el, cell) => el.setAttribute('aria-disabled', String(timers[cell] > 0)));
    this.#charCards();
  }

  /** Blacken the cards that lie on scorched cells, and no others. */
  #charCards() {
    const timers = this.view?.scorch.flat() ?? [];
    this.board.mark('charred', timers.flatMap((/** @type {number} */ left, /** @type {number} */ cell) => (left > 0 ? [cell] : [])));
  }

  /**
   * @param {number} cell
   * @param {number} left
   */
  #char(cell, left) {
    const el = h('div', { class: 'char' }, h('b', {}, String(left)));
    el.style.transform = this.board.spot(cell);
    return el;
  }

  #nameCells() {
    const timers = this.view?.scorch.flat() ?? [];
    this.view?.board.flat().forEach((/** @type {string} */ text, /** @type {number} */ cell) => {
      const burnt = timers[cell] ? `, scorched for ${counted(timers[cell], 'move')}` : '';
      this.board.name(cell, cardName(text) + burnt);
    });
  }

  /** @param {Bomb[]} bombs */
  #showBombs(bombs) {
    const there = new Set(bombs.map(spotOf));
    for (const [spot, el] of this.bombs) {
      if (!there.has(spot)) {
        el.remove();
        this.bombs.delete(spot);
      }
    }
    for (const bomb of bombs) this.#setFuse(this.#bomb(bomb), bomb);
  }

  /** @param {Bomb} bomb */
  #bomb(bomb) {
    const known = this.bombs.get(spotOf(bomb));
    if (known) return known;
    const ring = svg('svg', { viewBox: '0 0 36 36', 'aria-hidden': 'true' }, svg('circle', { cx: 18, cy: 18, r: 15, pathLength: 100 }));
    const el = h('li', { class: 'bomb', data: { side: bomb.side, index: bomb.index } }, ring, h('b', {}));
    this.bombs.set(spotOf(bomb), el);
    this.ring.append(el);
    this.#place(el);
    return el;
  }

  /**
   * @param {HTMLElement} el
   * @param {Bomb} bomb
   */
  #setFuse(el, { side, index, fuse }) {
    el.dataset.urgent = fuse <= 1 ? 'now' : fuse <= 3 ? 'soon' : 'calm';
    el.style.setProperty('--burnt', String(100 - Math.min(100, (100 * fuse) / LONGEST_FUSE)));
    const number = /** @type {HTMLElement} */ (el.lastChild);
    number.textContent = String(fuse);
    el.setAttribute('aria-label', `Bomb at ${sideName(side, index)}, fuse ${fuse}`);
  }

  /** @param {HTMLElement} el */
  #place(el) {
    const { x, y } = this.#spot(String(el.dataset.side), Number(el.dataset.index));
    el.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }

  /**
   * Where the middle of a bomb is, on the stage.
   * @param {string} side
   * @param {number} index
   */
  #spot(side, index) {
    const { width, height } = this.board;
    const half = this.lane / 2;
    const x = { left: half, right: this.lane + COLUMNS * width + half }[side] ?? this.lane + (index + 0.5) * width;
    const y = { top: half, bottom: this.lane + ROWS * height + half }[side] ?? this.lane + (index + 0.5) * height;
    return { x, y };
  }

  // -- choosing -----------------------------------------------------------------

  /** @param {number} cell */
  #free(cell) {
    return this.view?.outcome === 'playing' && !this.table.replay && !this.view.scorch.flat()[cell];
  }

  /** @param {number[]} cells */
  choose(cells) {
    if (cells.length > this.chosen.length) feel('pick', cells.length);
    this.chosen = cells;
    this.board.mark('chosen', cells);
    if (cells.length) this.board.mark('hinted', []);
    this.#draw();
  }

  /** Draw the thread through what is chosen. */
  #draw() {
    const lines = [];
    for (const a of this.chosen) {
      for (const b of this.chosen) if (a < b && nextTo(this.board, a, b)) lines.push(this.#line(a, b));
    }
    fill(this.thread, ...lines);
  }

  /**
   * @param {number} a
   * @param {number} b
   */
  #line(a, b) {
    const [x1, y1, x2, y2] = [a, b].flatMap((cell) => {
      const [row, column] = this.board.pairOf(cell);
      return [(column + 0.5) * this.board.width, (row + 0.5) * this.board.height];
    });
    return svg('line', { x1, y1, x2, y2 });
  }

  /** @param {number} cell */
  tap(cell) {
    if (this.table.replay || this.view?.outcome !== 'playing') return;
    if (!this.#free(cell)) this.table.refuse('That cell is scorched. Choose another.');
    else if (this.chosen.includes(cell)) this.choose(this.chosen.filter((other) => other !== cell));
    else this.#add(cell);
  }

  /** @param {number} cell */
  #add(cell) {
    const touching = this.chosen.some((other) => nextTo(this.board, other, cell));
    this.choose(touching && this.chosen.length < HAND ? [...this.chosen, cell] : [cell]);
    if (this.chosen.length === HAND) this.#resolve();
  }

  /** @param {number} cell */
  over(cell) {
    const { chosen } = this;
    const last = chosen.at(-1);
    if (last === undefined) return;
    if (chosen.at(-2) === cell) this.choose(chosen.slice(0, -1));
    else if (chosen.length < HAND && !chosen.includes(cell) && this.#free(cell) && nextTo(this.board, last, cell)) {
      this.choose([...chosen, cell]);
      if (this.chosen.length === HAND) this.table.look(this.#text());
    }
  }

  /** @param {boolean} inside */
  letGo(inside) {
    if (!inside) this.drop();
    else if (this.chosen.length === HAND) this.#resolve();
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  extend(from, to) {
    if (!this.chosen.includes(from)) this.tap(from);
    if (!this.chosen.includes(to) && this.chosen.length < HAND) this.tap(to);
  }

  /** The move that is chosen. */
  #text() {
    return [...this.chosen].sort((a, b) => a - b).map((cell) => this.board.pairOf(cell).join(',')).join(' ');
  }

  #resolve() {
    this.table.act(this.#text());
  }

  refused() {
    this.board.shake(this.chosen);
    this.choose([]);
  }

  drop() {
    const some = this.chosen.length > 0 || this.board.cells.some((el) => el.classList.contains('hinted'));
    this.choose([]);
    this.board.mark('hinted', []);
    return some;
  }

  /** @param {string} text */
  hint(text) {
    const cells = text.split(' ').map((pair) => this.board.cellOf(/** @type {[number, number]} */ (pair.split(',').map(Number))));
    this.board.mark('hinted', cells);
    this.board.focus(cells[0]);
  }

  // -- what happened ------------------------------------------------------------

  /**
   * @param {Event[]} events
   * @param {View} view
   */
  async perform(events, view) {
    const clear = events.find((event) => event.event === 'clear');
    const five = this.#cells(clear?.cells ?? []);
    for (const event of events) await this.#show(event, five, view);
  }

  /**
   * @param {Event} event
   * @param {number[]} five the cells of the hand
   * @param {View} view
   */
  async #show(event, five, view) {
    switch (event.event) {
      case 'gain':
        return this.#gain(event, five, view);
      case 'pause':
        return this.#note([...this.bombs.values()], 'pause');
      case 'fuse':
        return this.#burn(event);
      case 'disarm':
        return this.#disarm(event);
      case 'clear':
        return this.#clear(five);
      case 'fall':
        feel('fall');
        this.falling = this.board.fall(event.falls);
        return this.#charCards();
      case 'spawn':
        return this.#spawn(event.cards);
      case 'cool':
        return this.#cool(event.cells);
      case 'explode':
        return this.#explode(event);
      case 'scorch':
        return this.#scorch(event);
      case 'shuffle':
        return this.#shuffle(event.from);
      case 'bomb':
        return this.#arrive(event);
      default:
        return undefined;
    }
  }

  /** @param {[number, number][]} pairs */
  #cells(pairs) {
    return pairs.map((pair) => this.board.cellOf(pair));
  }

  /**
   * @param {import('./api.d.ts').BoomGainEvent} event
   * @param {number[]} five
   * @param {View} view
   */
  async #gain(event, five, view) {
    feel('gain', event.combo);
    this.choose([]);
    this.board.mark('hinted', []);
    this.#showStrip({ ...view, bombs: this.view?.bombs ?? [] });
    this.board.mark('flash', five);
    this.board.rise(five, `+${digits(event.gain)}`, `${event.hand}${event.clutch ? ', clutch' : ''}`);
    await rest(340);
    this.board.mark('flash', []);
  }

  /** @param {number[]} five */
  async #clear(five) {
    await Promise.all(five.map((cell, i) => this.board.vanish(cell, { delay: i * 30, turn: i % 2 ? 14 : -14 })));
  }

  /** @param {{cell: [number, number], card: string}[]} cards */
  async #spawn(cards) {
    /** @type {Record<number, number>} */
    const rows = {};
    for (const { cell } of cards) rows[cell[1]] = (rows[cell[1]] ?? 0) + 1;
    const coming = cards.map(({ cell, card }, i) => () => {
      const landed = this.board.spawn(this.board.cellOf(cell), card, rows[cell[1]], i * 18);
      this.#charCards();
      return landed;
    });
    await Promise.all([ripple(coming), this.falling]);
  }

  /** @param {import('./api.d.ts').BoomFuseEvent} event */
  async #burn({ by, bombs }) {
    for (const bomb of bombs) this.#setFuse(this.#bomb(bomb), bomb);
    const els = bombs.map((/** @type {Bomb} */ bomb) => this.#bomb(bomb));
    if (by > 0) await this.#note(els, `+${by}`);
    else {
      feel('tick');
      await Promise.all(els.map((/** @type {HTMLElement} */ el) => move(el, [{ opacity: 0.35 }, { opacity: 1 }], 140)));
    }
  }

  /**
   * Show a word on bombs.
   * @param {HTMLElement[]} els
   * @param {string} word
   */
  async #note(els, word) {
    const notes = els.map((el) => {
      const note = h('i', { class: 'note' }, word);
      el.append(note);
      return move(note, [{ opacity: 0, scale: 0.5 }, { opacity: 1, scale: 1.1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], 650).then(() => note.remove());
    });
    await Promise.race([Promise.all(notes), rest(260)]);
  }

  /** @param {import('./api.d.ts').BoomDisarmEvent} event */
  async #disarm(event) {
    const el = this.bombs.get(spotOf(event));
    if (!el) return;
    this.bombs.delete(spotOf(event));
    el.classList.add('snuffed');
    await move(el, [{ opacity: 1 }, { opacity: 0, scale: 0.3 }], 320, { fill: 'both' });
    el.remove();
  }

  /** @param {{cell: [number, number], moves: number}[]} cells */
  async #cool(cells) {
    if (!this.view) return;
    const scorch = this.view.scorch.map((/** @type {number[]} */ row) => [...row]);
    for (const { cell, moves } of cells) scorch[cell[0]][cell[1]] = moves;
    this.view = { ...this.view, scorch };
    this.#showChars();
  }

  /** @param {import('./api.d.ts').BoomExplodeEvent} event */
  async #explode(event) {
    feel('boom');
    const { x, y } = this.#spot(event.side, event.index);
    const el = this.bombs.get(spotOf(event));
    this.bombs.delete(spotOf(event));
    el?.remove();
    const blast = h('div', { class: 'blast' });
    blast.style.left = `${x}px`;
    blast.style.top = `${y}px`;
    this.stage.append(blast);
    move(blast, [{ scale: 0.2, opacity: 1 }, { scale: 1, opacity: 0.8, offset: 0.5 }, { scale: 1.3, opacity: 0 }], 520, { fill: 'both' }).then(() => blast.remove());
    const shake = [0, 5, -5, 3, 0].map((by) => ({ transform: `translateX(${by}px)` }));
    move(this.board.el, shake, 280);
    await rest(200);
  }

  /** @param {import('./api.d.ts').BoomScorchEvent} event */
  async #scorch({ cells, moves }) {
    await this.#cool(cells.map((/** @type {[number, number]} */ cell) => ({ cell, moves })));
    await rest(160);
  }

  /** @param {[number, number][]} from */
  async #shuffle(from) {
    const origins = this.#cells(from);
    const cards = [...this.board.cards];
    origins.forEach((origin, cell) => (this.board.cards[cell] = cards[origin]));
    this.#charCards();
    await ripple(
      origins.map((origin, cell) => () => {
        const el = cards[origin];
        return el ? this.board.glide(el, origin, cell, 460) : undefined;
      }),
    );
  }

  /** @param {Bomb & Event} event */
  async #arrive(event) {
    const el = this.#bomb(event);
    this.#setFuse(el, event);
    await move(el, [{ scale: 0, opacity: 0 }, { scale: 1.25, opacity: 1, offset: 0.7 }, { scale: 1 }], 300);
  }

  // -- words --------------------------------------------------------------------

  /** @param {Event[]} events */
  tell(events) {
    const told = Object.entries(MANY).reduce(gathered, events);
    return sentenceOf(told, TOLD);
  }

  /** @param {View} view */
  subtitle(view) {
    if (view.mode === 'endless') return 'Endless';
    const level = this.levels[view.level - 1];
    return view.level ? `Level ${view.level}${level ? `, ${level.name}` : ''}` : '';
  }

  /** @param {View} view */
  kind(view) {
    return view.mode === 'endless' ? 'endless' : String(view.level);
  }

  /** @param {View} view */
  standing(view) {
    const { outcome, target } = view;
    if (outcome === 'won') return `You reached the target of ${digits(target)}.`;
    if (outcome === 'lost') return `The target was ${digits(target)}.`;
    if (outcome === 'over') return 'No five cards make a hand any more.';
    if (view.mode === 'endless') return `${view.score ? '' : `${PICK} `}No target, no limit: how far do you get?`;
    const points = `${digits(target - view.score)}${view.score ? ' more' : ''} points in ${counted(view.moves_left, 'move')}.`;
    return view.score ? `Make ${points}` : `${PICK} Make ${points}`;
  }

  /** @param {import('./table.mjs').Step[]} steps */
  summary(steps) {
    const told = steps.flatMap((step) => step.events);
    const gains = told.filter(({ event }) => event === 'gain');
    /** @type {Map<string, [number, number]>} */
    const hands = new Map();
    for (const { hand, gain } of gains) {
      const [times, points] = hands.get(hand) ?? [0, 0];
      hands.set(hand, [times + 1, points + gain]);
    }
    const best = gains.reduce((most, gain) => (gain.gain > (most?.gain ?? 0) ? gain : most), gains[0]);
    const rows = [...hands].sort((a, b) => b[1][1] - a[1][1]).map(([hand, [times, points]]) => [hand, times, points]);
    return {
      figures: /** @type {[string, string][]} */ ([
        ['Best hand', best ? `${best.hand}, ${digits(best.gain)}` : 'none'],
        ['Longest combo', `× ${Math.max(0, ...gains.map((gain) => gain.combo))}`],
        ['Bombs gone off', String(told.filter(({ event }) => event === 'explode').length)],
      ]),
      heads: ['Hand', 'Times', 'Points'],
      rows,
    };
  }

  /** @param {View} view */
  starts(view) {
    const levels = this.levels.map(({ level, name, target, moves }) => ({
      label: `${level}. ${name}`,
      note: `${digits(target)} in ${counted(moves, 'move')}`,
      options: { level },
      group: 'levels',
      goal: target,
      current: view.mode !== 'endless' && level === view.level,
    }));
    const again = view.mode === 'endless' ? [] : [{ label: 'This level, new cards', options: { level: view.level } }];
    return [...again, { label: 'Endless', options: { mode: 'endless' } }, ...levels];
  }

  /** @param {View} view */
  next(view) {
    const more = view.outcome === 'won' && view.level < this.levels.length;
    return more ? { label: 'Next level', options: { level: view.level + 1 } } : null;
  }

  help() {
    return [
      h('p', {}, 'Choose five cards that touch: drag through them, or tap them one by one. Forks need taps. The fifth card plays the hand, a pair or better.'),
      h('p', {}, 'Each hand makes the combo grow. Each move burns every fuse by one; a bomb that goes off scorches its edge, mixes the cards and breaks the combo. With a fuse at 1 a hand is clutch and pays more.'),
      handTable('boom'),
    ];
  }
}

/**
 * Say in one what several bombs did.
 * @param {Event[]} events
 * @param {[string, string]} kind an event, and how it is said of many
 */
function gathered(events, [kind, words]) {
  const all = events.filter(({ event }) => event === kind);
  if (all.length < 2) return events;
  const text = `${all.length} bombs ${words}`;
  return events.filter((event) => !all.includes(event) || event === all[0]).map((event) => (event === all[0] ? { ...event, text } : event));
}

/** @param {{side?: string, index?: number} & Record<string, any>} bomb */
function spotOf({ side, index }) {
  return `${side} ${index}`;
}
