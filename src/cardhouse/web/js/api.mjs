// Asking the server: one call, and what can come of it.

/** @typedef {import('./api.d.ts').Verbs} Verbs */
/** @typedef {import('./api.d.ts').Error} Refusal */

/** The game said no. */
export class Refused extends Error {
  /** @param {Refusal} error */
  constructor(error) {
    super(error.message);
    this.reason = error.reason;
    this.view = error.view;
    this.number = error.number;
    this.revision = error.revision;
  }
}

/** The server did not answer, or not as it should: ask again later. */
export class Away extends Error {
  /** @param {Refused} [refused] what it said, if it is not to be asked for ever */
  constructor(refused) {
    super();
    this.refused = refused;
  }
}

const PATIENCE = 15_000;
const LONGEST_WAIT = 8_000;
const MOST_FAILURES = 3;

/** @type {(away: boolean) => void} */
let tellAway = () => {};
/** @type {Set<() => void>} */
const waiting = new Set();
let absent = 0;

/** @param {(away: boolean) => void} tell called when the server goes away and when it is back */
export function onAway(tell) {
  tellAway = tell;
}

/** Whether something waits for the server to come back. */
export function isAway() {
  return absent > 0;
}

/** Ask again at once, whatever waits for the server. */
export function hurry() {
  for (const wake of waiting) wake();
}

addEventListener('online', hurry);

/**
 * Ask until there is an answer.
 * @template {keyof Verbs} Verb
 * @param {Verb} verb
 * @param {Verbs[Verb]['takes']} request
 * @returns {Promise<Verbs[Verb]['gives']>}
 * @throws {Refused}
 */
export async function ask(verb, request) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await askOnce(verb, request);
      if (tries && --absent === 0) tellAway(false);
      return answer;
    } catch (error) {
      const refused = error instanceof Away ? tries >= MOST_FAILURES && error.refused : error;
      if (refused) {
        if (tries && --absent === 0) tellAway(false);
        throw refused;
      }
      if (!tries && absent++ === 0) tellAway(true);
      await pause(Math.min(500 * 2 ** tries, LONGEST_WAIT));
    }
  }
}

/**
 * Ask once.
 * @param {string} verb
 * @param {Record<string, any>} request
 * @throws {Refused | Away}
 */
async function askOnce(verb, request) {
  let answer, status;
  try {
    const response = await fetch(`/api/${verb}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: written(request),
      signal: AbortSignal.timeout(PATIENCE),
    });
    ({ status } = response);
    answer = await response.json();
  } catch {
    throw new Away();
  }
  if (!answer.error) return answer.ok;
  const refused = new Refused(answer.error);
  if (status === 500) throw new Away(refused);
  throw status === 429 || (status === 503 && refused.reason !== 'damaged') ? new Away() : refused;
}

/**
 * Write a request; a seed of digits is a number, however long.
 * @param {Record<string, any>} request
 */
function written({ seed, ...request }) {
  const text = JSON.stringify(request);
  if (seed === undefined) return text;
  const value = /^\d+$/.test(seed) ? seed.replace(/^0+(?=\d)/, '') : JSON.stringify(seed);
  return `{"seed":${value},${text.slice(1)}`;
}

/** @param {number} time */
function pause(time) {
  return new Promise((wake) => {
    const go = () => {
      clearTimeout(timer);
      waiting.delete(go);
      wake(undefined);
    };
    const timer = setTimeout(go, time);
    waiting.add(go);
  });
}
