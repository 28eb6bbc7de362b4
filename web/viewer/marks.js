// SPDX-License-Identifier: MIT
// What an answer says about lines of a source: notes for the margin, and what can be reached.

import { involvedText } from "./data.js";

/** @typedef {import("./data.js").AnswerJson} AnswerJson */
/** @typedef {import("./data.js").GraphJson} GraphJson */
/** @typedef {import("./source_view.js").Note} Note */
/** @typedef {import("./source_view.js").Marks} Marks */
/** @typedef {import("./source_view.js").CoverageMark} CoverageMark */
/** @typedef {import("./trace.js").Trace} Trace */

/** The places that a sentence names as file:line:column. @param {string} text @param {string} file @returns {number[]} */
function namedLines(text, file) {
  const out = [];
  let at = -1;
  while ((at = text.indexOf(`${file}:`, at + 1)) >= 0) {
    const found = text.slice(at + file.length).match(/^:(\d+)/);
    if (found) out.push(Number(found[1]));
  }
  return out;
}

/** @param {AnswerJson} answer @param {string} file @returns {Map<number, Note[]>} */
function findNotes(answer, file) {
  /** @type {Map<number, Note[]>} */
  const notes = new Map();
  /** @param {number} line @param {Note} note */
  const add = (line, note) => {
    const others = notes.get(line) ?? [];
    if (!others.some((one) => one.text === note.text)) notes.set(line, [...others, note]);
  };
  for (const text of answer.assumptions)
    for (const line of namedLines(text, file)) add(line, { kind: "assumption", text: `assuming ${text.replace(/ \([^()]*\)$/, "")}` });
  for (const warning of answer.warnings)
    if (warning.location.file === file) add(warning.location.line, { kind: "warning", text: warning.text });
  for (const result of answer.results) {
    const { location } = result;
    const hasPlace = result.procedure !== null && result.kind !== "ltl" && result.kind !== "ctl";  // others are about all of the program
    const said = new Set();
    /** @param {number} line @param {string} text */
    const say = (line, text) => {
      said.add(line);
      add(line, { kind: "property", text: `${result.property}: ${text}` });
    };
    const { involved, detail } = result;
    const isViolated = result.verdict === "violated";
    for (const one of involved ?? []) if (one.location.file === file) say(one.location.line, involvedText(one));
    if (hasPlace && location.file === file && location.line && isViolated && !said.has(location.line))
      say(location.line, [result.verdict, result.reason, involved ? "" : detail].filter(Boolean).join(", "));
    // What it is about, such as a declaration, is no place where something is violated.
    if (hasPlace && detail && !involved && isViolated)
      for (const line of namedLines(detail, file)) if (!said.has(line)) add(line, { kind: "related", text: `${result.property} at line ${location.line}: ${detail}` });
    for (const one of result.blocking ?? [])
      if (one.location.file === file) add(one.location.line, { kind: "blocking", text: one.text });
  }
  for (const [line, texts] of findParts(answer, file)) for (const text of texts) add(line, { kind: "coverage", text });
  return notes;
}

/**
 * Which statement of a line cannot be reached, or perhaps cannot, if another one can.
 * @param {AnswerJson} answer
 * @param {string} file
 * @returns {Map<number, string[]>}
 */
function findParts(answer, file) {
  /** @type {Map<number, string[]>} */
  const out = new Map();
  const { coverage } = answer;
  const reached = new Set((coverage?.reachable ?? []).filter((at) => at.file === file).map((at) => at.line));
  /** @param {string} kind @param {import("./data.js").StatementJson[]} list */
  const add = (kind, list) => {
    for (const { location, statement } of list)
      if (location.file === file && reached.has(location.line)) out.set(location.line, [...(out.get(location.line) ?? []), `${kind}: ${statement}`]);
  };
  add("unreachable", coverage?.unreachable ?? []);
  add("undecided", coverage?.undecided ?? []);
  return out;
}

/**
 * What is least known of a line's statements counts.
 * @param {AnswerJson} answer
 * @param {string} file
 * @returns {Map<number, CoverageMark>}
 */
function findCoverage(answer, file) {
  /** @type {Map<number, CoverageMark>} */
  const out = new Map();
  const { coverage } = answer;
  if (!coverage) return out;
  for (const at of coverage.reachable ?? []) if (at.file === file) out.set(at.line, "reachable");
  for (const one of coverage.undecided ?? []) if (one.location.file === file) out.set(one.location.line, "undecided");
  for (const one of coverage.unreachable) if (one.location.file === file) out.set(one.location.line, "unreachable");
  return out;
}

/** Lines with statements, as the drawings show them. @param {GraphJson[]} graphs @param {string} file */
function linesOf(graphs, file) {
  return new Set(graphs.flatMap((graph) => graph.blocks.flatMap((block) => (block?.file === file ? block.places.map(([line]) => line) : []))));
}

/**
 * @param {AnswerJson} answer
 * @param {Trace | null} trace
 * @param {GraphJson[]} graphs
 * @returns {(file: string) => Marks}
 */
export function marksOf(answer, trace, graphs) {
  return (file) => ({
    counts: trace?.countLines(file) ?? new Map(),
    isCut: trace?.json.truncated,
    perhaps: trace?.json.truncated ? linesOf(graphs, file) : new Set(),
    notes: findNotes(answer, file),
    coverage: findCoverage(answer, file),
  });
}
