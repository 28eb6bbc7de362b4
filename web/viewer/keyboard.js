// SPDX-License-Identifier: MIT
// Keys of the page, and the dialog that lists them. A table says what each does, so that the list
// is never out of date.
import { html, button } from "./dom.js";

/** @typedef {{keys: string[], help: string, act: () => void}} KeyRow */

export class Keyboard {
  /** @param {KeyRow[]} rows @param {string} [more] what the dialog says besides */
  constructor(rows, more = "") {
    this.rows = rows;
    this.more = more;
    /** @type {Map<string, () => void>} */
    this.actions = new Map();
    for (const row of rows) for (const key of row.keys) this.actions.set(key, row.act);
    this.actions.set("?", () => this.showHelp());
    this.dialog = html("dialog", { class: "help", "aria-labelledby": "help-heading" });
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = target.matches("input:not([type=range]), textarea, select") || target.closest("dialog") !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = this.actions.get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  showHelp() {
    const rows = [...this.rows, { keys: ["?"], help: "this list", act: () => {} }].map(({ keys, help }) =>
      html("tr", {}, html("td", {}, ...keys.flatMap((key, i) => [i ? " " : "", html("kbd", {}, key)])), html("td", {}, help)));
    this.dialog.replaceChildren(html("h2", { id: "help-heading" }, "Keys"), html("table", {}, html("tbody", {}, ...rows)),
      this.more && html("p", {}, this.more),
      button("close", "close", () => this.dialog.close()));
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    this.dialog.showModal();
  }

  helpButton() {
    return button("?", "keys", () => this.showHelp(), { class: "plain" });
  }
}
