// SPDX-License-Identifier: MIT
// A certificate as an SMT-LIB 2 script: a claim, definitions, and obligations, each a question that
// must be answered `unsat`. It ends with a comment that counts them: a solver prints a line for
// each, so that whoever reads the answers knows whether all are there.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/certificate/claim.hpp"

namespace hardbop::certify {

/// What a script shows with its obligations; a run has none.
enum class Evidence : std::uint8_t { Invariant, Unrolling, Run };

/// Writes one from its first line to its last.
class ScriptWriter {
 public:
  ScriptWriter(const Claim& claim, std::string_view logic, Evidence evidence = Evidence::Invariant);

  /// Lines that say nothing to a reader: declarations and comments.
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  void note(std::string_view key, std::string_view value);
  /// A condition, or a word of that sort; a comment, where there is one, has no line ends.
  void define(std::string_view name, std::string_view parameters, std::string_view body,
              std::string_view comment = {}, std::string_view sort = "Bool");

  // An obligation: begun, then with declarations by line(), asked at its end.
  void begin(std::string_view title);
  void require(std::string_view condition);
  void ask();

  /// The script; nothing can be written after it.
  [[nodiscard]] std::string finish();

 private:
  std::string out_;
  std::size_t obligations_ = 0;
};

// What was read names parts of the text, which has to stay.

/// Something that stands between the definitions and is of use to whoever made them.
struct Note {
  std::uint32_t line = 0;
  std::string_view key;
  std::string value;
};

/// A condition or a word, with a body that is one term on one line.
struct Definition {
  std::uint32_t line = 0;
  std::string_view name;
  std::string_view parameters;  // without the parentheses around them
  std::string_view body;
  bool is_condition = true;
};

struct Script {
  Claim claim;
  std::vector<Note> notes;
  std::vector<Definition> definitions;  // before the obligations
  std::size_t obligations = 0;          // that are asked
  std::optional<std::size_t> claimed;   // as many as the last line counts
};

struct ScriptResult {
  std::optional<Script> script;
  std::uint32_t line = 0;  // of the error
  std::string error;       // where there is no script
  bool in_claim = false;   // whether it is wrong already before the first definition
};

/// `keys` are those that options and notes may have. Nothing is known then about whether the claim
/// and the definitions fit a program.
[[nodiscard]] ScriptResult read_script(std::string_view text,
                                       std::span<const std::string_view> keys);

/// How many obligations the last line of a text counts; nothing where there is no such line.
[[nodiscard]] std::optional<std::size_t> claimed_count(std::string_view text);
/// What is wrong with the count of a script; empty where nothing is.
[[nodiscard]] std::string count_problem(const Script& script);

}  // namespace hardbop::certify
