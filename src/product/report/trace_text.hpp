// SPDX-License-Identifier: MIT
// Traces as text. Private to the layer.
#pragma once

#include <string>

#include <hardbop/answer.hpp>

namespace hardbop::report {

/// `in_columns`: with a column for each thread.
[[nodiscard]] std::string table(const Trace& trace, bool colour, bool in_columns);
[[nodiscard]] std::string bebop(const Trace& trace);

/// Columns of a statement in a trace; what is longer makes its own line wider.
constexpr std::size_t widest_statement = 60;
/// Where each thread has its own; there, what is longer is cut.
constexpr std::size_t widest_of_thread = 36;
/// Whether its steps are in several files; then each is shown with its own.
[[nodiscard]] bool has_several_files(const Trace& trace);
/// "12"; with the file, "lock.c:12".
[[nodiscard]] std::string line_text(const TraceStep& step, bool with_file);

/// The statement, indented by the depth of the call stack; very deep ones by a number.
[[nodiscard]] std::string indented(const TraceStep& step);

/// "... 7 steps left out ..."
[[nodiscard]] std::string left_out_text(std::uint64_t steps);

/// "thread 2 (stopper)"
[[nodiscard]] std::string thread_title(const Trace& trace, std::uint32_t thread);
/// "--- thread 2 (stopper) ---", where another one ran before.
[[nodiscard]] std::string switch_text(const Trace& trace, std::uint32_t thread);

/// "1", "0", "-12"
[[nodiscard]] std::string value_text(const VariableValue& variable);

/// "g=1, h=0" of the variables for which `shown(variable)`.
template <typename Shown>
[[nodiscard]] std::string values_text(const std::vector<VariableValue>& variables, Shown shown) {
  std::string out;
  for (const VariableValue& variable : variables) {
    if (!shown(variable)) continue;
    if (!out.empty()) out += ", ";
    out += variable.name + '=' + value_text(variable);
  }
  return out;
}

}  // namespace hardbop::report
