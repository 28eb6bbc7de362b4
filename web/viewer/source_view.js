// SPDX-License-Identifier: MIT
// The texts of a program: numbered lines with colours, what the run did on each, what can be
// reached, and notes in the margin.
import { html, freshIdentifier } from "./dom.js";
import { VirtualList } from "./virtual_list.js";

/** @typedef {import("./data.js").SourceJson} SourceJson */
/** @typedef {{kind: "assumption" | "warning" | "blocking" | "property" | "unreachable", text: string}} Note */
/**
 * What is said of one file, by line.
 * @typedef {{counts: Map<number, number>, notes: Map<number, Note[]>, coverage: Map<number, "reachable" | "unreachable">}} Marks
 */

const tokenClasses = ["keyword", "name", "number", "string", "comment", "directive"];
const noteSigns = { assumption: "◇", warning: "⚠", blocking: "■", property: "◆", unreachable: "⊘" };
const lineHeight = 20;

/** A text, cut into lines of coloured parts. */
export class SourceText {
  /** @param {SourceJson} json */
  constructor(json) {
    this.path = json.path;
    this.note = json.note ?? "";
    /** @type {{start: number, text: string}[]} */
    this.lines = [];
    let start = 0;
    for (const text of json.text.split("\n")) {
      this.lines.push({ start, text: text.replace(/\r$/, "") });
      start += text.length + 1;
    }
    if (this.lines.length > 1 && this.lines[this.lines.length - 1].text === "") this.lines.pop();
    /** @type {{begin: number, end: number, kind: number}[]} */
    this.tokens = [];
    let at = 0;
    for (let i = 0; i + 2 < json.tokens.length; i += 3) {
      const begin = at + json.tokens[i];
      at = begin + json.tokens[i + 1];
      this.tokens.push({ begin, end: at, kind: json.tokens[i + 2] });
    }
  }

  /** The first token that ends behind this offset. @param {number} offset */
  #firstToken(offset) {
    let low = 0;
    let high = this.tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tokens[middle].end <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {number} line counts from one @returns {(string | HTMLElement)[]} */
  parts(line) {
    const { start, text } = this.lines[line - 1];
    /** @type {(string | HTMLElement)[]} */
    const out = [];
    let at = start;
    for (let i = this.#firstToken(start); i < this.tokens.length; ++i) {
      const { begin, end, kind } = this.tokens[i];
      if (begin >= start + text.length) break;
      const from = Math.max(begin, start);
      const to = Math.min(end, start + text.length);
      if (from > at) out.push(text.slice(at - start, from - start));
      out.push(html("span", { class: `token-${tokenClasses[kind] ?? "name"}` }, text.slice(from - start, to - start)));
      at = to;
    }
    if (at < start + text.length) out.push(text.slice(at - start));
    return out;
  }
}

export class SourceView {
  /**
   * @param {SourceJson[]} sources
   * @param {{onLine?: (file: string, line: number) => void}} [options]
   */
  constructor(sources, { onLine } = {}) {
    this.sources = sources.map((source) => new SourceText(source));
    this.onLine = onLine ?? (() => {});
    /** @type {SourceText | null} */
    this.source = null;
    /** @type {Marks} */
    this.marks = { counts: new Map(), notes: new Map(), coverage: new Map() };
    /** @type {(file: string) => Marks} */
    this.marksOf = () => this.marks;
    this.line = 0;
    const picker = freshIdentifier("file");
    this.files = html("select", { id: picker, on: { change: () => this.showFile(this.files.value) } });
    for (const source of this.sources) this.files.append(html("option", { value: source.path }, source.path));
    this.note = html("p", { class: "note", hidden: true });
    this.list = new VirtualList({
      rowHeight: lineHeight,
      render: (row) => this.#renderLine(row + 1),
      attributes: { class: "list source", role: "region", "aria-label": "source text" },
    });
    const label = html("label", { for: picker, class: "visually-hidden" }, "file");
    this.element = html("div", { class: "source-view" }, html("div", { class: "bar" }, label, this.files), this.note,
      this.list.element);
    if (this.sources.length) {
      this.showFile(this.sources[0].path);
    } else {
      this.note.replaceChildren("The texts of this program were not found when this page was written.");
      this.note.hidden = false;
    }
  }

  /** Says what to mark in a file. @param {(file: string) => Marks} marksOf */
  mark(marksOf) {
    this.marksOf = marksOf;
    if (this.source) this.marks = marksOf(this.source.path);
    this.list.refresh();
  }

  /** @param {string} path @returns {boolean} whether there is such a text */
  showFile(path) {
    if (this.source?.path === path) return true;
    const found = this.sources.find((source) => source.path === path);
    if (!found) return false;
    this.source = found;
    this.files.value = path;
    this.marks = this.marksOf(path);
    this.line = 0;
    this.note.replaceChildren(found.note);
    this.note.hidden = !found.note;
    const digits = String(found.lines.length).length;
    const widest = Math.max(...found.lines.map((line) => line.text.length), 20);
    this.list.all.style.setProperty("--digits", String(digits));
    this.list.all.style.minWidth = `calc(${widest + digits}ch + 9rem)`;
    this.list.setCount(found.lines.length);
    return true;
  }

  /** Shows a line as the one where the run is; 0: none. @param {string} file @param {number} line */
  show(file, line) {
    if (!this.showFile(file)) return;
    const before = this.line;
    this.line = line;
    if (before !== line) this.list.refresh();
    if (line > 0) this.list.reveal(line - 1);
  }

  /** @param {number} number */
  #renderLine(number) {
    const source = /** @type {SourceText} */ (this.source);
    const count = this.marks.counts.get(number) ?? 0;
    const coverage = this.marks.coverage.get(number);
    const isHere = number === this.line;
    const classes = ["line", isHere && "here", count > 0 && "executed", coverage].filter(Boolean).join(" ");
    const where = isHere ? "▶" : "";
    const times = count > 0 ? html("span", { class: "count", title: `executed ${count} times by this run` }, `${count}×`) : html("span", { class: "count" });
    const stripe = html("span", { class: "stripe", title: coverage ?? null },
      coverage === "unreachable" ? "⊘" : coverage === "reachable" ? "·" : "");
    return html("div", { class: classes, "data-line": number, "aria-current": isHere ? "step" : null,
                         on: { click: () => this.onLine(source.path, number) } },
      html("span", { class: "pointer", "aria-hidden": "true" }, where), times, stripe,
      html("span", { class: "line-number" }, number),
      html("code", {}, ...source.parts(number)), ...this.#renderNotes(number));
  }

  /** @param {number} number */
  #renderNotes(number) {
    return (this.marks.notes.get(number) ?? []).map((note) =>
      html("span", { class: `margin-note note-${note.kind}`, title: `${note.kind}: ${note.text}` },
        `${noteSigns[note.kind]} ${note.text}`));
  }
}
