// SPDX-License-Identifier: MIT
// Path edges and summaries as they grow, then rings and the way back of a trace.
import { html, section } from "../viewer/dom.js";
import { counted } from "./film.js";
import { pathEdgeTable } from "./tables.js";
import { drawDiagram } from "./diagram.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./film.js").ColumnJson} ColumnJson */
/** @typedef {import("./film.js").DiagramJson} DiagramJson */
/** @typedef {{rows: string[], diagram?: DiagramJson, leftOut: number}} GrownSet */

/** What is known after some steps. */
class SummaryState {
  constructor() {
    /** By vertex. @type {Map<number, GrownSet>} */
    this.pathEdges = new Map();
    /** By procedure. @type {Map<number, GrownSet>} */
    this.summaries = new Map();
    /** @type {Set<number>} */
    this.waiting = new Set();
    /** Rows that have come to a vertex since it was taken from the worklist. @type {Map<number, string[]>} */
    this.pending = new Map();
    /** Those of the vertex that was taken last. @type {string[]} */
    this.taken = [];
    /** Searches for the trace: the first one, then those inside of its calls. @type {{rings: any[], way: any[]}[]} */
    this.searches = [];
  }

  get rings() { return this.searches[this.searches.length - 1]?.rings ?? []; }
  get way() { return this.searches[this.searches.length - 1]?.way ?? []; }

  /** @param {Map<number, GrownSet>} sets @param {number} key @param {any} event */
  static grow(sets, key, event) {
    const set = sets.get(key) ?? { rows: [], leftOut: 0 };
    sets.set(key, { rows: [...set.rows, ...event.added.rows], diagram: event.diagram ?? set.diagram,
                    leftOut: set.leftOut + (event.added.left_out ?? 0) });
  }

  /** @param {any} event */
  apply(event) {
    switch (event.event) {
      case "take":
        this.waiting.delete(event.vertex);
        this.taken = this.pending.get(event.vertex) ?? [];
        this.pending.delete(event.vertex);
        break;
      case "arrive":
        this.pending.set(event.vertex, [...(this.pending.get(event.vertex) ?? []), ...event.added.rows]);
        SummaryState.grow(this.pathEdges, event.vertex, event);
        if (event.waits) this.waiting.add(event.vertex);
        break;
      case "summary": SummaryState.grow(this.summaries, event.procedure, event); break;
      case "ring":
        if (event.number === 0) this.searches.push({ rings: [], way: [] });
        this.rings.push(event);
        break;
      case "way": this.way.push(event); break;
      default: break;
    }
  }
}

