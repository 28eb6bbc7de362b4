// SPDX-License-Identifier: MIT
// A trace in the format of Bebop [ball00, figure 1]: the last statement first, indented by the
// depth of the call stack, each line with the values just before it. Variables that could also have
// the other value are omitted. The thread is named below the first statement of its context.
#include <algorithm>
#include <fmt/format.h>

#include "product/report/trace_text.hpp"

namespace hardbop::report {

namespace {

constexpr std::size_t widest_statement = 60;

std::string statement_part(const TraceStep& step) {
  return fmt::format("[{}] {}", step.at.line, indented(step));
}

std::string line(const TraceStep& step, std::size_t width) {
  std::string out = fmt::format(
      "{:{}}  {}", statement_part(step), width,
      values_text(step.state, [](const VariableValue& value) { return !value.unconstrained; }));
  if (!step.inside.empty()) out += fmt::format("  ({} statements inside)", step.inside);
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

}  // namespace

std::string indented(const TraceStep& step) {
  constexpr std::uint32_t deepest = 15;
  std::string out(2 * std::size_t{std::min(step.depth, deepest)}, ' ');
  if (step.depth > deepest) out += fmt::format("({}) ", step.depth);
  return out + step.statement;
}

std::string switch_text(const Trace& trace, std::uint32_t thread) {
  if (thread == 0) return "--- init ---";
  return fmt::format("--- thread {} ({}) ---", thread, trace.threads[thread]);
}

std::string value_text(const VariableValue& variable) {
  const std::string* const number = std::get_if<std::string>(&variable.value);
  return number != nullptr ? *number : std::get<bool>(variable.value) ? "1" : "0";
}

std::string left_out_text(std::uint64_t steps) {
  return fmt::format("... {} step{} omitted ...", steps, steps == 1 ? "" : "s");
}

std::string bebop(const Trace& trace) {
  std::size_t width = statement_part(trace.end).size();
  for (const TraceStep& step : trace.steps) width = std::max(width, statement_part(step).size());
  width = std::min(width, widest_statement);
  std::string out = line(trace.end, width);
  if (trace.end.left_out_before != 0) out += left_out_text(trace.end.left_out_before) + "\n";
  std::uint32_t thread = trace.end.thread;
  const auto mark = [&] {
    if (!trace.threads.empty()) out += switch_text(trace, thread) + "\n";
  };
  for (auto step = trace.steps.rbegin(); step != trace.steps.rend(); ++step) {
    if (step->thread != thread) mark();
    thread = step->thread;
    out += line(*step, width);
    if (step->left_out_before != 0) out += left_out_text(step->left_out_before) + "\n";
  }
  mark();
  return out;
}

}  // namespace hardbop::report
