// SPDX-License-Identifier: MIT
// The page of answers: properties on the left, sources and the control-flow graph in the middle, the
// run on the right. Of several answers, first a table.
import { html, section } from "./dom.js";
import { readPageData, programName, resultNames, verdictSign } from "./data.js";
import { Trace } from "./trace.js";
import { Stepper } from "./stepper.js";
import { SourceView } from "./source_view.js";
import { ValueTable } from "./value_table.js";
import { WatchList } from "./watch_list.js";
import { TraceTree } from "./trace_tree.js";
import { GraphPane } from "./graph_pane.js";
import { PropertiesPane } from "./properties_pane.js";
import { StepBar } from "./step_bar.js";
import { CallStack } from "./call_stack.js";
import { Keyboard } from "./keyboard.js";
import { Matrix } from "./matrix.js";
import { cactusPlot } from "./cactus.js";
import { marksOf } from "./marks.js";
import { answerFacts, resultDetails } from "./facts.js";
import { themeButton, toggleTheme } from "./theme.js";
import { splitter } from "./layout.js";
import { readLink, writeLink } from "./links.js";

/** @typedef {import("./data.js").PageJson} PageJson */
/** @typedef {import("./data.js").AnswerJson} AnswerJson */
/** @typedef {import("./data.js").ResultJson} ResultJson */

