// SPDX-License-Identifier: MIT
// Panes and the bars between them, which can be dragged, or moved by the arrow keys.
import { html } from "./dom.js";

/**
 * A bar that changes the size of a pane, which is a variable of the page's style.
 * @param {{variable: string, label: string, isRow?: boolean, isFromEnd?: boolean, least: number, most: number}} options
 */
export function splitter({ variable, label, isRow = false, isFromEnd = false, least, most }) {
  const root = document.documentElement;
  const readSize = () => parseFloat(getComputedStyle(root).getPropertyValue(variable));
  const bar = html("div", { class: `splitter ${isRow ? "row" : "column"}`, role: "separator", tabindex: 0, "aria-label": label,
                            "aria-orientation": isRow ? "horizontal" : "vertical", "aria-valuemin": least, "aria-valuemax": most, "aria-valuenow": readSize() });
  /** @param {number} wanted */
  const set = (wanted) => {
    const size = Math.round(Math.min(Math.max(wanted, least), most));
    root.style.setProperty(variable, `${size}px`);
    bar.setAttribute("aria-valuenow", String(size));
  };
  bar.addEventListener("pointerdown", (event) => {
    const from = isRow ? event.clientY : event.clientX;
    const before = readSize();
    bar.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} move */
    const onMove = (move) => {
      const by = (isRow ? move.clientY : move.clientX) - from;
      set(before + (isFromEnd ? -by : by));
    };
    bar.addEventListener("pointermove", onMove);
    bar.addEventListener("pointerup", () => bar.removeEventListener("pointermove", onMove), { once: true });
  });
  bar.addEventListener("keydown", (event) => {
    const less = isRow ? "ArrowUp" : "ArrowLeft";
    const more = isRow ? "ArrowDown" : "ArrowRight";
    if (event.key !== less && event.key !== more) return;
    event.preventDefault();
    event.stopPropagation();
    set(readSize() + ((event.key === more) !== isFromEnd ? 24 : -24));
  });
  return bar;
}
