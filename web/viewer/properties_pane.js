// SPDX-License-Identifier: MIT
// The properties that were asked, with their verdicts, and a filter.
import { html, replaceChildren, freshIdentifier } from "./dom.js";
import { verdictSign, isOfWhole } from "./data.js";

/** @typedef {import("./data.js").ResultJson} ResultJson */

export class PropertiesPane {
  /**
   * @param {ResultJson[]} results
   * @param {(number: number) => void} onChoose
   */
  constructor(results, onChoose) {
    this.results = results;
    this.onChoose = onChoose;
    this.chosen = -1;
    const search = freshIdentifier("filter");
    const verdict = freshIdentifier("verdict");
    this.input = html("input", { id: search, type: "search", placeholder: "filter", autocomplete: "off", spellcheck: "false",
                                 on: { input: () => this.#draw() } });
    const verdicts = [...new Set(results.map((result) => result.verdict))];
    this.verdict = html("select", { id: verdict, on: { change: () => this.#draw() } }, html("option", { value: "" }, "all verdicts"),
      ...verdicts.map((one) => html("option", { value: one }, one)));
    this.count = html("span", { class: "message", role: "status" });
    this.list = html("ul", { class: "properties" });
    const bar = html("div", { class: "bar", hidden: results.length < 2 },
      html("label", { for: search, class: "visually-hidden" }, "filter properties by name"), this.input,
      html("label", { for: verdict, class: "visually-hidden" }, "filter properties by verdict"), this.verdict, this.count);
    this.element = html("div", { class: "properties-pane" }, bar, this.list);
    this.#draw();
  }

  #draw() {
    const text = this.input.value.trim().toLowerCase();
    const shown = this.results.map((_, i) => i).filter((i) => {
      const result = this.results[i];
      const all = `${result.property} ${result.procedure ?? ""} ${result.location.file} ${result.reason ?? ""}`.toLowerCase();
      return all.includes(text) && (!this.verdict.value || this.verdict.value === result.verdict);
    });
    this.count.replaceChildren(shown.length === this.results.length ? "" : `${shown.length} of ${this.results.length}`);
    replaceChildren(this.list, ...shown.map((i) => this.#renderProperty(i)));
    this.shown = shown;
  }

  /** The properties that the filter lets through. @type {number[]} */
  shown = [];

  /** To the next of those, or the one before. @param {1 | -1} direction */
  step(direction) {
    const count = this.shown.length;
    if (!count) return;
    const at = this.shown.indexOf(this.chosen);
    const next = this.shown[at < 0 ? 0 : (at + direction + count) % count];
    if (next !== this.chosen) this.onChoose(next);
  }

  /** @param {number} number */
  #renderProperty(number) {
    const result = this.results[number];
    const { file, line, column } = result.location;
    const where = line && !isOfWhole(result) ? `${file.replace(/^.*\//, "")}:${line}:${column}` : "";
    const isChosen = number === this.chosen;
    return html("li", {}, html("button", { type: "button", class: `property ${result.verdict}`, "data-key": number, "aria-current": isChosen ? "true" : null,
                                           on: { click: () => this.onChoose(number) } },
      html("span", { class: "verdict", "aria-hidden": "true" }, verdictSign(result.verdict)),
      html("span", { class: "property-name" }, result.property),
      html("span", { class: "verdict-word" }, result.verdict),
      html("span", { class: "property-place" }, [result.procedure, where].filter(Boolean).join(" · "))));
  }

  /** @param {number} number */
  choose(number) {
    this.chosen = number;
    this.#draw();
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }
}
