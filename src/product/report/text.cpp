// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>

#include "base/util/one_line.hpp"
#include "product/report/figures.hpp"
#include "product/report/trace_text.hpp"
#include <hardbop/answer.hpp>

namespace hardbop {

namespace {

std::string location(const Location& at) {
  return fmt::format("{}:{}:{}", at.file, at.line, at.column);
}

std::string place(const PropertyResult& result) {
  std::string out = location(result.at);
  if (!result.procedure.empty()) out += " in " + result.procedure;
  return out;
}

/// How many could have been violated.
std::string places(const PropertyResult& result) {
  if (result.places == 0) return "";
  return fmt::format(" ({} place{})", result.places, result.places == 1 ? "" : "s");
}

/// "a, b or c", "a, b or 7 more".
std::string alternatives(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  if (names.size() > most)
    return fmt::format("{} or {} more", fmt::join(names.begin(), names.begin() + most, ", "),
                       names.size() - most);
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

/// In C programs, this is a place; in Boolean programs, these are procedures.
std::string divergence(const PropertyResult& result) {
  const bool is_place =
      std::ranges::find(result.diverging, location(result.at)) != result.diverging.end();
  if (is_place) return "a run may go on forever at " + place(result);
  return "a call of " + alternatives(result.diverging) + " may never return";
}

std::string with_detail(const PropertyResult& result) {
  return place(result) + (result.detail.empty() ? "" : ": ") + result.detail;
}

/// What is wrong at a place.
std::string defect(const PropertyResult& result) {
  return fmt::format("{} at {}", result.reason, with_detail(result));
}

/// How many could be violated and are not decided.
std::string undecided(const PropertyResult& result) {
  if (result.kind < PropertyResult::Kind::Assertions || result.places < 2) return "";
  return fmt::format(" ({} places are undecided)", result.places);
}

/// What a violation means, and what it means that there is none.
std::pair<std::string, std::string> meaning(const PropertyResult& result, bool is_of_others) {
  const std::string no = is_of_others ? "no other " : "no ";
  switch (result.kind) {
    case PropertyResult::Kind::Label: return {"reachable at " + place(result), "not reachable"};
    case PropertyResult::Kind::Assert: return {"can fail at " + place(result), "cannot fail"};
    case PropertyResult::Kind::Assertions:
      return {"can fail at " + place(result),
              no + "assertion fails and " + no + "error is reached" + places(result)};
    case PropertyResult::Kind::Overflow:
      return {"can overflow at " + place(result),
              no + "signed arithmetic overflows" + places(result)};
    case PropertyResult::Kind::Ltl:
      return {"some run does not satisfy it", "every run satisfies it"};
    case PropertyResult::Kind::Ctl:
      return {"false in some initial state", "true in every initial state"};
    case PropertyResult::Kind::Termination: return {divergence(result), "every run terminates"};
    case PropertyResult::Kind::Monitor:
      return {result.procedure.empty() ? "some run reaches an error state"
                                       : "error state reached at " + place(result),
              "no run reaches an error state"};
    case PropertyResult::Kind::Rule:
      return {"broken at " + place(result), "every run obeys the rule"};
    case PropertyResult::Kind::Memory:
      return {defect(result), no + "access is invalid" + places(result)};
    case PropertyResult::Kind::Arithmetic:
      return {defect(result),
              no + "division by zero and " + no + "shift by too much" + places(result)};
    case PropertyResult::Kind::Leak:
      return {defect(result), no + "memory is left over" + places(result)};
    case PropertyResult::Kind::Race:
      return {"two threads race at " + with_detail(result), "no two accesses race"};
    case PropertyResult::Kind::Deadlock:
      return {"all threads wait, one of them at " + with_detail(result),
              "some thread can always go on"};
  }
  return {};
}

/// Whether that is what a violation means.
bool says_reason(PropertyResult::Kind kind) {
  return kind == PropertyResult::Kind::Memory || kind == PropertyResult::Kind::Arithmetic ||
         kind == PropertyResult::Kind::Leak;
}

const char* colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Violated: return "\x1b[31m";
    case Verdict::Holds:
    case Verdict::HoldsBounded: return "\x1b[32m";
    case Verdict::Unknown:
    case Verdict::NotApplicable: return "\x1b[33m";
  }
  return "";
}

/// "stem of 3 steps, loop of 2".
std::string loop_heading(const Trace& trace) {
  const TraceLoop& loop = *trace.loop;
  if (loop.kind != TraceLoop::Kind::Loop) return {};
  std::string out = fmt::format("; the last {} steps repeat forever", loop.length);
  if (loop.length == 1) out = "; the last step repeats forever";
  if (loop.frames == 0) return out;
  return out + fmt::format("; each iteration adds {} stack frame{}", loop.frames,
                           loop.frames == 1 ? "" : "s");
}

/// Whether they say the same of two places, without a run.
bool are_alike(const PropertyResult& a, const PropertyResult& b) {
  return a.property == b.property && a.kind == b.kind && a.verdict == b.verdict &&
         a.verdict != Verdict::Violated && a.reason == b.reason && !b.trace && b.blocking.empty();
}

/// What is the same of several places of a C program, as one with their number.
std::vector<PropertyResult> joined(const std::vector<PropertyResult>& results) {
  std::vector<PropertyResult> out;
  for (const PropertyResult& result : results) {
    const bool is_place = result.kind >= PropertyResult::Kind::Assertions && result.places == 0;
    if (is_place && !out.empty() && are_alike(out.back(), result)) {
      ++out.back().places;
      continue;
    }
    out.push_back(result);
    if (is_place) out.back().places = 1;
  }
  return out;
}

/// Whether other places of the property are violated.
bool is_of_others(const PropertyResult& result, const std::vector<PropertyResult>& all) {
  return std::ranges::any_of(all, [&](const PropertyResult& one) {
    return one.property == result.property && one.verdict == Verdict::Violated;
  });
}

/// All of them, unless the reason has said it.
std::string blocking_text(const PropertyResult& result) {
  constexpr std::size_t most = 20;
  const std::vector<BlockingConstruct>& all = result.blocking;
  if (all.size() == 1 && result.reason.find(all.front().text) != std::string::npos) return "";
  std::string out;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
    out += fmt::format("  {}:{}:{}: {}{}\n", all[i].at.file, all[i].at.line, all[i].at.column,
                       all[i].text, all[i].reached ? "" : " (not known to be reached)");
  if (all.size() > most) out += fmt::format("  and {} more\n", all.size() - most);
  return out;
}

std::string coverage_text(const Coverage& coverage) {
  if (coverage.statements() == 0 && !coverage.incomplete.empty())
    return fmt::format("coverage is not known: {}\n", coverage.incomplete);
  std::string out = fmt::format("coverage: {} of {} statements cannot be reached",
                                coverage.unreachable.size(), coverage.statements());
  if (!coverage.undecided.empty()) out += fmt::format(", {} undecided", coverage.undecided.size());
  out += '\n';
  const auto list = [&](const std::vector<CoveredStatement>& statements, const char* what) {
    for (const CoveredStatement& one : statements)
      out += fmt::format("{}:{}:{}: {} in {}: {}\n", one.at.file, one.at.line, one.at.column, what,
                         one.procedure, one.statement);
  };
  list(coverage.unreachable, "unreachable");
  list(coverage.undecided, "undecided");
  if (!coverage.incomplete.empty())
    out += fmt::format("coverage is incomplete: {}\n", coverage.incomplete);
  return out;
}

/// What is not decided rests on nothing.
bool rests_on_assumptions(const Answer& answer) {
  if (answer.coverage && !answer.coverage->unreachable.empty()) return true;
  return std::ranges::any_of(answer.results, [](const PropertyResult& result) {
    return result.verdict != Verdict::Unknown && result.verdict != Verdict::NotApplicable;
  });
}

std::string assumptions_text(const Answer& answer) {
  if (!rests_on_assumptions(answer) || answer.assumptions.empty()) return "";
  std::string out = answer.results.back().trace ? "\n" : "";
  for (const std::string& text : answer.assumptions) out += fmt::format("assuming: {}\n", text);
  return out;
}

}  // namespace

