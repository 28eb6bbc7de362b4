// SPDX-License-Identifier: MIT
// Boolean programs and fixed-point systems for the editor: colours and completion.
import { StreamLanguage } from "@codemirror/language";
import { completeAnyWord } from "@codemirror/autocomplete";

const programWords = `abortif abortall assert assume atomic_begin atomic_end begin bool break choose constrain
  continue dead decl do else elsif end end_thread enforce fi for goto if od print return schoose skip start_thread
  sync_thread then thread void while`.split(/\s+/);
const systemWords = `array bool count enum exists false forall input list mu nu order query relation struct true type`.split(/\s+/);

/** @param {string[]} words */
function makeMode(words) {
  const known = new Set(words);
  return StreamLanguage.define({
    languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
    startState: () => ({ inComment: false }),
    token(stream, state) {
      if (state.inComment) {
        state.inComment = !stream.skipTo("*/");
        if (state.inComment) stream.skipToEnd();
        else stream.match("*/");
        return "comment";
      }
      if (stream.match("//")) { stream.skipToEnd(); return "comment"; }
      if (stream.match("/*")) { state.inComment = true; return "comment"; }
      if (stream.match(/^\{[^}]*\}/)) return words === programWords ? "variableName" : null;
      if (stream.match(/^[A-Za-z_][\w$]*/)) {
        const word = stream.current();
        if (known.has(word)) return "keyword";
        return /^(T|F|true|false)$/.test(word) ? "atom" : "variableName";
      }
      if (stream.match(/^\d+/)) return "number";
      stream.next();
      return "operator";
    },
  });
}

/** @param {string[]} words @returns {import("@codemirror/autocomplete").CompletionSource} */
function completeWords(words) {
  return (context) => {
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    return { from: word.from, options: words.map((label) => ({ label, type: "keyword" })) };
  };
}

export const languages = {
  program: { mode: makeMode(programWords), complete: [completeWords(programWords), completeAnyWord] },
  system: { mode: makeMode(systemWords), complete: [completeWords(systemWords), completeAnyWord] },
};
