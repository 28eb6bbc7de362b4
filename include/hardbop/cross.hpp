// SPDX-License-Identifier: MIT
// Comparing the answers of all engines and of other tools.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/answer.hpp>
#include <hardbop/program.hpp>
#include <hardbop/question.hpp>

namespace hardbop {

struct CrossOptions {
  /// The question, with the limits of each contender; its engine, traces, certificates and the
  /// summary engine's optimisations are ignored.
  Question question;
  /// The program's text: certificates are validated against it; if empty, none are made.
  std::string text;
  /// Other tools to ask: names of outside_tools().
  std::vector<std::string> outside;
  /// If given, this number chooses who takes part: one combination of the summary engine's
  /// optimisations instead of each switched off alone, one setting of the fixpoint engine, two of
  /// image; and for a quarter of the numbers, a certificate is checked.
  std::optional<std::uint64_t> mixture;
  /// If not empty: only these contenders.
  std::vector<std::string> only;
};

/// An engine in one of its settings, or another tool.
struct Contender {
  std::string name;               // "summary", "summary --no-live", "z3"
  std::vector<Verdict> verdicts;  // one per property; none if it did not take part
  double seconds = 0;
  std::string remark;  // why it did not take part, or why verdicts are unknown; may be empty
};

struct Disagreement {
  enum class Kind : std::uint8_t {
    Verdict,
    Length,       // of shortest traces
    Coverage,     // which statements no run can reach
    Certificate,  // that does not prove what it should
    Failure,      // an internal error, such as a trace that does not replay
  };

  Kind kind = Kind::Verdict;
  std::string text;
  std::vector<std::string> between;  // the contenders
};

struct CrossReport {
  std::string input;
  std::string sha256;                   // of its text
  std::vector<std::string> properties;  // "label R", "assert 7:3"
  std::string nothing;                  // if there is no property: what the program lacks
  std::vector<Contender> contenders;
  std::vector<Disagreement> disagreements;
  std::vector<Message> errors;  // what was wrong with the question; then nothing was compared
  std::string stopped;          // why not all contenders finished; else empty
};

/// Asks every contender, replays traces, compares the lengths of shortest traces and checks
/// certificates. An unknown verdict agrees with every verdict.
[[nodiscard]] CrossReport cross(const Program& program, const CrossOptions& options);

/// 0 all agree, 6 they do not, 5 stopped before that is known, 2 bad input.
[[nodiscard]] int exit_status(const CrossReport& report);
[[nodiscard]] std::string to_text(const CrossReport& report);
[[nodiscard]] std::string to_json(const CrossReport& cross);

/// The other tools that can be asked.
[[nodiscard]] std::vector<std::string_view> outside_tools();

/// The names of the language's constructs, and for each whether it occurs in a program.
[[nodiscard]] std::vector<std::string_view> construct_names();
[[nodiscard]] std::vector<bool> constructs(const Program& program);

}  // namespace hardbop
