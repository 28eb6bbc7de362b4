// SPDX-License-Identifier: MIT
// The JSON in the page; docs/manual/report.md describes it.

/**
 * @typedef {boolean | number | string} Value
 * @typedef {{file: string, line: number, column: number}} SourceLocation
 * @typedef {{location: SourceLocation, text: string, reached?: boolean, hint?: string}} Remark
 * @typedef {{kind: string, first_step?: number, length?: number, frames?: number}} LoopJson
 * @typedef {{depth: number, thread: number, procedure: string, file: string, line: number, column: number,
 *   kind: string, statement: string, state: Object<string, Value>, free: string[], monitor?: string,
 *   printed?: string[], starts?: number, ends?: boolean, inside?: number | string, left_out_before?: number,
 *   columns?: number[], times?: number, at_call?: Object<string, Value>}} StepJson
 * @typedef {{places: [string, string, number, number, string, string][], names: string[], steps: number[],
 *   changes: (0 | (number | Value | null)[])[], free: (0 | number[])[], further: Object<string, Further>}} Packed
 * @typedef {{monitor?: string, printed?: string[], starts?: number, ends?: boolean, inside?: number | string,
 *   left_out_before?: number, columns?: number[], times?: number, at_call?: Object<string, Value>}} Further
 * @typedef {{hierarchical_length: number, length: number | string, truncated: boolean, steps?: StepJson[],
 *   end?: StepJson, packed?: Packed, loop?: LoopJson, threads?: string[], context_switches?: number,
 *   note?: string}} TraceJson
 * @typedef {{thread: number, action: "reads" | "writes" | "waits", function?: string, object?: string, joined?: number,
 *   holder?: number, location: SourceLocation}} InvolvedJson
 * @typedef {{property: string, kind: string, procedure: string | null, location: SourceLocation,
 *   verdict: string, reason: string | null, seconds: number, detail?: string, blocking?: Remark[],
 *   involved?: InvolvedJson[],
 *   places?: number, diverging?: string[], trace?: TraceJson}} ResultJson
 * @typedef {{procedure: string, location: SourceLocation, statement: string}} StatementJson
 * @typedef {{statements: number, incomplete: string | null, unreachable: StatementJson[],
 *   undecided?: StatementJson[], reachable?: SourceLocation[]}} CoverageJson
 * @typedef {{tool: string, version: string, schema: number, inputs: {path: string, sha256: string | null}[],
 *   engine: string, warnings: Remark[], assumptions: string[], results: ResultJson[], nothing: string | null,
 *   coverage?: CoverageJson, statistics: Object<string, number>, program?: string, question?: string}} AnswerJson
 * @typedef {{path: string, text: string, tokens: number[], note?: string}} SourceJson
 * @typedef {{kind: string, box: [number, number, number, number], rows: [number, string][], places: [number, number][],
 *   file?: string}} BlockJson
 * @typedef {{from: number, to: number, curve: number[], label?: string, at?: [number, number]}} EdgeJson
 * @typedef {{procedure: string, width: number, height: number, blocks: (BlockJson | null)[],
 *   edges: EdgeJson[]}} GraphJson
 * @typedef {{format: number, kind: string, answers: AnswerJson[], sources: SourceJson[], graphs: GraphJson[],
 *   no_graphs?: string}} PageJson
 */

/**
 * The object that stands in the page. Its text is let go, as it may be large.
 * @returns {any}
 */
export function readPageData() {
  const holder = document.getElementById("data");
  const data = JSON.parse(holder?.textContent ?? "null");
  holder?.remove();
  return data;
}

/** @param {string} verdict */
export function verdictSign(verdict) {
  /** @type {Object<string, string>} */
  const signs = { violated: "✗", holds: "✓", "holds-bounded": "≈", unknown: "?", "not-applicable": "–", error: "!" };
  return signs[verdict] ?? "?";
}

/** @param {Value | undefined} value */
export function valueText(value) {
  if (value === undefined) return "";
  return value === true ? "1" : value === false ? "0" : String(value);
}

/** What a thread of a race or a deadlock does. @param {InvolvedJson} one */
export function actionText({ action, object, joined, holder }) {
  if (action !== "waits") return `${action} ${object ?? "it"}`;
  const what = joined ? ` for the end of thread ${joined}` : object ? ` for ${object}` : "";
  return `waits for ever${what}${holder ? `, held by thread ${holder}` : ""}`;
}

/** The same, as short as a row of a list wants it. @param {string} text */
export function shortAction(text) { return text.replace(/^waits for ever for /, "waits for ").replace(/, held by thread \d+$/, ""); }

/** The same, with the thread. @param {InvolvedJson} one */
export function involvedText(one) {
  return `thread ${one.thread}${one.function ? ` (${one.function})` : ""} ${actionText(one)}`;
}

/** Whether a result is about the program as such, and no place in it. @param {ResultJson} result */
export function isOfWhole({ procedure, location }) { return !procedure && location.line === 1 && location.column === 1; }

/** What is wrong where the run ends; empty if its last step says so. @param {ResultJson} result */
export function endText({ kind, property, verdict, reason, trace }) {
  if (verdict !== "violated" || trace?.loop?.kind === "loop" || kind === "race") return "";
  if (kind === "deadlock") return "no thread can go on";
  if (reason) return reason;
  if (kind === "label") return `${property} is reached`;
  if (kind === "overflow") return "signed overflow";
  return kind === "assert" ? "the assertion fails" : "";
}

/** @param {AnswerJson} answer */
export function programName(answer) {
  return answer.program || answer.inputs.map((input) => input.path).join(", ") || "program";
}

/**
 * Names of results for links: that of the property, with its place where several have it.
 * @param {ResultJson[]} results
 * @returns {string[]}
 */
export function resultNames(results) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { property } of results) counts.set(property, (counts.get(property) ?? 0) + 1);
  return results.map(({ property, location }) => (counts.get(property) === 1 ? property : `${property} ${location.line}:${location.column}`));
}
