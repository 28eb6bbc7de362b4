// SPDX-License-Identifier: MIT
// Makes elements. Text of programs reaches the page only here, as text nodes, never as markup.

/**
 * @typedef {Object<string, string | number | boolean | null | undefined | Object<string, (event: any) => void>>} Attributes
 * @typedef {Node | string | number | null | undefined | false} Child
 */

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * @param {Element} node
 * @param {Attributes} attributes `on` has listeners by event; null, undefined and false are left out.
 * @param {Child[]} children
 */
function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      const listeners = /** @type {Object<string, (event: any) => void>} */ (value);
      for (const [event, listener] of Object.entries(listeners)) node.addEventListener(event, listener);
    } else if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      node.append(child instanceof Node ? child : document.createTextNode(String(child)));
}

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  furnish(node, attributes, children);
  return node;
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(svgNamespace, tag));
  furnish(node, attributes, children);
  return node;
}

/**
 * A button with a name for those who cannot see its sign.
 * @param {string} sign
 * @param {string} name
 * @param {() => void} act
 * @param {Attributes} [attributes]
 */
export function button(sign, name, act, attributes = {}) {
  return html("button", { type: "button", "aria-label": name, title: name, on: { click: act }, ...attributes }, sign);
}

/**
 * A part of the page with a heading.
 * @param {string} id
 * @param {string} heading
 * @param {...Child} children
 */
export function section(id, heading, ...children) {
  const title = html("h2", { id: `${id}-heading` }, heading);
  return html("section", { id, "aria-labelledby": `${id}-heading` }, title, ...children);
}

/**
 * Puts other children into a list. What had the focus in it keeps it: what stands for the same, as the data-key says;
 * else the first button.
 * @param {HTMLElement} list
 * @param {...Child} children
 */
export function replaceChildren(list, ...children) {
  const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  list.replaceChildren();
  furnish(list, {}, children);
  if (!focused) return;
  const buttons = [...list.querySelectorAll("button")];
  (buttons.find((one) => key !== undefined && one.dataset.key === key) ?? buttons[0])?.focus();
}

let lastIdentifier = 0;

/** @param {string} prefix */
export function freshIdentifier(prefix) {
  lastIdentifier += 1;
  return `${prefix}-${lastIdentifier}`;
}
