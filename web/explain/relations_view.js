// SPDX-License-Identifier: MIT
// Relations of a fixed-point system, round by round.
import { html, section } from "../viewer/dom.js";
import { counted, grouped } from "./film.js";
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

/** Counts by rounds, the last ones if they are many. @param {string[]} counts */
function historyText(counts) {
  const shown = counts.map(grouped);
  while (shown.join(" → ").length > mostLetters && shown.length > 1) shown.shift();
  return `${shown.length < counts.length ? "… → " : ""}${shown.join(" → ")}`;
}

const mostLetters = 36;
/** What kinds of relations are called. @type {Object<string, string>} */
const kindWords = { mu: "least fixed point", nu: "greatest fixed point", relation: "defined by others", input: "given" };
/** @type {[RegExp, string][]} */
const glossary = [
  [/\bpc\b/, "pc: the place in the procedure, before its statement"],
  [/\bmod\b/, "mod: the procedure"],
  [/starter /, "starter: what starts a thread and calls its main; its places are numbers"],
  [/result\d/, "result1: the first value that is returned"],
  [/"cs"/, "cs: the number of context switches so far; ecs: that at the entry"],
];
const mostNamed = 3;

/**
 * What bits stand for: `g=0 h=1`; of many variables, those that are true. Bits behind those of the procedure are not used.
 * @param {string} bits
 * @param {string[]} names
 */
function bitsText(bits, names) {
  const used = names.slice(0, bits.length);
  if (used.length === 0) return "none";
  if (used.length <= mostNamed) return used.map((name, i) => `${name}=${bits[i]}`).join(" ");
  return used.filter((_, i) => bits[i] === "1").join(" ") || "all 0";
}

/**
 * Tuples with names for the bits of globals and locals; a thread has two more bits behind the globals. At an
 * exit the first locals are the results, and there are no others.
 * @param {string[]} tuple
 * @param {Film} film
 */
