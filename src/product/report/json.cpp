// SPDX-License-Identifier: MIT
// An answer as one JSON object; docs/manual/json.md describes it.
#include <cmath>
#include <nlohmann/json.hpp>

#include "product/report/figures.hpp"
#include <hardbop/answer.hpp>

namespace hardbop {

namespace {

using report::integer_json;
using report::Json;
using report::location_json;

const char* kind_text(TraceStep::Kind kind) {
  switch (kind) {
    case TraceStep::Kind::Step: return "step";
    case TraceStep::Kind::Call: return "call";
    case TraceStep::Kind::Return: return "return";
  }
  return "step";
}

Json values_json(const std::vector<VariableValue>& values) {
  Json out = Json::object();
  for (const VariableValue& variable : values) {
    const std::string* const number = std::get_if<std::string>(&variable.value);
    out[variable.name] = number ? integer_json(*number) : Json(std::get<bool>(variable.value));
  }
  return out;
}

Json step_json(const TraceStep& step) {
  Json state = values_json(step.state);
  Json free = Json::array();
  for (const VariableValue& variable : step.state)
    if (variable.free) free.push_back(variable.name);
  Json out = {{"depth", step.depth},          {"thread", step.thread},
              {"procedure", step.procedure},  {"file", step.at.file},
              {"line", step.at.line},         {"column", step.at.column},
              {"kind", kind_text(step.kind)}, {"statement", step.statement},
              {"state", std::move(state)},    {"free", std::move(free)}};
  if (!step.monitor.empty()) out["monitor"] = step.monitor;
  if (!step.printed.empty()) out["printed"] = step.printed;
  if (step.starts != 0) out["starts"] = step.starts;
  if (step.ends) out["ends"] = true;
  if (!step.inside.empty()) out["inside"] = integer_json(step.inside);
  const bool has_columns = step.columns.size() > 1 ||
                           (step.columns.size() == 1 && step.columns.front() != step.at.column);
  if (has_columns) out["columns"] = step.columns;
  if (!step.at_call.empty()) out["at_call"] = values_json(step.at_call);
  if (step.times != 1) out["times"] = step.times;
  if (step.left_out_before != 0) out["left_out_before"] = step.left_out_before;
  return out;
}

Json loop_json(const TraceLoop& loop) {
  switch (loop.kind) {
    case TraceLoop::Kind::Terminated: return {{"kind", "terminated"}};
    case TraceLoop::Kind::Failed: return {{"kind", "failed"}};
    case TraceLoop::Kind::Loop: break;
  }
  return {{"kind", "loop"},
          {"first_step", loop.first_step},
          {"length", loop.length},
          {"frames", loop.frames}};
}

Json trace_json(const Trace& trace) {
  Json steps = Json::array();
  for (const TraceStep& step : trace.steps) steps.push_back(step_json(step));
  Json out = {{"hierarchical_length", trace.hierarchical_length},
              {"length", integer_json(trace.length)},
              {"truncated", trace.truncated},
              {"steps", std::move(steps)},
              {"end", step_json(trace.end)}};
  if (trace.loop) out["loop"] = loop_json(*trace.loop);
  if (!trace.threads.empty()) {
    out["context_switches"] = trace.context_switches;
    out["threads"] = trace.threads;
  }
  if (!trace.note.empty()) out["note"] = trace.note;
  return out;
}

/// A monitor is to a Boolean program what a rule is to C.
const char* kind_text(PropertyResult::Kind kind) {
  return kind == PropertyResult::Kind::Monitor ? "rule" : report::kind_text(kind);
}

Json blocking_json(const std::vector<BlockingConstruct>& blocking) {
  Json out = Json::array();
  for (const BlockingConstruct& one : blocking)
    out.push_back(
        {{"location", location_json(one.at)}, {"text", one.text}, {"reached", one.reached}});
  return out;
}

const char* action_text(InvolvedThread::Action action) {
  switch (action) {
    case InvolvedThread::Action::Reads: return "reads";
    case InvolvedThread::Action::Writes: return "writes";
    case InvolvedThread::Action::Waits: break;
  }
  return "waits";
}

Json involved_json(const std::vector<InvolvedThread>& involved) {
  Json out = Json::array();
  for (const InvolvedThread& one : involved) {
    Json thread = {{"thread", one.thread}};
    if (!one.function.empty()) thread["function"] = one.function;
    thread["action"] = action_text(one.action);
    if (!one.object.empty()) thread["object"] = one.object;
    if (one.joined != 0) thread["joined"] = one.joined;
    if (one.holder != 0) thread["holder"] = one.holder;
    thread["location"] = location_json(one.at);
    out.push_back(std::move(thread));
  }
  return out;
}

Json result_json(const PropertyResult& result) {
  Json out = {{"property", result.property},
              {"kind", kind_text(result.kind)},
              {"procedure", result.procedure.empty() ? Json() : Json(result.procedure)},
              {"location", location_json(result.at)},
              {"verdict", to_string(result.verdict)},
              {"reason", result.reason.empty() ? Json() : Json(result.reason)},
              {"seconds", std::round(result.seconds * 1e6) / 1e6}};  // to a microsecond
  if (!result.detail.empty()) out["detail"] = result.detail;
  if (!result.involved.empty()) out["involved"] = involved_json(result.involved);
  if (!result.blocking.empty()) out["blocking"] = blocking_json(result.blocking);
  if (result.places != 0) out["places"] = result.places;
  if (result.kind == PropertyResult::Kind::Termination) out["diverging"] = result.diverging;
  if (result.trace) out["trace"] = trace_json(*result.trace);
  return out;
}

Json warning_json(const Message& warning) {
  Json location = {{"file", warning.at.file}};  // as a whole
  if (warning.at.line != 0) location = location_json(warning.at);
  Json out = {{"location", std::move(location)}, {"text", warning.text}};
  if (!warning.hint.empty()) out["hint"] = warning.hint;
  return out;
}

Json statements_json(const std::vector<CoveredStatement>& statements) {
  Json out = Json::array();
  for (const CoveredStatement& one : statements)
    out.push_back({{"procedure", one.procedure},
                   {"location", location_json(one.at)},
                   {"statement", one.statement}});
  return out;
}

Json coverage_json(const Coverage& coverage) {
  Json reachable = Json::array();
  for (const Location& at : coverage.reachable) reachable.push_back(location_json(at));
  return {{"statements", coverage.statements()},
          {"unreachable", statements_json(coverage.unreachable)},
          {"undecided", statements_json(coverage.undecided)},
          {"reachable", std::move(reachable)},
          {"incomplete", coverage.incomplete.empty() ? Json() : Json(coverage.incomplete)}};
}

/// Constants are themselves; other nodes are numbered from 0, as the list has no constants.
Json diagram_json(std::uint32_t node) {
  if (node < 2) return node == 1;
  return node - 2;
}

Json invariants_json(const Invariants& invariants) {
  Json nodes = Json::array();
  for (std::size_t i = 2; i < invariants.nodes.size(); ++i) {
    const DiagramNode& node = invariants.nodes[i];
    nodes.push_back({{"variable", node.variable},
                     {"high", diagram_json(node.high)},
                     {"low", diagram_json(node.low)}});
  }
  Json statements = Json::array();
  for (const Invariant& one : invariants.statements)
    statements.push_back({{"procedure", one.procedure},
                          {"location", location_json(one.at)},
                          {"statement", one.statement},
                          {"formula", one.formula.empty() ? Json() : Json(one.formula)},
                          {"diagram", diagram_json(one.diagram)}});
  return {{"nodes", std::move(nodes)},
          {"statements", std::move(statements)},
          {"variables", invariants.variables},
          {"incomplete", invariants.incomplete.empty() ? Json() : Json(invariants.incomplete)}};
}

}  // namespace

std::string to_json(const Answer& answer) {
  Json results = Json::array();
  for (const PropertyResult& result : answer.results) results.push_back(result_json(result));
  Json warnings = Json::array();
  for (const Message& warning : answer.warnings) warnings.push_back(warning_json(warning));
  Json out = report::head_json(answer.inputs);
  out["engine"] = answer.engine;
  out["warnings"] = std::move(warnings);
  out["assumptions"] = answer.assumptions;
  out["results"] = std::move(results);
  out["nothing"] = answer.nothing.empty() ? Json() : Json(answer.nothing);
  if (answer.coverage) out["coverage"] = coverage_json(*answer.coverage);
  if (answer.invariants) out["invariants"] = invariants_json(*answer.invariants);
  if (answer.provenance) {
    out["dialect"] = answer.provenance->dialect;
    out["entries"] = answer.provenance->entries;
    if (!answer.certificate.empty()) out["certificate"] = answer.certificate;
  }
  out["statistics"] = report::statistics_json(answer.statistics);
  return report::dump(out);
}

}  // namespace hardbop
