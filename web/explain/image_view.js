// SPDX-License-Identifier: MIT
// Image computation: the states that a step leaves, those that were reached, and sizes over time.
import { html, svg, section } from "../viewer/dom.js";
import { counted } from "./film.js";
import { tupleTable } from "./tables.js";

/** @typedef {import("./film.js").Film} Film */

const chartWidth = 460;
const chartHeight = 130;

export class ImageView {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    /** @type {{to: number[], vertex?: number}[]} */
    this.blocks = film.prefaceOf("blocks")?.blocks ?? [];
    this.element = html("div", { class: "engine-view" });
  }

  /** @param {number} step */
  vertexOf(step) { return this.blocks[this.film.steps[step][0].blocks?.[0]]?.vertex; }

  /** @param {number} block */
  #placeText(block) {
    const vertex = this.blocks[block]?.vertex;
    return vertex === undefined ? `block ${block}` : this.film.placeText(vertex);
  }

  /** @param {number} step */
  sentence(step) {
    const event = this.film.steps[step][0];
    return `Step ${event.step}: take ${counted(event.rows.length + (event.left_out ?? 0), "new row", "new rows")} of states at ` +
      `${event.blocks.map((/** @type {number} */ b) => this.#placeText(b)).join(" and ")} and compute the image: all states that one step leads to.`;
  }

  /** @param {number} position */
  show(position) {
    const now = position > 0 ? this.film.steps[position - 1][0] : null;
    /** @type {Map<number, {rows: string[][], columns: string[], steps: number}>} */
    const reached = new Map();
    for (let i = 0; i < position; ++i) {
      const event = this.film.steps[i][0];
      for (const block of event.blocks) {
        const before = reached.get(block) ?? { rows: [], columns: event.columns, steps: 0 };
        reached.set(block, { rows: [...before.rows, ...event.rows], columns: event.columns, steps: before.steps + 1 });
      }
    }
    this.element.replaceChildren(this.#frontier(now, reached), html("div", { class: "side-by-side" },
      section("blocks", "Reached so far", this.#places(reached, now)), section("sizes", "Sizes over time", this.#chart(position))));
  }

  /** @param {any} now @param {Map<number, {rows: string[][], columns: string[], steps: number}>} reached */
  #frontier(now, reached) {
    if (!now) return section("frontier", "Frontier", html("p", { class: "dim" }, "No image has been computed yet."));
    const all = reached.get(now.blocks[0]) ?? { rows: [], columns: [], steps: 0 };
    const older = all.rows.slice(0, all.rows.length - now.rows.length);
    return section("frontier", `States at ${this.#placeText(now.blocks[0])}`, tupleTable(now.columns, [...now.rows, ...older],
      { fresh: now.rows.length, caption: "the frontier (new), then what was reached before; ∗ is any value",
        note: now.left_out ? `${now.left_out} more rows are not shown` : "" }));
  }

  /** @param {Map<number, {rows: string[][], columns: string[], steps: number}>} reached @param {any} now */
  #places(reached, now) {
    const rows = [...reached].map(([block, set]) => html("tr", { class: now?.blocks.includes(block) ? "current" : "" },
      html("td", {}, html("code", {}, this.#placeText(block))), html("td", { class: "number" }, set.rows.length), html("td", { class: "number" }, set.steps)));
    return html("table", { class: "places" }, html("thead", {}, html("tr", {}, ...["block", "rows", "visits"].map((name) => html("th", { scope: "col" }, name)))), html("tbody", {}, ...rows));
  }

  /** Nodes of the frontier, and of all diagrams. @param {number} position */
  #chart(position) {
    const sizes = this.film.steps.map((step) => step[0]);
    const most = Math.max(1, ...sizes.map((event) => event.all_nodes));
    const x = (/** @type {number} */ i) => 34 + (i * (chartWidth - 44)) / Math.max(1, sizes.length - 1);
    const y = (/** @type {number} */ nodes) => chartHeight - 20 - (nodes * (chartHeight - 34)) / most;
    const line = (/** @type {string} */ key) => sizes.slice(0, position).map((event, i) => `${i ? "L" : "M"} ${x(i)} ${y(event[key])}`).join(" ");
    return html("figure", {}, svg("svg", { class: "chart", width: chartWidth, height: chartHeight, viewBox: `0 0 ${chartWidth} ${chartHeight}`, role: "img", "aria-label": "nodes by step" },
      svg("path", { class: "axis", d: `M 34 8 V ${chartHeight - 20} H ${chartWidth - 8}` }), svg("text", { x: 4, y: 14 }, String(most)), svg("text", { x: 18, y: chartHeight - 20 }, "0"),
      svg("path", { class: "all", d: line("all_nodes") }), svg("path", { class: "fresh", d: line("nodes") })),
      html("figcaption", {}, "nodes by step: solid, all diagrams; dashed, the frontier"));
  }
}