function nameBits(tuple, film) {
  const module = tuple.flatMap(fieldsOf).find(([field]) => field === "mod")?.[1];
  const procedure = film.procedures.find((one) => one.name === module);
  const any = film.procedures[0];
  if (!any) return tuple;
  const globals = any.variables.slice(0, any.globals);
  const isStarter = module?.startsWith("starter ");  // of a thread; it has no variables
  const locals = procedure ? procedure.variables.slice(procedure.globals) : isStarter ? [] : null;
  const results = Array.from({ length: procedure?.results ?? 0 }, (_, i) => `result${i + 1}`);
  return tuple.map((value) => value
    .replace(/\bglobals: ([01]+)/, (_, bits) => `globals: ${bitsText(bits, bits.length === globals.length + 2 ? [...globals, "(atomic)", "(starting)"] : globals)}`)
    .replace(/\blocals: ([01]+)/, (all, bits) => (locals ? `locals: ${bitsText(bits, /\bpc: exit\b/.test(value) ? results : locals)}` : all)));
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
    this.showsInputs = false;
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
    return `Round ${event.round} of ${name}: it gains ${counted(event.added.count, "tuple")}${lost}, and has ${grouped(event.count)} now.${early}${end}`;
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

  /** A round of another relation begins. @param {number} step */
  beginsPart(step) { return step === 0 || this.film.steps[step][0].relation !== this.film.steps[step - 1][0].relation; }

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
    this.element.replaceChildren(html("div", { class: "halves tables" },
      html("div", { tabindex: 0, role: "region", "aria-label": "relations and tuples" }, section("relations", "Relations", this.#table(known, now)), this.#change(now, position - 1) ?? "", this.#glossary(now) ?? ""),
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
    const isDone = relations.every((relation, r) => relation.kind !== "mu" || known.get(r)?.complete);
    /** @param {number[]} numbers */
    const rowsOf = (numbers) => html("table", { class: "places" },
      html("thead", {}, html("tr", {}, ...["relation", "kind", "tuples", "state", "by rounds"].map((name) => html("th", { scope: "col" }, name)))),
      html("tbody", {}, ...numbers.map((r) => {
        const relation = relations[r];
        const state = known.get(r);
        const isInput = relation.kind === "input";
        const history = historyText(state?.history ?? []);
        return html("tr", { class: r === now?.relation ? "current" : "" }, html("th", { scope: "row" }, relation.name), html("td", { title: relation.kind }, kindWords[relation.kind] ?? relation.kind),
          html("td", { class: "number" }, grouped(isInput ? relation.value.count : state?.count ?? "0")), html("td", {}, isInput ? "given" : this.#stateText(state, isDone)),
          html("td", { class: "dim" }, history));
      })));
    const isInput = relations.map((relation) => relation.kind === "input");
    const inputs = relations.map((_, r) => r).filter((r) => isInput[r]);
    const listed = html("details", { open: this.showsInputs, on: { toggle: (/** @type {Event} */ event) => { this.showsInputs = /** @type {HTMLDetailsElement} */ (event.target).open; } } },
      html("summary", {}, `What the program gives: ${counted(inputs.length, "relation")}`), rowsOf(inputs));
    return html("div", {}, rowsOf(relations.map((_, r) => r).filter((r) => !isInput[r])), inputs.length > 0 && listed);
  }

  /** What is defined by least fixed points is final where they all are. @param {{round: number, complete: boolean} | undefined} state @param {boolean} isDone */
  #stateText(state, isDone) {
    if (state?.complete) return "complete";
    if (!state) return isDone ? "empty" : "not begun";
    return isDone ? `complete since round ${state.round}` : `round ${state.round}`;
  }

  /** What words in the tuples mean. @param {any} now */
  #glossary(now) {
    if (!now || now.event !== "round") return null;
    const text = JSON.stringify([this.system.relations[now.relation].parameters, now.added.tuples]);
    const found = glossary.filter(([word]) => word.test(text)).map(([, meaning]) => meaning);
    return found.length ? html("p", { class: "dim glossary" }, `${found.join("; ")}.`) : null;
  }

  /** @param {any} now @param {number} step */
  #change(now, step) {
    if (!now || now.event !== "round") return null;
    const relation = this.system.relations[now.relation];
    const lost = now.removed?.tuples ?? [];
    const all = Number(now.added.rows ?? now.added.count);
    /** Those that differ only in what is not shown are one. @type {Map<string, {tuple: string[], isNew: boolean}>} */
    const distinct = new Map();
    [...now.added.tuples, ...lost].forEach((bits, i) => {
      const tuple = nameBits(bits, this.film);
      const isNew = i < now.added.tuples.length;
      distinct.set(`${isNew} ${tuple}`, { tuple, isNew });
    });
    const rows = [...distinct.values()];
    const fresh = rows.filter((row) => row.isNew).length;
    const { names, rows: values } = spread(relation.parameters, rows.map((row) => row.tuple));
    const hidden = all - now.added.tuples.length;
    const same = now.added.tuples.length + lost.length - rows.length;
    const leftOut = relation.left_out?.length ? ` Without ${relation.left_out.join(" and ")}: what the other threads do, as far as it is guessed.` : "";
    const isGuess = this.early >= 0 && step > this.early;
    const guess = isGuess ? " Early termination has added every tuple before, so not all of these can be reached." : "";
    const named = rows.some((row) => /(globals|locals): (?!\w+=|none)/.test(String(row.tuple))) ? " Of many variables, those that are 1 are named." : "";
    return section("change", `What round ${now.round} found`, tupleTable(names, values,
      { fresh, lost: rows.length - fresh, freshWord: isGuess ? "perhaps" : "new", caption: `New in ${relation.name}.${guess}${leftOut}${named}`,
        note: [hidden > 0 && `${grouped(hidden)} more rows are not shown.`, same > 0 && `${counted(same, "tuple")} that ${same === 1 ? "differs" : "differ"} only in bits that the procedure does not use ${same === 1 ? "is" : "are"} not listed again.`].filter(Boolean).join(" ") }));
  }
}
