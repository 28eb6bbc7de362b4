// SPDX-License-Identifier: MIT
// Turns the findings of engines into results of an answer. Private to the layer.
#pragma once

#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/engine.hpp"
#include "boolean/language/targets.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/answer.hpp>
#include <hardbop/question.hpp>

namespace hardbop::api {

/// The labels and assertions that are asked for. Each trace is replayed before it is shown.
class Results {
 public:
  /// All but the properties must outlive it.
  Results(const Program::Implementation& program, const Question& question,
          std::vector<bp::Target> properties, Answer& answer)
      : program_(program),
        question_(question),
        properties_(std::move(properties)),
        answer_(answer) {}

  [[nodiscard]] const std::vector<bp::Target>& properties() const { return properties_; }
  /// The places that are asked for.
  [[nodiscard]] std::vector<std::vector<bp::VertexId>> targets() const;
  /// Appends a result of each, unknown for that reason.
  void announce(const std::string& reason);
  /// What one search found that began when the budget's clock showed `start`.
  void conclude(const engine::Query& query, const std::vector<engine::Finding>& findings,
                const Budget& budget, double start);
  void conclude(const bp::Threads& threads, const engine::ConcurrentQuery& query,
                const std::vector<engine::ConcurrentFinding>& findings, const Budget& budget,
                double start);

 private:
  const Program::Implementation& program_;
  const Question& question_;
  std::vector<bp::Target> properties_;
  Answer& answer_;

  void place(std::size_t i, std::size_t target);
  void conclude(std::size_t i, const engine::Query& query, const engine::Finding& finding,
                const Budget& budget);
  void conclude(const bp::Threads& threads, std::size_t i, const engine::ConcurrentQuery& query,
                const engine::ConcurrentFinding& finding, const Budget& budget);
  void set_seconds(double seconds);
  void set_reached(std::size_t i, bp::VertexId vertex);
  void name_arrival(std::size_t i);
  [[nodiscard]] std::string bound_text() const;
};

/// What a search for each of the statements found.
template <typename Finding>
[[nodiscard]] Coverage coverage_of(const Program::Implementation& program,
                                   const std::vector<bp::VertexId>& statements,
                                   const std::vector<Finding>& findings) {
  const bp::Graph& graph = program.graph();
  Coverage coverage;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const bp::Vertex& vertex = graph.vertex(statements[i]);
    const Location at = locate(program.source(), vertex.at);
    if (findings[i].outcome == engine::Outcome::Reached) {
      coverage.reachable.push_back(at);
      continue;
    }
    const bool is_unknown = findings[i].outcome == engine::Outcome::Unknown;
    if (is_unknown) coverage.incomplete = findings[i].reason;
    (is_unknown ? coverage.undecided : coverage.unreachable)
        .push_back({std::string(graph.procedure_name(vertex.procedure)), at,
                    graph.statement_text(statements[i])});
  }
  return coverage;
}

}  // namespace hardbop::api
