// SPDX-License-Identifier: MIT
#include "product/api/temporal.hpp"

#include <fmt/format.h>

#include "base/util/invariant.hpp"
#include "boolean/logic/linear.hpp"
#include "boolean/logic/parse.hpp"
#include "boolean/logic/propositions.hpp"
#include "boolean/temporal/ltl.hpp"
#include "product/api/certificate.hpp"
#include "product/api/convert.hpp"
#include "product/api/engines.hpp"

namespace hardbop::api {

namespace {

using TemporalKind = temporal::TemporalProperty::Kind;

std::string title(const temporal::TemporalProperty& property) {
  std::string text;
  switch (property.kind) {
    case TemporalKind::Ltl: text = "ltl " + property.text; break;
    case TemporalKind::Ctl: text = "ctl " + property.text; break;
    case TemporalKind::Termination: text = "termination"; break;
  }
  return property.name.empty() ? text : fmt::format("{} ({})", property.name, text);
}

PropertyResult::Kind result_kind(TemporalKind kind) {
  switch (kind) {
    case TemporalKind::Ltl: return PropertyResult::Kind::Ltl;
    case TemporalKind::Ctl: return PropertyResult::Kind::Ctl;
    case TemporalKind::Termination: break;
  }
  return PropertyResult::Kind::Termination;
}

Verdict verdict_of(engine::Outcome outcome) {
  switch (outcome) {
    case engine::Outcome::Reached: return Verdict::Violated;
    case engine::Outcome::Unreachable: return Verdict::Holds;
    case engine::Outcome::Unknown: break;
  }
  return Verdict::Unknown;
}

/// Nothing where the text is larger than can be addressed.
std::optional<SourceFile> source_of(const NamedText& text, std::vector<Message>& errors) {
  if (text.text.size() < SourceFile::max_size) return SourceFile(text.name, text.text);
  errors.push_back(too_large(text.name));
  return std::nullopt;
}

}  // namespace

TemporalQuestions::TemporalQuestions(const Program::Implementation& program,
                                     const Question& question, std::vector<Message>& errors)
    : program_(program), question_(question) {
  for (const std::string& text : question.ltl) add_formula(text, TemporalKind::Ltl, errors);
  for (const std::string& text : question.ctl) add_formula(text, TemporalKind::Ctl, errors);
  if (question.terminates) {
    Asked asked;
    asked.property.kind = TemporalKind::Termination;
    asked.at = {program.source().name(), 1, 1};
    properties_.push_back(std::move(asked));
  }
  for (const NamedText& file : question.properties) add_file(file, errors);
  for (const NamedText& file : question.monitors) add_monitor(file, errors);
}

void TemporalQuestions::add_formula(const std::string& text, TemporalKind kind,
                                    std::vector<Message>& errors) {
  const SourceFile source(kind == TemporalKind::Ltl ? "Question::ltl" : "Question::ctl", text);
  Diagnostics diagnostics;
  const SourceSpan all{0, static_cast<SourceOffset>(source.text().size())};
  const auto logic = kind == TemporalKind::Ltl ? temporal::Logic::Ltl : temporal::Logic::Ctl;
  auto formula = temporal::parse_formula(source, all, logic, program_.graph(), diagnostics);
  for (Message& message : to_messages(diagnostics, source)) errors.push_back(std::move(message));
  if (!formula) return;
  properties_.push_back(
      {{kind, "", text, all, *std::move(formula)}, {program_.source().name(), 1, 1}});
}

void TemporalQuestions::add_file(const NamedText& file, std::vector<Message>& errors) {
  const auto source = source_of(file, errors);
  if (!source) return;
  Diagnostics diagnostics;
  auto found = temporal::parse_properties(*source, program_.graph(), diagnostics);
  for (Message& message : to_messages(diagnostics, *source)) errors.push_back(std::move(message));
  if (found.empty() && !diagnostics.has_errors()) {
    Message& error = errors.emplace_back();
    error.at = {file.name, 1, 1};
    error.text = "the file contains no property";
  }
  for (temporal::TemporalProperty& property : found) {
    Location at = locate(*source, property.at.begin);
    properties_.push_back({std::move(property), std::move(at)});
  }
}

void TemporalQuestions::add_monitor(const NamedText& file, std::vector<Message>& errors) {
  const auto source = source_of(file, errors);
  if (!source) return;
  Diagnostics diagnostics;
  auto monitor = temporal::parse_monitor(*source, program_.graph(), diagnostics);
  for (Message& message : to_messages(diagnostics, *source)) errors.push_back(std::move(message));
  if (monitor) monitors_.push_back({*std::move(monitor), file.name});
}

void TemporalQuestions::announce(const std::string& given,
                                 std::vector<PropertyResult>& results) const {
  std::string reason = given;
  if (const auto& concurrent = program_.symbols().concurrent) {
    const Location at = locate(program_.source(), concurrent->begin);
    reason =
        fmt::format("temporal properties of concurrent programs are not supported, at {}:{}:{}",
                    at.file, at.line, at.column);
  }
  for (const Asked& asked : properties_) {
    PropertyResult result;
    result.kind = result_kind(asked.property.kind);
    result.property = title(asked.property);
    result.at = asked.at;
    result.reason = reason;
    results.push_back(std::move(result));
  }
  for (const AskedMonitor& asked : monitors_) {
    PropertyResult result;
    result.kind = PropertyResult::Kind::Monitor;
    result.property = "monitor " + asked.monitor.name;
    result.at = {asked.path, 1, 1};
    result.reason = reason;
    results.push_back(std::move(result));
  }
}

void TemporalQuestions::decide(const engine::EngineRow& engine, const engine::Query& query,
                               Budget& budget, Statistics& statistics, PropertyResult* results,
                               const Listeners& listeners) const {
  if (program_.symbols().concurrent) return;
  Certificate* const certificate = listeners.certificate;
  const temporal::Setting setting{program_.graph(), query.entries,
                                  question_.traces || certificate != nullptr,
                                  economies_of(question_)};
  std::size_t left = size();
  double start = 0;
  const auto begin = [&] {
    start = budget.seconds();
    budget.begin_question(left--, question_.timeout_per_property);
  };
  const auto end = [&] {
    results->seconds = budget.seconds() - start;
    ++results;
    listeners.tell();
  };
  for (const Asked& asked : properties_) {
    begin();
    decide(setting, asked.property, budget, statistics, *results, certificate);
    end();
  }
  for (const AskedMonitor& asked : monitors_) {
    begin();
    engine::Query own = query;
    own.targets.clear();
    own.want_traces = question_.traces;
    const auto made = engine.make();
    conclude(asked.monitor,
             temporal::decide_monitor(program_.graph(), asked.monitor, *made, std::move(own),
                                      budget, statistics),
             budget, *results);
    if (certificate != nullptr) certificate->refuse("not available for monitors");
    end();
  }
}

void TemporalQuestions::decide(const temporal::Setting& setting,
                               const temporal::TemporalProperty& property, Budget& budget,
                               Statistics& statistics, PropertyResult& result,
                               Certificate* certificate) const {
  if (property.kind == TemporalKind::Ctl) {
    temporal::Setting own = setting;
    own.want_traces = question_.traces;
    conclude(property.formula,
             temporal::decide_ctl(own, property.formula, question_.example, budget, statistics),
             result);
    if (certificate != nullptr)
      certify_ctl(setting, property.formula, budget, result, *certificate);
    return;
  }
  const temporal::LtlFinding finding =
      property.kind == TemporalKind::Ltl
          ? temporal::decide_ltl(setting, property.formula, budget, statistics)
          : temporal::decide_termination(setting, budget, statistics);
  conclude(property.formula, finding, result);
  if (result.verdict == Verdict::Violated && question_.traces && !finding.lasso)
    result.reason = fmt::format("no trace: {}", budget.reason());
  if (certificate == nullptr) return;
  const bool is_ltl = property.kind == TemporalKind::Ltl;
  certificate->add(result, is_ltl ? property.formula : temporal::termination_formula(), finding);
}

/// By the formula of LTL that says the same, if there is one.
void TemporalQuestions::certify_ctl(const temporal::Setting& setting,
                                    const temporal::Formula& formula, Budget& budget,
                                    const PropertyResult& result, Certificate& certificate) {
  if (result.verdict == Verdict::Unknown) return;
  const std::optional<temporal::Formula> ltl = temporal::as_ltl(formula);
  if (!ltl) return certificate.add_branching(result, formula);
  temporal::LtlFinding finding;
  finding.outcome = engine::Outcome::Unreachable;
  if (result.verdict == Verdict::Violated) {
    Statistics statistics;
    finding = temporal::decide_ltl(setting, *ltl, budget, statistics);
    if (finding.outcome == engine::Outcome::Unknown) return certificate.refuse(finding.reason);
    HARDBOP_INVARIANT(finding.outcome == engine::Outcome::Reached,
                      "a CTL formula and the same of LTL should have the same answer");
  }
  certificate.add(result, *ltl, finding);
}

void TemporalQuestions::conclude(const temporal::Monitor& monitor,
                                 const temporal::MonitorFinding& finding, const Budget& budget,
                                 PropertyResult& result) const {
  const bp::Graph& graph = program_.graph();
  result.verdict = verdict_of(finding.outcome);
  result.reason = finding.reason;
  if (result.verdict != Verdict::Violated) return;
  if (!finding.run) {
    if (question_.traces) result.reason = fmt::format("no trace: {}", budget.reason());
    return;
  }
  const trace::Trace& trace = finding.run->trace;
  const auto looks = [&](bp::VertexId v) { return temporal::looked_at(graph, monitor.formula, v); };
  const trace::ShownTrace list = trace::expand(graph, trace, question_.trace_limit, looks);
  result.trace =
      finding.stands_still ? to_public(graph, *finding.run, list) : to_public(graph, list);
  result.trace->note = finding.note;
  result.procedure = result.trace->end.procedure;
  result.at = result.trace->end.at;
  result.trace->end.monitor = monitor.states[finding.state];
  const auto states = temporal::states_along(graph, monitor, trace, list);
  for (std::size_t i = 0; i < states.size(); ++i)
    result.trace->steps[i].monitor = monitor.states[states[i]];
}

Trace TemporalQuestions::shown(const temporal::Formula& formula, const trace::Lasso& lasso) const {
  const bp::Graph& graph = program_.graph();
  const auto looks = [&](bp::VertexId v) { return temporal::looked_at(graph, formula, v); };
  Trace out = to_public(graph, lasso, trace::expand(graph, lasso, question_.trace_limit, looks));
  if (lasso.kind == trace::Lasso::Kind::Failed) out.end.statement = "assertion fails";
  return out;
}

void TemporalQuestions::conclude(const temporal::Formula& formula,
                                 const temporal::LtlFinding& finding,
                                 PropertyResult& result) const {
  result.verdict = verdict_of(finding.outcome);
  result.reason = finding.reason;
  for (const bp::ProcedureId p : finding.diverging)
    result.diverging.emplace_back(program_.graph().procedure_name(p));
  if (finding.lasso && question_.traces) result.trace = shown(formula, *finding.lasso);
}

void TemporalQuestions::conclude(const temporal::Formula& formula,
                                 const temporal::CtlFinding& finding,
                                 PropertyResult& result) const {
  const bp::Graph& graph = program_.graph();
  result.verdict = verdict_of(finding.outcome);
  result.reason = finding.reason;
  if (finding.lasso) result.trace = shown(formula, *finding.lasso);
  if (finding.trace) {
    const auto looks = [&](bp::VertexId v) { return temporal::looked_at(graph, formula, v); };
    result.trace =
        to_public(graph, trace::expand(graph, *finding.trace, question_.trace_limit, looks));
  }
  if (!finding.note.empty()) result.reason = fmt::format("no trace: {}", finding.note);
}

}  // namespace hardbop::api
