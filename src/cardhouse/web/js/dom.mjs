// Making elements: the only place that knows how.

/** @typedef {Record<string, any>} Props */
/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Make an element.  A prop that begins with "on" is a listener, "data" an object of
 * data attributes, "class" its class; what the element has as a property is set as one.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  dress(el, props);
  el.append(...present(children));
  return el;
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Props} [props]
 * @param {...Child} children
 */
export function svg(tag, props = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  dress(el, props);
  el.append(...present(children));
  return el;
}

/**
 * Make a button with a text, or an icon and a label.
 * @param {string} label what it says, or what it is called if it has an icon
 * @param {(event: MouseEvent) => void} press
 * @param {Props & {icon?: string}} [props]
 */
export function button(label, press, { icon: name, ...props } = {}) {
  const face = name ? [icon(name), h('span', { class: 'word' }, label)] : [label];
  return h('button', { type: 'button', onclick: press, ...props }, ...face);
}

/**
 * Let a double click be one press.
 * @param {() => void} press
 */
export function once(press) {
  return (/** @type {MouseEvent} */ event) => {
    if (event.detail < 2) press();
  };
}

/**
 * Make one of our icons.
 * @param {string} name
 */
export function icon(name) {
  const use = svg('use', { href: `#${name}` });
  return svg('svg', { class: 'icon', 'aria-hidden': 'true', viewBox: '0 0 32 32' }, use);
}

/**
 * Put other children into an element.
 * @param {Element} el
 * @param {...Child} children
 */
export function fill(el, ...children) {
  el.replaceChildren(...present(children));
}

/**
 * Say a number as people read it.
 * @param {number} number
 */
export function digits(number) {
  return number.toLocaleString('en-US');
}

/**
 * Say how many of something there are.
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${digits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * @param {Element} el
 * @param {Props} props
 */
function dress(el, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) el.addEventListener(name.slice(2), value);
    else if (name === 'data') Object.assign(/** @type {HTMLElement} */ (el).dataset, value);
    else el.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  const there = children.filter((child) => child !== null && child !== undefined && child !== false);
  return there.map((child) => (typeof child === 'number' ? String(child) : /** @type {Node | string} */ (child)));
}
