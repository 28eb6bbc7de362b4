// SPDX-License-Identifier: MIT
// A table of many answers: programs by properties.
import { html, freshIdentifier } from "./dom.js";
import { programName, resultNames, verdictSign } from "./data.js";
import { linkText } from "./links.js";

/** @typedef {import("./data.js").AnswerJson} AnswerJson */
/** @typedef {import("./data.js").ResultJson} ResultJson */

/** The worst comes first. */
const verdictOrder = ["violated", "error", "unknown", "holds-bounded", "holds", "not-applicable"];

/** What a column is about: places of one kind are in one. @param {AnswerJson} answer @param {ResultJson} result */
function columnOf(answer, result) {
  return answer.question || result.property.replace(/ \d+:\d+$/, "");
}

export class Matrix {
  /** @param {AnswerJson[]} answers */
  constructor(answers) {
    this.answers = answers;
    const filter = freshIdentifier("programs");
    this.input = html("input", { id: filter, type: "search", placeholder: "program", autocomplete: "off", spellcheck: "false", on: { input: () => this.#draw() } });
    const verdicts = freshIdentifier("verdicts");
    this.verdict = html("select", { id: verdicts, on: { change: () => this.#draw() } }, html("option", { value: "" }, "all verdicts"),
      ...verdictOrder.filter((verdict) => answers.some((answer) => answer.results.some((result) => result.verdict === verdict)))
        .map((verdict) => html("option", { value: verdict }, verdict)));
    this.body = html("tbody");
    this.count = html("span", { class: "message", role: "status" });
    this.columns = [...new Set(answers.flatMap((answer) => answer.results.map((result) => columnOf(answer, result))))];
    /** @type {Map<string, Map<string, {answer: AnswerJson, results: ResultJson[]}>>} */
    this.rows = new Map();
    for (const answer of answers) this.#add(answer);
    const head = html("tr", {}, html("th", { scope: "col" }, "program"), ...this.columns.map((name) => html("th", { scope: "col" }, name)));
    this.element = html("div", { class: "matrix", tabindex: 0, role: "region", "aria-label": "table of programs and properties" },
      html("div", { class: "bar" }, html("label", { for: filter }, "filter"), this.input, html("label", { for: verdicts }, "verdict"), this.verdict, this.count, html("span", { class: "message" }, this.#summary())),
      html("table", {}, html("thead", {}, head), this.body));
    this.#draw();
  }

  /** @param {AnswerJson} answer */
  #add(answer) {
    const name = programName(answer);
    const row = this.rows.get(name) ?? new Map();
    this.rows.set(name, row);
    for (const result of answer.results) {
      const column = columnOf(answer, result);
      const cell = row.get(column) ?? { answer, results: [] };
      row.set(column, cell);
      cell.results.push(result);
    }
  }

  #summary() {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const answer of this.answers)
      for (const result of answer.results) counts.set(result.verdict, (counts.get(result.verdict) ?? 0) + 1);
    const parts = verdictOrder.filter((verdict) => counts.has(verdict)).map((verdict) => `${counts.get(verdict)} ${verdict}`);
    return `${this.rows.size} programs: ${parts.join(", ")}`;
  }

  #draw() {
    const text = this.input.value.trim().toLowerCase();
    const verdict = this.verdict.value;
    const rows = [...this.rows].filter(([name, cells]) => name.toLowerCase().includes(text) &&
      (!verdict || [...cells.values()].some((cell) => cell.results.some((result) => result.verdict === verdict))));
    this.count.replaceChildren(rows.length === this.rows.size ? "" : `${rows.length} shown, of`);
    this.body.replaceChildren(...rows.map(([name, cells]) =>
      html("tr", {}, html("th", { scope: "row" }, html("a", { href: linkText({ program: name }) }, name)), ...this.#renderCells(name, cells))));
  }

  /** @param {string} program @param {Map<string, {answer: AnswerJson, results: ResultJson[]}>} cells */
  #renderCells(program, cells) {
    if (!cells.size) return [html("td", { class: "not-applicable", colspan: this.columns.length }, `${verdictSign("not-applicable")} nothing to check`)];
    const results = [...cells.values()].flatMap((cell) => cell.results);
    const names = new Map(resultNames(results).map((name, i) => [results[i], name]));
    return this.columns.map((column) => this.#renderCell(program, cells.get(column), names));
  }

  /** @param {string} program @param {{answer: AnswerJson, results: ResultJson[]} | undefined} cell @param {Map<ResultJson, string>} names for links */
  #renderCell(program, cell, names) {
    if (!cell) return html("td", { class: "none" }, "");
    const worst = [...cell.results].sort((a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict))[0];
    const alike = cell.results.filter((result) => result.verdict === worst.verdict).length;
    const count = cell.results.length > 1 ? ` ${alike} of ${cell.results.length}` : "";
    return html("td", { class: worst.verdict },
      html("a", { href: linkText({ program, property: names.get(worst) }), title: worst.reason ?? worst.property }, `${verdictSign(worst.verdict)} ${worst.verdict}${count}`));
  }
}
