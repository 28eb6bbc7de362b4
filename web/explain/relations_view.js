// SPDX-License-Identifier: MIT
// Relations of a fixed-point system, round by round.
import { html, section } from "../viewer/dom.js";
import { counted } from "./film.js";
import { tupleTable } from "./tables.js";

/** @typedef {import("./film.js").Film} Film */

/** The fields of a structure's text, `{mod: main, pc: line 7}`; nothing of other values. @param {string} value @returns {[string, string][]} */
function fieldsOf(value) {
  if (!value.startsWith("{")) return [];
  return value.slice(1, -1).split(", ").map((field) => {
    const at = field.indexOf(": ");
    return at < 0 ? [field, ""] : [field.slice(0, at), field.slice(at + 2)];
  });
}

/**
 * All procedures have as many bits of locals as that with the most: those that the tuple's one does not use are in parentheses.
 * @param {string[]} tuple
 * @param {Film} film
 */
function markPadding(tuple, film) {
  const name = tuple.flatMap(fieldsOf).find(([field]) => field === "mod")?.[1];
  const procedure = film.procedures.find((one) => one.name === name);
  if (!procedure) return tuple;
  const used = procedure.variables.length - procedure.globals;
  return tuple.map((value) => value.replace(/\blocals: ([01]+)/, (all, bits) =>
    (bits.length > used ? `locals: ${bits.slice(0, used)}(${bits.slice(used)})` : all)));
}

/** Tuples with a column for each field of a structure: `s.mod`, `s.pc`. @param {string[]} names @param {string[][]} tuples */
function spread(names, tuples) {
  const fields = names.map((_, i) => fieldsOf(tuples[0]?.[i] ?? ""));
  return {
    names: names.flatMap((name, i) => (fields[i].length ? fields[i].map(([field]) => `${name}.${field}`) : [name])),
    rows: tuples.map((tuple) => tuple.flatMap((value, i) => (fields[i].length ? fieldsOf(value).map(([, text]) => text || "none") : [value]))),
  };
}

export class RelationsView {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.system = film.prefaceOf("system") ?? { relations: [], text: "" };
    this.lines = String(this.system.text).replace(/\n$/, "").split("\n");
    this.element = html("div", { class: "engine-view" });
    /** The step in which a relation found the target, and took in every tuple; -1 if there is none. */
    this.early = film.steps.findIndex((events) => events.some((done) => this.#endsEarly(done, events[0])));
  }

  /** @param {number} _step */
  vertexOf(_step) { return undefined; }

  /** @param {number} step */
  sentence(step) {
    const events = this.film.steps[step];
    const event = events[0];
    const { name } = this.system.relations[event.relation];
    const end = events.slice(1).map((done) => this.#completion(done, event)).join("");
    if (event.event === "complete") return `${name} is complete: ${counted(event.count, "tuple")}.`;
    const lost = event.removed ? `, and loses ${counted(event.removed.count, "tuple")}` : "";
    const early = this.early >= 0 && step > this.early ? " What early termination added counts here, too." : "";
    return `Round ${event.round} of ${name}: it gains ${counted(event.added.count, "tuple")}${lost}, and has ${event.count} now.${early}${end}`;
  }

  /** A least fixed point that ends with a round that found something has every tuple. @param {any} done @param {any} before */
  #endsEarly(done, before) {
    if (done.event !== "complete" || done.relation !== before.relation || done.rounds !== before.round) return false;
    const { first, last } = this.#linesOf(done.relation);
    return this.system.relations[done.relation].kind === "mu" && this.lines.slice(first - 1, last).some((line) => line.includes("early termination"));
  }

  /** A round that found nothing is counted, but is no event. @param {any} done @param {any} before the round that the step is about */
  #completion(done, before) {
    const { name } = this.system.relations[done.relation];
    if (done.relation !== before.relation) return ` ${name} is complete: ${counted(done.count, "tuple")}.`;
    if (this.#endsEarly(done, before)) return ` The target is reached: early termination adds every tuple, also what cannot be reached, and ${name} is complete.`;
    return done.rounds > before.round ? ` ${name} is complete: round ${done.rounds} found nothing new.` : ` ${name} is complete.`;
  }

  /** The lines of a relation's definition. @param {number} relation */
  #linesOf(relation) {
    const first = this.system.relations[relation].line;
    let last = first;
    while (last < this.lines.length && !this.lines[last - 1].replace(/\/\/.*/, "").includes(";")) last += 1;
    return { first, last };
  }

