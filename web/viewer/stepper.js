// SPDX-License-Identifier: MIT
// Where the reader is in a run, and how to go on from there. It knows nothing of how a run is shown:
// whoever shows it listens.

/** @typedef {import("./trace.js").Trace} Trace */

export class Stepper {
  constructor() {
    /** @type {Trace | null} */
    this.trace = null;
    this.position = 0;
    /** The variable that the keys for changes are about. */
    this.variable = "";
    /** @type {(() => void)[]} */
    this.listeners = [];
    /** Why a key did nothing; empty if it did something. */
    this.complaint = "";
  }

  /** @param {string} text */
  complain(text) {
    this.complaint = text;
    this.#tell();
  }

  /** Calls it whenever the run, the position or the variable is another. @param {() => void} listener */
  listen(listener) { this.listeners.push(listener); }
  #tell() { for (const listener of this.listeners) listener(); }

  get last() { return this.trace?.length ?? 0; }

  /** @param {Trace | null} trace @param {number} position */
  show(trace, position) {
    this.trace = trace;
    this.complaint = "";
    this.position = Math.min(Math.max(position, 0), this.last);
    this.#tell();
  }

  /** @param {number} position */
  go(position) {
    const inside = Math.min(Math.max(position, 0), this.last);
    if (!this.trace || (inside === this.position && !this.complaint)) return;
    this.complaint = "";
    this.position = inside;
    this.#tell();
  }

  /** @param {string} name */
  select(name) {
    this.variable = name;
    this.complaint = "";
    this.#tell();
  }

  /** One step; from the end of a lasso, to the start of its loop. */
  next() {
    const loop = this.trace?.loop;
    if (this.position === this.last && loop?.kind === "loop") this.go(loop.first_step ?? 0);
    else this.go(this.position + 1);
  }
  previous() { this.go(this.position - 1); }
  start() { this.go(0); }
  end() { this.go(this.last); }

  /** One step; a call with all that is inside is one. */
  over() {
    const end = this.trace?.callEnds[this.position] ?? 0;
    if (end > 0) this.go(end);
    else if (end < 0) this.end();
    else this.next();
  }

  /** Back by one step of this procedure. */
  backOver() {
    const last = this.trace?.lastInFrame[this.position] ?? -1;
    if (last >= 0) this.go(last);
    else this.previous();
  }

  /** To the call that led here. */
  toCaller() {
    const caller = this.trace?.callers[this.position] ?? -1;
    if (caller >= 0) this.go(caller);
    else this.complain("no call led here: this is the outermost procedure");
  }

  /** To where the run goes on when this procedure has returned. */
  out() {
    if (!this.trace) return;
    const caller = this.trace.callers[this.position];
    const end = caller >= 0 ? this.trace.callEnds[caller] : -1;
    if (end <= 0 && this.position === this.last) this.complain("the run ends in this procedure");
    else this.go(end > 0 ? end : this.last);
  }

  /** To the next change of the variable, or the one before; whether there is one. @param {1 | -1} direction */
  toChange(direction) {
    const found = this.variable ? this.trace?.findChange(this.position, this.variable, direction) ?? -1 : -1;
    if (found >= 0) this.go(found);
    else this.complain(this.variable ? `${this.variable} has no ${direction > 0 ? "further" : "earlier"} change` : "select a variable first, in the table of values");
    return found >= 0;
  }
}
