// SPDX-License-Identifier: MIT
// Links that hold a program: compressed, in the part of the address that no server sees.

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} through */
async function pass(bytes, through) {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {{name: string, text: string}} program */
export async function toLink(program) {
  const bytes = new TextEncoder().encode(JSON.stringify(program));
  return `#program=${toBase64(await pass(bytes, new CompressionStream("deflate-raw")))}`;
}

/** @param {string} hash @returns {Promise<{name: string, text: string} | null>} */
export async function fromLink(hash) {
  const packed = new URLSearchParams(hash.slice(1)).get("program");
  if (!packed) return null;
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const { name, text } = JSON.parse(new TextDecoder().decode(await pass(bytes, new DecompressionStream("deflate-raw"))));
    return typeof text === "string" ? { name: String(name), text } : null;
  } catch {
    return null;
  }
}
