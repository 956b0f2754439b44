// A sheet over the table: a dialog with a title, something in it, and a way out.

import { button, h } from './dom.mjs';

/** @type {HTMLDialogElement | null} */
let open = null;

/**
 * Show a sheet; resolves when it is closed.
 * @param {string} title
 * @param {(import('./dom.mjs').Child)[]} children
 * @param {{classes?: string, firm?: boolean}} [how] firm: a tap beside it does not close it
 * @returns {{el: HTMLDialogElement, closed: Promise<void>}}
 */
export function sheet(title, children, { classes = '', firm = false } = {}) {
  open?.close();
  const shut = button('Close', () => el.close(), { icon: 'close', class: 'quiet shut' });
  const head = h('header', {}, h('h2', { id: 'sheet-title', tabindex: -1, autofocus: true }, title), shut);
  const el = h('dialog', { class: `sheet ${classes}`, 'aria-labelledby': 'sheet-title' }, head, ...children);
  el.addEventListener('click', (event) => {
    if (event.target === el && !firm) el.close();
  });
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  const closed = /** @type {Promise<void>} */ (
    new Promise((done) => {
      el.addEventListener('close', () => {
        el.remove();
        if (open === el) open = null;
        if (opener?.isConnected && document.activeElement === document.body) opener.focus();
        done();
      });
    })
  );
  document.body.append(el);
  open = el;
  el.showModal();
  return { el, closed };
}

/** Whether a sheet is open; that one was closed is only said later, when keys may have come already. */
export function sheetOpen() {
  return Boolean(open?.open);
}

/** Close the sheet that is open. */
export function closeSheet() {
  open?.close();
}
