// SPDX-License-Identifier: MIT
// The texts of a program: numbered lines with colours, what the run did on each, what can be
// reached, and notes in the margin.
import { html, freshIdentifier } from "./dom.js";
import { VirtualList } from "./virtual_list.js";

/** @typedef {import("./data.js").SourceJson} SourceJson */
/** @typedef {{kind: "assumption" | "warning" | "blocking" | "property" | "related" | "coverage", text: string}} Note */
/**
 * What is said of one file, by line.
 * @typedef {"reachable" | "unreachable" | "undecided"} CoverageMark
 * @typedef {{counts: Map<number, number>, isCut?: boolean, perhaps?: Set<number>, notes: Map<number, Note[]>, coverage: Map<number, CoverageMark>}} Marks
 */

const tokenClasses = ["keyword", "name", "number", "string", "comment", "directive"];
const noteSigns = { assumption: "◇", warning: "⚠", blocking: "■", property: "◆", related: "◃", coverage: "⊘" };
/** @type {Record<CoverageMark, string>} */
export const coverageSigns = { reachable: "·", unreachable: "⊘", undecided: "?" };
const lineHeight = 20;
/** A longer text is printed in part. */
const mostPrintedLines = 400;

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
    /** The line that the arrow keys move; 0: none. */
    this.cursor = 0;
    this.prefix = freshIdentifier("line");
    /** The notes of a line in full, as its margin may be too narrow. */
    this.told = html("p", { class: "told", hidden: true });
    this.list = new VirtualList({
      rowHeight: lineHeight,
      render: (row) => this.#renderLine(row + 1),
      isPrinted: (row) => this.#isPrinted(row + 1),
      attributes: { class: "list source", role: "listbox", "aria-label": "source text: arrow keys go by lines, Enter to the next step on the line" },
    });
    const label = html("label", { for: picker, class: "visually-hidden" }, "file");
    this.element = html("div", { class: "source-view" }, html("div", { class: "bar", hidden: this.sources.length === 0 }, label, this.files), this.note,
      this.list.element, this.told);
    this.list.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.list.element.addEventListener("focus", () => { if (!this.cursor) this.#moveCursor(this.line || 1); });
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
    this.cursor = 0;
    this.list.element.removeAttribute("aria-activedescendant");
    this.told.hidden = true;
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
    const cursor = this.cursor;
    this.cursor = 0;
    this.#tell(line);  // first, as it takes room
    this.list.redraw(before - 1, line - 1, cursor - 1);
    if (line > 0) this.list.reveal(line - 1);
  }

  /** Of a long text, what is near to lines that the run executes, or that have notes. @param {number} line */
  #isPrinted(line) {
    if ((this.source?.lines.length ?? 0) <= mostPrintedLines) return true;
    for (let near = line - 2; near <= line + 2; ++near)
      if (this.marks.counts.get(near) || this.marks.notes.has(near) || near === this.line) return true;
    return false;
  }

  /** @param {number} line */
  #moveCursor(line) {
    const count = this.source?.lines.length ?? 0;
    const before = this.cursor;
    this.cursor = Math.min(Math.max(line, 1), count);
    this.#tell(this.cursor);
    this.list.reveal(this.cursor - 1);
    this.list.redraw(before - 1, this.cursor - 1);
    this.list.element.setAttribute("aria-activedescendant", `${this.prefix}-${this.cursor}`);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.source) return;
    const at = this.cursor || this.line || 1;
    if (event.key === "ArrowDown") this.#moveCursor(at + 1);
    else if (event.key === "ArrowUp") this.#moveCursor(at - 1);
    else if (event.key === "PageDown") this.#moveCursor(at + 20);
    else if (event.key === "PageUp") this.#moveCursor(at - 20);
    else if (event.key === "Enter") this.onLine(this.source.path, at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Says below the text what the margin says of a line. @param {number} line */
  #tell(line) {
    const notes = this.marks.notes.get(line) ?? [];
    this.told.hidden = notes.length === 0;
    if (!notes.length) return this.told.replaceChildren();
    return this.told.replaceChildren(html("span", { class: "dim" }, `line ${line}: `), ...notes.map((note, i) =>
      html("span", { class: `note-${note.kind}` }, `${i ? " · " : ""}${noteSigns[note.kind]} ${note.text}`)));
  }

  /** @param {number} number */
  #renderLine(number) {
    const source = /** @type {SourceText} */ (this.source);
    const count = this.marks.counts.get(number);
    const coverage = this.marks.coverage.get(number);
    const isHere = number === this.line;
    const classes = ["line", isHere && "here", number === this.cursor && "cursor", count && "executed", coverage].filter(Boolean).join(" ");
    const where = isHere && this.isRun ? "▶" : "";
    const stripe = this.marks.coverage.size ? html("span", { class: "stripe", title: coverage ?? null }, coverage ? coverageSigns[coverage] : "") : null;
    return html("div", { class: classes, id: `${this.prefix}-${number}`, role: "option", "aria-selected": number === this.cursor ? "true" : "false",
                         "data-line": number, "aria-current": isHere ? "step" : null, on: { click: () => this.onLine(source.path, number) } },
      html("span", { class: "pointer", "aria-hidden": "true" }, where), this.#renderCount(number, count), stripe, this.#renderSigns(number),
      html("span", { class: "line-number" }, number),
      html("code", {}, ...source.parts(number, isHere && this.column ? source.statementAt(number, this.column, this.statement) : undefined)), ...this.#renderNotes(number));
  }

  /** @param {number} number @param {number | undefined} count */
  #renderCount(number, count) {
    const [text, title] = this.#countTexts(number, count);
    return html("span", { class: "count", title: title || null }, text);
  }

  /** @param {number} number @param {number | undefined} count */
  #countTexts(number, count) {
    const { isCut, perhaps } = this.marks;
    if (count === Infinity) return ["∞", "executed again and again by this run"];
    if (count === 0) return ["waits", "a thread begins this and waits for ever"];
    if (count) return [`${isCut ? "≥" : ""}${count}×`, `this run executes this line ${isCut ? "at least " : ""}${count} ${count === 1 ? "time" : "times"}: of several statements, that which it executes most often`];
    return perhaps?.has(number) ? ["⋮", "steps that are not listed may have executed this line"] : ["", ""];
  }

  /** Kinds of the notes, which are seen where the margin has no room for more. @param {number} number */
  #renderSigns(number) {
    const notes = this.marks.notes.get(number) ?? [];
    if (!this.marks.notes.size) return null;
    const kinds = [...new Set(notes.map((note) => note.kind))];
    return html("span", { class: "signs", title: notes.map((note) => `${note.kind}: ${note.text}`).join("\n") || null, "aria-hidden": "true" },
      ...kinds.slice(-2).map((kind) => html("span", { class: `note-${kind}` }, noteSigns[kind])));
  }

  /** They take what the code leaves of the pane, and nothing if that is little: the line below the text has them, too. @param {number} number */
  #renderNotes(number) {
    const notes = this.marks.notes.get(number) ?? [];
    if (notes.length === 0) return [];
    const kinds = [...new Set(notes.map((note) => note.kind))].reverse();
    const all = html("span", { class: "margin-notes" }, ...kinds.map((kind) => {
      const texts = notes.filter((note) => note.kind === kind).map((note) => note.text);
      return html("span", { class: `margin-note note-${kind}`, title: texts.map((text) => `${kind}: ${text}`).join("\n") },
        `${noteSigns[kind]} ${texts.length > 1 ? `${texts.length} notes: ` : ""}${texts.join(" · ")}`);
    }));
    const source = /** @type {SourceText} */ (this.source);
    const room = `(100cqi - ${source.width(number) + 5}ch - var(--digits) * 1ch - 84px)`;
    all.style.maxWidth = `min(calc(${room}), max(0px, calc((${room} - 12ch) * 999)))`;
    return [all];
  }
}
