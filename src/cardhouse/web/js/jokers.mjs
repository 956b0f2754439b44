// The jokers of Poker Grid: they stand in a row, in the order in which they act, and can be
// moved along it by dragging, by keys, or from the sheet that each of them opens.

import { button, digits, fill, h, icon } from './dom.mjs';
import { lineName, worth } from './lines.mjs';
import { move } from './motion.mjs';
import { sheet } from './sheet.mjs';

/** @typedef {import('./api.d.ts').GridJoker} Joker */

/**
 * What the row asks of its screen.
 * @typedef {object} Keeper
 * @property {() => boolean} free whether jokers can be moved now
 * @property {() => void} touch something is touched
 * @property {(place: number) => void} open a joker is looked at
 * @property {(from: number, to: number) => Promise<boolean>} order move a joker; whether it was done
 */

const SLOP = 10;
const BESIDE = 36;
/** Where long names may break. */
const PARTS = /\b(Book|Butter|Chess|Clothes|Corner|Cross|Door|Masque|Pent|Photo|Scrap|Stair|Tight|Trap)(?=[a-z]{4})/g;

export class JokerRow {
  /** @param {Keeper} keeper */
  constructor(keeper) {
    this.keeper = keeper;
    /** @type {Joker[]} */
    this.jokers = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    /** The joker that has the focus, or had it last. */
    this.place = 0;
    this.pointer = this.from = this.to = -1;
    this.start = 0;
    this.dragging = this.landed = false;
    this.el = h('div', { class: 'jokers', role: 'toolbar', 'aria-label': 'Jokers, acting from left to right', hidden: true });
    this.el.addEventListener('pointerdown', (event) => this.down(event));
    this.el.addEventListener('pointermove', (event) => this.drag(event));
    this.el.addEventListener('pointerup', (event) => this.up(event));
    this.el.addEventListener('touchmove', (event) => this.dragging && event.preventDefault(), { passive: false });
    this.el.addEventListener('pointercancel', () => this.clear());
    this.el.addEventListener('keydown', (event) => this.key(event));
    this.el.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  // -- showing ------------------------------------------------------------------

  /** @param {Joker[]} jokers */
  show(jokers) {
    this.clear();
    this.jokers = jokers;
    while (this.buttons.length > jokers.length) this.buttons.pop()?.remove();
    while (this.buttons.length < jokers.length) this.#add();
    this.el.hidden = !jokers.length;
    jokers.forEach((joker, place) => this.#face(place, joker));
    this.#rove(Math.min(this.place, Math.max(0, jokers.length - 1)));
  }

  #add() {
    const place = this.buttons.length;
    const el = h('button', { type: 'button', class: 'joker', onclick: () => this.keeper.open(place) });
    el.addEventListener('focus', () => this.#rove(place));
    this.buttons.push(el);
    this.el.append(el);
  }

  /**
   * @param {number} place
   * @param {Joker} joker
   */
  #face(place, { name, text, held }) {
    const el = this.buttons[place];
    const value = heldText({ name, text, held });
    const face = `${name}|${value}`;
    if (el.dataset.face !== face) {
      el.dataset.face = face;
      fill(el, icon('star'), h('span', {}, name.replace(PARTS, '$1\u00ad')), value && h('b', {}, value));
    }
    el.setAttribute('aria-label', [`${name}${value && ` ${value}`}`, `place ${place + 1} of ${this.jokers.length}`, text].join(', '));
    el.title = text;
  }

  /**
   * Show what a joker holds now.
   * @param {number} place
   * @param {number} held
   */
  hold(place, held) {
    if (!this.jokers[place]) return;
    this.jokers = this.jokers.map((joker, other) => (other === place ? { ...joker, held } : joker));
    this.#face(place, this.jokers[place]);
    this.pulse(place);
  }

  /**
   * Let a joker be seen to act.
   * @param {number} place
   */
  pulse(place) {
    const el = this.buttons[place];
    if (el) move(el, [{ transform: 'none' }, { transform: 'translateY(-4px) scale(1.07)', offset: 0.4 }, { transform: 'none' }], 260);
  }

  /**
   * Let a new joker come in.
   * @param {Joker} joker
   */
  async come(joker) {
    this.show([...this.jokers, joker]);
    const el = /** @type {HTMLElement} */ (this.buttons.at(-1));
    await move(el, [{ transform: 'scale(.5)', opacity: 0 }, { transform: 'scale(1.1)', opacity: 1, offset: 0.7 }, { transform: 'none' }], 260);
  }

  /**
   * Let a joker go to another place, and those between move up.
   * @param {number} from
   * @param {number} to
   */
  async go(from, to) {
    const { landed } = this;
    const places = this.jokers.map((_, place) => place);
    places.splice(to, 0, ...places.splice(from, 1));
    this.show(places.map((place) => this.jokers[place]));
    if (landed) return;
    const pitch = this.#pitch();
    const moved = places.map((was, place) => ({ el: this.buttons[place], by: (was - place) * pitch }));
    await Promise.all(moved.map(({ el, by }) => by && move(el, [{ transform: `translateX(${by}px)` }, { transform: 'none' }], 200)));
  }

  /** @param {number} place -1 for none */
  hint(place) {
    this.buttons.forEach((el, other) => el.classList.toggle('hinted', other === place));
  }

  // -- focus and keys -----------------------------------------------------------

  /** @param {number} [place] */
  focus(place = this.place) {
    this.buttons[place]?.focus({ preventScroll: true });
  }

  /** @param {number} place */
  #rove(place) {
    this.place = place;
    this.buttons.forEach((el, other) => {
      el.tabIndex = other === place ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = this.place;
    const last = this.jokers.length - 1;
    /** @type {Record<string, number>} */
    const places = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0 || to > last) return;
    this.focus(to);
    if (!event.shiftKey || !this.keeper.free()) return;
    this.keeper.touch();
    this.keeper.order(from, to).then((done) => done || this.focus(from));
  }

  // -- dragging -----------------------------------------------------------------

  /** How far one place is from the next. */
  #pitch() {
    return this.buttons.length > 1 ? this.buttons[1].offsetLeft - this.buttons[0].offsetLeft : 0;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.pointer >= 0 || event.button !== 0 || !this.keeper.free()) return;
    this.from = this.buttons.findIndex((el) => el.contains(/** @type {Node} */ (event.target)));
    if (this.from < 0) return;
    this.pointer = event.pointerId;
    this.start = event.clientX;
    this.to = this.from;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (event.pointerId !== this.pointer) return;
    const by = event.clientX - this.start;
    if (!this.dragging && Math.abs(by) > SLOP) {
      this.dragging = true;
      this.keeper.touch();
      this.el.setPointerCapture(event.pointerId);
      this.el.classList.add('dragging');
      this.buttons[this.from].classList.add('held');
    }
    if (this.dragging) this.#follow(by, this.#beside(event));
  }

  /**
   * Whether a point is at the row.
   * @param {PointerEvent} event
   */
  #beside({ clientX, clientY }) {
    const { left, right, top, bottom } = this.el.getBoundingClientRect();
    return clientX > left - BESIDE && clientX < right + BESIDE && clientY > top - BESIDE && clientY < bottom + BESIDE;
  }

  /**
   * Let the joker be where the finger is, and the others make room.
   * @param {number} by
   * @param {boolean} beside
   */
  #follow(by, beside) {
    const pitch = this.#pitch();
    const step = pitch && beside ? Math.round(by / pitch) : 0;
    this.to = Math.max(0, Math.min(this.jokers.length - 1, this.from + step));
    this.#part(by);
  }

  /** @param {number} by how far the joker is from its place */
  #part(by) {
    const { from, to } = this;
    const pitch = this.#pitch();
    this.buttons.forEach((el, place) => {
      const aside = place > from && place <= to ? -pitch : place < from && place >= to ? pitch : 0;
      el.style.transform = `translateX(${place === from ? by : aside}px)`;
    });
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.pointerId !== this.pointer) return;
    const { from, to, dragging } = this;
    if (!dragging || from === to || !this.#beside(event)) return this.clear();
    this.pointer = -1;
    this.dragging = false;
    this.landed = true;
    this.#part((to - from) * this.#pitch());
    this.focus(to);
    this.keeper.order(from, to).then((done) => {
      this.clear();
      if (!done) this.focus(from);
    });
  }

  /** Whatever was dragged is where it was. */
  clear() {
    this.pointer = -1;
    this.dragging = this.landed = false;
    this.el.classList.remove('dragging');
    for (const el of this.buttons) {
      el.classList.remove('held');
      el.style.transform = '';
    }
  }
}

