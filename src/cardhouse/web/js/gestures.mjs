// Taps, double taps, holds and drags, by finger, pen or mouse; and a press by keyboard.
// Whatever is meant is done when the finger is lifted, so that sliding off calls it off.

const SLOP = 10;
const DOUBLE = 300;
const HOLD = 450;

/** How long a second tap may take to be a double tap, in ms. */
export const DOUBLE_TAP = DOUBLE;

/**
 * @typedef {object} Hands
 * @property {(cell: number, double: boolean) => void} tap
 * @property {(cell: number) => boolean} [hold] pressed for a while; whether that means something
 * @property {(cell: number) => void} [drag] a drag begins here
 * @property {(cell: number) => void} [over] it comes to another cell
 * @property {(inside: boolean) => void} [drop] it ends
 * @property {() => void} [cancel] it is called off
 * @property {() => void} [touch] any of these begins
 */

/**
 * @param {import('./board.mjs').Board} board
 * @param {Hands} hands
 */
export function listen(board, hands) {
  new Recogniser(board, hands);
}

class Recogniser {
  /**
   * @param {import('./board.mjs').Board} board
   * @param {Hands} hands
   */
  constructor(board, hands) {
    this.board = board;
    this.hands = hands;
    this.pointer = -1;
    this.start = { x: 0, y: 0, cell: -1 };
    this.cell = -1;
    this.dragging = this.held = false;
    this.last = { cell: -1, time: -Infinity };
    this.timer = 0;
    const el = board.grid;
    el.addEventListener('pointerdown', (event) => this.down(event));
    el.addEventListener('pointermove', (event) => this.move(event));
    el.addEventListener('pointerup', (event) => this.up(event));
    el.addEventListener('pointercancel', (event) => this.cancel(event));
    el.addEventListener('click', (event) => this.click(event));
    // Otherwise the browser swallows a tap that follows a drag too soon.
    el.addEventListener('touchmove', (event) => this.dragging && event.preventDefault(), { passive: false });
    el.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.pointer >= 0 || event.button !== 0) return;
    const cell = this.board.at(event.clientX, event.clientY);
    if (cell < 0) return;
    this.hands.touch?.();
    this.pointer = event.pointerId;
    this.start = { x: event.clientX, y: event.clientY, cell };
    this.cell = cell;
    this.dragging = this.held = false;
    this.board.grid.setPointerCapture(event.pointerId);
    if (this.hands.hold) this.timer = setTimeout(() => this.hold(), HOLD);
  }

  hold() {
    if (this.pointer < 0 || this.dragging) return;
    this.held = this.hands.hold?.(this.start.cell) ?? false;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerId !== this.pointer || this.held) return;
    const points = event.getCoalescedEvents?.() ?? [];
    for (const point of points.length ? points : [event]) this.go(point.clientX, point.clientY);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  go(x, y) {
    const far = Math.hypot(x - this.start.x, y - this.start.y) > SLOP;
    if (!this.dragging && far) {
      clearTimeout(this.timer);
      this.dragging = true;
      this.hands.drag?.(this.start.cell);
    }
    const cell = this.board.at(x, y);
    if (this.dragging && cell !== this.cell) {
      this.cell = cell;
      if (cell >= 0) this.hands.over?.(cell);
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.pointerId !== this.pointer) return;
    this.release();
    this.lifted = event.timeStamp;
    if (this.held) return;
    const cell = this.board.at(event.clientX, event.clientY);
    if (this.dragging && this.hands.drag) this.hands.drop?.(cell >= 0);
    else if (cell === this.start.cell) this.tap(cell, event.timeStamp);
  }

  /**
   * @param {number} cell
   * @param {number} time
   * @param {boolean} [finger] whether it is seen where the tap was
   */
  tap(cell, time, finger = true) {
    const double = this.last.cell === cell && time - this.last.time < DOUBLE;
    this.last = double ? { cell: -1, time: -Infinity } : { cell, time };
    this.board.focus(cell, !finger);
    this.hands.tap(cell, double);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    if (event.pointerId !== this.pointer) return;
    this.release();
    this.hands.cancel?.();
  }

  release() {
    clearTimeout(this.timer);
    this.pointer = -1;
  }

  /**
   * A click without a finger: the keyboard's, or a screen reader's.
   * @param {MouseEvent} event
   */
  click(event) {
    if (event.detail > 0 && event.timeStamp - (this.lifted ?? -Infinity) < DOUBLE) return;
    const cell = this.board.cells.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (cell < 0) return;
    this.hands.touch?.();
    this.tap(cell, event.timeStamp, event.detail > 0);
  }
}
