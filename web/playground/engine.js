// SPDX-License-Identifier: MIT
// Hardbop in a worker. To stop it is to end the worker; the next question gets a new one.

export class Engine {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    this.last = 0;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
  }

  #start() {
    this.worker = new Worker("worker.js");
    this.worker.onmessage = ({ data }) => {
      this.waiting.get(data.id)?.resolve(data.answer);
      this.waiting.delete(data.id);
    };
    this.worker.onerror = (event) => this.#fail(event.message || "the engine ended unexpectedly");
  }

  /** @param {string} why */
  #fail(why) {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }

  /** @param {object} question @returns {Promise<any>} */
  ask(question) {
    if (!this.worker) this.#start();
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker?.postMessage({ id, question });
    });
  }

  stop() { if (this.waiting.size > 0) this.#fail("stopped"); }
}
