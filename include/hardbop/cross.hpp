// SPDX-License-Identifier: MIT
// Deciders pitted against each other.
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
  /// What is asked, with the limits of each contender; engine, traces, certificates and the
  /// summary engine's economies are not taken from here.
  Question question;
  /// The program's text: certificates are validated against it; none are made where it is empty.
  std::string text;
  /// Programs of others to ask as well: of outside_tools().
  std::vector<std::string> outside;
  /// One mixture of the summary engine's economies, chosen by this number, takes part instead
  /// of each economy switched off by itself.
  std::optional<std::uint64_t> mixture;
  /// Where not empty: only these contenders.
  std::vector<std::string> only;
};

/// One that decides: an engine in one of its settings, or another program.
struct Contender {
  std::string name;               // "summary", "summary --no-live", "z3"
  std::vector<Verdict> verdicts;  // one per property; none where it did not take part
  double seconds = 0;
  std::string remark;  // why it did not take part, or why verdicts are unknown; may be empty
};

struct Disagreement {
  enum class Kind : std::uint8_t {
    Verdict,
    Length,       // of shortest traces
    Coverage,     // which statements no run can reach
    Certificate,  // one that does not prove what it should
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
  std::string nothing;                  // where there is no property: what there is not
  std::vector<Contender> contenders;
  std::vector<Disagreement> disagreements;
  std::vector<Message> errors;  // what was wrong with the question; then nothing was compared
  std::string stopped;          // why not everyone was asked to the end; else empty
};

/// Asks every contender, replays traces, compares lengths of shortest ones and checks
/// certificates. An unknown verdict disagrees with nothing.
[[nodiscard]] CrossReport cross(const Program& program, const CrossOptions& options);

/// 0 where all agree, 6 where they do not, 5 where it was stopped before that is known, 2 bad
/// input.
[[nodiscard]] int exit_status(const CrossReport& report);
[[nodiscard]] std::string to_text(const CrossReport& report);
[[nodiscard]] std::string to_json(const CrossReport& cross);

/// The programs of others that can be asked.
[[nodiscard]] std::vector<std::string_view> outside_tools();

/// The names of the language's constructs, and for each whether it occurs in a program.
[[nodiscard]] std::vector<std::string_view> construct_names();
[[nodiscard]] std::vector<bool> constructs(const Program& program);

}  // namespace hardbop
