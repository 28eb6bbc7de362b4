// SPDX-License-Identifier: MIT
// A list of many rows of one height, of which only those that are seen are in the page.
import { html } from "./dom.js";

/** @typedef {import("./dom.js").Attributes} Attributes */

const rowsBeyond = 12;
const mostPrinted = 2000;

export class VirtualList {
  /**
   * @param {{rowHeight: number, render: (row: number) => HTMLElement, isPrinted?: (row: number) => boolean, attributes?: Attributes}} options
   */
  constructor({ rowHeight, render, isPrinted = () => true, attributes = {} }) {
    this.rowHeight = rowHeight;
    this.render = render;
    this.count = 0;
    /** @type {Map<number, HTMLElement>} */
    this.shown = new Map();
    this.all = html("div", { class: "rows", role: "presentation" });
    this.element = html("div", { class: "list", tabindex: 0, ...attributes }, this.all);
    this.element.addEventListener("scroll", () => this.#fill(), { passive: true });
    new ResizeObserver(() => this.#fill()).observe(this.element);
    window.addEventListener("beforeprint", () => this.#print(isPrinted));
    window.addEventListener("afterprint", () => this.refresh());
  }

  /** All rows are others, or look different. @param {number} count */
  setCount(count) {
    this.count = count;
    this.all.style.height = `${count * this.rowHeight}px`;
    this.refresh();
  }

  refresh() {
    this.all.replaceChildren();
    this.shown.clear();
    this.#fill();
  }

  /** These rows look different; the others stay. @param {...number} rows */
  redraw(...rows) {
    for (const row of rows) {
      const old = this.shown.get(row);
      if (!old) continue;
      const node = this.render(row);
      node.style.top = old.style.top;
      old.replaceWith(node);
      this.shown.set(row, node);
    }
  }

  /** All rows that are printed, in their order. @param {(row: number) => boolean} isPrinted */
  #print(isPrinted) {
    this.all.replaceChildren();
    this.shown.clear();
    for (let row = 0; row < this.count && this.shown.size < mostPrinted; ++row) {
      if (!isPrinted(row)) continue;
      const node = this.render(row);
      this.shown.set(row, node);
      this.all.append(node);
    }
  }

  #fill() {
    const top = this.element.scrollTop;
    const from = Math.max(Math.floor(top / this.rowHeight) - rowsBeyond, 0);
    const to = Math.min(Math.ceil((top + this.element.clientHeight) / this.rowHeight) + rowsBeyond, this.count);
    for (const [row, node] of this.shown)
      if (row < from || row >= to) {
        node.remove();
        this.shown.delete(row);
      }
    for (let row = from; row < to; ++row) {
      if (this.shown.has(row)) continue;
      const node = this.render(row);
      node.style.top = `${row * this.rowHeight}px`;
      this.shown.set(row, node);
      this.#insert(row, node);
    }
  }

  /** In the order of rows, as readers aloud follow the page. @param {number} row @param {HTMLElement} node */
  #insert(row, node) {
    for (let after = row + 1; after <= row + 2 * rowsBeyond; ++after) {
      const next = this.shown.get(after);
      if (next) return this.all.insertBefore(node, next);
    }
    return this.all.append(node);
  }

  /** Scrolls only where the row is not seen well. @param {number} row */
  reveal(row) {
    const height = this.element.clientHeight;
    const top = row * this.rowHeight;
    const margin = Math.min(3 * this.rowHeight, height / 4);
    const seen = this.element.scrollTop;
    if (top < seen + margin || top + this.rowHeight > seen + height - margin)
      this.element.scrollTop = Math.max(top - height / 2 + this.rowHeight / 2, 0);
    this.#fill();
  }
}