namespace report {

std::string explanation(const PropertyResult& result, bool is_of_others) {
  auto [violated, holds] = meaning(result, is_of_others);
  switch (result.verdict) {
    case Verdict::Violated:
      if (says_reason(result.kind)) return violated;
      return violated + (result.reason.empty() ? "" : "; ") + result.reason;
    case Verdict::Holds: return holds + (result.reason.empty() ? "" : "; ") + result.reason;
    case Verdict::HoldsBounded: return holds + (result.reason.empty() ? "" : " ") + result.reason;
    case Verdict::Unknown: return result.reason + undecided(result);
    case Verdict::NotApplicable: return result.reason;
  }
  return {};
}

std::string trace_heading(const Trace& trace) {
  std::string out = fmt::format("{} step{}", trace.hierarchical_length,
                                trace.hierarchical_length == 1 ? "" : "s");
  if (!trace.threads.empty())
    out += fmt::format(" with {} context switch{}", trace.context_switches,
                       trace.context_switches == 1 ? "" : "es");
  if (trace.length != std::to_string(trace.hierarchical_length))
    out += fmt::format(" ({} including steps inside completed calls)", trace.length);
  if (trace.loop) out += loop_heading(trace);
  if (trace.truncated) out += "; some steps are not listed";
  if (!trace.note.empty()) out += "; " + trace.note;
  return out;
}

}  // namespace report

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Violated: return "violated";
    case Verdict::Holds: return "holds";
    case Verdict::HoldsBounded: return "holds-bounded";
    case Verdict::Unknown: return "unknown";
    case Verdict::NotApplicable: return "not-applicable";
  }
  return "unknown";
}

