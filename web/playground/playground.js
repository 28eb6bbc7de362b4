// SPDX-License-Identifier: MIT
// The playground: an editor on the left, what Hardbop says on the right.
import { basicSetup } from "codemirror";
import { EditorView, keymap } from "@codemirror/view";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { autocompletion } from "@codemirror/autocomplete";
import { linter, lintGutter } from "@codemirror/lint";
import { instance as loadViz } from "@viz-js/viz";
import { html } from "../viewer/dom.js";
import { Engine } from "./engine.js";
import { languages } from "./language.js";
import { renderLesson } from "./lesson.js";
import { fromLink, toLink } from "./share.js";
import examples from "./examples.json";

const typingPause = 350;
const isSystem = (/** @type {string} */ name) => name.endsWith(".fx");

class Playground {
  constructor() {
    this.worker = new Engine();
    this.checker = new Engine();  // for what is said while typing
    this.name = "program.bp";
    this.mode = new Compartment();
    this.status = html("span", { class: "status", role: "status" });
    this.output = html("section", { class: "output", "aria-label": "answer", tabindex: 0 });
    this.pick = html("select", { "aria-label": "examples", on: { change: () => this.#openExample(this.pick.value) } },
      html("option", { value: "" }, "examples and course …"));
    for (const group of new Set(examples.map((one) => one.group))) {
      const options = html("optgroup", { label: group });
      examples.forEach((one, i) => { if (one.group === group) options.append(html("option", { value: i }, one.title)); });
      this.pick.append(options);
    }
    this.engine = html("select", { "aria-label": "engine" }, ...["auto", "summary", "explicit", "fixpoint", "image"].map((name) => html("option", {}, name)));
    this.labels = html("input", { type: "text", placeholder: "all errors", "aria-label": "labels to reach" });
    this.seconds = html("input", { type: "number", min: 1, max: 60, value: 10, "aria-label": "seconds" });
    this.seconds.style.width = "4.5em";
    this.stop = html("button", { type: "button", disabled: true, on: { click: () => this.worker.stop() } }, "stop");
    this.programButtons = [["check", "main"], ["report", ""], ["explain", ""], ["graph", ""]].map(([name, kind]) => this.#button(name, kind));
    this.format = this.#button("format", "");
    this.solve = this.#button("solve", "main");
    const editor = html("section", { class: "editor", "aria-label": "program" });
    document.body.append(
      html("header", {}, html("h1", {}, "Hardbop playground"), this.pick, ...this.programButtons, this.solve, this.format, this.stop,
        html("label", {}, "engine", this.engine), html("label", {}, "labels", this.labels), html("label", {}, "seconds", this.seconds),
        html("button", { type: "button", on: { click: () => this.#share() } }, "share"), this.status),
      html("main", {}, editor, this.output));
    this.editor = new EditorView({ parent: editor, state: this.#newState("") });
  }

  /** @param {string} name @param {string} kind */
  #button(name, kind) {
    return html("button", { type: "button", class: kind, "data-command": name, on: { click: () => this.run(name) } }, name);
  }

  /** @param {string} text */
  #newState(text) {
    const language = isSystem(this.name) ? languages.system : languages.program;
    return EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: "Ctrl-Enter", mac: "Cmd-Enter", run: () => { this.run(isSystem(this.name) ? "solve" : "check"); return true; } }])),
        basicSetup, language.mode, autocompletion({ override: language.complete }), lintGutter(),
        linter((view) => this.#diagnose(view), { delay: typingPause }),
        EditorView.contentAttributes.of({ "aria-label": "program text", tabindex: "0" }),
      ],
    });
  }

  /** What is wrong with the text, with hints. @param {EditorView} view */
  async #diagnose(view) {
    const { doc } = view.state;
    const command = isSystem(this.name) ? "solve" : "parse";
    const answer = await this.checker.ask({ command, name: this.name, text: doc.toString(), options: { timeout: 1 } }).catch(() => ({}));
    return (answer.messages ?? []).map((/** @type {any} */ message) => {
      const line = doc.line(Math.min(Math.max(message.line, 1), doc.lines));
      const from = Math.min(line.from + Math.max(message.column - 1, 0), line.to);
      const word = /^\w+/.exec(doc.sliceString(from, line.to));
      return { from, to: Math.min(from + (word ? word[0].length : 1), doc.length), severity: message.kind,
               message: message.hint ? `${message.text}\nhint: ${message.hint}` : message.text };
    });
  }

