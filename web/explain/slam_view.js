// SPDX-License-Identifier: MIT
// Abstraction and refinement, round by round: the predicates and the Boolean program, the path that
// it takes to an error, why C cannot take it, and the predicates that say so.
import { html, section } from "../viewer/dom.js";
import { counted } from "./film.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {{file: string, line: number, function: string, text: string, core?: string}} PathStepJson */

/** Statements of a path that is shown completely. */
const mostOfPath = 40;

export class SlamView {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.element = html("div", { class: "engine-view" });
  }

  /** @param {number} _step */
  vertexOf(_step) { return undefined; }

  /** A line of C that the step is about. @param {number} step @returns {{file: string, line: number} | undefined} */
  placeOf(step) {
    const event = this.film.steps[step][0];
    if (event.event === "predicate") return event.line ? { file: event.file, line: event.line } : undefined;
    if (event.event !== "path") return undefined;
    /** @type {PathStepJson[]} */
    const steps = event.steps;
    return steps.find((one) => one.core && one.line > 0) ?? steps.filter((one) => one.line > 0).pop();
  }

  /** @param {number} step */
  sentence(step) {
    const event = this.film.steps[step][0];
    const round = event.number + 1;
    switch (event.event) {
      case "iteration": return `${event.number === 0 ? this.#questionText(step) : ""}Round ${round}: abstract the C program with ${counted(event.predicates.length, "predicate")}, and check the Boolean program.`;
      case "path": return event.feasible === "no"
        ? `The Boolean program reaches the error by a path that C cannot take: ${this.#contradiction(event.steps)}. The abstraction is too coarse.`
        : event.feasible === "yes" ? "The Boolean program reaches the error, and C can take the same path: this is a real error."
          : "The Boolean program reaches the error, and it is not known whether C can take the path.";
      case "predicate": return `A new predicate, ${event.text}${event.line ? `: it has to be known before line ${event.line} to see that the path is impossible` : ""}.`;
      case "exclusion": return "No new predicate is needed: the impossible combination of predicates on this path is forbidden in the next Boolean program.";
      default: return "";
    }
  }

  /** Which of several questions begins. @param {number} step */
  #questionText(step) {
    const isFirst = (/** @type {any[]} */ [event]) => event.event === "iteration" && event.number === 0;
    const all = this.film.steps.filter(isFirst).length;
    if (all < 2) return "";
    const number = this.film.steps.slice(0, step + 1).filter(isFirst).length;
    const { property } = this.film.steps[step][0];
    return `Question ${number} of ${all} begins${property ? `, about ${property}` : ""}${number > 1 ? ": what was decided before is left out" : ""}. `;
  }

  /** A round begins. @param {number} step */
  beginsPart(step) { return this.film.steps[step][0].event === "iteration"; }

  /** @param {PathStepJson[]} steps */
  #contradiction(steps) {
    const cores = steps.filter((step) => step.core);
    if (cores.length === 1) return `${cores[0].core} cannot be true in line ${cores[0].line}: the statements before it on the path exclude that`;
    return "the conditions in the column “contradiction” cannot all be true";
  }

  /** @param {number} position @param {boolean} [isEnd] */
  show(position, isEnd = false) {
    if (position !== this.position) this.showsAll = false;
    this.position = position;
    let iteration = null;
    let path = null;
    const found = [];
    for (let i = 0; i < position; ++i) {
      const event = this.film.steps[i][0];
      if (event.event === "iteration") { iteration = event; path = null; found.length = 0; }
      if (event.event === "path") path = event;
      if (event.event === "predicate") found.push(event);
    }
    const now = position > 0 ? this.film.steps[position - 1][0] : null;
    this.element.replaceChildren(this.#predicates(iteration, found, now), html("div", { class: "halves" }, this.#program(iteration, path), this.#path(path, now, isEnd)));
  }

  /** @param {any} iteration @param {any[]} found @param {any} now */
  #predicates(iteration, found, now) {
    /** @type {string[]} */
    const old = iteration?.predicates ?? [];
    const items = [...old.map((text) => html("li", {}, html("code", {}, text))), ...found.map((event) =>
      html("li", { class: event === now ? "current" : "" }, html("code", {}, event.text),
        html("span", { class: "dim" }, event.line ? ` new, from line ${event.line}` : " new")))];
    const hasThreads = [...old, ...found.map((event) => event.text)].some((text) => text.includes("thread."));
    const note = hasThreads && html("p", { class: "dim" }, "Threads are made one sequential program: thread.1.at is a variable of it that says where thread 1 is.");
    return section("predicates", "Predicates", note, items.length > 0 ? html("ul", { class: "predicates" }, ...items) : html("p", { class: "dim" }, "none: the first Boolean program has no variables"));
  }

  /** Lines say behind `//` which line of C they are of; those of the path are marked. @param {any} iteration @param {any} path */
  #program(iteration, path) {
    if (!iteration) return section("program", "Boolean program", html("p", { class: "dim" }, "none yet"));
    /** @type {PathStepJson[]} */
    const steps = (path?.steps ?? []).filter((/** @type {PathStepJson} */ step) => step.line > 0);
    const onPath = new Set(steps.map((step) => String(step.line)));
    const calls = new Set(steps.flatMap((step, i) => (i > 0 && steps[i - 1].function !== step.function ? [`${steps[i - 1].line} ${step.function}`] : [])));
    let last = "";
    const lines = String(iteration.program).replace(/\n$/, "").split("\n").map((line) => {
      const found = line.match(/\/\/ (\d+): /);
      if (found) last = found[1];
      const call = line.match(/^\s+(?:[^:]*:= )?(\w+)\(.*\);\s*$/);
      const isOn = (found && onPath.has(found[1])) || (call && calls.has(`${last} ${call[1]}`));
      return html("span", { class: isOn ? "on-path" : "" }, `${line}\n`);
    });
    return section("program", `Boolean program of round ${iteration.number + 1}`, path ? html("p", { class: "dim" }, "bold: statements on the path, and calls that it enters; of a branch both ways have one line") : "",
      html("pre", { class: "algorithm", tabindex: 0 }, ...lines));
  }

  /** @param {any} path @param {any} now @param {boolean} isEnd */
  #path(path, now, isEnd) {
    const text = isEnd ? "The Boolean program has been checked: no path to an error was found." : "The Boolean program is being checked.";
    if (!path) return section("path", "Path", html("p", { class: "dim" }, text));
    /** @type {PathStepJson[]} */
    const steps = path.steps;
    /** A statement of C may be several of ours. @param {PathStepJson} step @param {number} i */
    const isShown = (step, i) => step.line > 0 &&
      (Boolean(step.core) || !(i > 0 && steps[i - 1].line === step.line && steps[i - 1].function === step.function && steps[i - 1].text === step.text));
    const shown = steps.map((_, i) => i).filter((i) => isShown(steps[i], i));
    const near = this.#nearCores(steps, shown, now);
    const rows = shown.map((i, k) => this.#renderRow(steps, i, near, shown, k, now));
    const isCut = near.size < shown.length;
    const all = isCut && html("button", { type: "button", on: { click: () => { this.showsAll = true; this.show(this.position, isEnd); } } }, `show all ${shown.length} statements`);
    const heading = path.feasible === "no" ? "Path that C cannot take" : path.feasible === "yes" ? "Path to the error" : "Path";
    const out = section("path", heading, html("table", { class: "places" }, html("thead", {}, html("tr", {}, ...["in", "line", "statement", "contradiction"].map((name) => html("th", { scope: "col" }, name)))), html("tbody", {}, ...rows)), all,
      path.left_out > 0 && html("p", { class: "dim" }, `${path.left_out} steps are not shown`));
    out.tabIndex = 0;  // it may scroll
    return out;
  }

  position = 0;
  showsAll = false;

  /** Of a long path, the statements near to a contradiction, and both ends. @param {PathStepJson[]} steps @param {number[]} shown @param {any} now @returns {Set<number>} */
  #nearCores(steps, shown, now) {
    if (this.showsAll || shown.length <= mostOfPath) return new Set(shown);
    const out = new Set([...shown.slice(0, 3), ...shown.slice(-3)]);
    shown.forEach((i, k) => { if (steps[i].core || (now?.event === "predicate" && now.step === i)) for (const near of shown.slice(Math.max(k - 3, 0), k + 3)) out.add(near); });
    return out;
  }

  /** @param {PathStepJson[]} steps @param {number} i @param {Set<number>} near @param {number[]} shown @param {number} k @param {any} now */
  #renderRow(steps, i, near, shown, k, now) {
    const step = steps[i];
    if (near.has(i))
      return html("tr", { class: [step.core ? "core" : "", now?.event === "predicate" && now.step === i ? "current" : ""].join(" ") },
        html("td", {}, step.function), html("td", { class: "number" }, step.line || ""), html("td", {}, html("code", {}, step.text)), html("td", { class: "core-mark" }, step.core ? html("code", {}, step.core) : ""));
    if (k > 0 && !near.has(shown[k - 1])) return null;
    let count = 0;
    while (k + count < shown.length && !near.has(shown[k + count])) count += 1;
    return html("tr", { class: "path-gap" }, html("td", {}, "⋮"), html("td", { class: "number" }), html("td", { colspan: 2 }, `${counted(count, "statement")} between`));
  }
}