/** The report of one program. */
class Report {
  /** @param {PageJson} page @param {AnswerJson} answer @param {string | undefined} program its name, where the page has several */
  constructor(page, answer, program) {
    this.page = page;
    this.answer = answer;
    this.program = program;
    this.names = resultNames(answer.results);
    this.chosen = -1;
    /** @type {Map<number, Trace>} */
    this.traces = new Map();
    this.stepper = new Stepper();
    /** @param {string} file @param {number} line */
    const onPlace = (file, line) => this.sources.show(file, line);
    this.onPlace = onPlace;
    const own = page.sources.filter((source) => page.answers.length === 1 || answer.inputs.some((input) => input.path === source.path) || this.#mentions(source.path));
    this.sources = new SourceView(own, { onLine: (file, line) => this.#goToLine(file, line) });
    this.properties = new PropertiesPane(answer.results, (number) => this.choose(number, 1));
    this.details = html("div", { id: "details" });
    this.bar = new StepBar(this.stepper);
    this.tree = new TraceTree(this.stepper);
    this.stack = new CallStack(this.stepper, (trace, i) => this.graph.lineBehind(trace, i));
    this.values = new ValueTable({ onSelect: (name) => this.stepper.select(this.stepper.variable === name ? "" : name) });
    this.watches = new WatchList();
    const paths = new Set(own.map((source) => source.path));
    const graphs = page.graphs.filter((graph) => graph.blocks.some((block) => block?.file !== undefined && paths.has(block.file)));
    this.graph = new GraphPane(graphs, page.no_graphs, onPlace);
    this.noRun = html("p", { class: "empty" });
    this.element = this.#build();
    this.stepper.listen(() => this.#follow());
  }

  /** @param {string} path */
  #mentions(path) {
    return this.answer.results.some(({ location, trace }) => location.file === path || trace?.packed?.places.some((place) => place[1] === path));
  }

  #build() {
    const { answer } = this;
    const nothing = answer.results.length ? null : html("p", { class: "empty" }, `Nothing to check${answer.nothing ? `: ${answer.nothing}` : "."}`);
    this.run = html("div", { class: "run" }, this.tree.element,
      html("div", { class: "run-state" }, section("stack", "Call stack", this.stack.element),
        section("values", "Values", this.values.element, this.watches.element)));
    return html("main", { class: "report" },
      section("left", "Properties", nothing, this.properties.element, this.details, answerFacts(answer, this.onPlace)),
      splitter({ variable: "--left", label: "width of the properties", least: 160, most: 600 }),
      html("div", { id: "middle" }, section("sources", "Sources", this.sources.element),
        splitter({ variable: "--below", label: "height of the graph", isRow: true, isFromEnd: true, least: 80, most: 700 }),
        section("graph", "Control flow", this.graph.element)),
      splitter({ variable: "--right", label: "width of the run", isFromEnd: true, least: 240, most: 1000 }),
      section("right", "Run", this.bar.element, this.noRun, this.run));
  }

  /** Shows a property, at a step of its run. @param {number} number @param {number} step */
  choose(number, step) {
    const result = this.answer.results[number];
    this.chosen = number;
    this.properties.choose(number);
    this.details.replaceChildren(...(result ? [resultDetails(result, (file, line) => this.#goToLastAt(file, line))] : []));
    let trace = this.traces.get(number) ?? null;
    if (!trace && result?.trace) this.traces.set(number, (trace = new Trace(result.trace, result)));
    this.sources.mark(marksOf(this.answer, trace, this.graph.graphs));
    this.watches.record(trace?.packed.names ?? [], trace?.threads ?? []);
    this.noRun.hidden = trace !== null;
    /** @type {HTMLElement} */ (this.run).hidden = trace === null;
    this.noRun.replaceChildren(this.#whyNoRun(result));
    this.stepper.show(trace, trace?.positionOf(step) ?? 0);
    if (!trace && result?.location.line) this.sources.show(result.location.file, result.location.line, 0, "", false);
    if (!trace) this.graph.show(result?.procedure ?? this.graph.graphs[0]?.procedure ?? "", result?.location.file ?? "", result?.location.line ?? 0, null, 0);
  }

  /** @param {ResultJson | undefined} result */
  #whyNoRun(result) {
    if (!result) return "There is no property to show.";
    if (result.verdict.startsWith("holds")) return "No run violates this property, so there is none to show.";
    if (result.verdict === "not-applicable") return "The program contains nothing to check here.";
    return "There is no run to show.";
  }

  #follow() {
    const { trace, position, variable } = this.stepper;
    if (!trace) {
      writeLink({ program: this.program, property: this.names[this.chosen] });
      return;
    }
    const place = trace.place(position);
    this.sources.show(place.file, place.line, place.column, place.statement);
    const state = trace.state(position);
    this.values.show(state, trace.changed(position), trace.free(position), variable);
    this.watches.show(state, { free: trace.free(position), valueIn: (name, thread) => trace.valueIn(name, thread, position) });
    this.graph.show(place.procedure, place.file, place.line, trace, position);
    writeLink({ program: this.program, property: this.names[this.chosen], step: trace.number(position) });
  }

  /** The next step on a line, from here on and then from the start. @param {string} file @param {number} line */
  #goToLine(file, line) {
    const { trace, position } = this.stepper;
    if (!trace) return;
    const count = trace.length + 1;
    for (let k = 1; k <= count; ++k) {
      const i = (position + k) % count;
      const place = trace.place(i);
      if (place.line === line && place.file === file) return this.stepper.go(i);
    }
  }

  /** The last step on a line, such as that which frees what is used later; else the line. @param {string} file @param {number} line */
  #goToLastAt(file, line) {
    const { trace } = this.stepper;
    for (let i = trace ? trace.length : -1; trace && i >= 0; --i) {
      const place = trace.place(i);
      if (place.line !== line || place.file !== file) continue;
      this.stepper.go(i);
      break;
    }
    this.onPlace(file, line);
  }

  /** Goes where a link leads; without one, to the start of the first violation. */
  followLink() {
    const link = readLink();
    const { results } = this.answer;
    const exact = this.names.indexOf(link.property ?? "");
    const named = exact >= 0 ? exact : results.findIndex((result) => result.property === link.property);
    const violated = results.findIndex((result) => result.verdict === "violated");
    const number = named >= 0 ? named : violated >= 0 ? violated : 0;
    const same = number === this.chosen && link.step !== undefined;
    if (same) this.stepper.go(this.stepper.trace?.positionOf(link.step ?? 1) ?? 0);
    else this.choose(number, link.step ?? 1);
  }
}

/** Answers about one program become one. @param {AnswerJson[]} answers @returns {AnswerJson} */
function joinAnswers(answers) {
  return {
    ...answers[0],
    results: answers.flatMap((answer) => answer.results),
    assumptions: [...new Set(answers.flatMap((answer) => answer.assumptions))],
    warnings: answers[0].warnings,
  };
}

/** @param {PageJson} page @param {Keyboard} keyboard @param {string} title @param {boolean} hasTable */
function pageHeader(page, keyboard, title, hasTable) {
  const results = page.answers.flatMap((answer) => answer.results);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const result of results) counts.set(result.verdict, (counts.get(result.verdict) ?? 0) + 1);
  const badges = [...counts].map(([verdict, count]) =>
    html("span", { class: `badge ${verdict}` }, html("span", { "aria-hidden": "true" }, verdictSign(verdict)), ` ${count} ${verdict}`));
  const first = page.answers[0];
  return html("header", {}, html("h1", {}, title), hasTable && html("a", { href: "#", class: "to-table" }, "all programs"),
    html("div", { class: "badges" }, ...badges),
    html("span", { class: "maker" }, `Hardbop ${first.version}${page.answers.length === 1 && first.engine && first.engine !== "auto" ? ` · engine ${first.engine}` : ""}`),
    themeButton(), keyboard.helpButton());
}

const keysInPanes = "In the list of steps: ↑ ↓ go by rows, → ← unfold and fold calls. In the source text and in the graph: ↑ ↓ go by lines and blocks; Enter, or a click, goes to the next step on the line, or shows the line of the block. Enter or a click on a variable selects it, and shows all of its value.";

/** What keys with digits give the focus to. */
const panes = [
  { selector: ".property[aria-current]", name: "properties" },
  { selector: ".list.source", name: "source text" },
  { selector: ".canvas", name: "graph" },
  { selector: ".list.trace", name: "steps of the run" },
  { selector: ".values", name: "values" },
];

/** @param {string} selector */
function focusPane(selector) { /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus(); }

/** The whole page. */
class ReportPage {
  /** @param {PageJson} page */
  constructor(page) {
    this.page = page;
    /** @type {Report | null} */
    this.report = null;
    /** @type {Map<string, AnswerJson[]>} */
    this.programs = new Map();
    for (const answer of page.answers) {
      const name = programName(answer);
      this.programs.set(name, [...(this.programs.get(name) ?? []), answer]);
    }
    for (const answers of this.programs.values())
      if (answers.length > 1)
        for (const answer of answers)
          for (const result of answer.results)
            if (answer.question && answer.question !== result.property) result.property = `${answer.question}: ${result.property}`;
    this.keyboard = new Keyboard(this.#keys(), keysInPanes);
    window.addEventListener("hashchange", () => this.show());
  }

  #keys() {
    const stepper = () => this.report?.stepper;
    return [
      { keys: ["n", "j"], help: "next step, into calls", act: () => stepper()?.next() },
      { keys: ["p", "k"], help: "previous step", act: () => stepper()?.previous() },
      { keys: ["o"], help: "next step, over calls", act: () => stepper()?.over() },
      { keys: ["b"], help: "previous step of this procedure, back over calls", act: () => stepper()?.backOver() },
      { keys: ["u"], help: "out of this procedure", act: () => stepper()?.out() },
      { keys: ["i"], help: "to the call that led here", act: () => stepper()?.toCaller() },
      { keys: ["c"], help: "to the next change of the selected variable", act: () => { stepper()?.toChange(1); } },
      { keys: ["C"], help: "to the change before", act: () => { stepper()?.toChange(-1); } },
      { keys: ["Home", "g"], help: "to the start", act: () => stepper()?.start() },
      { keys: ["End", "G"], help: "to the end", act: () => stepper()?.end() },
      { keys: ["f"], help: "fold or unfold the call", act: () => this.report?.tree.toggle(this.report.stepper.position) },
      { keys: ["/"], help: "find in the run", act: () => this.report?.tree.input.focus() },
      { keys: ["["], help: "to the property before", act: () => this.report?.properties.step(-1) },
      { keys: ["]"], help: "to the next property", act: () => this.report?.properties.step(1) },
      ...panes.map(({ selector, name }, i) => ({ keys: [String(i + 1)], help: `to the ${name}`, act: () => focusPane(selector) })),
      { keys: ["t"], help: "light or dark", act: toggleTheme },
    ];
  }

  show() {
    const link = readLink();
    const hasTable = this.programs.size > 1 || this.page.answers.length > 1;
    const name = link.program ?? (hasTable ? undefined : [...this.programs.keys()][0]);
    const answers = name === undefined ? undefined : this.programs.get(name);
    if (name === undefined || !answers) return this.#showTable();
    if (!this.report || this.shown !== name) {
      this.report = new Report(this.page, joinAnswers(answers), hasTable ? name : undefined);
      document.body.replaceChildren(pageHeader({ ...this.page, answers }, this.keyboard, name, hasTable), this.report.element);
    }
    this.shown = name;
    return this.report.followLink();
  }

  /** @type {string | undefined} */
  shown;

  #showTable() {
    this.report = null;
    this.shown = undefined;
    document.body.replaceChildren(pageHeader(this.page, this.keyboard, `${this.programs.size} programs`, false),
      html("main", { class: "table-page" }, cactusPlot(this.page.answers), new Matrix(this.page.answers).element));
  }
}

new ReportPage(readPageData()).show();
