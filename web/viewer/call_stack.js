// SPDX-License-Identifier: MIT
// The calls that are active where the run is, the innermost first; and where other threads are.
import { html } from "./dom.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */
/** @typedef {import("./trace.js").Trace} Trace */

export class CallStack {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.list = html("ol", { class: "frames" });
    this.thread = html("p", { class: "thread", hidden: true });
    this.others = html("ul", { class: "other-threads", "aria-label": "other threads" });
    this.element = html("div", { class: "call-stack" }, this.thread, this.list, this.others);
    stepper.listen(() => this.#follow());
  }

  #follow() {
    const { trace, position } = this.stepper;
    const frames = trace ? trace.stack(position) : [];
    this.list.replaceChildren(...frames.map((at, i) => {
      const place = /** @type {Trace} */ (trace).place(at);
      return html("li", {}, html("button", { type: "button", class: "frame", title: `${place.file}:${place.line}`, "aria-current": i === 0 ? "true" : null, on: { click: () => this.stepper.go(at) } },
        html("span", { class: "frame-name" }, place.procedure), html("span", { class: "frame-place" }, `:${place.line}`)));
    }));
    const name = trace?.threads[trace.thread(position)];
    this.thread.hidden = name === undefined;
    this.thread.replaceChildren(name === undefined ? "" : `thread ${trace?.thread(position)}: ${name}`);
    this.others.replaceChildren(...(trace ? this.#otherThreads(trace, position) : []));
  }

  /** @param {Trace} trace @param {number} position */
  #otherThreads(trace, position) {
    return trace.threads.map((_, thread) => thread).filter((thread) => thread !== trace.thread(position) && trace.runs(thread)).map((thread) => {
      const where = trace.whereIs(thread, position);
      if (!where) return html("li");
      const calls = trace.stack(where.at).map((at) => `${trace.place(at).procedure}:${trace.place(at).line}`).join(" ← ");
      const isOver = where.at < position;
      const state = where.state === "ended" ? "has ended" : where.state === "not started" ? "has not run yet"
        : isOver ? trace.waits.get(where.at) ?? trace.races.get(where.at) ?? "has no further step" : "";
      return html("li", {}, html("button", { type: "button", class: `other-thread lane-${thread % 8}`, title: `go to step ${trace.number(where.at)}`, on: { click: () => this.stepper.go(where.at) } },
        html("span", { class: "lane own" }, String(thread)), html("span", { class: "thread-name" }, trace.threads[thread]),
        where.state === "ended" || where.state === "not started" ? "" : html("span", { class: "thread-calls" }, calls), state && html("span", { class: "thread-state" }, state)));
    });
  }
}
