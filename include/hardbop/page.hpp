// SPDX-License-Identifier: MIT
// Pages to look at: answers with the texts of their programs as one HTML file that needs nothing
// else. docs/manual/report.md describes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hardbop/c.hpp>
#include <hardbop/program.hpp>

namespace hardbop {

/// A part of a text that a reader sees in a colour of its own.
struct SourceToken {
  enum class Kind : std::uint8_t { Keyword, Name, Number, String, Comment, Directive };
  Kind kind = Kind::Name;
  std::size_t begin = 0;  // in bytes
  std::size_t end = 0;
};

/// The tokens of a Boolean program, which may have errors, in the order of the text.
[[nodiscard]] std::vector<SourceToken> find_tokens(std::string_view text);
/// Likewise of C, by Clang; none if this build cannot read C.
[[nodiscard]] std::vector<SourceToken> find_c_tokens(const std::string& text);

/// Statements that are executed one after the other.
struct FlowBlock {
  enum class Kind : std::uint8_t { Plain, Branch, Exit, Error };
  Kind kind = Kind::Plain;
  std::vector<Location> statements;  // of an exit: none
};

struct FlowEdge {
  std::size_t from = 0;  // into ControlFlow::blocks
  std::size_t to = 0;
  std::string label;  // "T" or "F"; else empty
};

/// The control-flow graph of a procedure. Its first block is where it starts.
struct ControlFlow {
  std::string procedure;
  std::vector<FlowBlock> blocks;
  std::vector<FlowEdge> edges;
};

[[nodiscard]] std::vector<ControlFlow> find_control_flow(const Program& program);
/// None if the program has errors.
[[nodiscard]] std::vector<ControlFlow> find_c_control_flow(const std::vector<CSource>& sources,
                                                           const COptions& options = {});

struct PageSource {
  std::string path;
  std::string text;
  std::vector<SourceToken> tokens{};
  std::string note{};  // for the reader: that the text is not that of the answer; may be empty
};

/// What a page shows.
struct PageContent {
  std::vector<std::string> answers;  // as to_json() writes them
  /// By answer, what a table of many calls it: a program and a question. If empty, as the answer
  /// says.
  std::vector<std::pair<std::string, std::string>> names{};
  std::vector<PageSource> sources{};
  std::vector<ControlFlow> flow{};
  /// What Graphviz' `dot -Tplain` makes of layout_request(); empty if there are no drawings.
  std::string layout{};
  std::string no_layout{};  // then: why
};

/// An answer of `hardbop check --json` that was saved.
struct SavedAnswer {
  std::string program;   // how a table of many calls it; may be empty
  std::string question;  // likewise
  std::string json;
};

/// One answer, or lines of JSON that are answers, or rows: objects with a key "answer" and perhaps
/// "program" and "question", or with these and a "verdict" if there is no answer. Nothing if the
/// text is something else.
[[nodiscard]] std::optional<std::vector<SavedAnswer>> read_saved_answers(std::string_view text);

/// The paths of all files that JSON answers mention: the programs' own first.
[[nodiscard]] std::vector<std::string> mentioned_files(const std::vector<std::string>& answers);
/// The paths of each different program's files.
[[nodiscard]] std::vector<std::vector<std::string>> programs_of(
    const std::vector<std::string>& answers);

/// The graphs that fit into the page, in Graphviz' language: those that traces go through first.
[[nodiscard]] std::string layout_request(const PageContent& content);

/// The page, or nothing if one of the answers is not JSON of `hardbop check`.
[[nodiscard]] std::string to_page(const PageContent& content);

/// A page of the modules in `web`: that of the entry, such as "viewer/report.js", with what it
/// imports, and `data`, one JSON object, for it to show.
[[nodiscard]] std::string assemble_page(std::string_view entry, std::string_view title,
                                        std::string_view data);

}  // namespace hardbop
