// SPDX-License-Identifier: MIT
// The calls that are active where the run is, the innermost first.
import { html } from "./dom.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */

export class CallStack {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.list = html("ol", { class: "frames" });
    this.thread = html("p", { class: "thread", hidden: true });
    this.element = html("div", { class: "call-stack" }, this.thread, this.list);
    stepper.listen(() => {
      const { trace, position } = stepper;
      const frames = trace ? trace.stack(position) : [];
      this.list.replaceChildren(...frames.map((at, i) => {
        const place = /** @type {import("./trace.js").Trace} */ (trace).place(at);
        return html("li", {}, html("button", { type: "button", class: "frame", title: `${place.file}:${place.line}`, "aria-current": i === 0 ? "true" : null, on: { click: () => stepper.go(at) } },
          html("span", { class: "frame-name" }, place.procedure), html("span", { class: "frame-place" }, `:${place.line}`)));
      }));
      const name = trace?.threads[trace.thread(position)];
      this.thread.hidden = name === undefined;
      this.thread.replaceChildren(name === undefined ? "" : `thread ${trace?.thread(position)}: ${name}`);
    });
  }
}
