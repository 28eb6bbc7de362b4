// SPDX-License-Identifier: MIT
// Buttons and a slider to step through a run.
import { html, button } from "./dom.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */

export class StepBar {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.slider = html("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "step",
                                  on: { input: () => stepper.go(Number(this.slider.value)) } });
    this.text = html("output", { class: "position" });
    this.spoken = html("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
    this.element = html("div", { class: "step-bar", role: "toolbar", "aria-label": "steps" },
      button("|◀", "to the start (Home)", () => stepper.start()), button("◀", "previous step (p)", () => stepper.previous()),
      button("▶", "next step, into calls (n)", () => stepper.next()), button("↷", "over the call (o)", () => stepper.over()),
      button("↥", "out of the procedure (u)", () => stepper.out()), button("▶|", "to the end (End)", () => stepper.end()),
      this.slider, this.text, this.spoken);
    stepper.listen(() => this.#follow());
  }

  #follow() {
    const { trace, position, last } = this.stepper;
    this.element.hidden = !trace;
    this.slider.max = String(last);
    this.slider.value = String(position);
    const all = trace ? trace.number(last) - 1 : 0;
    const text = position === last ? `end, after ${all} ${all === 1 ? "step" : "steps"}` : `step ${trace?.number(position)} of ${all}`;
    this.slider.setAttribute("aria-valuetext", text);
    this.text.replaceChildren(text);
    const place = trace?.place(position);
    this.spoken.replaceChildren(place ? `${text}${place.line ? `, line ${place.line}` : ""}: ${place.statement}` : "");
  }
}