  /** @param {string} name @param {string} text */
  open(name, text) {
    this.name = name;
    this.editor.setState(this.#newState(text));
    for (const button of this.programButtons) button.hidden = isSystem(name);
    this.solve.hidden = !isSystem(name);
    this.format.hidden = isSystem(name);
  }

  /** @param {string} value */
  #openExample(value) {
    const example = examples[Number(value)];
    this.pick.value = "";
    if (!example) return;
    if (example.name.endsWith(".md")) {
      this.#show(renderLesson(example.text, (words) => this.#linkTo(words, example.group)));
      return;
    }
    this.#edit(example);
    this.#show();
  }

  /** @param {{name: string, text: string, labels?: string}} example */
  #edit(example) {
    this.labels.value = example.labels ?? "";
    this.open(example.name, example.text);
  }

  /** A button that opens the program of this name, of the lesson or of the examples. @param {string} words @param {string} group */
  #linkTo(words, group) {
    const name = words.replace(/^examples\//, "");
    const places = [group, "examples"].map((one) => examples.findIndex((example) => example.group === one && example.name === name && example.title === name));
    const place = places.find((one) => one >= 0);
    if (place === undefined) return null;
    return html("button", { type: "button", class: "link", title: "open in the editor", on: { click: () => this.#edit(examples[place]) } }, words);
  }

  /** @param {...(Node | string)} content */
  #show(...content) { this.output.replaceChildren(...content); }

  /** @param {any} answer */
  #messages(answer) {
    const lines = (answer.messages ?? []).map((/** @type {any} */ one) =>
      `${this.name}:${one.line}:${one.column}: ${one.kind}: ${one.text}\n${one.hint ? `  hint: ${one.hint}\n` : ""}`);
    if (answer.error) lines.push(`${answer.error}\n`);
    return lines.join("");
  }

  /** @param {string} command */
  async run(command) {
    const started = performance.now();
    this.stop.disabled = false;
    this.status.replaceChildren(`${command} …`);
    const labels = this.labels.value.split(/[\s,]+/).filter(Boolean);
    const options = { engine: this.engine.value, labels, timeout: Number(this.seconds.value) || 10 };
    try {
      const answer = await this.worker.ask({ command, name: this.name, text: this.editor.state.doc.toString(), options });
      if (answer.isBroken) this.worker.stop();
      await this.#present(command, answer);
      this.status.replaceChildren(`${command}: ${((performance.now() - started) / 1000).toFixed(2)} s`);
    } catch (error) {
      this.#show(html("pre", { class: "error" }, /** @type {Error} */ (error).message));
      this.status.replaceChildren(/** @type {Error} */ (error).message);
    }
    this.stop.disabled = true;
  }

  /** @param {string} command @param {any} answer */
  async #present(command, answer) {
    const messages = this.#messages(answer);
    if (command === "format" && answer.text) {
      this.editor.dispatch({ changes: { from: 0, to: this.editor.state.doc.length, insert: answer.text } });
      this.#show();
    } else if (answer.html) {
      this.#show(html("iframe", { sandbox: "allow-scripts", srcdoc: answer.html, title: `${command} of ${this.name}` }));
    } else if (answer.dot) {
      const viz = await loadViz();
      this.#show(html("div", { class: "graph" }, viz.renderSVGElement(answer.dot)));
    } else {
      this.#show(messages ? html("pre", { class: "error" }, messages) : "", html("pre", {}, answer.text ?? ""));
    }
  }

  async #share() {
    location.hash = await toLink({ name: this.name, text: this.editor.state.doc.toString() });
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    this.status.replaceChildren("the address of this page holds the program now");
  }
}

const playground = new Playground();
const shared = await fromLink(location.hash);
const first = examples.find((one) => one.name === "lecture-choice.bp") ?? examples[0];
playground.open(shared?.name ?? first.name, shared?.text ?? first.text);
if (navigator.serviceWorker && location.protocol.startsWith("http")) navigator.serviceWorker.register("offline.js").catch(() => {});
