// SPDX-License-Identifier: MIT
// What an answer says besides its properties: assumptions, warnings, coverage, figures, inputs.
import { html } from "./dom.js";
import { verdictSign, involvedText, isOfWhole } from "./data.js";
import { coverageSigns } from "./source_view.js";

/** @typedef {import("./data.js").AnswerJson} AnswerJson */
/** @typedef {import("./data.js").ResultJson} ResultJson */
/** @typedef {import("./data.js").CoverageJson} CoverageJson */
/** @typedef {import("./data.js").SourceLocation} SourceLocation */

/**
 * A place in a source as a link.
 * @param {SourceLocation} at
 * @param {(file: string, line: number) => void} onPlace
 */
function placeLink(at, onPlace) {
  const text = at.line ? `${at.file}:${at.line}:${at.column}` : at.file;
  return html("button", { type: "button", class: "link", on: { click: () => onPlace(at.file, at.line) } }, text);
}

/** @param {number | string} count @param {string} one @param {string} several */
function counted(count, one, several) { return `${count} ${String(count) === "1" ? one : several}`; }

/** @param {string} heading @param {boolean} isOpen @param {...HTMLElement} children */
function foldable(heading, isOpen, ...children) {
  return html("details", { open: isOpen }, html("summary", {}, heading), ...children);
}

/**
 * A sentence with the places in it as links.
 * @param {string} text
 * @param {(file: string, line: number) => void} onPlace
 */
function linked(text, onPlace) {
  return text.split(/((?:\S+):\d+:\d+)/).map((part, i) => {
    const found = i % 2 ? part.match(/^(\(?)(.*):(\d+):(\d+)$/) : null;
    return found ? html("span", {}, found[1], placeLink({ file: found[2], line: Number(found[3]), column: Number(found[4]) }, onPlace)) : part;
  });
}

/**
 * @param {ResultJson} result
 * @param {(file: string, line: number) => void} onPlace
 */
export function resultDetails(result, onPlace) {
  const out = html("div", { class: "details" },
    html("p", { class: `verdict-line ${result.verdict}` }, html("span", { class: "verdict", "aria-hidden": "true" }, verdictSign(result.verdict)), `${result.property}: ${result.verdict}`));
  if (result.location.line && !isOfWhole(result)) out.append(html("p", {}, result.procedure ? `in ${result.procedure}, ` : "", placeLink(result.location, onPlace)));
  if (result.reason) out.append(html("p", {}, ...linked(result.reason, onPlace)));
  if (result.involved)
    out.append(html("ul", {}, ...result.involved.map((one) => html("li", {}, `${involvedText(one)} at `, placeLink(one.location, onPlace)))));
  else if (result.detail) out.append(html("p", {}, ...linked(result.detail, onPlace)));
  const { file, line, column } = result.location;
  const calls = (result.diverging ?? []).filter((name) => name !== `${file}:${line}:${column}`);
  if (calls.length) out.append(html("p", {}, `Calls that may never return: ${calls.join(", ")}`));
  else if (result.diverging?.length) out.append(html("p", {}, "A run may go on for ever here."));
  if (result.places) out.append(html("p", { class: "dim" }, `${counted(result.places, "place", "places")} checked`));
  const isSaid = (/** @type {import("./data.js").Remark} */ { location: at, text }) => result.reason?.includes(text) && result.reason.includes(`${at.file}:${at.line}:${at.column}`);
  const blocking = (result.blocking ?? []).filter((one) => !isSaid(one));
  if (blocking.length)
    out.append(html("ul", {}, ...blocking.map((one) => html("li", {}, placeLink(one.location, onPlace), ` ${one.text}`))));
  const { trace } = result;
  if (trace) {
    const switches = trace.context_switches === undefined ? "" : `, ${counted(trace.context_switches, "context switch", "context switches")}`;
    out.append(html("p", { class: "dim" }, `a run of ${counted(trace.length, "step", "steps")}${switches}${trace.truncated ? "; not all are listed" : ""}`));
    const outer = trace.hierarchical_length;
    if (trace.truncated && String(outer) !== String(trace.length))
      out.append(html("p", { class: "dim" }, `${outer} of them are numbered; the others are inside of calls that have returned`));
    if (trace.note) out.append(html("p", { class: "dim" }, trace.note));
  }
  out.append(html("p", { class: "dim" }, result.seconds < 0.001 ? "decided in less than 1 ms" : `decided in ${result.seconds.toPrecision(2)} s`));
  return out;
}

/**
 * @param {CoverageJson} coverage
 * @param {(file: string, line: number) => void} onPlace
 */
function coverageFacts(coverage, onPlace) {
  const undecided = coverage.undecided ?? [];
  const reached = coverage.statements - coverage.unreachable.length - undecided.length;
  const signs = coverageSigns;
  /** @param {string} sign @param {import("./data.js").StatementJson[]} statements */
  const list = (sign, statements) => html("ul", { class: "covered" }, ...statements.map((one) =>
    html("li", {}, `${sign} `, placeLink(one.location, onPlace), ` ${one.statement}`)));
  return foldable(`Coverage: ${reached} of ${coverage.statements} statements can be reached`, true,
    html("p", { class: "dim" }, `${signs.reachable} some run reaches it; ${signs.unreachable} no run can reach it; ${signs.undecided} not known; lines without a sign have no statement that was asked about`),
    list(signs.unreachable, coverage.unreachable), list(signs.undecided, undecided),
    ...(coverage.incomplete ? [html("p", {}, `Why some are not known: ${coverage.incomplete}`)] : []));
}

/** A name may break behind its dots, and a fraction has as many digits as say something. @param {string} name @param {unknown} value */
function figureRow(name, value) {
  const parts = name.split(/(?<=\.)/).flatMap((part) => [part, html("wbr")]);
  const text = typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  return html("tr", {}, html("th", { scope: "row" }, ...parts), html("td", {}, String(text)));
}

/**
 * @param {AnswerJson} answer
 * @param {(file: string, line: number) => void} onPlace
 */
export function answerFacts(answer, onPlace) {
  const out = html("div", { class: "facts" });
  if (answer.assumptions.length)
    out.append(foldable(`Assumptions (${answer.assumptions.length})`, true, html("ul", {}, ...answer.assumptions.map((text) => html("li", {}, text)))));
  if (answer.warnings.length)
    out.append(foldable(`Warnings (${answer.warnings.length})`, false,
      html("ul", {}, ...answer.warnings.map((one) => html("li", {}, placeLink(one.location, onPlace), ` ${one.text}`)))));
  if (answer.coverage) out.append(coverageFacts(answer.coverage, onPlace));
  const all = Object.entries(answer.statistics ?? {});
  const figures = all.filter(([, value]) => value !== 0);
  const zeros = all.length - figures.length;
  if (figures.length)
    out.append(foldable("Statistics", false, ...(zeros ? [html("p", { class: "dim" }, `${counted(zeros, "figure that is 0 is", "figures that are 0 are")} left out`)] : []), html("table", {}, html("tbody", {}, ...figures.map(([name, value]) => figureRow(name, value))))));
  out.append(foldable("Inputs", false, html("ul", {}, ...answer.inputs.map((input) =>
    html("li", {}, input.path, ...(input.sha256 ? [html("br"), html("span", { class: "dim" }, "SHA-256 "), html("code", { class: "hash" }, input.sha256)] : []))))));
  return out;
}
