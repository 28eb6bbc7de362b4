// SPDX-License-Identifier: MIT
// A cactus plot: how many questions are decided if each may take so long.
import { html, svg } from "./dom.js";

/** @typedef {import("./data.js").AnswerJson} AnswerJson */

const width = 640;
const height = 260;
const margin = { left: 52, right: 12, top: 10, bottom: 34 };
/** Less is not told apart, in seconds. */
const least = 0.001;

/** The seconds of all decided results, ascending. @param {AnswerJson[]} answers */
export function decidedSeconds(answers) {
  return answers
    .flatMap((answer) => answer.results)
    .filter(({ verdict }) => verdict === "violated" || verdict.startsWith("holds"))
    .map(({ seconds }) => Math.max(seconds, least))
    .sort((a, b) => a - b);
}

/** @param {number} seconds */
function secondsText(seconds) {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds} s`;
}

/** Nothing where too little is decided for a plot. @param {AnswerJson[]} answers */
export function cactusPlot(answers) {
  const seconds = decidedSeconds(answers);
  if (seconds.length < 2) return null;
  const low = Math.floor(Math.log10(seconds[0]));
  const high = Math.max(low + 1, Math.ceil(Math.log10(seconds[seconds.length - 1])));
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  /** @param {number} count */
  const x = (count) => margin.left + (inner.width * count) / seconds.length;
  /** @param {number} power */
  const y = (power) => margin.top + inner.height * (1 - (power - low) / (high - low));
  const marks = [svg("text", { x: margin.left + 6, y: margin.top + 14 }, "time for one of them"),
    svg("text", { x: margin.left + inner.width / 2, y: height - 12, "text-anchor": "middle" }, "number, the fastest first")];
  for (let power = low; power <= high; ++power)
    marks.push(svg("line", { class: "grid", x1: margin.left, x2: width - margin.right, y1: y(power), y2: y(power) }),
      svg("text", { x: margin.left - 6, y: y(power) + 4, "text-anchor": "end" }, secondsText(10 ** power)));
  const points = seconds.map((one, i) => `${x(i + 1).toFixed(1)},${y(Math.log10(one)).toFixed(1)}`);
  const total = answers.reduce((sum, answer) => sum + answer.results.length, 0);
  const caption = `${seconds.length} of ${total} results decided; each within the time on the left`;
  return html("figure", { class: "cactus" },
    svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `cactus plot: ${caption}` },
      ...marks,
      svg("text", { x: margin.left, y: height - 12 }, "0"),
      svg("text", { x: width - margin.right, y: height - 12, "text-anchor": "end" }, `${seconds.length} results`),
      svg("polyline", { class: "curve", points: points.join(" ") })),
    html("figcaption", {}, caption));
}
