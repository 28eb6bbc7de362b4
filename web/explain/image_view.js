// SPDX-License-Identifier: MIT
// Image computation: the states that a step leaves, those that were reached, and sizes over time.
import { html, svg, section } from "../viewer/dom.js";
import { counted } from "./film.js";
import { tupleTable } from "./tables.js";

/** @typedef {import("./film.js").Film} Film */

const chartWidth = 460;
const chartHeight = 130;

/** @typedef {{to: number[], vertex?: number, copy?: number, file?: string, line?: number, function?: string, end?: string}} BlockJson */
/** What was reached at a block. @typedef {{rows: string[][], columns: string[], steps: number}} Reached */

export class ImageView {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    /** Each search has blocks of its own. @type {Map<number, {blocks: BlockJson[], property?: string}>} */
    this.searches = new Map(film.preface.filter((event) => event.event === "blocks").map((event) => [event.search ?? 1, event]));
    this.element = html("div", { class: "engine-view" });
  }

  /** @param {any} event @param {number} block @returns {BlockJson | undefined} */
  #block(event, block) { return this.searches.get(event.search ?? 1)?.blocks[block]; }

  /** @param {number} step */
  vertexOf(step) {
    const event = this.film.steps[step][0];
    return this.#block(event, event.blocks?.[0])?.vertex;
  }

  /** @param {number} step */
  placeOf(step) {
    const event = this.film.steps[step][0];
    const block = this.#block(event, event.blocks?.[0]);
    if (block?.file !== undefined && block.line !== undefined) return { file: block.file, line: block.line };
    const vertex = this.film.vertices[this.vertexOf(step) ?? -1];
    return vertex && { file: this.film.source, line: vertex.line };
  }

  /** @param {any} event @param {number} number */
  #placeText(event, number) {
    const block = this.#block(event, number);
    const copy = block?.copy === undefined ? "" : ` (copy ${block.copy})`;
    if (block?.vertex !== undefined) return this.film.placeText(block.vertex) + copy;
    if (block?.line !== undefined) return `line ${block.line}${block.function ? ` in ${block.function}` : ""}${block.end ? `, ${block.end}` : ""}${copy}`;
    return number === 0 ? "the start" : `block ${number}`;
  }

  /** @param {number} step */
  sentence(step) {
    const event = this.film.steps[step][0];
    const before = step > 0 ? this.film.steps[step - 1][0] : event;
    const property = this.searches.get(event.search ?? 1)?.property;
    const begins = event.search !== before.search ? `A new search begins${property ? `, for ${property}` : ""}. ` : "";
    return `${begins}Step ${event.step}: take ${counted(event.rows.length + (event.left_out ?? 0), "new row", "new rows")} of states at ` +
      `${event.blocks.map((/** @type {number} */ b) => this.#placeText(event, b)).join(" and ")} and compute the image: all states that one step leads to.`;
  }

  /** @param {number} position */
  show(position) {
    const now = position > 0 ? this.film.steps[position - 1][0] : null;
    /** @type {Map<number, Reached>} */
    const reached = new Map();
    for (let i = 0; i < position; ++i) {
      const event = this.film.steps[i][0];
      if (event.search !== now.search) continue;
      for (const block of event.blocks) {
        /** @type {Reached} */
        const set = reached.get(block) ?? { rows: [], columns: event.columns, steps: 0 };
        set.rows.push(...event.rows);
        set.steps += 1;
        reached.set(block, set);
      }
    }
    this.element.replaceChildren(this.#frontier(now, reached), html("div", { class: "side-by-side" },
      section("blocks", "Reached so far", this.#places(reached, now)), section("sizes", "Sizes over time", this.#chart(position))));
  }

  /** @param {any} now @param {Map<number, Reached>} reached */
  #frontier(now, reached) {
    if (!now) return section("frontier", "Frontier", html("p", { class: "dim" }, "No image has been computed yet."));
    const all = reached.get(now.blocks[0]) ?? { rows: [], columns: [], steps: 0 };
    const older = all.rows.slice(0, all.rows.length - now.rows.length);
    const rows = [...now.rows, ...older];
    const used = now.columns.map((/** @type {string} */ _, /** @type {number} */ i) => rows.some((row) => row[i] !== "-"));
    const keep = (/** @type {string[]} */ values) => values.filter((_, i) => used[i]);
    return section("frontier", `States at ${this.#placeText(now, now.blocks[0])}`, tupleTable(keep(now.columns), rows.map(keep),
      { fresh: now.rows.length, caption: "the frontier (new), then what was reached before; ∗ is any value, as are variables without a column",
        note: now.ranges ? "too many states for a table: the new row has the least and the largest value of each variable, and not every combination is a state" : now.left_out ? `${now.left_out} more rows are not shown` : "" }));
  }

  /** @param {Map<number, Reached>} reached @param {any} now */
  #places(reached, now) {
    const rows = [...reached].map(([block, set]) => html("tr", { class: now?.blocks.includes(block) ? "current" : "" },
      html("td", {}, html("code", {}, this.#placeText(now, block))), html("td", { class: "number" }, set.rows.length), html("td", { class: "number" }, set.steps)));
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
