// SPDX-License-Identifier: MIT
// Answers questions with the WebAssembly of Hardbop, one after the other.
/* global importScripts, createHardbop */
importScripts("hardbop.js");

const ready = createHardbop();

self.onmessage = async ({ data: { id, question } }) => {
  let answer;
  try {
    const hardbop = await ready;
    const pointer = hardbop.ccall("hardbop_ask", "number", ["string"], [JSON.stringify(question)]);
    answer = JSON.parse(hardbop.UTF8ToString(pointer));
    hardbop._free(pointer);
  } catch (error) {
    // After running out of memory or stack, nothing can be trusted: the page starts a new worker.
    answer = { error: `the engine failed: ${error instanceof Error ? error.message : error}`, isBroken: true };
  }
  self.postMessage({ id, answer });
};
