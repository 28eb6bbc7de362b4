// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "report/figures.hpp"
#include "report/trace_text.hpp"
#include <hardbop/answer.hpp>

namespace hardbop {

namespace {

std::string place(const PropertyResult& result) {
  std::string out = fmt::format("{}:{}:{}", result.at.file, result.at.line, result.at.column);
  if (!result.procedure.empty()) out += " in " + result.procedure;
  return out;
}

std::string explanation(const PropertyResult& result) {
  const bool is_label = result.kind == PropertyResult::Kind::Label;
  switch (result.verdict) {
    case Verdict::Violated:
      return fmt::format("{} at {}{}{}", is_label ? "reachable" : "can fail", place(result),
                         result.reason.empty() ? "" : "; ", result.reason);
    case Verdict::Holds:
    case Verdict::HoldsBounded:
      return fmt::format("{}{}{}", is_label ? "not reachable" : "cannot fail",
                         result.reason.empty() ? "" : " ", result.reason);
    case Verdict::Unknown: return result.reason;
  }
  return {};
}

const char* colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Violated: return "\x1b[31m";
    case Verdict::Holds:
    case Verdict::HoldsBounded: return "\x1b[32m";
    case Verdict::Unknown: return "\x1b[33m";
  }
  return "";
}

std::string trace_heading(const Trace& trace) {
  std::string out = fmt::format("{} step{}", trace.hierarchical_length,
                                trace.hierarchical_length == 1 ? "" : "s");
  if (!trace.threads.empty())
    out += fmt::format(" with {} context switch{}", trace.context_switches,
                       trace.context_switches == 1 ? "" : "es");
  if (trace.length != std::to_string(trace.hierarchical_length))
    out += fmt::format(", {} with those inside completed calls", trace.length);
  if (trace.truncated) out += "; not all are listed";
  if (!trace.note.empty()) out += "; " + trace.note;
  return out;
}

std::string coverage_text(const Coverage& coverage) {
  std::string out = fmt::format("coverage: {} of {} statements cannot be reached\n",
                                coverage.unreachable.size(), coverage.statements);
  for (const UnreachableStatement& one : coverage.unreachable)
    out += fmt::format("{}:{}:{}: unreachable in {}: {}\n", one.at.file, one.at.line, one.at.column,
                       one.procedure, one.statement);
  if (!coverage.incomplete.empty())
    out += fmt::format("coverage is not complete: {}\n", coverage.incomplete);
  return out;
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Violated: return "violated";
    case Verdict::Holds: return "holds";
    case Verdict::HoldsBounded: return "holds-bounded";
    case Verdict::Unknown: return "unknown";
  }
  return "unknown";
}

int exit_status(const Answer& answer) {
  if (!answer.internal_error.empty()) return 6;
  if (!answer.errors.empty()) return 2;
  const auto some = [&](Verdict verdict) {
    return std::any_of(answer.results.begin(), answer.results.end(),
                       [&](const PropertyResult& result) { return result.verdict == verdict; });
  };
  if (some(Verdict::Violated)) return 10;
  return some(Verdict::Unknown) ? 5 : 0;
}

std::string to_text(const Answer& answer, const TextStyle& style) {
  std::string out;
  const bool answered = answer.errors.empty() && answer.internal_error.empty();
  if (answered && answer.results.empty())
    out += fmt::format("nothing to check: {}\n", answer.nothing);
  for (const PropertyResult& result : answer.results) {
    out += fmt::format("{}: {}{}{}: {}\n", result.property,
                       style.colour ? colour_of(result.verdict) : "", to_string(result.verdict),
                       style.colour ? "\x1b[0m" : "", explanation(result));
    if (!result.trace) continue;
    out += fmt::format("\ntrace of {}\n", trace_heading(*result.trace));
    out += style.trace == TraceStyle::Bebop ? report::bebop(*result.trace)
                                            : report::table(*result.trace, style.colour);
    if (&result != &answer.results.back()) out += "\n";
  }
  if (answer.coverage) out += coverage_text(*answer.coverage);
  if (!style.statistics) return out;
  if (!out.empty()) out += "\n";
  return out + report::statistics_text(answer.statistics);
}

}  // namespace hardbop
