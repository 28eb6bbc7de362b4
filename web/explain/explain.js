// SPDX-License-Identifier: MIT
// The page of what an engine did: the program on the left, the engine on the right, step by step.
import { html, section } from "../viewer/dom.js";
import { readPageData, resultNames, verdictSign } from "../viewer/data.js";
import { SourceView } from "../viewer/source_view.js";
import { Stepper } from "../viewer/stepper.js";
import { StepBar } from "../viewer/step_bar.js";
import { Keyboard } from "../viewer/keyboard.js";
import { splitter } from "../viewer/layout.js";
import { themeButton, toggleTheme } from "../viewer/theme.js";
import { readLink, writeLink } from "../viewer/links.js";
import { Film } from "./film.js";
import { SummaryView } from "./summary_view.js";
import { PointsView } from "./points_view.js";
import { RelationsView } from "./relations_view.js";
import { ImageView } from "./image_view.js";
import { SlamView } from "./slam_view.js";

/** @typedef {{show: (position: number, isEnd?: boolean) => void, sentence: (step: number) => string, vertexOf: (step: number) => number | undefined,
 *   placeOf?: (step: number) => {file: string, line: number} | undefined, ending?: (holds: boolean) => string, beginsPart?: (step: number) => boolean, element: HTMLElement}} EngineView */

/** @type {Object<string, (film: Film, results: {property: string}[]) => EngineView>} */
const engineViews = {
  summary: (film) => new SummaryView(film),
  explicit: (film, results) => new PointsView(film, results),
  fixpoint: (film) => new RelationsView(film),
  image: (film) => new ImageView(film),
  slam: (film) => new SlamView(film),
};

/** What each engine does, in a few words. @type {Object<string, string>} */
const engineWords = {
  summary: "Path edges and summaries: a set of valuations grows at each statement until nothing is new.",
  explicit: "Points and arrows: each statement with each valuation that a run can have there.",
  fixpoint: "The algorithm is a system of equations; its relations grow round by round.",
  image: "From the states that are new, compute all that one step leads to.",
  slam: "Abstract C to a Boolean program, check that, and refine it while its errors are not real.",
};

/** What it means, for an engine, that a property is violated or holds. @type {Object<string, {violated: string, holds: string}>} */
const endings = {
  summary: { violated: "a path edge arrived there", holds: "the worklist is empty, so nothing more can be reached" },
  explicit: { violated: "a point is there, and arrows lead from the start to it", holds: "every point is done, so nothing more can be reached" },
  fixpoint: { violated: "the relations have a state there", holds: "the relations are complete, and have no state there" },
  image: { violated: "a state there was reached", holds: "no image has a new state, so nothing more can be reached" },
  slam: { violated: "C can take the path that was found: a real error", holds: "proved, since the Boolean program has no path to an error" },
};

/** The places of assertions are reached also where they hold: "there" is where they fail. @param {string} text @param {any} result */
function whereItFails(text, result) {
  return result.kind === "label" || /^label /.test(result.property) ? text : text.replace(/\bthere\b/, "where it fails");
}

const mostTicks = 60;
const mostBadges = 4;

