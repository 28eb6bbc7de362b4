// SPDX-License-Identifier: MIT
// Variables and their values as a table. Parts of arrays and structures (`a[1].x`) stand under what
// they are part of, which unfolds; a pointer (`&a[1]`) is a link to what it points to.
import { html, replaceChildren } from "./dom.js";
import { valueText } from "./data.js";
import { splitName, buildTree, findVariable, partsText } from "./parts.js";

/** @typedef {import("./data.js").Value} Value */
/** @typedef {import("./parts.js").Variable} Variable */

export class ValueTable {
  /** @param {{onSelect?: (name: string) => void}} [options] */
  constructor({ onSelect } = {}) {
    this.onSelect = onSelect ?? (() => {});
    /** @type {Set<string>} */
    this.open = new Set();
    this.selected = "";
    /** @type {Map<string, Value>} */
    this.state = new Map();
    /** @type {Map<string, Value | undefined>} */
    this.changed = new Map();
    /** @type {Set<string>} */
    this.free = new Set();
    this.body = html("tbody");
    const head = html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "variable"), html("th", { scope: "col" }, "value"),
      html("th", { scope: "col" }, "before")));
    this.element = html("div", { class: "values", tabindex: 0, role: "region", "aria-label": "values of variables" },
      html("table", {}, html("colgroup", {}, html("col", { class: "names" }), html("col"), html("col", { class: "olds" })), head, this.body));
  }

  /**
   * @param {Map<string, Value>} state
   * @param {Map<string, Value | undefined>} changed the values before of those that are new
   * @param {Set<string>} free those whose values do not matter
   * @param {string} selected
   */
  show(state, changed, free, selected) {
    this.state = state;
    this.changed = changed;
    this.free = free;
    this.selected = selected;
    this.#draw();
  }

  #draw() {
    /** @type {HTMLElement[]} */
    const rows = [];
    for (const variable of buildTree(this.state).values()) this.#add(variable, 0, rows);
    if (!rows.length) rows.push(html("tr", {}, html("td", { colspan: 3, class: "empty" }, "no variables in scope")));
    replaceChildren(this.body, ...rows);
  }

  /** @param {Variable} variable */
  #hasChanged(variable) {
    if (this.changed.has(variable.name)) return true;
    for (const child of variable.children.values()) if (this.#hasChanged(child)) return true;
    return false;
  }

  /** @param {Variable} variable @param {number} level @param {HTMLElement[]} rows */
  #add(variable, level, rows) {
    const isOpen = this.open.has(variable.name);
    const isChanged = this.#hasChanged(variable);
    const before = this.changed.get(variable.name);
    const classes = [isChanged && "changed", this.free.has(variable.name) && "free",
                     variable.name === this.selected && "selected"].filter(Boolean).join(" ");
    const name = html("button", { type: "button", class: "variable", "data-key": `name ${variable.name}`, "aria-pressed": variable.name === this.selected ? "true" : "false",
                                  title: `select ${variable.name}: the keys c and C go to its changes, and its value is shown in full`, on: { click: () => this.onSelect(variable.name) } },
      variable.label);
    const fold = variable.children.size
      ? html("button", { type: "button", class: "fold", "data-key": `fold ${variable.name}`, "aria-expanded": isOpen ? "true" : "false", "aria-label": `parts of ${variable.name}`,
                         on: { click: () => this.#toggle(variable.name) } }, isOpen ? "▾" : "▸")
      : html("span", { class: "fold" });
    const first = html("th", { scope: "row" }, fold, isChanged && html("span", { class: "dot", title: "changed by the last step" }, "●"), name);
    first.style.paddingInlineStart = `${level * 1.1 + 0.2}rem`;
    const old = before === undefined ? "" : valueText(before);
    const any = this.free.has(variable.name) && html("span", { class: "any" }, " any");
    rows.push(html("tr", { class: classes, "data-variable": variable.name }, first,
      html("td", {}, this.#renderValue(variable), any), html("td", { class: "before", title: old }, old)));
    if (isOpen) for (const child of variable.children.values()) this.#add(child, level + 1, rows);
  }

  /** @param {Variable} variable */
  #renderValue(variable) {
    if (variable.value === undefined) return html("span", { class: "summary" }, partsText(variable, variable.name === this.selected ? Infinity : undefined));
    const text = valueText(variable.value);
    const target = typeof variable.value === "string" ? this.#targetOf(text) : "";
    if (!target && variable.name === this.selected && /^\d{2,}$/.test(text))
      return html("span", {}, text, html("span", { class: "dim" }, ` 0x${BigInt(text).toString(16)}`));
    if (!target)
      return html("span", { title: this.free.has(variable.name) ? "this value does not matter to the rest of the run" : text }, text);
    return html("button", { type: "button", class: "link", "data-key": `to ${variable.name}`, title: `show ${target}`, on: { click: () => this.reveal(target) } }, text);
  }

  /** The variable in scope that a pointer leads to; empty if there is none. @param {string} text */
  #targetOf(text) {
    const found = text.match(/^&([A-Za-z_][\w.[\]]*)/);
    if (!found) return "";
    const parts = splitName(found[1]);
    const roots = buildTree(this.state);
    while (parts.length && !findVariable(roots, parts.join(""))) parts.pop();
    return parts.join("");
  }

  /** @param {string} name */
  #toggle(name) {
    if (!this.open.delete(name)) this.open.add(name);
    this.#draw();
  }

  /** @param {string} name @returns {HTMLElement | undefined} */
  #row(name) {
    return /** @type {HTMLElement[]} */ ([...this.body.children]).find((row) => row.dataset.variable === name);
  }

  /** Selects a variable and unfolds what it is part of. @param {string} name */
  reveal(name) {
    const parts = splitName(name);
    for (let i = 1; i < parts.length; ++i) this.open.add(parts.slice(0, i).join(""));
    this.onSelect(name);
    const row = this.#row(name);
    row?.scrollIntoView({ block: "nearest" });
    row?.querySelector(/** @type {"button"} */ (".variable"))?.focus();
  }
}
