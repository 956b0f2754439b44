// What is heard and felt: short tones made here, nothing is fetched, and a tick in the hand.

import { setting } from './settings.mjs';

/** @type {AudioContext | null} */
let audio = null;

/**
 * One tone.
 * @param {number} pitch in Hz
 * @param {number} [after] seconds from now
 * @param {number} [length] in seconds
 * @param {OscillatorType} [wave]
 * @param {number} [loud]
 */
function tone(pitch, after = 0, length = 0.12, wave = 'triangle', loud = 0.12) {
  audio ??= new AudioContext();
  const start = audio.currentTime + after;
  const source = new OscillatorNode(audio, { type: wave, frequency: pitch });
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(loud, start + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(level).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
  return source;
}

/** A low thud that falls. */
function thud() {
  const source = tone(140, 0, 0.5, 'sawtooth', 0.2);
  source.frequency.exponentialRampToValueAtTime(35, (audio?.currentTime ?? 0) + 0.45);
}

const SCALE = [392, 440, 494, 587, 659, 784, 880, 988, 1175];

/** @type {Record<string, (strength: number) => void>} */
const SOUNDS = {
  pick: (strength) => void tone(SCALE[Math.min(strength, SCALE.length - 1)], 0, 0.08),
  fall: () => void tone(196, 0, 0.06, 'sine', 0.08),
  gain: (strength) => {
    for (let i = 0; i <= Math.min(strength, 5); i++) tone(SCALE[i + 2], i * 0.05, 0.22);
  },
  tick: () => void tone(1320, 0, 0.03, 'square', 0.02),
  no: () => void tone(147, 0, 0.14, 'square', 0.05),
  boom: thud,
  won: () => [523, 659, 784, 1047].forEach((pitch, i) => tone(pitch, i * 0.11, 0.4)),
  lost: () => [392, 330, 262].forEach((pitch, i) => tone(pitch, i * 0.14, 0.4)),
};
/** @type {Record<string, number | number[]>} */
const TICKS = { pick: 8, gain: 14, boom: [20, 30, 40], no: [8, 40, 8] };

/**
 * Let something be heard and felt, if the settings say so.
 * @param {string} what
 * @param {number} [strength]
 */
export function feel(what, strength = 0) {
  if (setting('haptics') && TICKS[what] && navigator.userActivation?.hasBeenActive) {
    navigator.vibrate?.(TICKS[what]);
  }
  if (!setting('sound')) return;
  try {
    SOUNDS[what]?.(strength);
  } catch {
    // A device without sound plays on in silence.
  }
}
