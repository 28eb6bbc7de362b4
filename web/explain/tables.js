// SPDX-License-Identifier: MIT
// Sets of valuations as tables.
import { html } from "../viewer/dom.js";

/** @typedef {import("./film.js").ColumnJson} ColumnJson */

/**
 * A table of path edges: values at the entry on the left, here on the right. Rows of `fresh` are new.
 * @param {ColumnJson[]} columns
 * @param {string[]} rows
 * @param {{fresh?: Set<string>, leftOut?: number, caption: string, here?: string}} options `here` names the values on the right
 */
export function pathEdgeTable(columns, rows, { fresh = new Set(), leftOut = 0, caption, here = "here" }) {
  const used = columns.map((_, i) => rows.length === 0 || rows.some((row) => row[i] !== "-"));
  const shown = columns.map((column, i) => ({ ...column, i })).filter(({ i }) => used[i]);
  const groups = ["entry", "here", "exit"].map((at) => ({ at, columns: shown.filter((column) => column.at === at) }))
    .filter((group) => group.columns.length > 0);
  const names = { entry: "at the entry", here, exit: "returned" };
  const head = html("thead", {},
    html("tr", {}, ...groups.map((group) => html("th", { colspan: group.columns.length, scope: "colgroup", class: `group ${group.at}` },
      names[/** @type {"entry"} */ (group.at)])), html("td", {})),
    html("tr", {}, ...groups.flatMap((group) => group.columns.map((column, k) =>
      html("th", { scope: "col", class: k === 0 ? "first" : "" }, column.name))), html("td", {})));
  const body = html("tbody", {}, ...rows.map((row) => {
    const isNew = fresh.has(row);
    return html("tr", { class: isNew ? "new" : "" },
      ...groups.flatMap((group) => group.columns.map((column, k) =>
        html("td", { class: k === 0 ? "first" : "" }, row[column.i] === "-" ? "∗" : row[column.i]))),
      html("td", { class: "mark" }, isNew ? "new" : ""));
  }));
  const hasEntry = columns.some((column) => column.at === "entry");
  const unshown = hasEntry && rows.length > 0 && columns.some((column, i) => column.at === "entry" && !used[i] && shown.some((one) => one.name === column.name));
  const everything = shown.length === 0 && rows.length > 0 && html("p", { class: "dim" }, "every valuation");
  return html("figure", { class: "set" }, html("figcaption", {}, caption),
    rows.length === 0 ? html("p", { class: "dim" }, "nothing yet") : shown.length > 0 && html("table", { class: "valuations" }, head, body),
    everything, unshown && html("p", { class: "dim small" }, "A variable without a column at the entry still has its value from there."),
    leftOut > 0 && html("p", { class: "dim" }, `${leftOut} more rows are not shown`));
}

/**
 * A table of plain rows.
 * @param {string[]} names @param {string[][]} rows @param {{fresh?: number, lost?: number, caption: string, note?: string, freshWord?: string}} options
 * The first `fresh` rows are new, or what the word says; the last `lost` ones are gone.
 */
export function tupleTable(names, rows, { fresh = 0, lost = 0, caption, note = "", freshWord = "new" }) {
  const head = html("thead", {}, html("tr", {}, ...names.map((name) => html("th", { scope: "col" }, name)), html("td", {})));
  const body = html("tbody", {}, ...rows.map((row, i) => {
    const word = i < fresh ? "new" : i >= rows.length - lost ? "gone" : "";
    const mark = word === "new" ? freshWord : word;
    const cells = row.length > 0 ? row : ["any values"];
    return html("tr", { class: word }, ...cells.map((value) => html("td", {}, value === "-" ? "∗" : value)), html("td", { class: "mark" }, mark));
  }));
  return html("figure", { class: "set" }, html("figcaption", {}, caption),
    rows.length > 0 ? html("table", { class: "valuations" }, names.length > 0 && head, body) : html("p", { class: "dim" }, "nothing"),
    note && html("p", { class: "dim" }, note));
}
