// SPDX-License-Identifier: MIT
// The texts of a program: numbered lines with colours, what the run did on each, what can be
// reached, and notes in the margin.
import { html, freshIdentifier } from "./dom.js";
import { VirtualList } from "./virtual_list.js";

/** @typedef {import("./data.js").SourceJson} SourceJson */
/** @typedef {{kind: "assumption" | "warning" | "blocking" | "property" | "coverage", text: string}} Note */
/**
 * What is said of one file, by line.
 * @typedef {"reachable" | "unreachable" | "undecided"} CoverageMark
 * @typedef {{counts: Map<number, number>, isCut?: boolean, notes: Map<number, Note[]>, coverage: Map<number, CoverageMark>}} Marks
 */

const tokenClasses = ["keyword", "name", "number", "string", "comment", "directive"];
const noteSigns = { assumption: "◇", warning: "⚠", blocking: "■", property: "◆", coverage: "⊘" };
/** @type {Record<CoverageMark, string>} */
export const coverageSigns = { reachable: "·", unreachable: "⊘", undecided: "?" };
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

  /** Columns of a line. @param {number} line counts from one */
  width(line) {
    let out = 0;
    for (const letter of this.lines[line - 1].text) out += letter === "\t" ? 8 - (out % 8) : 1;
    return out;
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

  /**
   * The parts of a line, coloured; those from `now[0]` up to `now[1]` are marked as the statement.
   * @param {number} line counts from one
   * @param {[number, number]} [now]
   * @returns {(string | HTMLElement)[]}
   */
  parts(line, now = [0, 0]) {
    const { start, text } = this.lines[line - 1];
    /** @type {(string | HTMLElement)[]} */
    const out = [];
    /** @param {number} from @param {number} to @param {number} kind @returns {void} */
    const add = (from, to, kind) => {
      const cut = now.find((one) => from < one && one < to);
      if (cut !== undefined) {
        add(from, cut, kind);
        return add(cut, to, kind);
      }
      const isNow = now[0] <= from && to <= now[1];
      const classes = [kind >= 0 && `token-${tokenClasses[kind] ?? "name"}`, isNow && "now"].filter(Boolean).join(" ");
      const part = text.slice(from, to);
      if (from < to) out.push(classes ? html("span", { class: classes }, part) : part);
    };
    let at = 0;
    for (let i = this.#firstToken(start); i < this.tokens.length; ++i) {
      const { begin, end, kind } = this.tokens[i];
      if (begin >= start + text.length) break;
      const from = Math.max(begin - start, 0);
      const to = Math.min(end - start, text.length);
      add(at, from, -1);
      add(from, to, kind);
      at = to;
    }
    add(at, text.length, -1);
    return out;
  }

  /** Where a statement is, by its text; else up to its semicolon, or before a brace. @param {number} line @param {number} column @param {string} statement @returns {[number, number]} */
  statementAt(line, column, statement) {
    const text = this.lines[line - 1]?.text ?? "";
    const found = statement ? text.indexOf(statement) : -1;
    if (found >= 0 && found < column && column <= found + statement.length) return [found, found + statement.length];
    const from = Math.max(column - 1, 0);
    let depth = 0;
    for (let i = from; i < text.length; ++i) {
      if (text[i] === "(") depth += 1;
      if (text[i] === ")") depth -= 1;
      if (depth < 0 || (depth === 0 && (text[i] === "{" || text[i] === "}"))) return [from, i];
      if (depth === 0 && text[i] === ";") return [from, i + 1];
    }
    return [from, text.trimEnd().length];
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
    this.column = 0;
    this.statement = "";
    this.isRun = true;
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
    this.element.style.setProperty("--lines", String(found.lines.length));
    this.list.all.style.minWidth = `calc(${widest + digits}ch + 9rem)`;
    this.list.setCount(found.lines.length);
    return true;
  }

  /** Shows a line as the one where the run is, if there is one; 0: none. @param {string} file @param {number} line @param {number} [column] @param {string} [statement] @param {boolean} [isRun] */
  show(file, line, column = 0, statement = "", isRun = true) {
    if (!this.showFile(file)) return;
    const before = this.line;
    this.isRun = isRun;
    this.line = line;
    this.column = column;
    this.statement = statement;
    this.list.redraw(before - 1, line - 1);
    if (line > 0) this.list.reveal(line - 1);
  }

  /** @param {number} number */
  #renderLine(number) {
    const source = /** @type {SourceText} */ (this.source);
    const count = this.marks.counts.get(number) ?? 0;
    const coverage = this.marks.coverage.get(number);
    const isHere = number === this.line;
    const classes = ["line", isHere && "here", count > 0 && "executed", coverage].filter(Boolean).join(" ");
    const where = isHere && this.isRun ? "▶" : "";
    const times = count === Infinity ? html("span", { class: "count", title: "executed again and again by this run" }, "∞")
      : count > 0 ? html("span", { class: "count", title: `executed ${this.marks.isCut ? "at least " : ""}${count} times by this run` }, `${this.marks.isCut ? "≥" : ""}${count}×`) : html("span", { class: "count" });
    const stripe = html("span", { class: "stripe", title: coverage ?? null }, coverage ? coverageSigns[coverage] : "");
    return html("div", { class: classes, "data-line": number, "aria-current": isHere ? "step" : null,
                         on: { click: () => this.onLine(source.path, number) } },
      html("span", { class: "pointer", "aria-hidden": "true" }, where), times, stripe,
      html("span", { class: "line-number" }, number),
      html("code", {}, ...source.parts(number, isHere && this.column ? source.statementAt(number, this.column, this.statement) : undefined)), ...this.#renderNotes(number));
  }

  /** They take what the code leaves of the pane, and are cut short if that is little. @param {number} number */
  #renderNotes(number) {
    const notes = this.marks.notes.get(number) ?? [];
    if (notes.length === 0) return [];
    const all = html("span", { class: "margin-notes" }, ...notes.map((note) =>
      html("span", { class: `margin-note note-${note.kind}`, title: `${note.kind}: ${note.text}` },
        `${noteSigns[note.kind]} ${note.text}`)));
    const source = /** @type {SourceText} */ (this.source);
    all.style.maxWidth = `max(14ch, calc(100cqi - ${source.width(number) + 4}ch - var(--digits) * 1ch - 60px))`;
    return [all];
  }
}
