// The frame around a board: what stands above, below and beside it.

import { hurry, onAway } from './api.mjs';
import { button, fill, h, icon } from './dom.mjs';
import { menu } from './menu.mjs';
import { count } from './motion.mjs';

const MOST_LINES = 60;

export class Frame {
  /** @param {import('./table.mjs').Table} table */
  constructor(table) {
    const { screen } = table;
    this.table = table;
    this.score = h('span', { class: 'score' }, '0');
    this.small = h('small');
    this.said = h('p', { class: 'said', role: 'status' });
    this.lines = h('ol', { class: 'log', tabindex: 0, 'aria-label': 'What happened' });
    this.undo = button('Undo', () => table.undo(), { icon: 'undo', title: 'Undo (U)' });
    this.tip = button('Hint', () => table.hint(), { icon: 'bulb', title: 'Hint (H)' });
    this.end = button('Result', () => table.finish(), { icon: 'check', hidden: true });
    this.tools = h('nav', { class: 'tools', 'aria-label': 'Game' }, this.undo, this.tip, ...screen.tools, this.end);
    this.bar = h('div', { class: 'bar', hidden: true, role: 'region', 'aria-label': 'This move' });
    this.main = h('main', { class: 'stage' }, screen.stage);
    this.banner = this.#banner();
    /** @type {((yes: boolean) => void) | null} */
    this.answering = null;
    this.el = h(
      'div',
      { class: `table ${screen.name}` },
      this.#head(),
      screen.strip,
      this.main,
      this.said,
      this.tools,
      this.bar,
      this.#panel(),
      this.banner,
    );
    screen.strip.setAttribute('role', 'region');
    screen.strip.setAttribute('aria-label', 'How it stands');
    document.body.dataset.game = screen.name;
    new ResizeObserver(() => this.fit()).observe(this.main);
    onAway((away) => (away ? this.banner.showPopover() : this.banner.hidePopover()));
  }

  #head() {
    const { screen } = this.table;
    const back = h('a', { class: 'quiet back', href: '/', 'aria-label': 'All games' }, icon('back'));
    const more = button('Menu', () => menu.open(this.table), { icon: 'menu', class: 'quiet more' });
    return h('header', { class: 'top' }, back, h('h1', {}, screen.title, this.small), h('p', {}, h('span', { class: 'unseen' }, 'Score '), this.score), more);
  }

  #panel() {
    const help = h('details', { open: true }, h('summary', {}, 'How it is played'), ...this.table.screen.help());
    return h('aside', { class: 'panel', 'aria-label': 'About this game' }, h('h2', {}, 'What happened'), this.lines, help);
  }

  #banner() {
    const words = h('span', {}, 'The server is away. Nothing is lost: it is asked again and again.');
    return h('div', { class: 'banner', role: 'alert', popover: 'manual' }, words, button('Ask now', hurry));
  }

  fit() {
    const style = getComputedStyle(this.main);
    const across = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const along = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    this.table.screen.fit(this.main.clientWidth - across, this.main.clientHeight - along);
  }

  /** Let the score run up to what it is. */
  count() {
    const { replay, view } = this.table;
    count(this.score, (replay ? replay.view : view).score);
  }

  /** Show what the table knows. */
  show() {
    const { table } = this;
    const { screen } = table;
    const view = table.replay ? table.replay.view : table.view;
    this.count();
    this.small.textContent = screen.subtitle(view);
    document.title = `${screen.title}, ${screen.subtitle(view)}`.replace(/, $/, '');
    const why = table.noUndo;
    this.undo.setAttribute('aria-disabled', String(Boolean(why)));
    this.undo.title = why || 'Undo (U)';
    const over = view.outcome !== 'playing';
    this.tip.setAttribute('aria-disabled', String(over || Boolean(table.replay)));
    this.el.classList.toggle('over', over);
    if (!over && document.activeElement === this.end) screen.board.focus();
    this.end.hidden = !over;
    if (!table.replay && !this.answering) this.useBar(null);
  }

  /** @param {string} words */
  say(words) {
    this.said.textContent = words;
  }

  /**
   * Write lines into the log, the newest on top.
   * @param {string[]} lines
   * @param {boolean} [more] after those that are there
   */
  log(lines, more = false) {
    const items = lines.filter(Boolean).map((line) => h('li', {}, line));
    if (!more) fill(this.lines, ...items.reverse());
    else this.lines.prepend(...items.reverse());
    while (this.lines.children.length > MOST_LINES) this.lines.lastChild?.remove();
  }

  /** Take the newest line back. */
  forget() {
    this.lines.firstChild?.remove();
  }

  /**
   * Ask whether a move is meant.
   * @param {string} words what it would do
   * @returns {Promise<boolean>}
   */
  confirm(words) {
    const yes = button('Play', () => this.answer(true), { class: 'main', icon: 'check' });
    const no = button('Not now', () => this.answer(false));
    this.useBar(h('p', {}, words), no, yes);
    this.say(words);
    yes.focus({ preventScroll: true });
    return new Promise((resolve) => {
      this.answering = resolve;
    });
  }

  /**
   * Answer the question that stands, if one does.
   * @param {boolean} yes
   */
  answer(yes) {
    const resolve = this.answering;
    if (!resolve) return;
    this.answering = null;
    this.useBar(null);
    this.table.screen.board.focus();
    resolve(yes);
  }

  /**
   * Show something in place of the tools; nothing brings them back.
   * @param {...(Node | null)} children
   */
  useBar(...children) {
    const used = children[0] !== null;
    this.bar.hidden = !used;
    this.tools.hidden = used;
    fill(this.bar, ...children);
  }
}
