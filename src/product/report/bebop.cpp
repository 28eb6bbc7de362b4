// SPDX-License-Identifier: MIT
// A trace in the format of Bebop [ball00, figure 1]: the last statement first, indented by the
// depth of the call stack, each line with the values just before it. Variables that could also have
// the other value are omitted. The thread is named below the first statement of its context.
#include <algorithm>
#include <fmt/format.h>

#include "product/report/trace_text.hpp"

namespace hardbop::report {

namespace {

std::string statement_part(const TraceStep& step, bool with_file) {
  return fmt::format("[{}] {}", line_text(step, with_file), indented(step));
}

std::string line(const TraceStep& step, std::size_t width, bool with_file) {
  std::string out = fmt::format(
      "{:{}}  {}", statement_part(step, with_file), width,
      values_text(step.state, [](const VariableValue& value) { return !value.unconstrained; }));
  if (!step.inside.empty()) out += fmt::format("  ({} statements inside)", step.inside);
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

}  // namespace

bool has_several_files(const Trace& trace) {
  return std::ranges::any_of(
      trace.steps, [&](const TraceStep& step) { return step.at.file != trace.end.at.file; });
}

std::string line_text(const TraceStep& step, bool with_file) {
  if (!with_file) return std::to_string(step.at.line);
  return fmt::format("{}:{}", step.at.file, step.at.line);
}

std::string indented(const TraceStep& step) {
  constexpr std::uint32_t deepest = 15;
  std::string out(2 * std::size_t{std::min(step.depth, deepest)}, ' ');
  if (step.depth > deepest) out += fmt::format("({}) ", step.depth);
  return out + step.statement;
}

std::string thread_title(const Trace& trace, std::uint32_t thread) {
  return thread == 0 ? "init" : fmt::format("thread {} ({})", thread, trace.threads[thread]);
}

std::string switch_text(const Trace& trace, std::uint32_t thread) {
  return "--- " + thread_title(trace, thread) + " ---";
}

std::string value_text(const VariableValue& variable) {
  const std::string* const number = std::get_if<std::string>(&variable.value);
  return number != nullptr ? *number : std::get<bool>(variable.value) ? "1" : "0";
}

std::string left_out_text(std::uint64_t steps) {
  return fmt::format("... {} step{} omitted ...", steps, steps == 1 ? "" : "s");
}

std::string bebop(const Trace& trace) {
  const bool with_file = has_several_files(trace);
  std::size_t width = statement_part(trace.end, with_file).size();
  for (const TraceStep& step : trace.steps)
    width = std::max(width, statement_part(step, with_file).size());
  width = std::min(width, widest_statement);
  std::string out = line(trace.end, width, with_file);
  if (trace.end.left_out_before != 0) out += left_out_text(trace.end.left_out_before) + "\n";
  std::uint32_t thread = trace.end.thread;
  const auto mark = [&] {
    if (!trace.threads.empty()) out += switch_text(trace, thread) + "\n";
  };
  for (auto step = trace.steps.rbegin(); step != trace.steps.rend(); ++step) {
    if (step->thread != thread) mark();
    thread = step->thread;
    out += line(*step, width, with_file);
    if (step->left_out_before != 0) out += left_out_text(step->left_out_before) + "\n";
  }
  mark();
  return out;
}

}  // namespace hardbop::report
