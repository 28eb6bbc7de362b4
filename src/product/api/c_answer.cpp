// SPDX-License-Identifier: MIT
#include "product/api/c_answer.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/certificate/claim.hpp"
#include "c/il/value_text.hpp"
#include "product/api/c_read.hpp"
#include "product/api/c_trace.hpp"

namespace hardbop::api {

namespace {

using verify::Decided;
using verify::Finding;
using verify::Outcome;
using verify::Property;
using Kind = PropertyResult::Kind;

struct ToKind {
  Kind operator()(const verify::Assertions&) const { return Kind::Assertions; }
  Kind operator()(const verify::Overflow&) const { return Kind::Overflow; }
  Kind operator()(const verify::Termination&) const { return Kind::Termination; }
  Kind operator()(const verify::Formula&) const { return Kind::Ltl; }
  Kind operator()(const verify::RuleKept&) const { return Kind::Rule; }
  Kind operator()(const verify::Memory&) const { return Kind::Memory; }
  Kind operator()(const verify::Arithmetic&) const { return Kind::Arithmetic; }
  Kind operator()(const verify::MemorySafety&) const { return Kind::Memory; }
  Kind operator()(const verify::Leaks&) const { return Kind::Leak; }
  Kind operator()(const verify::Cleanup&) const { return Kind::Leak; }
  Kind operator()(const verify::Races&) const { return Kind::Race; }
  Kind operator()(const verify::Deadlock&) const { return Kind::Deadlock; }
};

Verdict to_verdict(Outcome outcome) {
  switch (outcome) {
    case Outcome::Violated: return Verdict::Violated;
    case Outcome::Holds: return Verdict::Holds;
    case Outcome::HoldsBounded: return Verdict::HoldsBounded;
    case Outcome::NotApplicable: return Verdict::NotApplicable;
    case Outcome::Unknown: break;
  }
  return Verdict::Unknown;
}

/// Where a property is that concerns all of the program: at the function in which runs start. As
/// long as nothing was read, at the beginning of the first file.
void place_at_entry(const verify::Sources& sources, const Decided& decided, PropertyResult& out) {
  out.at = {sources.input(), 1, 1};
  out.procedure = "main";
  if (!decided.program || decided.program->main.is_none()) return;
  const c::Function& entry = decided.program->functions[decided.program->main];
  if (entry.at.line != 0) out.at = to_location(*decided.program, entry.at);
}

void add_blocking(const verify::Sources& sources, const Decided& decided, const AnswerStyle& style,
                  PropertyResult& out) {
  for (const verify::Blocking& one : decided.finding.blocking)
    out.blocking.push_back({to_location(*decided.program, one.at), one.text, one.is_reached});
  if (const auto& run = decided.finding.blocked_run)
    out.trace = to_trace(sources, *decided.program, *run, style.trace_limit);
}

void add_run(const verify::Sources& sources, const Decided& decided,
             const verify::ViolatingRun& run, const AnswerStyle& style, PropertyResult& out) {
  const c::Program& program = *decided.program;
  if (run.at.line != 0) out.at = to_location(program, run.at);
  if (!run.function.is_none()) out.procedure = c::source_name(program.functions[run.function]);
  if (decided.property.is<verify::Termination>())
    out.diverging = {verify::place_text(program, run.at)};
  if (run.explanation) out.trace = to_trace(sources, program, run, style.trace_limit);
}

InvolvedThread::Action to_action(c::Involved::Action action) {
  switch (action) {
    case c::Involved::Action::Reads: return InvolvedThread::Action::Reads;
    case c::Involved::Action::Writes: return InvolvedThread::Action::Writes;
    case c::Involved::Action::Waits: break;
  }
  return InvolvedThread::Action::Waits;
}

PropertyResult to_result(const verify::Sources& sources, const Decided& decided,
                         const Finding& finding, const AnswerStyle& style) {
  PropertyResult out;
  out.kind = std::visit(ToKind(), decided.property.kind);
  out.property = decided.property.name;
  place_at_entry(sources, decided, out);
  out.verdict = to_verdict(finding.outcome);
  out.reason = finding.reason;
  out.detail = finding.detail;
  for (const c::Involved& one : finding.involved)
    out.involved.push_back({one.thread, one.function, to_action(one.action), one.object, one.joined,
                            one.holder, to_location(*decided.program, one.at)});
  out.seconds = decided.seconds;
  if (!decided.property.is_by_place) out.places = decided.places;
  if (finding.run) add_run(sources, decided, *finding.run, style, out);
  return out;
}

/// What is known of all places alike is said of each; what keeps it from being known, of the first.
void add_others(const verify::Sources& sources, const Decided& decided, const AnswerStyle& style,
                std::vector<PropertyResult>& out) {
  PropertyResult result = to_result(sources, decided, decided.finding, style);
  if (result.verdict == Verdict::Unknown) add_blocking(sources, decided, style, result);
  if (decided.others.empty()) {
    if (decided.violations.empty()) out.push_back(std::move(result));
    return;
  }
  const c::Program& program = *decided.program;
  for (const auto& [place, function] : decided.others) {
    const auto& [file, line, column] = place;
    result.at = to_location(program, {file, line, column});
    result.procedure = c::source_name(program.functions[function]);
    out.push_back(result);
    result.blocking.clear();
    result.trace.reset();
  }
}

/// Of a property by place, one for each; in the order of the text, what is violated first.
void add_results(const verify::Sources& sources, const Decided& decided, const AnswerStyle& style,
                 std::vector<PropertyResult>& out) {
  std::vector<const Finding*> violations;
  for (const Finding& finding : decided.violations) violations.push_back(&finding);
  std::ranges::sort(violations, {},
                    [](const Finding* one) { return verify::place_of(one->run->at); });
  for (const Finding* const one : violations)
    out.push_back(to_result(sources, decided, *one, style));
  add_others(sources, decided, style, out);
}

/// What is to be shown of it, where one thing is.
const Finding& first_finding(const Decided& decided) {
  return decided.violations.empty() ? decided.finding : decided.violations.front();
}

std::vector<InputFile> to_inputs(const verify::Sources& sources) {
  std::vector<InputFile> out;
  for (const c::Source& source : sources.files())
    out.push_back({source.path, certify::sha256(source.text)});
  return out;
}

CWitness make_witness(const verify::Sources& sources, const c::Program& program,
                      const std::string& formula) {
  CWitness out;
  out.inputs = to_inputs(sources);
  out.specification = fmt::format("CHECK( init(main()), LTL({}) )", formula);
  out.data_model = program.data_model.pointer_bits == 64 ? CDataModel::Lp64 : CDataModel::Ilp32;
  return out;
}

/// Those in other files than the inputs are left out.
std::vector<CWaypoint> to_waypoints(const verify::Sources& sources, const c::Program& program,
                                    const std::vector<c::Waypoint>& points) {
  const std::vector<std::string> paths = sources.paths();
  std::vector<CWaypoint> out;
  for (const c::Waypoint& point : points) {
    const Location at = to_location(program, point.at);
    if (std::ranges::find(paths, at.file) == paths.end()) continue;
    const bool is_named = !point.function.is_none();
    out.push_back({at, is_named ? c::source_name(program.functions[point.function]) : "",
                   point.assumption,
                   point.thread == c::none ? std::nullopt : std::optional(point.thread)});
  }
  return out;
}

/// What a run, or a proof, gives to others.
void add_evidence(const verify::Sources& sources, const Decided& decided, CAnswer& out) {
  const verify::Proof proof = decided.violations.empty() ? decided.finding.proof : verify::Proof();
  out.answer.certificate = proof.certificate;
  out.answer.no_certificate = proof.no_certificate;
  if (proof.invariants) {
    out.witness = make_witness(sources, *decided.program, std::string(decided.property.formula));
    out.witness->kind = CWitness::Kind::Correctness;
    out.witness->waypoints = to_waypoints(sources, *decided.program, *proof.invariants);
  }
  if (!first_finding(decided).run) return;
  const verify::ViolatingRun& run = *first_finding(decided).run;
  out.answer.certificate = run.evidence;
  out.harness = run.harness;
  if (run.depends_on_uninitialised) {
    Message& warning = out.answer.warnings.emplace_back();
    warning.kind = Message::Kind::Warning;
    warning.at = to_location(*decided.program, run.at);
    warning.text = "the run depends on uninitialised variables, which a harness cannot set";
  }
  if (!run.way) return;
  CWitness witness = make_witness(sources, *decided.program, "G ! " + run.way->error);
  witness.waypoints = to_waypoints(sources, *decided.program, run.way->points);
  if (witness.waypoints.empty() || !witness.waypoints.back().assumption.empty())
    out.no_witness = "the error is not in one of the given files";
  else
    out.witness = std::move(witness);
}

constexpr const char* not_for_threads = "not available for programs with threads";

bool has_threads(const Decided& decided) {
  return decided.program && decided.program->threaded;
}

/// Why there is no certificate.
std::string why_no_certificate(const Decided& decided) {
  const bool is_violated = first_finding(decided).outcome == Outcome::Violated;
  const bool may_hold =
      decided.finding.outcome == Outcome::Holds || decided.finding.outcome == Outcome::HoldsBounded;
  if (has_threads(decided) && is_violated) return "the run depends on uninitialised pointers";
  if (has_threads(decided) && may_hold)
    return "only Question::engine image, bmc or horn makes certificates of programs with threads";
  const bool is_formula = decided.property.is<verify::Formula>();
  if (is_violated && (is_formula || decided.property.is<verify::Termination>()))
    return "the run comes back to no state, or needs a value that was never written; use "
           "Question::traces";
  if (is_formula && decided.finding.outcome == Outcome::Holds)
    return "only Question::engine image makes certificates of LTL formulas";
  if (decided.property.is<verify::Termination>() && decided.finding.outcome == Outcome::Holds)
    return "only Question::engine image or rank makes certificates of termination";
  switch (decided.finding.outcome) {
    case Outcome::NotApplicable: return "there is nothing to check";
    case Outcome::HoldsBounded: return "not available for what holds within a bound";
    default: return "no property was decided";
  }
}

/// Why there is no run for others; where the property is violated, there is none of this kind.
std::string why_no_run(const Decided& decided, const char* what) {
  const Finding& finding = first_finding(decided);
  if (finding.run && finding.run->needs_environment)
    return fmt::format("on this run, undefined functions do more than a {} can express", what);
  switch (finding.outcome) {
    case Outcome::Violated:
      if (decided.property.is<verify::Formula>()) return "not available for LTL formulas";
      if (decided.property.is<verify::Termination>()) return "not available for infinite runs";
      return fmt::format("not available for {}", decided.property.name);
    case Outcome::Holds:
    case Outcome::HoldsBounded: return "no property is violated";
    case Outcome::NotApplicable: return "there is nothing to check";
    case Outcome::Unknown: break;
  }
  return "no property was decided";
}

std::string why_no_witness(const Decided& decided, bool is_unbounded) {
  if (decided.property.is<verify::RuleKept>()) return "witnesses are not available for rules";
  if (decided.property.is<verify::Formula>()) return "not available for LTL formulas";
  if (has_threads(decided) && decided.finding.outcome != Outcome::Violated) return not_for_threads;
  if (decided.finding.outcome != Outcome::HoldsBounded) return why_no_run(decided, "witness");
  return is_unbounded ? "not available with unbounded integers"
                      : "not available if the search is bounded";
}

std::vector<CoveredStatement> to_statements(const verify::Sources& sources,
                                            const c::Program& program,
                                            const std::vector<verify::CoveredStatement>& all) {
  std::vector<CoveredStatement> out;
  for (const verify::CoveredStatement& one : all)
    out.push_back({one.function, to_location(program, one.at), sources.statement(program, one.at)});
  return out;
}

Coverage to_coverage(const verify::Sources& sources, const verify::Coverage& coverage) {
  const c::Program& program = *coverage.program;
  Coverage out;
  for (const verify::CoveredStatement& one : coverage.reachable)
    out.reachable.push_back(to_location(program, one.at));
  out.unreachable = to_statements(sources, program, coverage.unreachable);
  out.undecided = to_statements(sources, program, coverage.undecided);
  out.incomplete = coverage.incomplete;
  return out;
}

}  // namespace

Answer to_answer(const verify::Sources& sources, const verify::Report& report,
                 const AnswerStyle& style) {
  Answer out;
  out.input = sources.input();
  out.inputs = to_inputs(sources);
  out.engine = report.engine;
  add_messages(report.warnings, out.warnings);
  out.assumptions = report.assumptions;
  out.statistics = report.figures;
  if (report.coverage) out.coverage = to_coverage(sources, *report.coverage);
  for (const Decided& decided : report.decided) add_results(sources, decided, style, out.results);
  return out;
}

CAnswer to_c_answer(const verify::Sources& sources, const verify::Report& report,
                    const AnswerStyle& style) {
  CAnswer out;
  out.answer = to_answer(sources, report, style);
  add_messages(report.errors, out.answer.errors);
  if (report.decided.empty()) return out;
  const auto violated = std::ranges::find_if(report.decided, [](const Decided& decided) {
    return first_finding(decided).outcome == Outcome::Violated;
  });
  const Decided& first = violated == report.decided.end() ? report.decided.front() : *violated;
  add_evidence(sources, first, out);
  const verify::Wanted& wanted = style.wanted;
  if (wanted.certificate && out.answer.certificate.empty() && out.answer.no_certificate.empty())
    out.answer.no_certificate = why_no_certificate(first);
  if (wanted.harness && out.harness.empty()) out.no_harness = why_no_run(first, "harness");
  if (wanted.witness && !out.witness && out.no_witness.empty())
    out.no_witness = why_no_witness(first, style.is_unbounded);
  return out;
}

}  // namespace hardbop::api