/**
 * Show what a joker does and did, and let it be moved.
 * @param {JokerRow} row
 * @param {import('./api.d.ts').GridView} view
 * @param {number} place
 */
export function aboutJoker(row, view, place) {
  const { name, text } = row.jokers[place];
  const where = h('p', { class: 'quiet', role: 'status' });
  const holds = heldText(row.jokers[place]);
  let at = place;
  const show = () => {
    where.textContent = `Place ${at + 1} of ${row.jokers.length}; jokers act from left to right.`;
    left.setAttribute('aria-disabled', String(at === 0));
    right.setAttribute('aria-disabled', String(at === row.jokers.length - 1));
  };
  /** @param {number} step */
  const mover = (step) => async () => {
    const from = at;
    if (from + step < 0 || from + step >= row.jokers.length) return;
    at += step;
    show();
    if (!(await row.keeper.order(from, from + step))) at -= step;
    show();
  };
  const left = button('Move left', mover(-1), { icon: 'left' });
  const right = button('Move right', mover(1), { icon: 'right' });
  const movers = row.keeper.free() && row.jokers.length > 1 && h('div', { class: 'list row' }, left, right);
  show();
  const { closed } = sheet(name, [h('p', {}, text), holds && h('p', {}, `Holds ${holds}`), where, ...deeds(view, place), movers]);
  closed.then(() => row.focus(at));
}

/**
 * What a joker did in the last hand.
 * @param {import('./api.d.ts').GridView} view
 * @param {number} place
 */
function deeds({ jokers, lines }, place) {
  if (!lines.length) return [];
  const { name } = jokers[place];
  const twins = jokers.filter((/** @type {Joker} */ joker) => joker.name === name).length > 1;
  const done = lines.flatMap((/** @type {import('./lines.mjs').Line} */ line) => {
    let before = { chips: line.base_chips, mult: line.base_mult };
    return line.jokers.flatMap((change) => {
      const words = ` ${worth(before)} became ${worth(change)}`;
      before = change;
      return change.name === name && (!twins || change.place === place) ? [h('li', {}, h('b', {}, lineName(line.line)), words)] : [];
    });
  });
  const title = h('h3', {}, 'In the last hand');
  return [title, done.length ? h('ul', { class: 'deeds' }, ...done) : h('p', {}, 'It changed no line.')];
}

/**
 * What a joker holds, as a player reads it; empty if it holds nothing.
 * @param {Joker} joker
 */
function heldText({ text, held }) {
  return held ? `${text.includes('×') ? '× ' : '+'}${digits(held)}` : '';
}
