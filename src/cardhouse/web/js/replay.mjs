// A finished game, move by move.

import { button, h } from './dom.mjs';
import { begin, rest, skip } from './motion.mjs';

/** @typedef {import('./table.mjs').Step} Step */
/** @typedef {import('./table.mjs').View} View */

export class Replay {
  /**
   * @param {import('./table.mjs').Table} table
   * @param {View} first
   * @param {Step[]} steps
   */
  constructor(table, first, steps) {
    this.table = table;
    this.first = first;
    this.steps = steps;
    this.at = 0;
    this.running = false;
    /** @type {Promise<unknown>} what is being shown */
    this.doing = Promise.resolve();
    /** How many wait for it to be over. */
    this.waiting = 0;
    this.slider = h('input', { type: 'range', min: 0, max: steps.length, value: 0, 'aria-label': 'Move' });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.runner = button('Play', () => this.toggle(), { icon: 'next', class: 'main' });
    this.controls = h(
      'div',
      { class: 'replay', role: 'group', 'aria-label': 'Replay' },
      this.slider,
      h(
        'div',
        { class: 'buttons' },
        button('To the start', () => this.go(0), { icon: 'first' }),
        button('Back', () => this.go(this.at - 1), { icon: 'left' }),
        this.runner,
        button('On', () => this.step(), { icon: 'right' }),
        button('To the end', () => this.go(steps.length), { icon: 'last' }),
        button('Leave', () => this.leave(), { icon: 'close' }),
      ),
    );
  }

  /** Begin at the beginning. */
  open() {
    this.table.frame.useBar(this.controls);
    this.go(0);
    this.runner.focus();
  }

  /** How the board stands at this move. */
  get view() {
    return this.at ? this.steps[this.at - 1].view : this.first;
  }

  /**
   * Show the board after so many moves, at once.
   * @param {number} number
   */
  go(number) {
    return this.#then(() => {
      this.at = Math.max(0, Math.min(number, this.steps.length));
      this.#show();
    });
  }

  /** Show the board again. */
  redraw() {
    return this.#then(() => this.#show());
  }

  /** Stop; resolves when nothing moves. */
  end() {
    return this.#then(() => {});
  }

  /**
   * Stop running, and do something once nothing moves any more.
   * @param {() => void} work
   */
  #then(work) {
    this.running = false;
    this.waiting += 1;
    skip();
    this.doing = this.doing.then(() => {
      this.waiting -= 1;
      work();
    });
    return this.doing;
  }

  #show() {
    const { table, at, steps } = this;
    this.slider.value = String(at);
    const words = at ? table.screen.tell(steps[at - 1].events) : 'The beginning.';
    table.say(`Move ${at} of ${steps.length}. ${words}`);
    table.screen.show(this.view);
    table.frame.show();
    this.#button();
  }

  #button() {
    this.runner.querySelector('use')?.setAttribute('href', this.running ? '#pause' : '#next');
    const word = this.runner.querySelector('.word');
    if (word) word.textContent = this.running ? 'Pause' : 'Play';
  }

  /** Show the next move as it was played; resolves to whether there was one. */
  step() {
    skip();
    const shown = this.doing.then(async () => {
      if (this.at >= this.steps.length) return false;
      const { events, view } = this.steps[this.at];
      if (!this.waiting) begin();
      await this.table.screen.perform(events, view);
      this.at += 1;
      this.#show();
      return true;
    });
    this.doing = shown;
    return shown;
  }

  /** Run through all moves, or stop. */
  async toggle() {
    if (this.running) return void this.end();
    if (this.at >= this.steps.length) await this.go(0);
    this.running = true;
    this.#button();
    while (this.running && (await this.step())) await rest(700);
    this.running = false;
    this.#button();
    return undefined;
  }

  async leave() {
    await this.end();
    this.table.unwatch();
    this.table.screen.board.focus();
  }
}
