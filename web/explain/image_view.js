// SPDX-License-Identifier: MIT
// Image computation: the states that a step leaves, those that were reached, and sizes over time.
import { html, svg, section } from "../viewer/dom.js";
import { counted, grouped } from "./film.js";
import { tupleTable } from "./tables.js";

/** @typedef {import("./film.js").Film} Film */

const chartWidth = 460;
const chartHeight = 130;
const chartLeft = 66;

/** @typedef {{to: number[], vertex?: number, copy?: number, file?: string, line?: number, column?: number, function?: string, end?: string, before?: boolean, beyond?: boolean}} BlockJson */
/** What was reached at a block. @typedef {{rows: string[][], columns: string[], steps: number, isMany?: boolean}} Reached */

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

  /** @param {any} event @param {number} number @returns {string} */
  #placeText(event, number) {
    const block = this.#block(event, number);
    if (block?.vertex !== undefined) return `${this.film.placeText(block.vertex)}${block.copy === undefined ? "" : this.#depthText(block.vertex, block.copy, event.columns)}`;
    if (block?.line === undefined) return this.#placeWithoutStatement(event, number, block);
    const column = this.#sharesLine(event, block) ? `:${block.column}` : "";
    const part = block.before ? "" : this.#partText(event, block);
    const copy = block.copy === undefined ? "" : `, recursion ${block.copy}`;
    return `${block.before ? "before " : ""}line ${block.line}${column}${block.function ? ` in ${block.function}` : ""}${block.end ? `, ${block.end}` : ""}${part}${copy}`;
  }

  /** Of a Boolean program, a call comes back to the statement behind it. @param {any} event @param {number} number @param {BlockJson} [block] @returns {string} */
  #placeWithoutStatement(event, number, block) {
    if (block?.beyond) return "calls deeper than the bound";
    if (number === 0) return "the start";
    const next = block?.to[0];
    return next !== undefined && this.#block(event, next)?.vertex !== undefined ? `the return to ${this.#placeText(event, next)}` : "what belongs to no statement";
  }

  /** A statement of C may be several blocks. @param {any} event @param {BlockJson} block */
  #partText(event, block) {
    const same = (this.searches.get(event.search ?? 1)?.blocks ?? []).filter((one) => !one.before && !one.end && one.copy === block.copy &&
      one.file === block.file && one.line === block.line && one.column === block.column);
    return same.length > 1 && same.includes(block) ? `, part ${same.indexOf(block) + 1}` : "";
  }

  /** Whether blocks of other statements are on the line. @param {any} event @param {BlockJson} block */
  #sharesLine(event, block) {
    const all = this.searches.get(event.search ?? 1)?.blocks ?? [];
    return block.column !== undefined && all.some((one) => one.file === block.file && one.line === block.line && one.column !== block.column);
  }

  /**
   * A procedure has a copy for each depth of calls at which it can run: variables are named "A.1.x", of A at depth 1.
   * @param {number} vertex @param {number} copy which one of them, counted from one @param {string[]} columns
   */
  #depthText(vertex, copy, columns) {
    const { name } = this.film.procedures[this.film.vertices[vertex].procedure];
    const depths = columns.flatMap((column) => (column.startsWith(`${name}.`) ? [Number(column.slice(name.length + 1).match(/^\d+/)?.[0] ?? NaN)] : [])).filter((depth) => !Number.isNaN(depth));
    return ` at depth ${Math.min(...depths, Infinity) < Infinity ? Math.min(...depths) + copy - 1 : copy} of calls`;
  }

  /** How many calls are around a block; Infinity if that is not known. @param {any} event @param {number} number */
  #depthOf(event, number) {
    const block = this.#block(event, number);
    const vertex = this.film.vertices[block?.vertex ?? -1];
    if (!vertex) return Infinity;
    const { name } = this.film.procedures[vertex.procedure];
    const depths = event.columns.flatMap((/** @type {string} */ column) => (column.startsWith(`${name}.`) ? [Number(column.slice(name.length + 1).match(/^\d+/)?.[0] ?? NaN)] : [])).filter((/** @type {number} */ depth) => !Number.isNaN(depth));
    if (!depths.length) return Infinity;
    return Math.min(...depths) + (block?.copy ?? 1) - 1;
  }

  /** "A.1.x" is x of A at depth 1; "A.1 return" says which call it returns to. @param {string} column */
  #columnText(column) {
    const found = column.match(/^(.*)\.(\d+)(?:\.(.*)| return)$/);
    if (!found) return column;
    const [, procedure, depth, name] = found;
    const where = Number(depth) > 0 ? `${procedure}, depth ${depth}` : procedure;
    return name === undefined ? `returns to (${where})` : `${name} (${where})`;
  }

  /** @param {number} step */
  sentence(step) {
    const event = this.film.steps[step][0];
    const before = step > 0 ? this.film.steps[step - 1][0] : event;
    const property = this.searches.get(event.search ?? 1)?.property;
    const begins = event.search !== before.search ? `A new search begins${property ? `, for ${property}` : ""}. ` : "";
    return `${begins}Image ${event.step}: take ${event.ranges ? "many new states" : `${counted(event.rows.length + (event.left_out ?? 0), "new row", "new rows")} of states`} ` +
      `${event.blocks.map((/** @type {number} */ b) => this.#atPlace(event, b)).join(" and ")}, and compute all states that one step leads to.`;
  }

  /** "at line 7", "before line 7". @param {any} event @param {number} b */
  #atPlace(event, b) {
    const text = this.#placeText(event, b);
    return text.startsWith("before ") ? text : `at ${text}`;
  }

  /** A search begins. @param {number} step */
  beginsPart(step) { return step === 0 || this.film.steps[step][0].search !== this.film.steps[step - 1][0].search; }

  /** Why a search can end with its first image, although blocks lead to the error: it looks at a program that was reduced for its question. */
  ending(/** @type {boolean} */ holds) {
    if (!holds) return "";
    const last = this.film.steps[this.film.length - 1]?.[0];
    const blocks = this.searches.get(last?.search ?? 1)?.blocks ?? [];
    const isLong = this.film.steps.some(([event]) => event.search === last?.search && (event.step > 1 || event.columns.length > 0));
    const next = blocks[0]?.to ?? [];
    if (!last || isLong || !next.length || next.some((b) => blocks[b]?.end)) return "";
    return "Before a search the program is reduced: ways that the ranges of values exclude are cut off, and so is what cannot lead to the error any more. Of the last search, this left no way to the error.";
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
        set.isMany = set.isMany || Boolean(event.ranges) || Boolean(event.left_out);
        reached.set(block, set);
      }
    }
    this.element.replaceChildren(this.#frontier(now, reached), html("div", { class: "side-by-side" },
      section("blocks", "Reached so far", this.#places(reached, now)), section("sizes", "Sizes over time", this.#chart(position, now))));
  }

  /** @param {any} now @param {Map<number, Reached>} reached */
  #frontier(now, reached) {
    if (!now) return section("frontier", "Frontier", html("p", { class: "dim" }, "No image has been computed yet."));
    const all = reached.get(now.blocks[0]) ?? { rows: [], columns: [], steps: 0 };
    const older = all.rows.slice(0, all.rows.length - now.rows.length);
    const rows = [...now.rows, ...older];
    const depth = this.#depthOf(now, now.blocks[0]);
    const isOver = (/** @type {string} */ column) => Number(column.match(/^\w+\.(\d+)(?:\.| return$)/)?.[1] ?? 0) > depth;
    const used = now.columns.map((/** @type {string} */ column, /** @type {number} */ i) => !isOver(column) && rows.some((row) => row[i] !== "-"));
    const hasOver = now.columns.some((/** @type {string} */ column) => isOver(column));
    const keep = (/** @type {string[]} */ values) => values.filter((_, i) => used[i]);
    return section("frontier", `States at ${this.#placeText(now, now.blocks[0])}`, tupleTable(keep(now.columns).map((name) => this.#columnText(name)), rows.map(keep),
      { fresh: now.rows.length, caption: `the frontier (new), then what was reached before; ∗ is any value, as are variables without a column${hasOver ? "; what calls that have returned have left is not shown" : ""}${keep(now.columns).some((name) => name.includes("$")) ? "; names with $ are intermediate values of a statement" : ""}${keep(now.columns).some((name) => / return$/.test(name)) ? "; “returns to” is the number of the call, as the procedure's calls are counted" : ""}`,
        note: now.ranges ? "too many states for a table: the new row has the least and the largest value of each variable, and not every combination is a state" : now.left_out ? `${now.left_out} more rows are not shown` : "" }));
  }

  /** @param {Map<number, Reached>} reached @param {any} now */
  #places(reached, now) {
    const countOf = (/** @type {Reached} */ set) => (set.isMany ? "many" : set.rows.length);
    const rows = [...reached].map(([block, set]) => html("tr", { class: now?.blocks.includes(block) ? "current" : "" },
      html("td", {}, html("code", {}, this.#placeText(now, block))), html("td", { class: "number" }, countOf(set)), html("td", { class: "number" }, set.steps)));
    return html("table", { class: "places" }, html("thead", {}, html("tr", {}, ...["block", "rows", "visits"].map((name) => html("th", { scope: "col" }, name)))), html("tbody", {}, ...rows));
  }

  /** Nodes of the frontier, and of all diagrams, in the search that the step is of. @param {number} position @param {any} now */
  #chart(position, now) {
    const all = this.film.steps.map((step) => step[0]);
    const sizes = all.filter((event) => !now || event.search === now.search);
    const seen = all.slice(0, position).filter((event) => event.search === now?.search);
    const most = Math.max(1, ...sizes.map((event) => event.all_nodes));
    const bottom = chartHeight - 34;
    const x = (/** @type {number} */ i) => chartLeft + (i * (chartWidth - chartLeft - 10)) / Math.max(1, sizes.length - 1);
    const y = (/** @type {number} */ nodes) => bottom - (nodes * (bottom - 14)) / most;
    const line = (/** @type {string} */ key) => seen.map((event, i) => `${i ? "L" : "M"} ${x(i)} ${y(event[key])}`).join(" ");
    const which = this.searches.size > 1 ? ` of search ${now?.search ?? 1}` : "";
    return html("figure", {}, svg("svg", { class: "chart", width: chartWidth, height: chartHeight, viewBox: `0 0 ${chartWidth} ${chartHeight}`, role: "img", "aria-label": `nodes by image${which}` },
      svg("path", { class: "axis", d: `M ${chartLeft} 8 V ${bottom} H ${chartWidth - 8}` }), svg("text", { x: chartLeft - 6, y: 18 }, grouped(most)), svg("text", { x: chartLeft - 6, y: bottom }, "0"),
      svg("text", { x: chartLeft - 6, y: (bottom + 18) / 2 }, "nodes"), svg("text", { x: chartWidth - 8, y: chartHeight - 16 }, `image ${sizes.length}`), svg("text", { x: chartLeft + 8, y: chartHeight - 16 }, "1"),
      svg("path", { class: "all", d: line("all_nodes") }), svg("path", { class: "fresh", d: line("nodes") })),
      html("figcaption", {}, `nodes of decision diagrams by image${which}: solid, all of them; dashed, the frontier`));
  }
}
