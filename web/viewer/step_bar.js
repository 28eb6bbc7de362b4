// SPDX-License-Identifier: MIT
// Buttons and a slider to step through a run.
import { html, button } from "./dom.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */

export class StepBar {
  /** @param {Stepper} stepper @param {{hasCalls?: boolean}} [options] */
  constructor(stepper, { hasCalls = true } = {}) {
    this.stepper = stepper;
    this.slider = html("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "step",
                                  on: { input: () => stepper.go(Number(this.slider.value)) } });
    this.text = html("output", { class: "position" });
    /** Why a key did nothing. */
    this.complaint = html("p", { class: "complaint", hidden: true });
    this.spoken = html("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
    this.element = html("div", { class: "step-bar", role: "toolbar", "aria-label": "steps" },
      button("|◀", "to the start (Home)", () => stepper.start()), button("◀", "previous step (p)", () => stepper.previous()),
      button("▶", hasCalls ? "next step, into calls (n)" : "next step (n)", () => stepper.next()),
      hasCalls && button("↷", "over the call (o)", () => stepper.over()), hasCalls && button("↥", "out of the procedure (u)", () => stepper.out()), button("▶|", "to the end (End)", () => stepper.end()),
      this.slider, this.text, this.complaint, this.spoken);
    stepper.listen(() => this.#follow());
  }

  #follow() {
    const { trace, position, last, complaint } = this.stepper;
    this.element.hidden = !trace;
    this.slider.max = String(last);
    this.slider.value = String(position);
    const text = trace ? StepBar.#textOf(trace, position) : "";
    this.slider.setAttribute("aria-valuetext", text);
    this.text.replaceChildren(text);
    this.complaint.replaceChildren(complaint);
    this.complaint.hidden = !complaint;
    const place = trace?.place(position);
    this.spoken.replaceChildren(complaint || (place ? `${text}${place.line ? `, line ${place.line}` : ""}: ${place.statement}` : ""));
  }

  /** @param {import("./trace.js").Trace} trace @param {number} position */
  static #textOf(trace, position) {
    const all = trace.number(trace.length) - 1;
    if (position === trace.length) return `end, after ${all} ${all === 1 ? "step" : "steps"}`;
    return trace.number(position) === 0 ? `start of ${all} ${all === 1 ? "step" : "steps"}` : `step ${trace.number(position)} of ${all}`;
  }
}
