// SPDX-License-Identifier: MIT
// What an engine did, as a film: a list of steps, each one or several events of the log that belong
// together. docs/manual/explain.md describes the events.

/**
 * @typedef {any} LogEvent
 * @typedef {{procedure: number, kind: string, line: number, text: string, to: number[], callee?: number}} VertexJson
 * @typedef {{name: string, entry: number, exit: number, globals: number, formals: number, results: number, variables: string[]}} ProcedureJson
 * @typedef {{count: string, rows: string[], left_out?: number}} TableJson
 * @typedef {{root?: number, nodes?: [number, number, number][], size?: number}} DiagramJson
 * @typedef {{name: string, at: "entry" | "here" | "exit"}} ColumnJson
 */

const prefaceEvents = new Set(["begin", "program", "search", "system", "blocks"]);

export class Film {
  /** @param {LogEvent[]} events */
  constructor(events) {
    /** Events before the first step: what the steps are about. @type {LogEvent[]} */
    this.preface = [];
    /** @type {LogEvent[][]} */
    this.steps = [];
    for (const event of events) this.#add(event);
    const program = this.preface.find((event) => event.event === "program");
    /** @type {VertexJson[]} */
    this.vertices = program?.vertices ?? [];
    /** @type {ProcedureJson[]} */
    this.procedures = program?.procedures ?? [];
    /** @type {string} */
    this.source = program?.source ?? "";
  }

  /** @param {LogEvent} event */
  #add(event) {
    if (prefaceEvents.has(event.event)) {
      this.preface.push(event);
      return;
    }
    const last = this.steps[this.steps.length - 1];
    const before = last?.[last.length - 1];
    if (event.event === "iteration" && before?.event === "iteration" && before.number === event.number && before.program === event.program) return;  // told twice
    const belongs = event.event === "done" ||
      (event.event === "arrow" && before?.event === "point" && before.point === event.to) || event.event === "complete";
    if (belongs && last) last.push(event);
    else this.steps.push([event]);
  }

  get length() { return this.steps.length; }

  /** @param {string} name */
  prefaceOf(name) { return this.preface.find((event) => event.event === name); }

  /** "line 7, h := !g". @param {number} vertex */
  placeText(vertex) {
    const at = this.vertices[vertex];
    if (!at) return `place ${vertex}`;
    if (at.kind === "exit") return `the exit of ${this.procedures[at.procedure].name}`;
    return `${at.line ? `line ${at.line}, ` : ""}“${at.text}”`;
  }
}

/** "3 145 728": digits in groups of three. @param {number | string} count */
export function grouped(count) { return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f"); }

/** "1 path edge", "3 path edges". @param {number | string} count @param {string} noun @param {string} [plural] */
export function counted(count, noun, plural = `${noun}s`) {
  return `${grouped(count)} ${String(count) === "1" ? noun : plural}`;
}
