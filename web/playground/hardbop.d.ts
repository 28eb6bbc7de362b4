// SPDX-License-Identifier: MIT
// What emscripten makes of web/playground/wasm.
declare function createHardbop(): Promise<{
  ccall(name: string, result: string, parameters: string[], values: unknown[]): number;
  UTF8ToString(pointer: number): string;
  _free(pointer: number): void;
}>;
