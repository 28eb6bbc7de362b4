// SPDX-License-Identifier: MIT
// Draws a binary decision diagram: a level for each variable, solid arrows where it is 1, dashed ones
// where it is 0. What leads to 0 alone is left out, as lecturers do.
import { html, svg } from "../viewer/dom.js";

/** @typedef {import("./film.js").DiagramJson} DiagramJson */
/** @typedef {import("./film.js").ColumnJson} ColumnJson */
/** @typedef {{x: number, y: number, column: number, low: number, high: number}} DrawnNode */

const levelHeight = 46;
const nodeGap = 58;
const radius = 15;

/** By column: how far down it stands. @param {[number, number, number][]} nodes @param {number} root */
function findLevels(nodes, root) {
  /** @type {Map<number, number>} */
  const levels = new Map();
  if (root >= 2) levels.set(nodes[root - 2][0], 0);
  for (let changed = true; changed;) {
    changed = false;
    for (let n = nodes.length - 1; n >= 0; --n) {
      const [column, low, high] = nodes[n];
      const level = levels.get(column) ?? 0;
      levels.set(column, level);
      for (const child of [low, high]) {
        if (child < 2) continue;
        const below = nodes[child - 2][0];
        if ((levels.get(below) ?? -1) > level) continue;
        levels.set(below, level + 1);
        changed = true;
      }
    }
  }
  return levels;
}

/** Places nodes of a level in the order of the means of their parents. @param {DiagramJson} diagram */
function placeNodes(diagram) {
  const nodes = diagram.nodes ?? [];
  const root = diagram.root ?? 0;
  const levels = findLevels(nodes, root);
  /** @type {Map<number, DrawnNode>} */
  const placed = new Map();
  const depth = Math.max(0, ...levels.values()) + 1;
  /** @type {number[][]} */
  const rows = Array.from({ length: depth }, () => []);
  for (let id = nodes.length + 1; id >= 2; --id) rows[levels.get(nodes[id - 2][0]) ?? 0].push(id);
  /** @type {Map<number, number[]>} */
  const parents = new Map();
  const widest = Math.max(1, ...rows.map((row) => row.length));
  rows.forEach((row, level) => {
    const mean = (/** @type {number} */ id) => {
      const xs = parents.get(id) ?? [0];
      return xs.reduce((sum, x) => sum + x, 0) / xs.length;
    };
    row.sort((a, b) => mean(a) - mean(b));
    row.forEach((id, k) => {
      const [column, low, high] = nodes[id - 2];
      const x = ((k + 0.5) * widest * nodeGap) / row.length;
      placed.set(id, { x, y: level * levelHeight + radius + 4, column, low, high });
      for (const [child, shift] of [[low, -8], [high, 8]])
        parents.set(child, [...(parents.get(child) ?? []), x + shift]);
    });
  });
  const width = widest * nodeGap;
  return { placed, width, height: depth * levelHeight + 40, leaf: { x: width / 2, y: depth * levelHeight + 14 }, root };
}

/** @param {DiagramJson | undefined} diagram @param {ColumnJson[]} columns @param {string} caption */
export function drawDiagram(diagram, columns, caption) {
  if (!diagram) return null;
  const figure = html("figure", { class: "diagram" }, html("figcaption", {}, caption));
  if (diagram.size !== undefined) {
    figure.append(html("p", { class: "dim" }, `${diagram.size} nodes: too many to look at`));
    return figure;
  }
  if ((diagram.root ?? 0) < 2) {
    figure.append(html("p", { class: "leaf-alone" }, String(diagram.root)));
    return figure;
  }
  const { placed, width, height, leaf } = placeNodes(diagram);
  const picture = svg("svg", { width: width + 20, height, viewBox: `-10 0 ${width + 20} ${height}`, role: "img",
                               "aria-label": `decision diagram with ${placed.size} nodes` });
  for (const { x, y, low, high } of placed.values())
    for (const [child, style] of /** @type {[number, string][]} */ ([[low, "low"], [high, "high"]])) {
      if (child === 0) continue;
      const to = child === 1 ? leaf : placed.get(child);
      if (!to) continue;
      const bend = style === "low" ? -10 : 10;
      picture.append(svg("path", { class: style, d: `M ${x + bend / 2} ${y + radius - 2} Q ${(x + to.x) / 2 + bend} ${(y + to.y) / 2} ${to.x + bend / 3} ${to.y - radius + 2}` }));
    }
  for (const { x, y, column } of placed.values()) {
    const { name, at } = columns[column] ?? { name: "?", at: "here" };
    picture.append(svg("g", { class: `node ${at}` }, svg("circle", { cx: x, cy: y, r: radius }),
      svg("text", { x, y: y + 4 }, at === "entry" ? `${name}₀` : name)));
  }
  picture.append(svg("g", { class: "leaf" }, svg("rect", { x: leaf.x - 11, y: leaf.y - 11, width: 22, height: 22 }), svg("text", { x: leaf.x, y: leaf.y + 4 }, "1")));
  const nameOf = (/** @type {number} */ id) => (id < 2 ? String(id) : `node ${id}`);
  const words = [...placed].map(([id, { column, low, high }]) => {
    const { name, at } = columns[column] ?? { name: "?", at: "here" };
    return html("li", {}, `${nameOf(id)}: ${name}${at === "entry" ? " at the entry" : ""}; if it is 1, ${nameOf(high)}; if it is 0, ${nameOf(low)}`);
  });
  figure.append(picture, html("ul", { class: "visually-hidden", "aria-label": `nodes of the diagram, from ${nameOf(diagram.root ?? 0)} on` }, ...words), html("p", { class: "dim" }, "solid: 1, dashed: 0; x₀ is x at the entry; arrows to 0 are left out"));
  return figure;
}
