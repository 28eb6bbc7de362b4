// SPDX-License-Identifier: MIT
// A lesson of the course: the part of Markdown that the lessons use, as elements.
import { html } from "../viewer/dom.js";

const inline = /`([^`]+)`|\*\*([^*]+)\*\*|(?<![\\\w])\*([^*\s][^*]*)\*|!?\[([^\]]*)\]\([^)]*\)/;
const item = /^( *)(?:-|(\d+)\.) +(.*)$/;

/**
 * @param {string} text
 * @param {(words: string) => Node | null} findLink a link to the program of this name
 * @returns {(Node | string)[]}
 */
function renderWords(text, findLink) {
  const found = inline.exec(text);
  if (!found) return [text.replaceAll("\\*", "*")];
  const [all, code, strong, emphasis, other] = found;
  const inner = (/** @type {string} */ words) => renderWords(words, findLink);
  let node;
  if (code !== undefined) node = findLink(code) ?? html("code", {}, code);
  else if (strong !== undefined) node = html("strong", {}, ...inner(strong));
  else if (emphasis !== undefined) node = html("em", {}, ...inner(emphasis));
  else node = all.startsWith("!") ? html("em", { class: "picture" }, `Picture in the manual: ${other}`) : html("span", {}, ...inner(other));
  return [text.slice(0, found.index).replaceAll("\\*", "*"), node, ...inner(text.slice(found.index + all.length))];
}

/** Lines up to an empty one or a list's next item belong together. @param {string[]} lines */
function readParagraph(lines) {
  const words = [String(lines.shift()).trim()];
  while (lines.length > 0 && lines[0].trim() && !item.test(lines[0]) && !lines[0].startsWith("```")) words.push(String(lines.shift()).trim());
  return words.join(" ");
}

/** @param {string[]} lines @param {(words: string) => Node | null} findLink */
function renderList(lines, findLink) {
  const [, indent, number] = /** @type {RegExpExecArray} */ (item.exec(lines[0]));
  const list = html(number ? "ol" : "ul", {});
  for (let next = item.exec(lines[0]); next && next[1].length >= indent.length; next = lines.length > 0 ? item.exec(lines[0]) : null) {
    if (next[1].length > indent.length) {
      list.lastElementChild?.append(renderList(lines, findLink));
      continue;
    }
    lines[0] = next[3];
    list.append(html("li", {}, ...renderWords(readParagraph(lines), findLink)));
  }
  return list;
}

/** @param {string} text @param {(words: string) => Node | null} findLink */
export function renderLesson(text, findLink) {
  const lines = text.split("\n");
  const out = html("article", { class: "lesson" });
  while (lines.length > 0) {
    const heading = /^(#+) +(.*)$/.exec(lines[0]);
    if (!lines[0].trim()) {
      lines.shift();
    } else if (heading) {
      lines.shift();
      out.append(html(heading[1].length === 1 ? "h2" : "h3", {}, ...renderWords(heading[2], findLink)));
    } else if (lines[0].startsWith("```")) {
      const end = lines.indexOf("```", 1);
      const block = lines.splice(0, end < 0 ? lines.length : end + 1);
      const name = /file=(\S+)/.exec(block[0])?.[1];
      const link = name ? findLink(name) : null;
      if (link) out.append(html("p", { class: "file" }, link));
      out.append(html("pre", {}, block.slice(1, -1).join("\n")));
    } else if (item.test(lines[0])) {
      out.append(renderList(lines, findLink));
    } else {
      out.append(html("p", {}, ...renderWords(readParagraph(lines), findLink)));
    }
  }
  return out;
}
