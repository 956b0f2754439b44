// Settings: they stay, and the page follows them at once.

import { read, write } from './shelf.mjs';

const STILL = matchMedia('(prefers-reduced-motion: reduce)');
const SPEEDS = { off: 0, fast: 0.45, normal: 1 };

/** What can be set: its words, and its choices where it is no switch. */
export const CHOICES = {
  suits: { words: 'Suits', choices: { four: 'Four colours', two: 'Two colours' } },
  theme: { words: 'Look', choices: { system: 'As the system', dark: 'Dark', light: 'Light' } },
  motion: { words: 'Animation', choices: { off: 'Off', fast: 'Fast', normal: 'Normal' } },
  hand: { words: 'Buttons for', choices: { right: 'Right hand', left: 'Left hand' } },
};
export const SWITCHES = {
  sound: 'Sound effects',
  haptics: 'Vibration',
  confirm: 'Confirm moves before they are played',
  preview: 'Poker Grid: show what the next hand may bring',
  keys: 'Letters as keys: U for undo, H for a hint …',
};

const DEFAULTS = {
  suits: 'four',
  theme: 'system',
  motion: 'normal',
  hand: 'right',
  sound: false,
  haptics: true,
  confirm: false,
  preview: false,
  keys: true,
};
/** @typedef {keyof typeof DEFAULTS} Name */

/** @type {Record<Name, any>} */
const now = { ...DEFAULTS, ...read('settings', {}) };
/** @type {Set<() => void>} */
const followers = new Set();

/** @param {Name} name */
export function setting(name) {
  return now[name];
}

/**
 * @param {Name} name
 * @param {any} value
 */
export function set(name, value) {
  now[name] = value;
  write('settings', now);
  apply();
  for (const follow of followers) follow();
}

/** @param {() => void} follow called whenever a setting has changed */
export function onChange(follow) {
  followers.add(follow);
}

/** How long an animation takes, as a factor: 0 is none at all. */
export function pace() {
  return STILL.matches ? 0 : SPEEDS[/** @type {keyof SPEEDS} */ (now.motion)] ?? 1;
}

/** Whether the system asks for a page that keeps still. */
export function keepsStill() {
  return STILL.matches;
}

/** Let the page look as the settings say. */
export function apply() {
  const page = document.documentElement.dataset;
  page.suits = now.suits;
  page.theme = now.theme;
  page.hand = now.hand;
  page.motion = pace() ? 'on' : 'off';
}

STILL.addEventListener('change', apply);