  /** @param {number} position */
  show(position) {
    const now = position > 0 ? this.film.steps[position - 1][0] : null;
    /** @type {Map<number, {count: string, round: number, complete: boolean, history: string[]}>} */
    const known = new Map();
    for (let i = 0; i < position; ++i)
      for (const event of this.film.steps[i]) {
        const before = known.get(event.relation) ?? { count: "0", round: 0, complete: false, history: [] };
        const isRound = event.event === "round";
        known.set(event.relation, { count: event.count, round: isRound ? event.round : before.round, complete: !isRound,
                                    history: isRound ? [...before.history, event.count] : before.history });
      }
    this.element.replaceChildren(html("div", { class: "halves" },
      html("div", { tabindex: 0, role: "region", "aria-label": "relations and tuples" }, section("relations", "Relations", this.#table(known, now)), this.#change(now) ?? ""),
      section("algorithm", `The algorithm, ${this.system.name ?? ""}`, this.#text(now))));
    const text = this.element.querySelector(".algorithm");
    const marked = /** @type {HTMLElement | null} */ (this.element.querySelector(".marked"));
    if (text && marked) text.scrollTop = marked.offsetTop - /** @type {HTMLElement} */ (text).offsetTop - 20;
  }

  /** @param {any} now */
  #text(now) {
    const marked = now ? this.#linesOf(now.relation) : { first: 0, last: -1 };
    return html("pre", { class: "algorithm", tabindex: 0 }, ...this.lines.map((line, i) =>
      html("span", { class: i + 1 >= marked.first && i + 1 <= marked.last ? "marked" : "" }, `${line}\n`)));
  }

  /** @param {Map<number, {count: string, round: number, complete: boolean, history: string[]}>} known @param {any} now */
  #table(known, now) {
    /** @type {any[]} */
    const relations = this.system.relations;
    const order = relations.map((_, r) => r).sort((a, b) => Number(relations[a].kind === "input") - Number(relations[b].kind === "input") || a - b);
    const rows = order.map((r) => {
      const relation = relations[r];
      const state = known.get(r);
      const isInput = relation.kind === "input";
      const history = state?.history.slice(-8).join(" → ") ?? "";
      return html("tr", { class: r === now?.relation ? "current" : "" }, html("th", { scope: "row" }, relation.name), html("td", {}, relation.kind),
        html("td", { class: "number" }, isInput ? relation.value.count : state?.count ?? "0"), html("td", {}, isInput ? "given" : state?.complete ? "complete" : state ? `round ${state.round}` : "not begun"),
        html("td", { class: "dim" }, history));
    });
    return html("table", { class: "places" }, html("thead", {}, html("tr", {}, ...["relation", "kind", "tuples", "state", "by rounds"].map((name) => html("th", { scope: "col" }, name)))),
      html("tbody", {}, ...rows));
  }

  /** What the bits of a state stand for; threads have two more behind the globals. @param {number} width of the globals */
  #bitsText(width) {
    const { procedures } = this.film;
    if (procedures.length === 0) return "";
    const globals = procedures[0].variables.slice(0, procedures[0].globals);
    const locals = procedures.map((one) => `${one.name}: ${one.variables.slice(one.globals).join(" ") || "none"}`);
    const further = width === globals.length + 2 ? ", then whether it is in an atomic section, and whether it still initialises" : "";
    return `bits of globals: ${globals.join(" ") || "none"}${further}; bits of locals in ${locals.join(", in ")}; in parentheses, bits that the procedure does not use`;
  }

  /** @param {any} now */
  #change(now) {
    if (!now || now.event !== "round") return null;
    const relation = this.system.relations[now.relation];
    const lost = now.removed?.tuples ?? [];
    const hidden = Number(now.added.count) - now.added.tuples.length;
    const { names, rows } = spread(relation.parameters, [...now.added.tuples, ...lost].map((tuple) => markPadding(tuple, this.film)));
    const column = names.findIndex((name) => name.endsWith("globals"));
    const width = column >= 0 && rows.length > 0 ? String(rows[0][column]).length : 0;
    return section("change", `What round ${now.round} found`, tupleTable(names, rows,
      { fresh: now.added.tuples.length, lost: lost.length, caption: `${relation.name}; ${this.#bitsText(width)}`, note: hidden > 0 ? `${hidden} more tuples are not shown` : "" }));
  }
}
