// SPDX-License-Identifier: MIT
// The steps of a run as a tree of calls that folds. Threads have a lane each; the loop of a lasso
// is drawn beside its steps.
import { html, button, freshIdentifier } from "./dom.js";
import { valueText, shortAction } from "./data.js";
import { parseExpression } from "./watch.js";
import { VirtualList } from "./virtual_list.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */
/** @typedef {import("./trace.js").Trace} Trace */

const stepHeight = 22;
/** Letters of a place. */
const mostWhere = 18;
export const mostThreadLanes = 8;

export class TraceTree {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    /** @type {Trace | null} */
    this.trace = null;
    /** @type {Set<number>} calls that are folded */
    this.folded = new Set();
    /** The position that is marked. */
    this.shown = 0;
    /** The positions that are seen, in order. */
    this.rows = new Int32Array(0);
    this.prefix = freshIdentifier("step");
    this.list = new VirtualList({
      rowHeight: stepHeight,
      render: (row) => this.#renderStep(row),
      attributes: { class: "list trace", role: "tree", "aria-label": "steps of the run",
                    on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) } },
    });
    const search = freshIdentifier("search");
    this.input = html("input", { id: search, type: "search", placeholder: "statement or x=1", autocomplete: "off", spellcheck: "false",
                                 on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#onSearchKey(event),
                                       input: () => this.#search() } });
    this.found = html("span", { class: "message", role: "status" });
    this.lanes = html("div", { class: "lane-heads", hidden: true });
    /** The step in full, as rows cut what is long. */
    this.now = html("p", { class: "now-line", tabindex: 0, role: "group", "aria-label": "this step in full" });
    /** Threads that have steps: each has a lane. @type {number[]} */
    this.running = [];
    this.element = html("div", { class: "trace-tree" },
      html("div", { class: "bar" }, html("label", { for: search }, "find"), this.input, this.found,
        button("⊟", "fold all calls", () => this.foldAll(true)), button("⊞", "unfold all calls", () => this.foldAll(false))),
      this.lanes, this.list.element, this.now);
    stepper.listen(() => this.#follow());
  }

  #follow() {
    if (this.stepper.trace !== this.trace) {
      this.trace = this.stepper.trace;
      this.folded.clear();
      this.hits = new Set();
      this.input.value = "";
      this.#showLanes();
      this.#findRows();
    }
    if (!this.trace) return;
    this.#unfoldTo(this.stepper.position);
    const row = this.#rowOf(this.stepper.position);
    this.#showNow(this.stepper.position);  // first, as it takes room
    this.list.reveal(row);
    this.list.redraw(this.#rowOf(this.shown), row);
    this.shown = this.stepper.position;
    this.#showFound();
    this.list.element.setAttribute("aria-activedescendant", `${this.prefix}-${this.stepper.position}`);
  }

  /** @param {number} i */
  #showNow(i) {
    const trace = /** @type {Trace} */ (this.trace);
    const place = trace.place(i);
    const effect = this.#effect(i, trace.further(i));
    const thread = trace.threads.length ? `thread ${trace.thread(i)} (${trace.threads[trace.thread(i)]}), ` : "";
    this.now.replaceChildren(html("span", { class: "dim" }, `${thread}${place.procedure}${place.line ? `, line ${place.line}` : ""}: `),
      html("code", {}, this.#statementText(i)), effect ? html("span", { class: "effect" }, ` ${effect}`) : "");
  }

  #showLanes() {
    const threads = this.trace?.threads ?? [];
    this.lanes.hidden = threads.length === 0;
    this.running = threads.map((_, i) => i).filter((i) => this.trace?.runs(i));
    this.list.element.style.setProperty("--lanes", String(Math.min(this.running.length, mostThreadLanes)));
    const trace = this.trace;
    this.list.element.style.setProperty("--numbers", `${Math.max(3, String(trace?.number(trace.length) ?? 0).length) + 1}ch`);
    this.list.element.classList.toggle("flat", trace !== null && !trace.callEnds.some((end) => end !== 0));
    const widest = (trace?.places ?? []).reduce((most, place) => Math.max(most, String(this.#where(place)).length), 2);
    this.list.element.style.setProperty("--where", `${Math.min(widest, mostWhere) + 1}ch`);
    this.lanes.replaceChildren(...this.running.map((i) => html("span", { class: `lane-head lane-${i % mostThreadLanes}` }, `${i} ${threads[i]}`)));
  }

  #findRows() {
    const trace = this.trace;
    if (!trace) return this.list.setCount(0);
    const rows = new Int32Array(trace.length + 1 + trace.gaps.length);
    let count = 0;
    /** @type {Map<number, number>} by thread, the first position that is seen again */
    const hiddenUntil = new Map();
    for (let i = 0; i <= trace.length; ++i) {
      const thread = trace.thread(i);
      if (i < (hiddenUntil.get(thread) ?? 0) && i !== trace.length) continue;
      if (trace.further(i).left_out_before) rows[count++] = i;  // what is left out has a row of its own
      rows[count++] = i;
      if (!this.folded.has(i)) continue;
      const end = trace.callEnds[i];
      hiddenUntil.set(thread, end > 0 ? end : trace.length);
    }
    this.rows = rows.subarray(0, count);
    return this.list.setCount(count);
  }

  /** The row of a position, or of the folded call that it is in. @param {number} position */
  #rowOf(position) {
    let low = 0;
    let high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rows[middle] <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** @param {number} position */
  #unfoldTo(position) {
    const trace = /** @type {Trace} */ (this.trace);
    let isNew = false;
    for (const call of trace.stack(position).slice(1)) isNew = this.folded.delete(call) || isNew;
    if (isNew) this.#findRows();
  }

  /** @param {number} position */
  toggle(position) {
    if (!this.trace?.isCall(position)) return;
    if (!this.folded.delete(position)) {
      this.folded.add(position);
      if (this.trace.stack(this.stepper.position).slice(1).includes(position)) this.stepper.go(position);
    }
    this.#findRows();
  }

  /** @param {boolean} fold */
  foldAll(fold) {
    const trace = this.trace;
    if (!trace) return;
    this.folded.clear();
    const open = new Set(trace.stack(this.stepper.position).slice(1));
    if (fold) for (let i = 0; i < trace.length; ++i) if (trace.isCall(i) && !open.has(i)) this.folded.add(i);
    this.#findRows();
    this.list.reveal(this.#rowOf(this.stepper.position));
  }

  /** @param {number} i before which steps are left out */
  #renderGap(i) {
    const trace = /** @type {Trace} */ (this.trace);
    const count = trace.further(i).left_out_before;
    return html("div", { class: "step gap", role: "treeitem", "aria-level": trace.depth(i) + 1, "aria-disabled": "true" },
      html("span", { class: "number" }, "⋮"), html("span", { class: "statement" }, `${count} ${count === 1 ? "step is" : "steps are"} not listed here`));
  }

  /** @param {number} row */
  #renderStep(row) {
    const trace = /** @type {Trace} */ (this.trace);
    const i = this.rows[row];
    if (this.rows[row + 1] === i) return this.#renderGap(i);
    const place = trace.place(i);
    const isEnd = i === trace.length;
    const isHere = i === this.stepper.position;
    const isCall = trace.isCall(i);
    const further = trace.further(i);
    const classes = ["step", isHere && "here", isEnd && "end", this.hits.has(i) && "hit"].filter(Boolean).join(" ");
    const fold = isCall
      ? html("span", { class: "fold", on: { click: (/** @type {Event} */ event) => { event.stopPropagation(); this.toggle(i); } } }, this.folded.has(i) ? "▸" : "▾")
      : html("span", { class: "fold" });
    const text = this.#statementText(i);
    const effect = this.#effect(i, further);
    const statement = html("span", { class: "statement" }, fold, text);
    const indent = `${Math.min(trace.depth(i), 24) * 0.9}rem`;
    statement.style.paddingInlineStart = indent;
    statement.style.minWidth = `min(var(--least), calc(${text.length + 3}ch + ${indent}))`;  // a short one leaves its room to the effect
    return html("div", { class: classes, role: "treeitem", id: `${this.prefix}-${i}`, "aria-level": trace.depth(i) + 1,
                         "aria-selected": isHere ? "true" : "false", "aria-expanded": isCall ? String(!this.folded.has(i)) : null,
                         "data-step": i, title: effect ? `${text} — ${effect}` : text, on: { click: () => this.stepper.go(i) } },
      html("span", { class: "loop", "aria-hidden": "true" }, this.#loopSign(i)),
      html("span", { class: "number" }, isEnd ? "end" : trace.number(i)), ...this.#renderLanes(i),
      html("span", { class: "where", title: `${place.file}:${place.line}:${place.column} in ${place.procedure}` }, this.#where(place)),
      statement, html("span", { class: "effect" }, shortAction(effect)));
  }

  /** At the end of a run that fails, the statement that fails. @param {number} i */
  #statementText(i) {
    const trace = /** @type {Trace} */ (this.trace);
    const { statement, line, file } = trace.place(i);
    if (i < trace.length || i === 0 || !/^assertion fails/.test(statement)) return statement;
    const before = trace.place(i - 1);
    return before.line === line && before.file === file ? before.statement : statement;
  }

  /** Where there are several files, with the name of the file. @param {import("./trace.js").Place} place */
  #where({ file, line }) {
    if (!line) return "";
    return this.trace?.hasSeveralFiles ? `${file.replace(/^.*\//, "")}:${line}` : line;
  }

  /** @param {number} i */
  #loopSign(i) {
    const trace = /** @type {Trace} */ (this.trace);
    if (trace.loop?.kind !== "loop") return "";
    const first = trace.loop.first_step ?? 0;
    return i < first ? " " : i === trace.length ? "╰↺" : i === first ? "╭▸" : "│";
  }

  /** @param {number} i */
  #renderLanes(i) {
    const trace = /** @type {Trace} */ (this.trace);
    if (!trace.threads.length) return [];
    const lanes = html("span", { class: "lanes" });
    const own = this.running.indexOf(trace.thread(i)) % mostThreadLanes;
    for (let lane = 0; lane < Math.min(this.running.length, mostThreadLanes); ++lane) {
      const isOwn = lane === own;
      lanes.append(html("span", { class: `lane${isOwn ? ` own lane-${trace.thread(i) % mostThreadLanes}` : ""}` }, isOwn ? String(trace.thread(i)) : ""));
    }
    return [lanes];
  }

  /** For whose end a thread has waited; empty if it has for none's. @param {number} i */
  #joined(i) {
    const trace = /** @type {Trace} */ (this.trace);
    const argument = trace.threads.length > 0 && trace.place(i).statement.match(/\b(?:pthread|thrd)_join\s*\(([^,()]*),/)?.[1];
    if (!argument) return "";
    try {
      const thread = String(parseExpression(argument)(trace.state(i)));
      return /^thread \d+$/.test(thread) ? `${thread} has ended` : "";
    } catch {
      return "";  // what has no value that is shown
    }
  }

  /** What the step does, in a few words. @param {number} i @param {import("./data.js").Further} further */
  #effect(i, further) {
    const trace = /** @type {Trace} */ (this.trace);
    const out = [];
    const conflict = trace.waits.get(i) ?? trace.races.get(i);
    if (conflict) out.push(conflict);
    if (further.inside) out.push(`(${further.inside} steps inside)`);
    if (further.printed) out.push(`prints ${further.printed.join(", ")}`);
    if (further.monitor) out.push(`monitor: ${further.monitor}`);
    if (i === trace.length) {
      if (trace.endText) out.push(`✗ ${trace.endText}`);
      if (trace.loop?.kind === "loop") out.push(`repeats from step ${trace.number(trace.loop.first_step ?? 0)} for ever`);
      return out.join("; ");
    }
    if (trace.further(i + 1).left_out_before) return out.join("; ");  // what it changed is not known
    if (further.times === 0 && !further.ends && !conflict) out.push("goes on");
    for (const [name, value] of trace.changedAtCall(i)) out.push(`${name}=${valueText(value)}`);
    const joined = conflict ? "" : this.#joined(i);
    if (joined) out.push(joined);
    for (const [name] of trace.changed(i + 1)) out.push(`${name}=${valueText(trace.state(i + 1).get(name))}`);
    for (const [name, value] of trace.hiddenChanges(i)) out.push(`${name}=${valueText(value)}`);
    if (further.starts && !out.some((text) => text.endsWith(`=thread ${further.starts}`))) out.push(`starts thread ${further.starts}`);
    return out.join(", ");
  }

  /** @type {Set<number>} */
  hits = new Set();

  /** Finds the steps whose statements, or whose changes as "x=1", contain the text. */
  #search() {
    const text = this.input.value.trim().toLowerCase();
    this.hits = new Set();
    const trace = this.trace;
    if (trace && text) {
      const places = trace.places.map((place) => place.statement.toLowerCase().includes(text));
      const names = trace.packed.names.map((name) => name.toLowerCase());
      for (let i = 0; i <= trace.length; ++i) {
        if (places[trace.placeNumber(i)]) this.hits.add(i);
        if (trace.further(i).at_call && trace.changedAtCall(i).some(([name, value]) => `${name}=${valueText(value)}`.toLowerCase().includes(text))) this.hits.add(i);
        const change = trace.packed.changes[i];
        if (!change || i === 0 || this.hits.has(i - 1)) continue;
        for (let k = 0; k < change.length; k += 2)
          if (change[k + 1] !== null &&
              `${names[/** @type {number} */ (change[k])]}=${valueText(/** @type {any} */ (change[k + 1]))}`.toLowerCase().includes(text) &&
              trace.changed(i).has(trace.packed.names[/** @type {number} */ (change[k])])) {
            this.hits.add(i - 1);
            break;
          }
      }
    }
    this.hits = new Set([...this.hits].sort((a, b) => a - b));
    this.#showFound();
    this.list.refresh();
  }

  /** How many there are, and which of them the run is at. */
  #showFound() {
    if (!this.input.value.trim()) return this.found.replaceChildren();
    const isAt = this.hits.has(this.stepper.position);
    const number = isAt ? [...this.hits].filter((i) => i <= this.stepper.position).length : 0;
    return this.found.replaceChildren(isAt ? `${number} of ${this.hits.size}` : `${this.hits.size} found`);
  }

  /** @param {1 | -1} direction */
  goToHit(direction) {
    const trace = this.trace;
    if (!trace || !this.hits.size) return;
    const count = trace.length + 1;
    for (let k = 1; k <= count; ++k) {
      const i = (((this.stepper.position + direction * k) % count) + count) % count;
      if (this.hits.has(i)) return this.stepper.go(i);
    }
  }

  /** @param {KeyboardEvent} event */
  #onSearchKey(event) {
    if (event.key === "Enter") this.goToHit(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") this.list.element.focus();
    else return;
    event.preventDefault();
  }

  /** The keys of a tree. @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.trace) return;
    const { position } = this.stepper;
    const row = this.#rowOf(position);
    const isFolded = this.folded.has(position);
    if (event.key === "ArrowDown") this.stepper.go(this.rows[Math.min(row + 1, this.rows.length - 1)]);
    else if (event.key === "ArrowUp") this.stepper.go(this.rows[Math.max(this.rows[row - 1] === position ? row - 2 : row - 1, 0)]);
    else if (event.key === "ArrowRight" && this.trace.isCall(position) && isFolded) this.toggle(position);
    else if (event.key === "ArrowRight") this.stepper.next();
    else if (event.key === "ArrowLeft" && this.trace.isCall(position) && !isFolded) this.toggle(position);
    else if (event.key === "ArrowLeft") this.stepper.toCaller();
    else if (event.key === "PageDown") this.stepper.go(this.rows[Math.min(row + 20, this.rows.length - 1)]);
    else if (event.key === "PageUp") this.stepper.go(this.rows[Math.max(row - 20, 0)]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
