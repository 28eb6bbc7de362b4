// SPDX-License-Identifier: MIT
// The calls that are active where the run is, the innermost first; and where other threads are.
import { html, replaceChildren } from "./dom.js";
import { valueText } from "./data.js";
import { mostThreadLanes } from "./trace_tree.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */
/** @typedef {import("./trace.js").Trace} Trace */

export class CallStack {
  /** @param {Stepper} stepper @param {(trace: Trace, i: number) => number} lineBehind where a thread stands behind a step; 0 at the exit; -1 if that is not known */
  constructor(stepper, lineBehind) {
    this.stepper = stepper;
    this.lineBehind = lineBehind;
    this.list = html("ol", { class: "frames" });
    this.thread = html("p", { class: "thread", hidden: true });
    this.others = html("ul", { class: "other-threads", "aria-label": "other threads" });
    this.element = html("div", { class: "call-stack" }, this.thread, this.list, this.others);
    stepper.listen(() => this.#follow());
  }

  #follow() {
    const { trace, position } = this.stepper;
    const frames = trace ? trace.stack(position) : [];
    replaceChildren(this.list, ...frames.map((at, i) => {
      const place = /** @type {Trace} */ (trace).place(at);
      return html("li", {}, html("button", { type: "button", class: "frame", title: `${place.file}:${place.line}`, "data-key": frames.length - i, "aria-current": i === 0 ? "true" : null, on: { click: () => this.stepper.go(at) } },
        html("span", { class: "frame-name" }, place.procedure), html("span", { class: "frame-place" }, `:${place.line}`)));
    }));
    const name = trace?.threads[trace.thread(position)];
    this.element.classList.toggle("with-threads", name !== undefined);
    this.thread.hidden = name === undefined;
    this.thread.replaceChildren(name === undefined ? "" : `thread ${trace?.thread(position)}: ${name}`);
    replaceChildren(this.others, ...(trace ? this.#otherThreads(trace, position) : []));
  }

  /** @param {Trace} trace @param {number} position */
  #otherThreads(trace, position) {
    return trace.threads.map((_, thread) => thread).filter((thread) => thread !== trace.thread(position) && (thread > 0 || trace.runs(0))).map((thread) => {
      const head = [html("span", { class: "lane own" }, String(thread)), html("span", { class: "thread-name" }, trace.threads[thread])];
      const where = trace.whereIs(thread, position);
      if (!where) return html("li", { class: `other-thread lane-${thread % mostThreadLanes}` }, ...head, html("span", { class: "thread-state" }, "does not run"));
      const isOver = where.at < position;
      const line = isOver && where.state === "stays" && !trace.waits.has(where.at) && !trace.races.has(where.at) ? this.lineBehind(trace, where.at) : -1;
      const hasEnded = where.state === "ended" || (line === 0 && trace.depth(where.at) === 0);
      const calls = trace.stack(where.at).flatMap((at, i) => [i ? " ← " : "", html("span", { class: "call-place" }, i || line < 0 ? `${trace.place(at).procedure}:${trace.place(at).line}` : line ? `${trace.place(at).procedure}:${line}` : `the exit of ${trace.place(at).procedure}`)]);
      const state = hasEnded ? "has ended" : this.#stateText(trace, where, position);
      const values = trace.ownValues(thread, position).map(([name, value]) => `${name}=${valueText(value)}`).join(", ");
      return html("li", {}, html("button", { type: "button", class: `other-thread lane-${thread % mostThreadLanes}`, title: `go to step ${trace.number(where.at)}`, "data-key": `thread ${thread}`, on: { click: () => this.stepper.go(where.at) } },
        ...head, hasEnded || where.state === "not started" ? "" : html("span", { class: "thread-calls" }, isOver && line < 0 ? "after " : "at ", ...calls), state && html("span", { class: "thread-state" }, state)),
        values && html("p", { class: "thread-values", title: "its own variables, as they are when it goes on" }, values));
    });
  }

  /** @param {Trace} trace @param {{at: number, state: string}} where @param {number} position */
  #stateText(trace, where, position) {
    if (where.state === "not started") return "has not run yet";
    if (where.at >= position) return "";
    return trace.waits.get(where.at) ?? trace.races.get(where.at) ?? "no further step in this run";
  }
}