int exit_status(const Answer& answer) {
  if (!answer.internal_error.empty()) return 6;
  if (!answer.errors.empty()) return 2;
  const auto some = [&](Verdict verdict) {
    return std::ranges::any_of(
        answer.results, [&](const PropertyResult& result) { return result.verdict == verdict; });
  };
  if (some(Verdict::Violated)) return 10;
  return some(Verdict::Unknown) ? 5 : 0;
}

std::string to_text(const Answer& answer, const TextStyle& style) {
  std::string out;
  const bool answered = answer.errors.empty() && answer.internal_error.empty();
  if (answered && answer.results.empty())
    out += fmt::format("nothing to check: {}\n", answer.nothing);
  const std::vector<PropertyResult> results = joined(answer.results);
  for (const PropertyResult& result : results) {
    out += fmt::format("{}: {}{}{}: {}\n", one_line(result.property),
                       style.colour ? colour_of(result.verdict) : "", to_string(result.verdict),
                       style.colour ? "\x1b[0m" : "",
                       one_line(report::explanation(result, is_of_others(result, results))));
    out += blocking_text(result);
    if (!result.trace) continue;
    out += fmt::format("\ntrace of {}\n", report::trace_heading(*result.trace));
    out += style.trace == TraceStyle::Bebop
               ? report::bebop(*result.trace)
               : report::table(*result.trace, style.colour, style.trace == TraceStyle::Columns);
    if (&result != &results.back()) out += "\n";
  }
  out += assumptions_text(answer);
  if (answer.coverage) out += coverage_text(*answer.coverage);
  if (!style.statistics) return out;
  if (!out.empty()) out += "\n";
  return out + report::statistics_text(answer.statistics);
}

}  // namespace hardbop
