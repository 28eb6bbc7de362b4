// SPDX-License-Identifier: MIT
// The drawing of the lecture: for each procedure a row for each statement and a column for each
// valuation; a point where a run can be there with it; blue arrows for steps, green ones for calls,
// black ones for returns. Points and arrows appear one by one.
import { html, svg, section } from "../viewer/dom.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {{vertex: number, values: string, x: number, y: number}} Spot */

const pointRow = 30;
const pointColumn = 46;
const mostFullColumns = 4;
const letterWidth = 7.6;

export class PointsView {
  /** @param {Film} film @param {{property: string}[]} results */
  constructor(film, results) {
    this.film = film;
    /** Labels that the answer is about. */
    this.targets = new Set(results.filter(({ property }) => property.startsWith("label ")).map(({ property }) => property.replace(/^label (.*\.)?/, "")));
    /** @type {Map<number, {vertex: number, values: string}>} */
    this.points = new Map();
    for (const step of film.steps) for (const event of step) if (event.event === "point") this.points.set(event.point, event);
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    this.texts = svg("g", {});
    /** Above arrows, as these run from one procedure to another. */
    this.heads = svg("g", { class: "heads" });
    this.arrows = svg("g", {});
    this.dots = svg("g", {});
    const { width, height } = this.#layOut();
    const marker = (/** @type {string} */ kind) => svg("marker", { id: `head-${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" },
      svg("path", { class: `head ${kind}`, d: "M 0 0 L 8 4 L 0 8 z" }));
    this.picture = svg("svg", { class: "points", width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "points and arrows" },
      svg("defs", {}, marker("step"), marker("call"), marker("return")), this.texts, this.arrows, this.heads, this.dots);
    const legend = html("p", { class: "legend" }, ...[["step", "step (solid, blue)"], ["call", "call (dashed, green)"], ["return", "return (dotted; black, in the dark white)"]].flatMap(([kind, text]) => [
      svg("svg", { width: 34, height: 10, "aria-hidden": "true" }, svg("path", { class: `arrow ${kind}`, d: "M 2 5 L 32 5" })), html("span", {}, text)]),
      html("span", {}, "○ not done"), html("span", {}, "● done"), html("span", { class: "bad" }, "✗ error, or the label that is asked for"));
    this.words = html("div", {});
    this.inWords = html("details", { class: "in-words", on: { toggle: () => this.#tell() } }, html("summary", {}, "The drawing in words"), this.words);
    const note = html("p", { class: "dim legend" }, "A point is the valuation before its line. Calls with other arguments have points of their own: those of the same line and values are drawn on each other, and the dot is filled when all of them are done. The search goes on behind an error, until every point is done.");
    this.element = html("div", { class: "engine-view" }, section("drawing", "Points and arrows", legend, note, this.inWords, html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "drawing" }, this.picture)));
  }

  /** All valuations where they are few, as the lecture does; else those that occur. @param {number} p */
  #columnsOf(p) {
    const { length } = this.film.procedures[p].variables;
    if (length <= mostFullColumns) return Array.from({ length: 2 ** length }, (_, value) => length === 0 ? "" : value.toString(2).padStart(length, "0"));
    const seen = new Set();
    for (const { vertex, values } of this.points.values()) if (this.film.vertices[vertex].procedure === p) seen.add(values);
    return [...seen].sort();
  }

  #layOut() {
    const { film } = this;
    let y = 24;
    let width = 0;
    const widest = Math.max(12, ...film.vertices.map((vertex) => vertex.text.length));
    const left = (Math.min(widest, 40) + 6) * letterWidth + 36;
    film.procedures.forEach((procedure, p) => {
      const columns = this.#columnsOf(p);
      this.heads.append(svg("text", { class: "procedure", x: 8, y }, `${procedure.name}  [${procedure.variables.join(" ")}]`));
      columns.forEach((values, c) => this.heads.append(svg("text", { class: "valuation", x: left + c * pointColumn, y }, values || "·")));
      width = Math.max(width, left + columns.length * pointColumn);
      film.vertices.forEach((vertex, v) => {
        if (vertex.procedure !== p) return;
        y += pointRow;
        const text = vertex.kind === "exit" ? "exit" : vertex.text;
        const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
        this.texts.append(svg("text", { class: "statement", x: 8, y: y + 4 }, `${String(vertex.line || "").padStart(3)}. ${shown}`));
        this.texts.append(svg("path", { class: "rule", d: `M ${left - 14} ${y} H ${left + (columns.length - 0.6) * pointColumn}` }));
        columns.forEach((values, c) => this.spots.set(`${v}:${values}`, { vertex: v, values, x: left + c * pointColumn, y }));
      });
      y += 2 * pointRow;
    });
    return { width: width + 30, height: y - pointRow };
  }

  /** @param {number} point */
  #spotOf(point) {
    const at = this.points.get(point);
    return at && this.spots.get(`${at.vertex}:${at.values}`);
  }

  /** @param {number} step */
  vertexOf(step) {
    const event = this.film.steps[step][0];
    const point = event.event === "point" ? event.point : event.to;
    return this.points.get(point)?.vertex;
  }

  /** @param {number} point */
  #pointText(point) {
    const at = this.points.get(point);
    if (!at) return "a point that is not shown";
    const names = this.film.procedures[this.film.vertices[at.vertex].procedure].variables;
    const values = names.map((name, i) => `${name}=${at.values[i]}`).join(" ");
    return `${this.film.placeText(at.vertex)}${values && ` with ${values}`}`;
  }

  /** @param {number} step */
  sentence(step) {
    const events = this.film.steps[step];
    const point = events.find((event) => event.event === "point");
    const arrow = events.find((event) => event.event === "arrow");
    const kinds = { step: "A solid arrow: one step leads", call: "A dashed arrow: the call leads", return: "A dotted arrow: the return leads" };
    const led = arrow ? `${kinds[/** @type {"step"} */ (arrow.kind)]} from ${this.#pointText(arrow.from)} to ${this.#pointText(arrow.to)}` : "";
    if (point && !arrow) return `A run can start here: a new point at ${this.#pointText(point.point)}.`;
    if (!point) return `${led}, where there is a point already.`;
    const hasTwin = this.film.steps.slice(0, step).some((others) => others.some((one) => one.event === "point" && one.vertex === point.vertex && one.values === point.values));
    return `${led}, ${hasTwin ? "a new point, as this is a call with other arguments than that of the point that is drawn here already." : "a new point."}`;
  }

  /** The points and arrows so far, if they are wanted. */
  #tell() {
    if (!this.inWords.open) return;
    /** @type {string[]} */
    const points = [];
    /** @type {string[]} */
    const arrows = [];
    for (const step of this.film.steps.slice(0, this.position))
      for (const event of step) {
        if (event.event === "point") points.push(this.#pointText(event.point));
        if (event.event === "arrow") arrows.push(`${event.kind} from ${this.#pointText(event.from)} to ${this.#pointText(event.to)}`);
      }
    const list = (/** @type {string[]} */ texts) => html("ul", {}, ...texts.map((text) => html("li", {}, text)));
    this.words.replaceChildren(html("p", {}, `${points.length} points`), list(points), html("p", {}, `${arrows.length} arrows`), list(arrows));
  }

  position = 0;

  /** @param {number} position @param {boolean} [isEnd] */
  show(position, isEnd = false) {
    this.position = position;
    /** Points that are not done, by spot. @type {Map<string, number>} */
    const open = new Map();
    /** @type {Map<string, {spot: Spot, done: boolean, isNew: boolean}>} */
    const dots = new Map();
    /** @type {Map<string, {from: Spot, to: Spot, kind: string, isNew: boolean}>} */
    const arrows = new Map();
    for (let i = 0; i < position; ++i)
      for (const event of this.film.steps[i]) {
        const isNew = !isEnd && i === position - 1;
        if (event.event === "arrow") {
          const from = this.#spotOf(event.from);
          const to = this.#spotOf(event.to);
          if (from && to) arrows.set(`${from.x},${from.y},${to.x},${to.y}`, { from, to, kind: event.kind, isNew });
        } else {
          const spot = this.#spotOf(event.point);
          if (!spot) continue;
          const key = `${spot.vertex}:${spot.values}`;
          const left = (open.get(key) ?? 0) + (event.event === "point" ? 1 : -1);
          open.set(key, left);
          dots.set(key, { spot, done: left <= 0, isNew: isNew && (event.event === "point" || dots.get(key)?.isNew === true) });
        }
      }
    this.arrows.replaceChildren(...[...arrows.values()].map((arrow) => PointsView.#drawArrow(arrow)));
    this.dots.replaceChildren(...[...dots.values()].map((dot) => this.#drawDot(dot)));
    this.#tell();
  }

  /** @param {{from: Spot, to: Spot, kind: string, isNew: boolean}} arrow */
  static #drawArrow({ from, to, kind, isNew }) {
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const length = Math.hypot(dx, dy) || 1;
    const passesPoints = dx === 0 && length > 1.5 * pointRow;  // between rows of the same column
    const bend = (passesPoints ? Math.min(60, Math.max(22, length / 3)) : Math.min(26, Math.max(10, length / 5))) + (kind === "return" ? 8 : 0);
    const middle = { x: (from.x + to.x) / 2 + (dy / length) * bend, y: (from.y + to.y) / 2 - (dx / length) * bend };
    const short = (/** @type {{x: number, y: number}} */ a, /** @type {Spot} */ b) => {
      const d = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      return `${b.x - ((b.x - a.x) / d) * 8} ${b.y - ((b.y - a.y) / d) * 8}`;
    };
    const d = from === to ? `M ${from.x - 4} ${from.y - 5} C ${from.x - 22} ${from.y - 26} ${from.x + 22} ${from.y - 26} ${from.x + 4} ${from.y - 7}`
      : `M ${from.x} ${from.y} Q ${middle.x} ${middle.y} ${short(middle, to)}`;
    return svg("path", { class: `arrow ${kind}${isNew ? " new" : ""}`, d, "marker-end": `url(#head-${kind})` });
  }

  /** @param {{spot: Spot, done: boolean, isNew: boolean}} dot */
  #drawDot({ spot, done, isNew }) {
    const { kind, text } = this.film.vertices[spot.vertex];
    const isBad = kind === "error" || text.split(": ").slice(0, -1).some((label) => this.targets.has(label));
    const group = svg("g", { class: `dot${done ? " done" : ""}${isNew ? " new" : ""}${isBad ? " bad" : ""}` },
      isNew && svg("circle", { class: "halo", cx: spot.x, cy: spot.y, r: 11 }), svg("circle", { cx: spot.x, cy: spot.y, r: 5 }));
    if (isBad) group.append(svg("path", { d: `M ${spot.x - 8} ${spot.y - 8} l 16 16 m 0 -16 l -16 16` }));
    return group;
  }
}
