// SPDX-License-Identifier: MIT
// Variables and their parts: `a[1].x` is a part of `a[1]`, which is a part of `a`.
import { valueText } from "./data.js";

/** @typedef {import("./data.js").Value} Value */
/**
 * @typedef {{name: string, label: string, value: Value | undefined, children: Map<string, Variable>}} Variable
 */

const mostLetters = 72;

/** "a[1].x" is "a", "[1]", ".x"; a name in braces, such as "{p.x == 1}", has no parts. @param {string} name */
export function splitName(name) {
  if (name.startsWith("{")) return [name];
  const parts = name.match(/^[^.[]*|\.[^.[]+|\[[^\]]*\]/g);
  return parts && parts.join("") === name && parts[0] ? parts : [name];
}

/** @param {Map<string, Value>} state @returns {Map<string, Variable>} */
export function buildTree(state) {
  /** @type {Map<string, Variable>} */
  const roots = new Map();
  for (const [name, value] of state) {
    let level = roots;
    let path = "";
    /** @type {Variable | undefined} */
    let at;
    for (const label of splitName(name)) {
      path += label;
      at = level.get(label);
      if (!at) level.set(label, (at = { name: path, label, value: undefined, children: new Map() }));
      level = at.children;
    }
    if (at) at.value = value;
  }
  return roots;
}

/** The variable, or part of one, of that name. @param {Map<string, Variable>} roots @param {string} name */
export function findVariable(roots, name) {
  /** @type {Variable | undefined} */
  let at;
  let level = roots;
  for (const label of splitName(name)) {
    at = level.get(label);
    if (!at) return undefined;
    level = at.children;
  }
  return at;
}

/** "{x: 1, y: {z: 2}}", up to a number of letters; "…" stands for the rest. @param {Variable} variable @param {number} [most] @returns {string} */
export function partsText(variable, most = mostLetters) {
  if (variable.value !== undefined) return valueText(variable.value);
  /** @type {string[]} */
  const out = [];
  let left = most;
  for (const part of variable.children.values()) {
    if (left <= 0) {
      out.push("…");
      break;
    }
    const text = `${part.label.replace(/^\./, "")}: ${partsText(part, left)}`;
    out.push(text);
    left -= text.length + 2;
  }
  return `{${out.join(", ")}}`;
}

/** The same with all that is in it. @param {Variable} variable @returns {string} */
export function wholeText(variable) { return partsText(variable, Infinity); }
