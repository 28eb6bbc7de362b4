// SPDX-License-Identifier: MIT
// Expressions that the reader wants to see at every step.
import { html, button, freshIdentifier } from "./dom.js";
import { parseExpression, rootOf, UnknownVariable } from "./watch.js";

/** @typedef {import("./data.js").Value} Value */

export class WatchList {
  constructor() {
    /** @type {{text: string, evaluate: import("./watch.js").Expression}[]} */
    this.watches = [];
    /** @type {Map<string, Value>} */
    this.state = new Map();
    /** @type {import("./watch.js").Surroundings} */
    this.around = {};
    const input = freshIdentifier("watch");
    this.input = html("input", { id: input, type: "text", placeholder: "x + 1 > y", autocomplete: "off", spellcheck: "false" });
    this.message = html("span", { class: "message", role: "status" });
    this.list = html("ul", { class: "watches" });
    const form = html("form", { on: { submit: (/** @type {Event} */ event) => this.#submit(event) } },
      html("label", { for: input }, "watch"), this.input, html("button", { type: "submit" }, "add"));
    this.element = html("div", { class: "watch" }, this.list, form, this.message);
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    if (this.add(this.input.value)) this.input.value = "";
  }

  /** @param {string} text @returns {boolean} whether it could be read */
  add(text) {
    if (!text.trim()) return false;
    try {
      this.watches.push({ text: text.trim(), evaluate: parseExpression(text) });
      this.message.replaceChildren();
    } catch (error) {
      this.message.replaceChildren(`${text}: ${/** @type {Error} */ (error).message}`);
      return false;
    }
    this.show(this.state, this.around);
    this.list.scrollTop = this.list.scrollHeight;
    return true;
  }

  /** Says which variables have a value anywhere in the run, and which threads it has. @param {string[]} names @param {string[]} threads */
  record(names, threads) {
    this.recorded = new Set(names.map(rootOf));
    this.threads = threads;
  }
  /** @type {string[]} */
  threads = [];

  /** @param {unknown} error */
  #problem(error) {
    if (error instanceof UnknownVariable && this.recorded && !this.recorded.has(error.root)) return `${error.root} is not recorded in this run`;
    const found = error instanceof UnknownVariable ? error.message.match(/^(\w+)@(\d+) is not in scope$/) : null;
    if (!found) return /** @type {Error} */ (error).message;
    const thread = Number(found[2]);
    return thread < this.threads.length ? `thread ${thread} (${this.threads[thread]}) has no ${found[1]} of its own here, or does not go on` : `there is no thread ${thread}`;
  }

  /** @type {Set<string> | undefined} */
  recorded;

  /** @param {Map<string, Value>} state @param {import("./watch.js").Surroundings} around */
  show(state, around) {
    this.state = state;
    this.around = around;
    this.list.hidden = this.watches.length === 0;
    this.list.replaceChildren(...this.watches.map((watch, i) => {
      let text;
      let isKnown = true;
      try {
        text = String(watch.evaluate(state, around));
      } catch (error) {
        text = this.#problem(error);
        isKnown = false;
      }
      const remove = button("×", `remove ${watch.text}`, () => {
        this.watches.splice(i, 1);
        this.show(this.state, this.around);
        this.input.focus();
      });
      return html("li", {}, html("code", {}, watch.text), html("output", { class: isKnown ? "" : "unknown" }, text), remove);
    }));
  }
}
