// SPDX-License-Identifier: MIT
// A drawing of a control-flow graph that follows the run: blocks are where Graphviz has put them.
// What the run visits has a thick border, and the block where it is has an arrow, so that it can be
// read without colour.
import { html, svg, button } from "./dom.js";

/** @typedef {import("./data.js").GraphJson} GraphJson */
/** @typedef {import("./data.js").BlockJson} BlockJson */
/** @typedef {import("./trace.js").Trace} Trace */

const letterWidth = 7;
const rowHeight = 16;

/** The smooth line of Graphviz' points. @param {number[]} curve */
function curvePath(curve) {
  const points = [];
  for (let i = 0; i + 1 < curve.length; i += 2) points.push(`${curve[i]} ${curve[i + 1]}`);
  return `M${points[0]} C${points.slice(1).join(" ")}`;
}

export class GraphPane {
  /**
   * @param {GraphJson[]} graphs
   * @param {string} [missing] why there are none
   * @param {(file: string, line: number) => void} [onLine]
   */
  constructor(graphs, missing = "", onLine = () => {}) {
    this.graphs = graphs;
    this.missing = missing;
    this.onLine = onLine;
    /** @type {GraphJson | null} */
    this.graph = null;
    /** @type {Trace | null} */
    this.trace = null;
    this.scale = 1;
    /** @type {(SVGElement | null)[]} */
    this.blocks = [];
    /** @type {SVGElement[]} */
    this.edges = [];
    /** Of edges. @type {(SVGElement | null)[]} */
    this.labels = [];
    this.name = html("span", { class: "procedure" });
    this.message = html("p", { class: "empty" });
    /** The block that the arrow keys move; -1: none. */
    this.cursor = -1;
    this.canvas = html("div", { class: "canvas", tabindex: 0, role: "region", "aria-label": "control-flow graph: arrow keys go by blocks, Enter to the line of the block",
                                on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) } });
    /** The drawing in words. */
    this.words = html("ul", { class: "visually-hidden", "aria-label": "blocks of the graph" });
    this.told = html("span", { class: "visually-hidden", role: "status" });
    this.element = html("div", { class: "graph-pane" },
      html("div", { class: "bar" }, this.name, button("−", "smaller", () => this.#zoom(this.scale / 1.25)),
        button("+", "larger", () => this.#zoom(this.scale * 1.25)), button("fit", "fit the drawing into its pane", () => this.#fit())),
      this.message, this.canvas, this.words, this.told);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const graph = this.graph;
    if (event.ctrlKey || event.metaKey || event.altKey || !graph) return;
    const step = event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : 0;
    if (step) this.#moveCursor(graph, step);
    else if (event.key === "Enter" && this.cursor >= 0) this.#openBlock(this.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** By blocks as they are drawn, from above. @param {GraphJson} graph @param {1 | -1} step */
  #moveCursor(graph, step) {
    const order = graph.blocks.map((_, i) => i).filter((i) => graph.blocks[i]).sort((a, b) => {
      const [x, y] = graph.blocks[a]?.box ?? [0, 0];
      const [u, v] = graph.blocks[b]?.box ?? [0, 0];
      return y - v || x - u;
    });
    if (!order.length) return;
    const at = order.indexOf(this.cursor >= 0 ? this.cursor : this.here);
    this.cursor = order[Math.min(Math.max(at < 0 ? 0 : at + step, 0), order.length - 1)];
    this.blocks.forEach((node, i) => node?.classList.toggle("cursor", i === this.cursor));
    this.#reveal(this.cursor);
    this.told.replaceChildren(this.#blockWords(graph, this.cursor));
  }

  /** The block where the run is; -1: none. */
  here = -1;

  /** @param {number} i */
  #openBlock(i) {
    const block = this.graph?.blocks[i];
    if (block?.rows.length) this.onLine(block.file ?? "", block.rows[0][0]);
  }

  /** A block and where it leads, in words. @param {GraphJson} graph @param {number} i */
  #blockWords(graph, i) {
    const nameOf = (/** @type {number} */ b) => {
      const first = graph.blocks[b]?.rows[0];
      return first ? `${graph.blocks[b]?.kind === "error" ? "the failure of " : ""}line ${first[0]}` : "the exit";
    };
    const block = graph.blocks[i];
    if (!block) return "";
    const text = block.rows.map(([line, one]) => `line ${line}: ${one}`).join(" ") || "exit";
    const ways = graph.edges.filter((edge) => edge.from === i).map((edge) => `${edge.label ? `if ${edge.label === "T" ? "true" : edge.label === "F" ? "false" : edge.label} ` : ""}to ${nameOf(edge.to)}`);
    const isVisited = this.blocks[i]?.classList.contains("visited");
    return `${block.kind === "error" ? "failure: " : ""}${text}${ways.length ? ` — leads ${ways.join(", ")}` : ""}${isVisited ? " (visited by the run)" : ""}`;
  }

  /** Threads and files may have procedures of one name: that nearest to the line is meant. @param {string} procedure @param {string} file @param {number} line */
  #find(procedure, file, line) {
    /** @type {GraphJson | null} */
    let nearest = null;
    let least = Infinity;
    for (const graph of this.graphs) {
      if (graph.procedure !== procedure) continue;
      const lines = graph.blocks.flatMap((block) => (block?.file === file ? block.places.map(([one]) => one) : []));
      if (!lines.length && file) continue;  // another program's
      const distance = Math.min(...lines.map((one) => Math.abs(one - line)));
      if (nearest && distance >= least) continue;
      nearest = graph;
      least = distance;
    }
    return nearest;
  }

  /**
   * Shows a procedure, and where a run is in it.
   * @param {string} procedure
   * @param {string} file
   * @param {number} line
   * @param {Trace | null} trace
   * @param {number} position
   */
  show(procedure, file, line, trace, position) {
    const graph = this.#find(procedure, file, line);
    this.name.replaceChildren(procedure);
    if (graph !== this.graph || trace !== this.trace || !graph) {
      this.graph = graph;
      this.trace = trace;
      this.#draw();
      if (graph && trace) this.#colourPath(graph, trace, procedure);
      if (graph) this.words.replaceChildren(...graph.blocks.flatMap((block, i) => (block ? [html("li", {}, this.#blockWords(graph, i))] : [])));
    }
    if (graph) this.#follow(graph, trace, position);
  }

  #draw() {
    const graph = this.graph;
    this.canvas.replaceChildren();
    this.words.replaceChildren();
    this.cursor = -1;
    this.blocks = [];
    this.edges = [];
    this.message.hidden = graph !== null;
    this.canvas.hidden = graph === null;
    if (!graph) {
      this.message.replaceChildren(this.missing || (this.graphs.length ? "There is no drawing of this procedure; large ones are left out."
        : "There is no drawing: the program's text was not found, or could not be read, when this page was written."));
      return;
    }
    const arrow = svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      svg("path", { d: "M0 0L8 4L0 8z" }));
    const arrowOfPath = svg("marker", { id: "arrow-path", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" },
      svg("path", { d: "M0 0L8 4L0 8z" }));
    this.drawing = svg("svg", { role: "img", "aria-label": `control-flow graph of ${graph.procedure}` }, svg("defs", {}, arrow, arrowOfPath));
    for (const edge of graph.edges) {
      const node = svg("path", { class: "edge", d: curvePath(edge.curve) });
      this.edges.push(node);
      this.drawing.append(node);
    }
    this.labels = graph.edges.map(({ label, at }) => (label && at ? svg("text", { class: "edge-label", x: at[0] + 4, y: at[1] + 2 }, label) : null));
    for (const label of this.labels) if (label) this.drawing.append(label);  // above all edges
    graph.blocks.forEach((block, i) => {
      const node = block ? this.#drawBlock(block, i) : null;
      this.blocks.push(node);
      if (node) this.drawing?.append(node);
    });
    this.canvas.append(this.drawing);
    this.#fit();
  }

  /** @type {SVGElement | undefined} */
  drawing;

  /** @param {BlockJson} block @param {number} number */
  #drawBlock(block, number) {
    const [x, y, width, height] = block.box;
    const radius = block.kind === "exit" ? Math.min(height / 2, 14) : block.kind === "branch" ? 2 : 5;
    const group = svg("g", { class: `block ${block.kind}${number === 0 ? " entry" : ""}` },
      svg("rect", { x, y, width, height, rx: radius }));
    if (!block.rows.length) group.append(svg("text", { x: x + width / 2, y: y + height / 2 + 4, class: "centred" }, "exit"));
    block.rows.forEach(([line, text], row) => {
      const baseline = y + 5 + rowHeight * row + 12;
      group.append(svg("text", { x: x + 6, y: baseline, class: "block-line" }, String(line).padStart(4)),
        svg("text", { x: x + 6 + 5 * letterWidth, y: baseline, class: "block-text", "data-line": line }, text));
    });
    if (block.kind === "error") group.append(svg("text", { x: x + width + 3, y: y + 17, class: "error-sign" }, "✗"));
    if (block.rows.length) group.addEventListener("click", () => this.#openBlock(number));
    return group;
  }

  /**
   * The block of a place: where a statement starts there, or at least on its line. Of several, the
   * one that the last block leads to.
   * @param {GraphJson} graph @param {{line: number, file: string}} place @param {number} column @param {number} last
   * @param {boolean} isExact that it is on the line does not do
   */
  #blockOf(graph, place, column, last, isExact) {
    /** @type {number[]} */
    const onLine = [];
    /** @type {number[]} */
    const exact = [];
    graph.blocks.forEach((block, i) => {
      if (!block || block.kind === "error" || block.file !== place.file) return;
      if (block.places.some(([line, from]) => line === place.line && from === column)) exact.push(i);
      else if (block.places.some(([line]) => line === place.line)) onLine.push(i);
    });
    const found = exact.length || isExact ? exact : onLine;
    if (found.length < 2) return found[0] ?? -1;
    const next = found.find((i) => i === last || graph.edges.some((edge) => edge.from === last && edge.to === i));
    return next ?? found[0];
  }

  /**
   * Where a thread stands behind a step of one statement: a line; 0 at the exit; -1 if that is not known.
   * @param {Trace} trace @param {number} i
   */
  lineBehind(trace, i) {
    const place = trace.place(i);
    const graph = this.#find(place.procedure, place.file, place.line);
    const number = graph && !trace.countsByLine ? this.#blockOf(graph, place, place.column, -1, true) : -1;
    const block = graph?.blocks[number];
    if (!graph || !block) return -1;
    const at = block.places.findIndex(([line, column]) => line === place.line && column === place.column);
    if (at + 1 < block.places.length) return block.places[at + 1][0];
    const next = [...new Set(graph.edges.filter((edge) => edge.from === number && graph.blocks[edge.to]?.kind !== "error").map((edge) => edge.to))];
    if (!next.length) return block.kind === "exit" ? 0 : -1;
    const to = graph.blocks[next[0]];
    if (next.length > 1 || !to) return -1;
    return to.places[0]?.[0] ?? (to.kind === "exit" ? 0 : -1);
  }

  /** Where a run ends that fails at a place; -1 if that is no block. @param {GraphJson} graph @param {{line: number}} place @param {number} from */
  #errorBehind(graph, place, from) {
    const edge = graph.edges.find(({ from: start, to }) => start === from && graph.blocks[to]?.kind === "error" &&
      graph.blocks[to]?.rows.some(([line]) => line === place.line));
    return edge?.to ?? -1;
  }

  /** Numbers of blocks. @type {Map<string, number>} */
  known = new Map();

  /**
   * The blocks that a step passes, behind the last one before it; -1: what is between is not known.
   * @param {GraphJson} graph @param {Trace} trace @param {number} i @param {number} last
   */
  #blocksOf(graph, trace, i, last) {
    const place = trace.place(i);
    const columns = trace.further(i).columns;
    const out = [last];
    for (const column of columns ?? [place.column]) {
      if (column === 0) {
        out.push(-1);
        continue;
      }
      const before = out[out.length - 1];
      const key = `${trace.placeNumber(i)} ${column} ${before}`;
      let block = this.known.get(key);
      if (block === undefined) this.known.set(key, (block = this.#blockOf(graph, place, column, before, columns !== undefined)));
      if (block >= 0 && (block !== before || out.length === 1 || this.#isBackAtStart(graph, block, column, place.line))) out.push(block);
    }
    return out;
  }

  /** Whether a block is entered again. @param {GraphJson} graph @param {number} block @param {number} column @param {number} line */
  #isBackAtStart(graph, block, column, line) {
    const [first] = graph.blocks[block]?.places ?? [];
    return first?.[0] === line && first[1] === column && graph.edges.some((edge) => edge.from === block && edge.to === block);
  }

  /**
   * The blocks behind one, as long as there is no choice, up to another one or the exit. An error ends
   * the run, so it is no choice where the run goes on.
   * @param {GraphJson} graph @param {number} from @param {number} to -1: the exit
   */
  #wayWithoutChoice(graph, from, to) {
    const way = [from];
    for (let at = from; way.length <= graph.blocks.length; ) {
      const next = [...new Set(graph.edges.filter((edge) => edge.from === at && graph.blocks[edge.to]?.kind !== "error").map((edge) => edge.to))];
      if (to >= 0 && next.includes(to)) return [...way, to];
      if (next.length !== 1) return to < 0 && !next.length ? way : [];
      at = next[0];
      way.push(at);
    }
    return [];
  }

  /** @param {GraphJson} graph @param {Trace} trace @param {string} procedure */
  #colourPath(graph, trace, procedure) {
    this.known.clear();
    /** @type {Set<string>} */
    const pairs = new Set();
    /** @type {Map<number, number>} by caller, the last position of the activation */
    const lastOf = new Map();
    for (let i = 0; i <= trace.length; ++i) {
      const place = trace.place(i);
      if (place.procedure !== procedure) continue;
      const before = trace.lastInFrame[i];
      const way = this.#blocksOf(graph, trace, i, before >= 0 ? this.known.get(`behind ${before}`) ?? -1 : -1);
      const block = way[way.length - 1] ?? -1;
      this.known.set(`at ${i}`, way[1] ?? -1);
      this.known.set(`behind ${i}`, block);
      for (let k = 1; k < way.length; ++k) if (way[k] >= 0) pairs.add(`${way[k - 1]} ${way[k]}`);
      lastOf.set(trace.callers[i], i);
      const error = i === trace.length && !trace.loop ? this.#errorBehind(graph, place, block) : -1;
      if (error < 0) continue;
      this.known.set(`at ${i}`, error);
      pairs.add(`${block} ${error}`);
    }
    for (const [caller, last] of lastOf)
      if (caller >= 0 && trace.callEnds[caller] > 0) pairs.add(`${this.known.get(`behind ${last}`)} -1`);
    this.#colour(graph, pairs);
  }

  /** @param {GraphJson} graph @param {Set<string>} pairs blocks that follow each other; -1: the start or the end */
  #colour(graph, pairs) {
    const visited = new Set();
    const taken = new Set();
    for (const pair of pairs) {
      const [from, to] = pair.split(" ").map(Number);
      const isLoop = from === to && !graph.edges.some((edge) => edge.from === from && edge.to === to);
      const isError = graph.blocks[to]?.kind === "error";
      const way = from < 0 || isLoop ? [to] : isError ? [from, to] : this.#wayWithoutChoice(graph, from, to);
      for (const block of [from, to, ...way]) visited.add(block);
      for (let i = 1; i < way.length; ++i) taken.add(`${way[i - 1]} ${way[i]}`);
    }
    this.blocks.forEach((node, i) => node?.classList.toggle("visited", visited.has(i)));
    graph.edges.forEach((edge, i) => {
      for (const node of [this.edges[i], this.labels[i]]) node?.classList.toggle("taken", taken.has(`${edge.from} ${edge.to}`));
    });
  }

  /** @param {GraphJson} graph @param {Trace | null} trace @param {number} position */
  #follow(graph, trace, position) {
    const here = trace ? this.known.get(`at ${position}`) ?? -1 : -1;
    this.here = here;
    this.cursor = -1;
    this.blocks.forEach((node, i) => {
      node?.classList.toggle("here", i === here);
      node?.classList.remove("cursor");
    });
    for (const mark of this.canvas.querySelectorAll(".here-mark")) mark.remove();
    const block = graph.blocks[here];
    if (!block) return;
    const line = trace?.place(position).line;
    const row = Math.max(block.rows.findIndex(([one]) => one === line), 0);
    const [x, y] = block.box;
    for (const text of this.canvas.querySelectorAll(".block-text"))
      text.classList.toggle("now", text.parentNode === this.blocks[here] && text.getAttribute("data-line") === String(line));
    this.blocks[here]?.append(svg("path", { class: "here-mark", d: `M${x - 12} ${y + 6 + row * rowHeight}l9 6l-9 6z` }));
    this.#reveal(here);
  }

  /** @param {number} i */
  #reveal(i) {
    const block = this.graph?.blocks[i];
    if (!block) return;
    const margin = 40;
    const [left, top, width, height] = block.box.map((part) => part * this.scale);
    const { canvas } = this;
    if (top < canvas.scrollTop + 4 || top + height > canvas.scrollTop + canvas.clientHeight - 4)
      canvas.scrollTop = Math.max(top - Math.max((canvas.clientHeight - height) / 2, margin), 0);
    if (left < canvas.scrollLeft || left + width > canvas.scrollLeft + canvas.clientWidth)
      canvas.scrollLeft = Math.max(left - margin, 0);
  }

  /** @param {number} scale */
  #zoom(scale) {
    const graph = this.graph;
    if (!graph || !this.drawing) return;
    this.scale = Math.min(Math.max(scale, 0.2), 3);
    const edge = 16;
    this.drawing.setAttribute("viewBox", `${-edge} ${-edge / 2} ${graph.width + 2 * edge} ${graph.height + edge}`);
    this.drawing.setAttribute("width", String((graph.width + 2 * edge) * this.scale));
    this.drawing.setAttribute("height", String((graph.height + edge) * this.scale));
  }

  #fit() {
    const graph = this.graph;
    if (!graph) return;
    const width = (this.canvas.clientWidth - 8) / (graph.width + 32);
    const height = (this.canvas.clientHeight - 8) / (graph.height + 16);
    this.#zoom(Math.min(1.1, Math.max(Math.min(width, height), 0.75)));
  }
}
