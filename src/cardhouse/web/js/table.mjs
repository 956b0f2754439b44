// The table: one match on the screen.  It asks the server, keeps what must not be lost, and
// lets the game's own screen show what happened.  What the rules allow is never decided here.

import { Refused, ask, isAway } from './api.mjs';
import { feel } from './feel.mjs';
import { Frame } from './frame.mjs';
import { optionsOf } from './link.mjs';
import { menu } from './menu.mjs';
import { begin as letMove, skip } from './motion.mjs';
import { Replay } from './replay.mjs';
import { result } from './result.mjs';
import { onChange, setting } from './settings.mjs';
import { closeSheet, sheetOpen } from './sheet.mjs';
import { keepBest, keepMatch, matchOf } from './shelf.mjs';

/** @typedef {{outcome: import('./api.d.ts').View['outcome'], score: number} & Record<string, any>} View what every game's view has */
/** @typedef {{event: string, text: string} & Record<string, any>} Event */
/** @typedef {{move: string, events: Event[], view: View}} Step */
/** @typedef {import('./api.d.ts').Looked} Look */

/**
 * What a game brings to the table.
 * @typedef {object} Screen
 * @property {import('./api.d.ts').GameName} name
 * @property {string} title
 * @property {HTMLElement} strip what matters now, above the board
 * @property {HTMLElement} stage the board and what is around it
 * @property {HTMLElement[]} tools its own buttons
 * @property {import('./board.mjs').Board} board
 * @property {(width: number, height: number) => void} fit
 * @property {(view: any) => void} show lay everything as it is
 * @property {(events: any[], view: any) => Promise<void>} perform show what happened
 * @property {(move: string) => void} hint show a move
 * @property {() => boolean} drop forget what was chosen; whether there was something
 * @property {(events: any[]) => string} tell say what happened, in one line
 * @property {(view: any) => string} subtitle which level, which hand
 * @property {(view: any) => string} kind what best scores are kept for: a level, say
 * @property {(steps: Step[]) => Summary} summary what is worth knowing at the end
 * @property {(view: any) => string} standing one sentence: what is to be done, or how it ended
 * @property {() => Node[]} help how it is played
 * @property {(view: any) => Choice[]} starts the games that can be begun
 * @property {(view: any) => Choice | null} next the game to begin after this one
 * @property {(view: any) => void} [refused] a move was not allowed
 * @property {Record<string, string>} [words] why a move is refused, where a page says it better
 */

/**
 * A game that can be begun.
 * @typedef {{label: string, options: Record<string, any>, note?: string, group?: string, goal?: number, current?: boolean}} Choice
 */
/** @typedef {{figures: [string, string][], heads: string[], rows: (string | number)[][]}} Summary */

const STEPS_IN_LOG = 40;
/** Why there is no match to ask about. */
const GONE = ['unknown_match', 'damaged', 'other_rules'];
const WENT_ON = 'This game went on in another window; here is how it stands.';

export class Table {
  /** @param {(table: Table) => Screen} open makes the game's screen */
  constructor(open) {
    this.match = '';
    this.number = 0;
    /** How many moves and undos the match has seen: what is asked for late, or twice, is told by it. */
    this.revision = 0;
    /** @type {View} */
    this.view = { outcome: 'playing', score: 0 };
    /** @type {Record<string, any>} */
    this.options = {};
    this.link = '';
    this.closed = false;
    /** The best scores before this match ended; they are kept at once, however soon the page is left. */
    this.best = { any: 0, unaided: 0 };
    /** How often another match, or the same as it went on elsewhere, came to this table. */
    this.epoch = 0;
    /** @type {string[]} the moves on their way, in their order; they are kept until they are answered */
    this.pending = [];
    /** How many things are done after which the cards are others: until they are seen, no move is taken. */
    this.moving = 0;
    /** Whether a move is being taken back. */
    this.undoing = false;
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    /** @type {Map<string, Promise<Look>>} */
    this.looks = new Map();
    this.screen = open(this);
    this.frame = new Frame(this);
    this.channel = new BroadcastChannel('cardhouse');
    this.#listen();
  }

