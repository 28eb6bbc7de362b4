// SPDX-License-Identifier: MIT
// Links into the page: #property=label%20R&step=4. The first step is 1, as the list shows it; the
// end of the run is one more than the last step.

/** @typedef {{program?: string, property?: string, step?: number}} DeepLink */

/** @returns {DeepLink} */
export function readLink() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  /** @type {DeepLink} */
  const link = {};
  const program = parameters.get("program");
  const property = parameters.get("property");
  const step = Number(parameters.get("step"));
  if (program !== null) link.program = program;
  if (property !== null) link.property = property;
  if (parameters.has("step") && Number.isInteger(step) && step >= 0) link.step = step;
  return link;
}

/** @param {DeepLink} link */
export function linkText(link) {
  const parts = [];
  if (link.program !== undefined) parts.push(`program=${encodeURIComponent(link.program)}`);
  if (link.property !== undefined) parts.push(`property=${encodeURIComponent(link.property)}`);
  if (link.step !== undefined) parts.push(`step=${link.step}`);
  return `#${parts.join("&")}`;
}

/** Milliseconds: browsers take their time for an address, and complain about many. */
const betweenWrites = 100;
/** The address that waits to be shown. */
let waiting = "";
let lastWrite = -betweenWrites;
window.addEventListener("hashchange", () => { waiting = ""; });  // the reader has gone elsewhere

/** Shows in the address where the reader is: at once, or soon after the one before. @param {DeepLink} link */
export function writeLink(link) {
  const isDue = waiting === "";
  waiting = linkText(link);
  if (isDue) setTimeout(writeWaiting, Math.max(lastWrite + betweenWrites - performance.now(), 0));
}

function writeWaiting() {
  const text = waiting;
  waiting = "";
  if (text === "" || location.hash === text) return;
  lastWrite = performance.now();
  try {
    history.replaceState(null, "", text);
  } catch {
    // A page inside another one may have an address that cannot change.
  }
}