class ExplainPage {
  /** @param {any} page */
  constructor(page) {
    this.page = page;
    /** Of results, with their places where several have one name. */
    this.names = resultNames(page.results.map((/** @type {any} */ one) => ({ location: { line: 0, column: 0 }, ...one })));
    this.film = new Film(page.events);
    this.view = (engineViews[page.engine] ?? engineViews.summary)(this.film, page.results);
    const { element } = this.view;
    for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", "what the engine knows"]]) element.setAttribute(name, value);
    this.sources = new SourceView(page.sources, { onLine: (file, line) => this.#goToLine(file, line) });
    /** Positions at which a round, a search or a ring begins. @type {number[]} */
    this.begins = this.film.steps.flatMap((_, step) => (this.view.beginsPart?.(step) ? [step + 1] : []));
    this.stepper = new Stepper();
    this.bar = new StepBar(this.stepper, { hasCalls: false });
    this.sentence = html("p", { class: "sentence", "aria-live": "off" });
    /** By file, lines that steps have been about, so far. @type {Map<string, Map<number, "reachable">>} */
    this.visited = new Map();
    this.sources.mark((file) => ({ counts: new Map(), notes: new Map(), coverage: this.visited.get(file) ?? new Map() }));
    this.stepper.listen(() => this.#follow());
    this.keyboard = new Keyboard([
      { keys: ["n", "j", "ArrowRight"], help: "next step", act: () => this.stepper.next() },
      { keys: ["p", "k", "ArrowLeft"], help: "previous step", act: () => this.stepper.previous() },
      { keys: ["Home", "g"], help: "to the start", act: () => this.stepper.start() },
      { keys: ["End", "G"], help: "to the end", act: () => this.stepper.end() },
      { keys: ["]", "["], help: "to where the next part begins, and the part before: a round, a search, a ring", act: () => {} },
      { keys: ["t"], help: "light or dark", act: toggleTheme },
    ], "In the text of the program: ↑ ↓ go by lines; Enter, or a click, goes to the next step about the line.");
    this.keyboard.actions.set("]", () => this.#toPart(1));
    this.keyboard.actions.set("[", () => this.#toPart(-1));
  }

  /** @param {1 | -1} direction */
  #toPart(direction) {
    const { begins } = this;
    const { position } = this.stepper;
    const found = direction > 0 ? begins.find((one) => one > position) : begins.filter((one) => one < position).pop();
    if (found === undefined) this.stepper.complain(begins.length ? "there is no further part" : "this film has no parts");
    else this.stepper.go(found);
  }

  /** The next step about a line, from here on and then from the start. @param {string} file @param {number} line */
  #goToLine(file, line) {
    const count = this.film.length;
    for (let k = 0; k < count; ++k) {
      const step = (this.stepper.position + k) % count;
      const at = this.#placeOf(step);
      if (at && at.file === file && at.line === line) return this.stepper.go(step + 1);
    }
  }

  /** The last step: what was found. Results of one kind are one sentence. */
  #ending() {
    const known = endings[this.page.engine] ?? endings.summary;
    /** @type {Object<string, string>} */
    const why = { ...known, "holds-bounded": `within the bound, ${known.holds}`, unknown: "the engine ended without an answer" };
    /** @type {Map<string, string[]>} */
    const found = new Map();
    this.page.results.forEach((/** @type {any} */ one, /** @type {number} */ i) => {
      if (one.verdict === "not-applicable") return;
      const reason = one.verdict === "unknown" && one.reason ? one.reason : whereItFails(why[one.verdict] ?? "", one);
      const text = `${one.verdict}${reason ? `, ${reason}` : ""}`;
      found.set(text, [...(found.get(text) ?? []), this.names[i]]);
    });
    const more = this.view.ending?.(this.page.results.some((/** @type {any} */ one) => one.verdict.startsWith("holds"))) ?? "";
    return `This is the end.${[...found].map(([text, names]) => ` ${names.join(", ")}: ${text}.`).join("")}${more && ` ${more}`}`;
  }

  /** What a step did; the one behind the film is the answer. @param {number} step */
  #sentenceOf(step) { return step < this.film.length ? this.view.sentence(step) : this.#ending(); }

  /** What the stepper steps through. */
  #asTrace() {
    return /** @type {any} */ ({
      length: this.film.length + 1, loop: undefined, callEnds: [], callers: [], lastInFrame: [],
      findChange: () => -1,
      number: (/** @type {number} */ i) => i,
      place: (/** @type {number} */ i) => ({ line: 0, statement: i > 0 ? this.#sentenceOf(i - 1) : "nothing has been done yet" }),
    });
  }

  /** A badge for each result; of many, one for each verdict. */
  #badges() {
    /** @type {any[]} */
    const results = this.page.results;
    /** @param {string} verdict @param {string} text @param {string | null} title */
    const badge = (verdict, text, title) => html("span", { class: `badge ${verdict}`, title }, html("span", { "aria-hidden": "true" }, verdictSign(verdict)), ` ${text}`);
    if (results.length <= mostBadges) return results.map(({ verdict }, i) => badge(verdict, `${this.names[i]}: ${verdict}`, null));
    return [...new Set(results.map(({ verdict }) => verdict))].map((verdict) => {
      const names = this.names.filter((_, i) => results[i].verdict === verdict);
      return badge(verdict, `${names.length} ${verdict}`, names.join(", "));
    });
  }

  show() {
    const { page } = this;
    const badges = this.#badges();
    const hasPlaces = this.film.steps.some((_, step) => this.#placeOf(step));
    const starts = html("datalist", { id: "parts" }, ...(this.begins.length <= mostTicks ? this.begins.map((at) => html("option", { value: at })) : []));
    this.bar.slider.setAttribute("list", "parts");
    const leftOut = page.left_out > 0 && html("p", { class: "note" }, `${page.left_out} of ${page.left_out + page.events.length} events are left out of this page.`);
    document.body.replaceChildren(
      html("header", {}, html("h1", {}, page.title), html("div", { class: "badges" }, ...badges),
        html("span", { class: "maker" }, `Hardbop ${page.version} · engine ${page.engine}, step by step`), themeButton(), this.keyboard.helpButton()),
      html("main", { class: "explain" }, section("sources", "Program", hasPlaces && html("p", { class: "dim key" }, "· a step was about this line"), this.sources.element),
        splitter({ variable: "--left", label: "width of the program", least: 160, most: 1200 }),
        html("div", { id: "film" }, html("h2", { class: "visually-hidden" }, "Steps"), html("p", { class: "engine-words dim" }, engineWords[page.engine] ?? ""), this.bar.element, starts, this.sentence, leftOut, this.view.element)));
    this.stepper.show(this.#asTrace(), readLink().step ?? 0);
    window.addEventListener("hashchange", () => this.stepper.go(readLink().step ?? 0));
  }

  /** @param {number} step */
  #placeOf(step) {
    if (step >= this.film.length) return undefined;
    if (this.view.placeOf) return this.view.placeOf(step);
    const vertex = this.view.vertexOf(step);
    const at = vertex === undefined ? undefined : this.film.vertices[vertex];
    return at && { file: this.film.source, line: at.line };
  }

  #follow() {
    const { position } = this.stepper;
    this.visited.clear();
    for (let i = 0; i < position; ++i) {
      const at = this.#placeOf(i);
      if (!at) continue;
      if (!this.visited.has(at.file)) this.visited.set(at.file, new Map());
      this.visited.get(at.file)?.set(at.line, "reachable");
    }
    const words = position === 0 ? `Nothing has been done yet. Press n, or ▶, for the first of ${this.film.length} steps.` : this.#sentenceOf(position - 1);
    this.sentence.replaceChildren(words);
    this.view.show(Math.min(position, this.film.length), position > this.film.length);
    this.sources.mark(this.sources.marksOf);
    const place = position > 0 ? this.#placeOf(position - 1) : undefined;
    this.sources.show(place?.file ?? this.page.sources[0]?.path ?? "", place?.line ?? 0);
    writeLink({ step: position });
  }
}

new ExplainPage(readPageData()).show();