  #listen() {
    this.channel.onmessage = ({ data }) => {
      if (data.match === this.match) this.refresh();
    };
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && this.match) this.refresh();
    });
    document.addEventListener('keydown', (event) => this.#key(event));
    onChange(() => (this.replay ? this.replay.redraw() : this.#next(async () => this.match && this.screen.show(this.view))));
  }

  // -- beginning ----------------------------------------------------------------

  /**
   * Open the game that the address says, or the one to go on with, or a new one.
   * @param {URLSearchParams} params
   * @param {boolean} again whether the page was only loaded again
   */
  open(params, again) {
    return this.#alone(() => this.#open(params, again));
  }

  /**
   * @param {URLSearchParams} params
   * @param {boolean} again
   */
  async #open(params, again) {
    const { now } = matchOf(this.screen.name);
    const { link, seed, options } = optionsOf(params);
    if (now && (!link || now.link === link) && (again || now.view.outcome === 'playing')) {
      if (await this.#resume(now)) return;
    }
    try {
      await this.#begin(link ? options : (now?.next ?? {}), { seed, link });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!now || !(await this.#resume(now))) await this.#begin({});
      this.say(`${sentence(error.message)} Here is another game.`);
    }
  }

  /**
   * Begin another game; the one so far can be brought back.
   * @param {Record<string, any>} options
   */
  start(options) {
    this.touch();
    return this.#alone(async () => {
      await this.replay?.end();
      await this.#begin(options);
    });
  }

  /**
   * @param {Record<string, any>} options
   * @param {{seed?: string, link?: string}} [how]
   */
  async #begin(options, { seed, link } = {}) {
    this.#leave();
    const begun = await ask('new', { game: this.screen.name, options, ...(seed === undefined ? {} : { seed }) });
    this.#adopt({ match: begun.match, view: begun.view, number: 0, revision: begun.revision, options, closed: false, link: link ?? '' });
    if (!link) history.replaceState(null, '', `/${this.screen.name}`);
    this.frame.log([]);
    this.say(this.screen.standing(this.view));
  }

  /**
   * Go on with a match; return whether it is still there.
   * @param {import('./shelf.mjs').Kept} kept
   */
  async #resume(kept) {
    const { match, link = '' } = kept;
    this.#adopt({ ...kept, revision: kept.revision ?? 0, closed: false, link }, false);
    /** @type {string[] | null} */
    let left;
    try {
      const found = await ask('view', { match });
      left = await this.#unanswered(kept, found);
      this.#adopt({ match, link, ...found }, false);
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
    const over = this.view.outcome !== 'playing';
    this.pending = over ? [] : [...(left ?? [])];
    this.#keep();
    this.say(left ? this.screen.standing(this.view) : WENT_ON);
    this.#recall();
    if (over) this.finish();
    else await this.#catchUp([...this.pending]);
    return true;
  }

  /**
   * The kept moves that are still to be played; null if the match went on without them.
   * The first may have been played though its answer was lost: what is asked for again is played once.
   * @param {import('./shelf.mjs').Kept} kept
   * @param {{number: number, revision: number}} found how the match stands
   * @returns {Promise<string[] | null>}
   */
  async #unanswered({ match, pending }, found) {
    if (!pending) return [];
    const { moves, number, revision } = pending;
    if (found.revision === revision) return moves;
    if (found.revision !== revision + 1 || found.number !== number + 1) return null;
    const again = await ask('play', { match, move: moves[0], number, revision }).catch(orNothing);
    return again.view ? moves.slice(1) : null;
  }

  /**
   * Play kept moves; where the match turns out to have gone on elsewhere, no more of them.
   * @param {string[]} moves
   */
  async #catchUp(moves) {
    const { epoch } = this;
    for (const move of moves) if (epoch === this.epoch) await this.#act(move, false);
  }

  /** Look up how the match stands: it may have gone on in another window. */
  async refresh() {
    await this.#next(async () => {
      if (this.replay) return;
      const { match, link } = this;
      const found = await ask('view', { match });
      if (found.revision === this.revision) return;
      const late = this.pending.length > 0;
      this.#adopt({ match, link, ...found });
      this.say(late ? WENT_ON : this.screen.standing(this.view));
      if (this.view.outcome !== 'playing') this.finish();
    });
  }

  /**
   * @param {{match: string, view: View, number: number, revision: number, options: Record<string, any>, closed: boolean, link: string}} found
   * @param {boolean} [keep]
   */
  #adopt({ match, view, number, revision, options, closed, link }, keep = true) {
    Object.assign(this, { match, number, revision, options, closed, link, view });
    this.#score();
    this.replay = null;
    this.#turnAway();
    if (keep) this.#keep();
    this.screen.drop();
    this.#set(view);
  }

  /** Moves that were meant for the match as it stood before are not played. */
  #turnAway() {
    this.epoch += 1;
    this.pending = [];
  }

  /** @param {View} view */
  #set(view) {
    this.view = view;
    this.looks.clear();
    this.screen.show(view);
    this.frame.show();
  }

  /** Keep the match, and what is on its way. */
  #keep() {
    const { match, options, number, revision, view, link } = this;
    const pending = this.pending.length ? { moves: this.pending, number, revision } : null;
    const game = this.screen.name;
    const { now, before } = matchOf(game);
    const other = now && now.match !== match && now.number > 0 ? now : before;
    const next = view.outcome === 'playing' ? null : (this.screen.next(view)?.options ?? options);
    keepMatch(game, { now: { match, game, options, number, revision, view, link, pending, next }, before: other });
  }

  /** Keep the score of a match that has ended. */
  #score() {
    const { screen, view } = this;
    if (view.outcome !== 'playing') this.best = keepBest(screen.name, screen.kind(view), view);
  }

  /** Keep the score of a match that need not end, when another begins. */
  #leave() {
    const { screen, view } = this;
    if (view.mode === 'endless') keepBest(screen.name, screen.kind(view), view);
  }

  /**
   * Tell the log what happened before the page was opened.
   * @returns {Promise<void>}
   */
  async #recall() {
    const { match, number, revision } = this;
    if (!number) return this.frame.log([]);
    const { steps } = await ask('history', { match, since: Math.max(0, number - STEPS_IN_LOG) }).catch(orNothing);
    if (!steps || match !== this.match) return undefined;
    if (revision !== this.revision) return this.#recall();
    return this.frame.log(steps.map((/** @type {Step} */ step) => this.screen.tell(step.events)));
  }

  // -- playing ------------------------------------------------------------------

  /** Something is touched: whatever moves or waits gives way. */
  touch() {
    skip();
    this.frame.answer(false);
  }

  /**
   * Play a move, if it is allowed; resolves to whether it was played.  While one is on its way
   * there is no other: nobody plays on cards that were not seen.
   * @param {string} move
   * @param {{sure?: boolean}} [how] sure: without asking, and after others of the kind that are on their way
   * @returns {Promise<boolean>}
   */
  async act(move, { sure = false } = {}) {
    if (!this.match || this.moving) return this.#busy();
    const { epoch } = this;
    const asking = !sure && setting('confirm');
    if (!asking) this.#await(move);
    const work = async () => epoch === this.epoch && this.#act(move, asking);
    return sure ? this.#next(work) : this.#alone(work);
  }

  /**
   * A move is meant: it is kept until it is answered.
   * @param {string} move
   */
  #await(move) {
    this.pending.push(move);
    this.#keep();
  }

  /** Take no move now; if that may last, say why. */
  #busy() {
    return isAway() && this.refuse('The server is away: what came before waits for it, and this move was not taken.');
  }

  /**
   * @param {string} move
   * @param {boolean} asking
   */
  async #act(move, asking) {
    const told = await this.#send(move, asking).finally(() => this.pending.shift());
    if (!told) {
      this.#keep();
      return false;
    }
    this.number += 1;
    this.revision = told.revision;
    await this.#played(told.events, told.view);
    return true;
  }

  /**
   * Send a move if it is allowed, and meant; return what came of it.
   * @param {string} move
   * @param {boolean} asking
   */
  async #send(move, asking) {
    if (this.replay || this.view.outcome !== 'playing') return null;
    const look = await this.look(move);
    if (!look.legal) return void this.refuse(this.screen.words?.[look.reason ?? ''] ?? look.message);
    if (asking && !(await this.frame.confirm(look.message))) return null;
    if (asking) this.#await(move);
    const { match, number, revision } = this;
    return ask('play', { match, move, number, revision });
  }

  /**
   * @param {Event[]} events
   * @param {View} view
   */
  async #played(events, view) {
    this.view = view;
    this.looks.clear();
    this.#keep();
    this.#score();
    this.channel.postMessage({ match: this.match, number: this.number });
    const words = this.screen.tell(events);
    this.say(words);
    this.frame.log([words], true);
    letMove();
    this.frame.count();
    if (view.outcome === 'playing') this.frame.show();
    await this.screen.perform(events, view);
    this.#set(view);
    if (view.outcome !== 'playing') this.finish();
  }

  /**
   * Say that a move is not allowed.
   * @param {string} message
   */
  refuse(message) {
    feel('no');
    this.say(message);
    this.screen.refused?.(this.view);
    return false;
  }

  /**
   * Ask what a move would do; it changes nothing.
   * @param {string} move
   * @returns {Promise<Look>}
   */
  look(move) {
    const known = this.looks.get(move);
    if (known) return known;
    const asked = ask('look', { match: this.match, move }).catch((error) => {
      if (error instanceof Refused && !GONE.includes(error.reason)) return { legal: false, message: error.message };
      throw error;
    });
    this.looks.set(move, asked);
    return asked;
  }

  /** Why nothing can be taken back; empty if something can. */
  get noUndo() {
    if (this.replay) return 'This is a replay.';
    if (this.closed) return 'The record of this game was handed out, so it stands as it is.';
    if (this.number === 0 && !matchOf(this.screen.name).before) return 'There is no move to take back.';
    return '';
  }

  /** Take the last move back; before the first move, the new game itself. */
  undo() {
    this.touch();
    this.screen.drop();
    if (this.undoing) return Promise.resolve();
    this.undoing = true;
    return this.#alone(() => this.#undo()).finally(() => (this.undoing = false));
  }

  async #undo() {
    if (this.noUndo) return this.say(this.noUndo);
    if (this.number === 0) return this.#back();
    const { match, number } = this;
    const { undone } = this.view;
    const { view, revision } = await ask('undo', { match, number, revision: this.revision });
    this.number -= 1;
    this.revision = revision;
    this.#turnAway();
    this.screen.drop();
    this.#set(view);
    this.#keep();
    this.channel.postMessage({ match: this.match, number: this.number });
    this.frame.forget();
    return this.say((view.undone ?? 0) > (undone ?? 0) ? 'Taken back. What comes now is new.' : 'Taken back.');
  }

  /** Bring back the game before this one. */
  async #back() {
    const { before } = matchOf(this.screen.name);
    if (!before) return;
    keepMatch(this.screen.name, { now: before, before: null });
    if (await this.#resume(before)) this.say('Here is the earlier game again.');
    else await this.#begin({});
  }

  /** Ask for a hint. */
  hint() {
    this.touch();
    this.screen.drop();
    return this.turn.then(() => this.#hint()).catch((error) => this.#failed(error));
  }

  /** Moves need not wait for a hint, and one that comes too late is not shown. */
  async #hint() {
    const { match, revision } = this;
    if (this.replay || this.view.outcome !== 'playing') return;
    const { move, why } = await ask('hint', { match });
    if (this.replay || this.pending.length || match !== this.match || revision !== this.revision) return;
    this.screen.hint(move);
    this.say(`Hint: ${why}`);
  }

  /**
   * Say that something could not be had.
   * @param {unknown} error
   */
  worry(error) {
    this.#next(() => Promise.reject(error));
  }

  /**
   * Do something after everything before it.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<any>}
   */
  #next(work) {
    const done = this.turn.then(work).catch((error) => this.#failed(error));
    this.turn = done.catch(() => {});
    return done;
  }

  /**
   * Do something after everything before it, and take no move until it is done.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<any>}
   */
  async #alone(work) {
    this.moving += 1;
    try {
      return await this.#next(work);
    } finally {
      this.moving -= 1;
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (!(error instanceof Refused)) throw error;
    if (error.view) {
      const { match, link, options, closed } = this;
      const { view, number = 0, revision = 0 } = error;
      this.#adopt({ match, link, options, closed, view, number, revision });
      this.say(WENT_ON);
    } else if (error.reason === 'unknown_match') {
      this.say('This game is no longer kept. Begin a new one from the menu.');
    } else {
      this.#keep();
      this.refuse(error.message);
    }
    return false;
  }

  // -- ending -------------------------------------------------------------------

  /** Show how it ended, or how it went so far. */
  finish() {
    result(this);
  }

  /** Return every step of the match so far. */
  async steps() {
    /** @type {Step[]} */
    const steps = [];
    const { match } = this;
    let first = null;
    for (;;) {
      const some = await ask('history', { match, since: steps.length });
      first ??= some.view;
      steps.push(...some.steps);
      if (steps.length >= some.number || !some.steps.length) return { first, steps };
    }
  }

  /** Step through the match from its beginning. */
  watch() {
    closeSheet();
    return this.#next(async () => {
      const { first, steps } = await this.steps();
      this.replay = new Replay(this, first, steps);
      this.replay.open();
    });
  }

  /** Leave the replay. */
  unwatch() {
    this.replay = null;
    this.#set(this.view);
    if (this.view.outcome !== 'playing') this.finish();
  }

  /** Return the record; after that nothing can be taken back. */
  async record() {
    const { match } = this;
    const { record } = await ask('record', { match });
    if (match === this.match) {
      this.closed = true;
      this.frame.show();
    }
    return record;
  }

  // -- words and keys -----------------------------------------------------------

  /** @param {string} words */
  say(words) {
    this.frame.say(words);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || sheetOpen()) return;
    if (event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key === 'escape') {
      this.touch();
      if (this.screen.drop()) this.say('Nothing is chosen.');
    } else if (!setting('keys')) return;
    else if (key === 'u') event.repeat || this.undo();
    else if (key === 'h') event.repeat || this.hint();
    else if (key === '?') menu.help(this);
    else return;
    event.preventDefault();
  }
}

/**
 * What was refused is done without.
 * @param {unknown} error
 * @returns {any}
 */
function orNothing(error) {
  if (!(error instanceof Refused)) throw error;
  return {};
}

/** @param {string} text */
function sentence(text) {
  return text[0].toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');
}
