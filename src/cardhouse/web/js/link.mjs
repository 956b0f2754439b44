// Addresses: which game a link opens, and the link that opens a game.

const NAMES = ['seed', 'mode', 'level', 'shape', 'jokers', 'picks', 'auto_freeze', 'target', 'bonuses'];
/** @type {Record<string, (text: string) => any>} */
const READ = {
  level: number,
  picks: number,
  jokers: (text) => (text ? text.split(',') : []),
  auto_freeze: answer,
  target: number,
  bonuses: answer,
};

/**
 * Read a link.
 * @param {URLSearchParams} params
 * @returns {{link: string, seed: string | undefined, options: Record<string, any>}}
 */
export function optionsOf(params) {
  const given = NAMES.filter((name) => params.has(name)).map((name) => [name, params.get(name) ?? '']);
  const { seed, ...texts } = Object.fromEntries(given);
  const options = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, (READ[name] ?? String)(text)]));
  return { link: new URLSearchParams(given).toString(), seed, options };
}

/**
 * Return the address that opens a game.
 * @param {string} game
 * @param {string} seed
 * @param {Record<string, any>} options
 */
export function linkTo(game, seed, options) {
  const params = new URLSearchParams({ seed });
  for (const name of NAMES) {
    const value = options[name];
    if (value !== undefined && value !== null && name !== 'seed') params.set(name, String(value));
  }
  return `${location.origin}/${game}?${params}`;
}

/** @param {string} text */
function answer(text) {
  return text === 'false' || text === '0' ? false : text === 'true' || text === '1' ? true : text;
}

/** @param {string} text */
function number(text) {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
