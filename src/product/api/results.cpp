// SPDX-License-Identifier: MIT
#include "product/api/results.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/invariant.hpp"
#include "boolean/trace/expand.hpp"
#include "boolean/trace/replay.hpp"
#include "boolean/trace/replay_interleaved.hpp"
#include "product/api/convert.hpp"

namespace hardbop::api {

namespace {

void require_replay(const std::optional<std::string>& objection, const PropertyResult& result) {
  if (objection)
    throw InternalError(
        fmt::format("the trace of {} does not replay: {}", result.property, *objection));
}

}  // namespace

std::vector<std::vector<bp::VertexId>> Results::targets() const {
  std::vector<std::vector<bp::VertexId>> out;
  for (const bp::Target& property : properties_) out.push_back(property.vertices);
  return out;
}

void Results::announce(const std::string& reason) {
  for (std::size_t i = 0; i < properties_.size(); ++i) {
    PropertyResult& result = answer_.results.emplace_back();
    result.kind =
        properties_[i].is_assertion() ? PropertyResult::Kind::Assert : PropertyResult::Kind::Label;
    result.property = properties_[i].name;
    result.reason = reason;
    place(i, 0);
  }
}

void Results::place(std::size_t i, std::size_t target) {
  const bp::Graph& graph = program_.graph();
  const bp::Target& property = properties_[i];
  PropertyResult& result = answer_.results[i];
  result.procedure = graph.procedure_name(graph.vertex(property.vertices[target]).procedure);
  result.at = locate(program_.source(), property.places[target]);
}

void Results::conclude(const engine::Query& query, const std::vector<engine::Finding>& findings,
                       const Budget& budget, double start) {
  set_seconds(budget.seconds() - start);
  for (std::size_t i = 0; i < findings.size(); ++i) conclude(i, query, findings[i], budget);
}

void Results::conclude(const bp::Threads& threads, const engine::ConcurrentQuery& query,
                       const std::vector<engine::ConcurrentFinding>& findings, const Budget& budget,
                       double start) {
  set_seconds(budget.seconds() - start);
  for (std::size_t i = 0; i < findings.size(); ++i)
    conclude(threads, i, query, findings[i], budget);
}

void Results::conclude(std::size_t i, const engine::Query& query, const engine::Finding& finding,
                       const Budget& budget) {
  PropertyResult& result = answer_.results[i];
  if (finding.outcome == engine::Outcome::Unreachable) result.verdict = Verdict::Holds;
  result.reason = finding.reason;
  if (finding.outcome == engine::Outcome::Reached) set_reached(i, finding.reached);
  if (!finding.trace) {
    if (finding.outcome == engine::Outcome::Reached && query.want_traces)
      result.reason = fmt::format("no trace: {}", budget.reason());
    return;
  }
  const bp::Graph& graph = program_.graph();
  require_replay(trace::replay(graph, *finding.trace, query.entries, query.targets[i]), result);
  if (!question_.traces) return;
  result.trace = to_public(graph, trace::expand(graph, *finding.trace, question_.trace_limit));
  result.trace->note = finding.note;
  name_arrival(i);
}

void Results::conclude(const bp::Threads& threads, std::size_t i,
                       const engine::ConcurrentQuery& query,
                       const engine::ConcurrentFinding& finding, const Budget& budget) {
  PropertyResult& result = answer_.results[i];
  result.reason = finding.reason;
  if (finding.outcome == engine::Outcome::Unreachable) {
    const bool bounded = query.bound.kind != transform::Bound::Kind::None;
    result.verdict = bounded ? Verdict::HoldsBounded : Verdict::Holds;
    if (bounded) result.reason = bound_text();
  }
  if (finding.outcome != engine::Outcome::Reached) return;
  set_reached(i, finding.reached);
  if (!finding.trace) {
    if (question_.traces && result.reason.empty())
      result.reason = fmt::format("no trace: {}", budget.reason());
    return;
  }
  require_replay(trace::replay(threads, *finding.trace, query.targets[i]), result);
  if (!question_.traces) return;
  result.trace = to_public(threads, *finding.trace, question_.trace_limit);
  result.trace->note = finding.note;
  name_arrival(i);
}

std::string Results::bound_text() const {
  const bool rounds = question_.rounds.has_value();
  const std::uint64_t limit = rounds ? *question_.rounds : *question_.context_switches;
  return fmt::format("within {} {}{}", limit, rounds ? "round" : "context switch",
                     limit == 1 ? "" : (rounds ? "s" : "es"));
}

void Results::set_seconds(double seconds) {
  for (std::size_t i = 0; i < properties_.size(); ++i) answer_.results[i].seconds = seconds;
}

void Results::set_reached(std::size_t i, bp::VertexId vertex) {
  answer_.results[i].verdict = Verdict::Violated;
  const std::vector<bp::VertexId>& places = properties_[i].vertices;
  const auto reached = std::ranges::find(places, vertex);
  place(i, static_cast<std::size_t>(reached - places.begin()));
}

/// Says at the end of a trace what it arrived at.
void Results::name_arrival(std::size_t i) {
  PropertyResult& result = answer_.results[i];
  std::string& arrival = result.trace->end.statement;
  if (result.kind == PropertyResult::Kind::Assert) {
    arrival = "assertion fails";
  } else {
    arrival = fmt::format("{}: {}", properties_[i].label, arrival);
  }
}

}  // namespace hardbop::api
