// SPDX-License-Identifier: MIT
// The page of what an engine did: the program on the left, the engine on the right, step by step.
import { html, section } from "../viewer/dom.js";
import { readPageData, verdictSign } from "../viewer/data.js";
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

/** @typedef {{show: (position: number) => void, sentence: (step: number) => string, vertexOf: (step: number) => number | undefined,
 *   placeOf?: (step: number) => {file: string, line: number} | undefined, element: HTMLElement}} EngineView */

/** @type {Object<string, (film: Film) => EngineView>} */
const engineViews = {
  summary: (film) => new SummaryView(film),
  explicit: (film) => new PointsView(film),
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

class ExplainPage {
  /** @param {any} page */
  constructor(page) {
    this.page = page;
    this.film = new Film(page.events);
    this.view = (engineViews[page.engine] ?? engineViews.summary)(this.film);
    this.sources = new SourceView(page.sources);
    this.stepper = new Stepper();
    this.bar = new StepBar(this.stepper);
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
      { keys: ["t"], help: "light or dark", act: toggleTheme },
    ]);
  }

  /** What the stepper steps through. */
  #asTrace() {
    const { film, view } = this;
    return /** @type {any} */ ({
      length: film.length, loop: undefined, callEnds: [], callers: [], lastInFrame: [],
      findChange: () => -1,
      place: (/** @type {number} */ i) => ({ line: 0, statement: i > 0 ? view.sentence(i - 1) : "nothing has been done yet" }),
    });
  }

  show() {
    const { page } = this;
    const badges = page.results.map((/** @type {any} */ result) => html("span", { class: `badge ${result.verdict}` },
      html("span", { "aria-hidden": "true" }, verdictSign(result.verdict)), ` ${result.property}: ${result.verdict}`));
    const leftOut = page.left_out > 0 && html("p", { class: "note" }, `${page.left_out} of ${page.left_out + page.events.length} events are left out of this page.`);
    document.body.replaceChildren(
      html("header", {}, html("h1", {}, page.title), html("div", { class: "badges" }, ...badges),
        html("span", { class: "maker" }, `Hardbop ${page.version} · engine ${page.engine}, step by step`), themeButton(), this.keyboard.helpButton()),
      html("main", { class: "explain" }, section("sources", "Program", this.sources.element),
        splitter({ variable: "--left", label: "width of the program", start: 380, least: 160, most: 1200 }),
        html("div", { id: "film" }, html("h2", { class: "visually-hidden" }, "Steps"), html("p", { class: "engine-words dim" }, engineWords[page.engine] ?? ""), this.bar.element, this.sentence, leftOut, this.view.element)));
    this.stepper.show(this.#asTrace(), (readLink().step ?? 1) - 1);
    window.addEventListener("hashchange", () => this.stepper.go((readLink().step ?? 1) - 1));
  }

  /** @param {number} step */
  #placeOf(step) {
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
    const words = position === 0 ? `Nothing has been done yet. Press n, or ▶, for the first of ${this.film.length} steps.` : this.view.sentence(position - 1);
    this.sentence.replaceChildren(words);
    this.view.show(position);
    this.sources.mark(this.sources.marksOf);
    const place = position > 0 ? this.#placeOf(position - 1) : undefined;
    this.sources.show(place?.file ?? this.page.sources[0]?.path ?? "", place?.line ?? 0);
    writeLink({ step: position + 1 });
  }
}

new ExplainPage(readPageData()).show();
