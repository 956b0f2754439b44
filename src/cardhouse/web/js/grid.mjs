// Poker Grid on the screen.

import { ask } from './api.mjs';
import { Board } from './board.mjs';
import { cardName, shape } from './cards.mjs';
import { button, counted, digits, fill, h, once } from './dom.mjs';
import { feel } from './feel.mjs';
import { listen } from './gestures.mjs';
import { JokerRow, aboutJoker } from './jokers.mjs';
import { Edges, SIDE, STRENGTHS, aboutLine, cellsOf, lineName } from './lines.mjs';
import { count, move, rest } from './motion.mjs';
import { handTable } from './parts.mjs';
import { setting } from './settings.mjs';
import { sheetOpen } from './sheet.mjs';

/** @typedef {import('./api.d.ts').GridView} View */
/** @typedef {import('./api.d.ts').GridEvent} Event */
/** @typedef {import('./jokers.mjs').Joker} Joker */
/** @typedef {import('./lines.mjs').Line} Line */

const OFFERS = 3;
const PATIENCE = 200;
const WIDEST = 560;
/** Cells that are lower than this may be wider than high. */
const LOW = 60;
/** @param {import('./table.mjs').Table} table */
export function grid(table) {
  return new Grid(table);
}

class Grid {
  name = /** @type {const} */ ('grid');
  title = 'Poker Grid';
  words = { drafting: 'Take one of the jokers offered first.' };
  board = new Board(SIDE, SIDE, 'Cards, five rows of five');
  room = { width: 0, height: 0 };
  /** The cell that was tapped last. */
  touched = -1;
  /** Whether a hand is being scored, and whether what was touched only hurries it. */
  pouring = false;
  hurried = false;
  /** The score as far as it has been poured. */
  sum = 0;
  /** How often a preview was asked for, and what waits to ask. */
  asking = 0;
  timer = 0;

  bar = h('progress', { max: 1, value: 0, 'aria-label': 'Score on the way to the target' });
  goal = h('span', { class: 'goal' });
  hands = h('span', { class: 'moves' });
  outlook = h('p', { class: 'outlook', hidden: true });
  strip = h('div', { class: 'strip' }, this.bar, this.goal, this.hands, this.outlook);

