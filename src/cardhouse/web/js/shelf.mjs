// What this browser keeps: settings, the matches to go on with, best scores.

/**
 * A match to go on with.
 * @typedef {object} Kept
 * @property {string} match its id
 * @property {string} game
 * @property {Record<string, any>} options
 * @property {number} number how many moves were played
 * @property {any} view how it stood
 * @property {string} [link] the address it was begun from
 * @property {number} [revision] how many moves and undos the match had seen
 * @property {Record<string, any> | null} [next] once it has ended: what to begin next
 * @property {{moves: string[], number: number, revision: number} | null} [pending] moves that were not answered yet
 */

/** @typedef {{now: Kept | null, before: Kept | null}} Place */

const PREFIX = 'cardhouse.';
/** Where best scores are kept: of all games, and of those without aid. */
const ANY = 'best';
export const UNAIDED = 'best.unaided';
/** @type {Map<string, string>} what is kept where the browser keeps nothing */
const spare = new Map();

/**
 * @template T
 * @param {string} name
 * @param {T} missing
 * @returns {T}
 */
export function read(name, missing) {
  try {
    const text = spare.get(name) ?? localStorage.getItem(PREFIX + name);
    return text ? JSON.parse(text) : missing;
  } catch {
    return missing;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function write(name, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    spare.delete(name);
  } catch {
    spare.set(name, text); // A full or forbidden store: it is kept as long as the page lives.
  }
}

/**
 * The match of a game to go on with, and the one before it.
 * @param {string} game
 * @returns {Place}
 */
export function matchOf(game) {
  const place = read(`match.${game}`, /** @type {Partial<Place> | null} */ (null));
  return { now: whole(place?.now), before: whole(place?.before) };
}

/**
 * A match that can be gone on with, or none: whatever may have got into the store.
 * @param {Kept | null | undefined} kept
 */
function whole(kept) {
  if (!kept || !kept.match || !Array.isArray(kept.view?.board)) return null;
  return Array.isArray(kept.pending?.moves) ? kept : { ...kept, pending: null };
}

/**
 * @param {string} game
 * @param {Place} place
 */
export function keepMatch(game, place) {
  write(`match.${game}`, place);
}

/**
 * The best score so far; 0 if there is none.
 * @param {string} game
 * @param {string} [kind] a level, or "endless"; of all kinds, if none is said
 * @param {string} [shelf] of all games, or of those without aid
 */
export function best(game, kind, shelf = ANY) {
  const all = Object.entries(read(shelf, /** @type {Record<string, number>} */ ({})));
  const mine = all.filter(([name]) => (kind === undefined ? name.startsWith(`${game} `) : name === `${game} ${kind}`));
  return Math.max(0, ...mine.map(([, score]) => score));
}

/**
 * Keep a score if it is the best, and apart if it is the best without aid; return the bests before it.
 * @param {string} game
 * @param {string} kind
 * @param {Record<string, any>} view how the match ended
 */
export function keepBest(game, kind, view) {
  const before = { any: best(game, kind), unaided: best(game, kind, UNAIDED) };
  const keep = (/** @type {string} */ shelf) => write(shelf, { ...read(shelf, {}), [`${game} ${kind}`]: view.score });
  if (view.score > before.any) keep(ANY);
  if (isUnaided(view) && view.score > before.unaided) keep(UNAIDED);
  return before;
}

/**
 * Whether a match was played without a hint, and without taking back what chance had shown.
 * @param {Record<string, any>} view
 */
export function isUnaided({ undone, hints }) {
  return !undone && !hints;
}