export class SummaryView {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    /** @type {ColumnJson[][]} */
    this.columns = film.prefaceOf("search")?.columns ?? [];
    this.element = html("div", { class: "engine-view summary-view" });
  }

  /** @param {number} vertex */
  #columnsAt(vertex) { return this.columns[this.film.vertices[vertex].procedure] ?? []; }

  /** The step's place in the source. @param {number} step */
  vertexOf(step) {
    const event = this.film.steps[step][0];
    if (event.event === "summary") return this.film.procedures[event.procedure].exit;
    return event.vertex ?? event.places?.[0]?.vertex;
  }

  /** @param {number} step */
  sentence(step) {
    const event = this.film.steps[step][0];
    const { film } = this;
    switch (event.event) {
      case "take": return `Take ${film.placeText(event.vertex)} from the worklist: what is new there is passed on.${this.#notEntered(step)}`;
      case "arrive": return this.#arrival(event);
      case "summary": {
        const name = film.procedures[event.procedure].name;
        return `${name} can return in a new way: its summary grows by ${counted(event.added.rows.length, "row")}.${film.vertices.some((vertex) => vertex.callee === event.procedure) ? ` Every call of ${name} can use it from now on.` : ` No statement calls ${name}, so nobody uses it.`}`;
      }
      case "ring": return event.number === 0 ? this.#searchBegins(step)
        : `Ring ${event.number}: what is ${counted(event.number, "step")} from the start, and not reachable in fewer. A completed call is one step.`;
      case "way": return this.#wayBack(event, this.#callOf(step));
      default: return "";
    }
  }

  /** A call that is taken, and does not enter its procedure. @param {number} step */
  #notEntered(step) {
    const { steps, vertices, procedures } = this.film;
    const { vertex } = steps[step][0];
    const { callee, kind } = vertices[vertex];
    if (callee === undefined || kind === "exit") return "";
    for (let i = step + 1; i < steps.length && steps[i][0].event !== "take"; ++i)
      if (steps[i][0].event === "arrive" && steps[i][0].by === "call" && steps[i][0].from === vertex) return "";
    return ` The arguments are not new, so ${procedures[callee].name} is not entered again.`;
  }

  /** A ring or a search begins. @param {number} step */
  beginsPart(step) {
    const event = this.film.steps[step][0];
    return event.event === "ring" || event.event === "summary" || (event.event === "way" && this.film.steps[step - 1]?.[0].event !== "way");
  }

  /** @param {any} event */
  #arrival(event) {
    const { film } = this;
    const there = film.placeText(event.vertex);
    const what = counted(event.added.rows.length, "new row");
    const from = event.from === undefined ? "" : film.placeText(event.from);
    const callee = event.from === undefined ? "" : film.procedures[film.vertices[event.from].callee ?? 0]?.name ?? "";
    const then = event.waits ? "It goes to the worklist." : "";
    switch (event.by) {
      case "start": return `A run can start with any values: ${what} at ${there}. ${then}`;
      case "call": return `The call on ${from} enters ${callee} with new arguments: ${what} at ${there}, where entry and current values are equal. ${then}`;
      case "summary": return `The summary of ${callee} takes the call on ${from} to ${there}: ${what}. ${then}`;
      default: return `A step leads from ${from} to ${there}: ${what}. ${then}`;
    }
  }

  /**
   * The procedure inside of a call of which a search for a trace is; empty of the first, which starts where the program does.
   * @param {number} step
   */
  #callOf(step) {
    const { film } = this;
    /** @param {any} event */
    const begins = (event) => event.event === "ring" && event.number === 0;
    /** @param {any} event @returns {number} */
    const procedureOf = (event) => film.vertices[event.places[0]?.vertex]?.procedure;
    const searches = film.steps.slice(0, step + 1).map(([event]) => event).filter(begins);
    const here = procedureOf(searches[searches.length - 1]);
    return here === procedureOf(searches[0]) ? "" : film.procedures[here]?.name ?? "";
  }

  /** @param {number} step */
  #searchBegins(step) {
    const callee = this.#callOf(step);
    if (callee) return `The trace passes a completed call of ${callee}, so search again inside of that call, breadth first. Ring 0 is its entry.`;
    return "A trace is wanted, so search again, breadth first. Ring 0 is where the search starts.";
  }

  /** @param {any} event @param {string} callee */
  #wayBack(event, callee) {
    const there = this.film.placeText(event.vertex);
    const how = { start: callee ? `the part of the trace inside the call of ${callee} starts here` : "the trace starts here", step: "a step led here from the ring before", call: "a call led here from the ring before",
                  summary: "a completed call led here from the ring before" };
    const by = how[/** @type {"start"} */ (event.by)] ?? "";
    return `The way back${callee ? ` inside the call of ${callee}` : ""}, in ring ${event.number}: ${there}; ${by}.`;
  }

  /** What is listed at the end. */
  ending() {
    const events = this.film.steps.map(([event]) => event);
    const ways = events.filter(({ event }) => event === "way");
    if (!ways.length) return "";
    const calls = ways.filter(({ by }) => by === "summary").length;
    const inside = ways.filter(({ by }) => by === "start").length - 1;
    return `The way through the rings, with those inside of its calls, is the run: it is listed below.${calls > inside ? " Calls that begin and end alike were searched once, and are listed once." : ""}`;
  }

  /** The ways of all searches, from their starts on. @param {SummaryState} state */
  #run(state) {
    const { film } = this;
    const first = film.vertices[state.searches[0]?.rings[0]?.places[0]?.vertex]?.procedure;
    return section("run", "The run that was found", ...state.searches.filter(({ way }) => way.length > 0).flatMap(({ rings, way }) => {
      const procedure = film.vertices[rings[0]?.places[0]?.vertex]?.procedure;
      const heading = procedure === first ? "From the start to the error; completed calls are one step" : `Inside of a completed call of ${film.procedures[procedure]?.name ?? "a procedure"}`;
      return [html("h3", {}, heading), html("ol", { class: "found-run" }, ...[...way].reverse().map((place) => html("li", {},
        html("span", { class: "dim" }, `${film.procedures[film.vertices[place.vertex].procedure].name} `), html("code", {}, film.placeText(place.vertex)),
        place.by === "summary" ? html("span", { class: "dim" }, " (a call has returned)") : place.by === "call" ? html("span", { class: "dim" }, " (entered by the call)") : "")))];
    }));
  }

  /** @param {number} position how many steps have been done @param {boolean} [isEnd] */
  show(position, isEnd = false) {
    const state = new SummaryState();
    for (let i = 0; i < position; ++i) for (const event of this.film.steps[i]) state.apply(event);
    const now = position > 0 ? this.film.steps[position - 1][0] : null;
    const isTrace = now?.event === "ring" || now?.event === "way";
    if (isEnd && state.searches.some(({ way }) => way.length > 0)) return this.element.replaceChildren(this.#run(state));
    return this.element.replaceChildren(...(isTrace ? [this.#rings(state, now)] : [this.#here(state, now), this.#others(state, now)]));
  }

  /** @param {SummaryState} state @param {any} now */
  #here(state, now) {
    if (!now) return section("here", "Here", html("p", { class: "dim" }, "Nothing has been done yet: no vertex has a path edge."));
    const isSummary = now.event === "summary";
    const vertex = isSummary ? -1 : now.vertex;
    const set = (isSummary ? state.summaries.get(now.procedure) : state.pathEdges.get(vertex)) ?? { rows: [], leftOut: 0 };
    const columns = isSummary ? this.columns[now.procedure] : this.#columnsAt(vertex);
    const place = isSummary ? `Summary of ${this.film.procedures[now.procedure].name}` : `Path edges at ${this.film.placeText(vertex)}`;
    return section("here", place, html("div", { class: "side-by-side" },
      pathEdgeTable(columns, set.rows, { fresh: new Set(now.event === "take" ? state.taken : now.added?.rows ?? []), leftOut: set.leftOut, here: isSummary ? "at the exit" : "here",
                                        caption: isSummary ? "from the entry to the exit" : "from the entry to here" }),
      drawDiagram(set.diagram, columns, "the same as a decision diagram")));
  }

  /** @param {SummaryState} state @param {any} now */
  #others(state, now) {
    const { film } = this;
    const waiting = [...state.waiting].sort((a, b) => a - b);
    const work = waiting.length === 0 ? html("p", { class: "dim" }, "empty")
      : html("ul", { class: "worklist" }, ...waiting.map((v) => html("li", { class: v === now?.vertex ? "current" : "" }, film.placeText(v))));
    const sums = film.procedures.map((procedure, p) => state.summaries.has(p) && pathEdgeTable(this.columns[p] ?? [], state.summaries.get(p)?.rows ?? [],
      { fresh: new Set(now?.event === "summary" && now.procedure === p ? now.added.rows : []), leftOut: state.summaries.get(p)?.leftOut, here: "at the exit", caption: `of ${procedure.name}` }));
    if (!state.pathEdges.size) return section("worklist", "Worklist", work);
    const reached = [...state.pathEdges].map(([v, set]) => html("tr", { class: v === now?.vertex ? "current" : "" },
      html("td", {}, film.procedures[film.vertices[v].procedure].name), html("td", { class: "number" }, film.vertices[v].line || ""),
      html("td", {}, html("code", {}, film.vertices[v].text || "exit")), html("td", { class: "number" }, set.rows.length)));
    return html("div", { class: "side-by-side" }, section("worklist", "Worklist", work),
      section("summaries", "Summaries so far", ...(sums.some(Boolean) ? sums : [html("p", { class: "dim" }, "none: no call has returned")])),
      section("reached", "Reached so far", html("table", { class: "places" },
        html("thead", {}, html("tr", {}, ...["in", "line", "statement", "rows"].map((name) => html("th", { scope: "col" }, name)))), html("tbody", {}, ...reached))));
  }

  /** @param {SummaryState} state @param {any} now */
  #rings(state, now) {
    const { film } = this;
    const onWay = new Map(state.way.map((place) => [place.number, place]));
    const rows = state.rings.map((ring) => {
      const chosen = onWay.get(ring.number);
      const places = ring.places.map((/** @type {any} */ place) => {
        const isOn = chosen?.vertex === place.vertex;
        return html("li", { class: isOn ? "on-way" : "" }, isOn ? "▶ " : "", html("code", {}, film.placeText(place.vertex)),
          ` · ${counted(place.added.rows.length, "row")}`);
      });
      return html("tr", { class: ring.number === now.number ? "current" : "" }, html("th", { scope: "row" }, `ring ${ring.number}`), html("td", {}, html("ul", {}, ...places)));
    });
    const place = now.event === "way" ? now : null;
    return html("div", { class: "side-by-side" }, section("rings", "Rings", html("table", { class: "rings" }, html("tbody", {}, ...rows))),
      section("place", place ? "This place of the way" : "This ring",
        ...(place ? [place] : now.places).map((/** @type {any} */ one) => pathEdgeTable(this.#columnsAt(one.vertex), one.added.rows,
          { caption: film.placeText(one.vertex), leftOut: one.added.left_out }))));
  }
}