  thaw = button('Unfreeze all', () => this.#move('u', true), { icon: 'drop' });
  player = button('Play hand', once(() => this.#move('s')), { icon: 'next', class: 'main play', title: 'Play hand (P)' });
  tools = [this.thaw, this.player];

  row = new JokerRow({
    free: () => this.#free(),
    touch: () => this.table.touch(),
    open: (place) => this.#openJoker(place),
    order: (from, to) => this.table.act(`o ${from} ${to}`, { sure: true }),
  });
  asked = h('h2', {}, 'Take a joker');
  offers = Array.from({ length: OFFERS }, (_, offer) => h('button', { type: 'button', class: 'offer', onclick: once(() => this.#move(`d ${offer}`)) }));
  draft = h('section', { class: 'draft', 'aria-label': 'Jokers offered', hidden: true }, this.asked, h('div', { class: 'offers' }, ...this.offers));
  ices = h('div', { class: 'ices', 'aria-hidden': 'true' });
  edges = new Edges((line) => this.#openLine(line));
  head = h('div', { class: 'above' }, this.draft, this.row.el);
  stage = h(
    'div',
    { class: 'felt' },
    this.head,
    h(
      'div',
      { class: 'ten' },
      this.board.el,
      this.edges.rows,
      this.edges.columns,
    ),
  );

  /** @param {import('./table.mjs').Table} table */
  constructor(table) {
    this.table = table;
    this.board.layer.after(this.ices);
    for (const what of ['pointerdown', 'keydown']) this.stage.addEventListener(what, () => this.#hurry(), { capture: true });
    listen(this.board, {
      touch: () => table.touch(),
      tap: (cell) => this.tap(cell),
      cancel: () => this.drop(),
    });
    document.addEventListener('keydown', (event) => this.#key(event));
  }

  // -- showing ------------------------------------------------------------------

  /**
   * @param {number} width
   * @param {number} height
   */
  fit(width, height) {
    this.room = { width, height };
    const low = height < 420;
    const tight = low && !this.draft.hidden;
    this.stage.classList.toggle('tight', tight);
    this.head.style.width = `${Math.min(width, WIDEST)}px`;
    const edge = width < 420 ? 52 : 68;
    const foot = tight ? 0 : low ? 37 : 42;
    const left = height - this.head.offsetHeight - foot;
    const widest = left / SIDE < LOW ? 1.6 : 0.82;
    this.board.fit(width - edge, left, { tallest: 1.36, widest, least: 26, most: 104 });
    const sizes = { edge, foot, w: this.board.width, h: this.board.height };
    for (const [name, size] of Object.entries(sizes)) this.stage.style.setProperty(`--${name}`, `${size}px`);
    this.#showIce();
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.#yield(view);
    this.board.show(view.board);
    this.board.mark('flash', []);
    this.row.show(view.jokers);
    this.#showDraft(view);
    this.#showStrip(view);
    this.edges.show(view.lines);
    this.#showTools(view);
    this.fit(this.room.width, this.room.height);
    this.#nameCells(view);
    this.#ask();
  }

  /**
   * Let the focus go from what is about to vanish, and to the offers when they appear.
   * @param {View} view
   */
  #yield(view) {
    const at = document.activeElement;
    const offered = view.offers.length > 0;
    const gone = this.row.buttons.indexOf(/** @type {any} */ (at)) >= view.jokers.length;
    if (gone || (!offered && this.draft.contains(at))) this.board.focus();
    const comes = offered && this.draft.hidden && !this.table.replay;
    const here = gone || this.board.el.contains(at) || this.tools.includes(/** @type {any} */ (at));
    this.welcome = Boolean(comes && here);
  }

  /** @param {Pick<View, 'offers' | 'jokers'>} view */
  #showDraft({ offers, jokers }) {
    this.draft.hidden = !offers.length;
    if (!offers.length) return;
    const { picks = 1 } = this.table.options;
    this.asked.textContent = picks > 1 ? `Take a joker: ${jokers.length + 1} of ${picks}` : 'Take a joker: one of these three';
    offers.forEach((/** @type {Joker} */ { name, text }, /** @type {number} */ offer) => {
      fill(this.offers[offer], h('b', {}, name), h('span', {}, text));
    });
    if (this.welcome) this.offers[0].focus({ preventScroll: true });
    this.welcome = false;
  }

  /** @param {View} view */
  #showStrip({ score, target, hands_left: left, outcome }) {
    this.bar.value = Math.min(1, score / target);
    this.bar.classList.toggle('full', outcome === 'won');
    this.goal.textContent = `of ${digits(target)}`;
    this.hands.textContent = `${counted(left, 'hand')} left`;
    this.hands.classList.toggle('few', left <= 1 && outcome === 'playing');
  }

  /** @param {View} view */
  #showTools(view) {
    const closed = view.outcome !== 'playing' || view.offers.length > 0;
    this.thaw.setAttribute('aria-disabled', String(closed || !view.frozen.length));
    this.player.setAttribute('aria-disabled', String(closed));
  }

  #showIce() {
    const frozen = this.#cells(this.view?.frozen ?? []);
    fill(this.ices, ...frozen.map((cell) => this.#ice(cell)));
    this.board.mark('frozen', frozen);
  }

  /** @param {number} cell */
  #ice(cell) {
    const el = h('div', { class: 'ice', data: { cell } }, shape('ice'));
    el.style.transform = this.board.spot(cell);
    return el;
  }

  /** @param {View} view */
  #nameCells(view) {
    const frozen = new Set(this.#cells(view.frozen));
    view.board.flat().forEach((/** @type {string} */ text, /** @type {number} */ cell) => {
      this.board.name(cell, cardName(text) + (frozen.has(cell) ? ', frozen' : ''));
    });
  }

  /** @param {[number, number][]} pairs */
  #cells(pairs) {
    return pairs.map((pair) => this.board.cellOf(pair));
  }

  // -- what the next hand may bring ---------------------------------------------

  /** Ask for a preview, if it is wanted and there can be one; only the last answer counts. */
  #ask() {
    const { outlook, table, view } = this;
    const asking = ++this.asking;
    clearTimeout(this.timer);
    const wanted = setting('preview') && table.match && !table.replay && view?.outcome === 'playing' && !view.offers.length;
    outlook.hidden = !setting('preview') || view?.outcome !== 'playing';
    outlook.classList.add('old');
    if (!wanted) {
      outlook.textContent = '';
      return;
    }
    outlook.textContent ||= 'next hand …';
    this.timer = setTimeout(async () => {
      try {
        const found = await ask('preview', { match: table.match });
        if (asking !== this.asking) return;
        outlook.textContent = outlookText(found);
        outlook.classList.remove('old');
      } catch {
        // A preview is worth nothing once the match has gone on.
      }
    }, PATIENCE);
  }

  // -- playing ------------------------------------------------------------------

  /** Whether something can be played here and now. */
  #free() {
    return this.table.view.outcome === 'playing' && !this.table.replay;
  }

  /** What is touched while a hand is being scored only hurries it. */
  #hurry() {
    this.hurried = this.pouring;
    if (this.hurried) this.table.touch();
  }

  /** @param {number} cell */
  tap(cell) {
    if (this.hurried || !this.#free()) return;
    this.touched = cell;
    this.table.act(`f ${this.board.pairOf(cell).join(' ')}`, { sure: true });
  }

  /**
   * @param {string} text
   * @param {boolean} [sure]
   */
  #move(text, sure = false) {
    const hurries = this.pouring;
    this.table.touch();
    this.touched = -1;
    if (!hurries) this.table.act(text, { sure });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (!plain || !setting('keys') || sheetOpen() || event.target instanceof HTMLInputElement) return;
    if (!['p', 's'].includes(event.key.toLowerCase())) return;
    event.preventDefault();
    this.#move('s');
  }

  /** @param {string} line */
  #openLine(line) {
    if (this.hurried || !this.view) return;
    if (!aboutLine(this.view, line)) this.table.say('No hand has been played yet.');
  }

  /** @param {number} place */
  #openJoker(place) {
    if (this.hurried || !this.view) return;
    aboutJoker(this.row, this.view, place);
  }

