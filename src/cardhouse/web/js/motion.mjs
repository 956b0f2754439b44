// Movement: everything that moves goes through here, at the pace of the settings,
// and can be skipped.

import { pace } from './settings.mjs';

/** @type {Set<Animation>} */
const running = new Set();
/** @type {Set<() => void>} */
const pausing = new Set();
let skipping = false;

/** How many movements begin in one frame. */
const A_FRAME = 6;
let begun = 0;
export const OUT = 'cubic-bezier(.2,.7,.3,1)';
export const IN = 'cubic-bezier(.5,0,.9,.6)';

/** Let things move again, after they were skipped. */
export function begin() {
  skipping = false;
}

/** Let everything that moves be where it goes, until `begin`. */
export function skip() {
  skipping = true;
  for (const animation of running) animation.finish();
  for (const wake of pausing) wake();
}

/** Whether nothing moves now. */
export function still() {
  return skipping || pace() === 0;
}

/**
 * Move an element whose style is already the last one; resolves when it is there.
 * @param {Element} el
 * @param {Keyframe[]} frames
 * @param {number} duration in ms at normal pace
 * @param {KeyframeAnimationOptions} [options]
 */
export async function move(el, frames, duration, options = {}) {
  if (still()) return;
  const { delay = 0, ...others } = options;
  const timing = { duration: duration * pace(), delay: delay * pace(), fill: /** @type {const} */ ('backwards') };
  const animation = el.animate(frames, { ...timing, easing: OUT, ...others });
  running.add(animation);
  try {
    await animation.finished;
  } catch {
    // The element is gone; so is its movement.
  } finally {
    running.delete(animation);
  }
}

/**
 * Wait a moment.
 * @param {number} duration in ms at normal pace
 */
export function rest(duration) {
  if (still()) return Promise.resolve();
  return new Promise((wake) => {
    const go = () => {
      clearTimeout(timer);
      pausing.delete(go);
      wake(undefined);
    };
    const timer = setTimeout(go, duration * pace());
    pausing.add(go);
  });
}

/**
 * Begin many movements, a few in each frame, so that no frame has too much to do.
 * @param {(() => Promise<unknown> | undefined)[]} movements
 */
export async function ripple(movements) {
  const going = [];
  for (const begins of movements) {
    while (begun >= A_FRAME && !still()) await new Promise(requestAnimationFrame);
    if (begun++ === 0) requestAnimationFrame(() => (begun = 0));
    going.push(begins());
  }
  await Promise.all(going);
}

/** @type {WeakMap<Element, number>} */
const shown = new WeakMap();

/**
 * Let a number count up (or down) to its new value.
 * @param {Element} el
 * @param {number} to
 * @param {number} [from] where it begins, if not where it was last
 */
export function count(el, to, from = shown.get(el) ?? to) {
  shown.set(el, to);
  const duration = 420 * pace();
  if (from === to || still()) {
    el.textContent = to.toLocaleString('en-US');
    return;
  }
  const start = performance.now();
  const step = (/** @type {number} */ time) => {
    if (shown.get(el) !== to) return;
    const part = still() ? 1 : Math.min(1, (time - start) / duration);
    el.textContent = Math.round(from + (to - from) * (1 - (1 - part) ** 3)).toLocaleString('en-US');
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