  refused() {
    this.board.shake([this.touched]);
    this.touched = -1;
  }

  drop() {
    const some = this.stage.querySelector('.hinted') !== null || this.player.classList.contains('hinted');
    this.#unhint();
    this.row.clear();
    return Boolean(some);
  }

  #unhint() {
    this.board.mark('hinted', []);
    this.row.hint(-1);
    for (const el of [...this.offers, ...this.tools]) el.classList.remove('hinted');
  }

  /** @param {string} text */
  hint(text) {
    this.#unhint();
    const [what, ...numbers] = text.split(' ');
    const [first, second] = numbers.map(Number);
    if (what === 'f') {
      const cell = this.board.cellOf([first, second]);
      this.board.mark('hinted', [cell]);
      this.board.focus(cell);
    } else if (what === 'o') {
      this.row.hint(first);
      this.row.focus(first);
    } else {
      const el = what === 'd' ? this.offers[first] : what === 'u' ? this.thaw : this.player;
      el.classList.add('hinted');
      el.focus({ preventScroll: true });
    }
  }

  // -- what happened ------------------------------------------------------------

  /**
   * @param {Event[]} events
   * @param {View} view
   */
  async perform(events, view) {
    this.#unhint();
    const gain = totalOf(events);
    this.pouring = events.some(({ event }) => event === 'play');
    this.sum = view.score - gain;
    try {
      for (const event of events) await this.#show(event, view);
      if (gain) await this.#rise(gain);
    } finally {
      this.pouring = false;
    }
  }

  /**
   * @param {Event} event
   * @param {View} view
   */
  async #show(event, view) {
    switch (event.event) {
      case 'freeze':
        return this.#freeze(event.cells);
      case 'unfreeze':
        return this.#unfreeze(event.cells);
      case 'play':
        return this.#begin(view);
      case 'draw':
        return this.#draw(event);
      case 'line':
        return this.#pour(event, view);
      case 'bonus':
        return this.#multiply(event, view);
      case 'grow':
      case 'fade':
      case 'reset':
        this.row.hold(event.place, event.held);
        return rest(50);
      case 'take':
        return this.#taken(event);
      case 'offer':
        return this.#offered(event.offers);
      case 'order':
        return this.row.go(event.from, event.to);
      default:
        return this.#end(view);
    }
  }

  /** @param {[number, number][]} pairs */
  async #freeze(pairs) {
    feel('pick', 3);
    const ices = this.#cells(pairs).map((cell) => this.#ice(cell));
    this.ices.append(...ices);
    await Promise.all(ices.map((el) => move(el, [{ opacity: 0, scale: 1.15 }, { opacity: 1, scale: 0.97, offset: 0.7 }, { scale: 1 }], 170)));
  }

  /** @param {[number, number][]} pairs */
  async #unfreeze(pairs) {
    feel('pick', 1);
    const ices = this.#cells(pairs).map((cell) => this.ices.querySelector(`[data-cell="${cell}"]`));
    await Promise.all(ices.map((el) => el && move(el, [{ opacity: 1 }, { opacity: 0, scale: 1.12 }], 140).then(() => el.remove())));
  }

  /**
   * A hand begins: the score is what it was, and the edges are empty.
   * @param {View} view
   */
  #begin(view) {
    const { score } = this.table.frame;
    count(score, this.sum, this.sum);
    this.#showStrip({ ...view, score: this.sum, outcome: 'playing' });
    this.edges.show([]);
  }

  /** @param {import('./api.d.ts').GridDrawEvent} event */
  async #draw({ cells, cards }) {
    feel('fall');
    await Promise.all(this.#cells(cells).map((cell, i) => this.#flip(cell, cards[i])));
  }

  /**
   * @param {number} cell
   * @param {string} text
   */
  async #flip(cell, text) {
    const el = this.board.cards[cell];
    if (!el) return;
    const at = this.board.spot(cell);
    const [row, column] = this.board.pairOf(cell);
    const [open, shut] = [{ transform: `${at} scaleX(1)` }, { transform: `${at} scaleX(.02)` }];
    await move(el, [open, shut], 120, { delay: (row + column) * 32, easing: 'ease-in' });
    this.board.put(cell, text);
    await move(el, [shut, open], 150);
  }

  /**
   * Let a line light up and pour into the score.
   * @param {Line} line
   * @param {View} view
   */
  async #pour(line, view) {
    const strength = STRENGTHS.indexOf(line.hand);
    this.sum = this.sum + line.score;
    if (strength > 0) feel(strength > 2 ? 'gain' : 'tick', strength - 3);
    this.board.mark('flash', cellsOf(line.line));
    for (const { place } of line.jokers) this.row.pulse(place);
    this.edges.pop(line);
    count(this.table.frame.score, this.sum);
    this.#showStrip({ ...view, score: this.sum, outcome: 'playing' });
    await rest(120 + 20 * Math.max(0, strength));
    this.board.mark('flash', []);
  }

  /**
   * Let the whole grid light up and multiply what the lines made.
   * @param {import('./api.d.ts').GridBonusEvent} event
   * @param {View} view
   */
  async #multiply({ gain }, view) {
    this.sum += gain;
    feel('gain', 2);
    this.board.mark('flash', this.board.cells.map((_, cell) => cell));
    count(this.table.frame.score, this.sum);
    this.#showStrip({ ...view, score: this.sum, outcome: 'playing' });
    await rest(300);
    this.board.mark('flash', []);
  }

  /**
   * Let what the hand made rise from the board.
   * @param {number} gain
   */
  async #rise(gain) {
    const el = h('div', { class: 'rise' }, h('b', {}, `+${digits(gain)}`));
    const at = `translate(${2.5 * this.board.width}px, ${2.5 * this.board.height}px) translate(-50%, -50%)`;
    this.board.el.append(el);
    const frames = [
      { transform: `${at} scale(.6)`, opacity: 0 },
      { transform: `${at} scale(1.15)`, opacity: 1, offset: 0.2 },
      { transform: `${at} translateY(-16px) scale(1.15)`, opacity: 1, offset: 0.7 },
      { transform: `${at} translateY(-52px)`, opacity: 0 },
    ];
    move(el, frames, 1000, { fill: 'both' }).then(() => el.remove());
    await rest(260);
  }

  /** @param {import('./api.d.ts').GridTakeEvent} event */
  async #taken({ offer, joker }) {
    feel('gain', 1);
    const others = this.offers.filter((_, other) => other !== offer);
    const gone = others.map((el) => move(el, [{ opacity: 1 }, { opacity: 0 }], 160));
    gone.push(move(this.offers[offer], [{ transform: 'none' }, { transform: 'translateY(-10px) scale(1.04)' }], 160));
    await Promise.all(gone);
    if (this.row.jokers.length) await this.row.come(joker);
  }

  /** @param {Joker[]} offers */
  async #offered(offers) {
    this.#showDraft({ offers, jokers: this.row.jokers });
    const coming = this.offers.map((el, i) => move(el, [{ opacity: 0, transform: 'translateY(10px)' }, { opacity: 1, transform: 'none' }], 200, { delay: i * 60 }));
    await Promise.all(coming);
  }

  /** @param {View} view */
  async #end(view) {
    if (view.outcome !== 'won') return;
    this.bar.classList.add('full');
    await move(this.bar, [{ transform: 'none' }, { transform: 'scale(1.03, 2.4)', offset: 0.3 }, { transform: 'scale(1.01, 1.6)', offset: 0.6 }, { transform: 'none' }], 700);
  }

  // -- words --------------------------------------------------------------------

  /** @param {Event[]} events */
  tell(events) {
    const lines = /** @type {Line[]} */ (/** @type {unknown} */ (events.filter(({ event }) => event === 'line')));
    if (lines.length) return handText(lines, events);
    const words = events.map((event) => this.#word(event)).filter(Boolean).join('; ');
    return words && `${words[0].toUpperCase()}${words.slice(1)}.`;
  }

  /** @param {Event} event */
  #word(event) {
    return event.event === 'take' ? `${event.joker.name} taken` : (event.text ?? '');
  }

  /** @param {View} view */
  subtitle(view) {
    if (view.hands_left === undefined || view.outcome === 'lost') return '';
    const left = `${counted(view.hands_left, 'hand')} left`;
    return view.outcome === 'won' ? `won with ${left}` : left;
  }

  kind() {
    return '';
  }

  /** @param {View} view */
  standing({ outcome, score, target, hands_left: left, offers, frozen }) {
    if (outcome === 'won') return `You reached the target of ${digits(target)}${left ? ` with ${counted(left, 'hand')} left` : ' in the last hand'}.`;
    if (outcome === 'lost') return `The target was ${digits(target)}: ${counted(target - score, 'point')} short.`;
    const make = `make ${digits(target - score)}${score ? ' more' : ''} points in ${counted(left, 'hand')}.`;
    if (offers.length) return `Take a joker, then ${make}`;
    const keeps = !score && frozen.length ? 'Frozen cards stay; tap cards to change that. ' : '';
    return `${keeps}M${make.slice(1)}`;
  }

  /** @param {import('./table.mjs').Step[]} steps */
  summary(steps) {
    const told = steps.flatMap((step) => step.events);
    const lines = told.filter(({ event }) => event === 'line');
    /** @type {Map<string, [number, number]>} */
    const hands = new Map();
    for (const { hand, score } of lines) {
      const [times, points] = hands.get(hand) ?? [0, 0];
      hands.set(hand, [times + 1, points + score]);
    }
    const best = lines.reduce((most, line) => (line.score > (most?.score ?? 0) ? line : most), lines[0]);
    const jokers = steps.at(-1)?.view.jokers.map((/** @type {Joker} */ joker) => joker.name).join(', ');
    return {
      figures: /** @type {[string, string][]} */ ([
        ['Best line', best ? `${best.hand}, ${digits(best.score)}` : 'none'],
        ['Best hand', digits(Math.max(0, ...steps.map((step) => totalOf(step.events))))],
        ['Jokers', jokers || 'none'],
      ]),
      heads: ['Line', 'Times', 'Points'],
      rows: [...hands].sort((a, b) => b[1][1] - a[1][1]).map(([hand, [times, points]]) => [hand, times, points]),
    };
  }

  starts() {
    return [
      { label: 'New round', options: this.table.options },
      { label: 'Draft 1 joker', options: { picks: 1 } },
      { label: 'Draft 3 jokers', options: { picks: 3 } },
      { label: 'Draft 5 jokers', options: { picks: 5 } },
      { label: 'No jokers', options: { picks: 0 } },
      { label: 'Draft 1 joker, with bonuses', note: 'patterns of the whole grid multiply a hand', options: { picks: 1, bonuses: true } },
    ];
  }

  next() {
    return null;
  }

  help() {
    return [
      h('p', {}, 'Five rows and five columns are ten poker hands. Tap a card to put it under ice: two can be kept. Play hand (P) draws all the others again and scores the ten lines, each its chips times its mult. Reach the target before the hands run out.'),
      h('p', {}, 'Jokers act on every line, from left to right, so their order counts: drag them, or use Shift and the arrow keys. Tap a joker to read what it does, or a number at the edge to see how that line was scored.'),
      handTable('grid'),
    ];
  }
}

/** @param {import('./table.mjs').Event[]} events */
function totalOf(events) {
  return events.reduce((sum, { event, gain }) => (event === 'line' || event === 'bonus' ? sum + gain : sum), 0);
}

/**
 * Say what a hand made, and its best line.
 * @param {Line[]} lines
 * @param {import('./table.mjs').Event[]} events
 */
function handText(lines, events) {
  const best = lines.reduce((most, line) => (line.score > most.score ? line : most));
  const last = events.some(({ event, hands_left: left }) => event === 'play' && left === 1) ? ' One hand left.' : '';
  const bonus = events.find(({ event }) => event === 'bonus');
  return `+${digits(totalOf(events))}${bonus ? `, ${bonus.text}` : ''}: best ${lineName(best.line).toLowerCase()}, ${best.hand} ${digits(best.score)}.${last}`;
}

/** @param {{min: number, mean: number, max: number, chance: number}} preview */
function outlookText({ min, mean, max, chance }) {
  return `next hand ${digits(min)}–${digits(max)}, about ${digits(Math.round(mean))} · wins ${Math.round(100 * chance)} %`;
}
