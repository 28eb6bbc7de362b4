// SPDX-License-Identifier: MIT
#include "boolean/engine/fixpoint/fixpoint_engine.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/bdd/limits.hpp"
#include "base/util/invariant.hpp"
#include "boolean/calculus/solver.hpp"
#include "boolean/engine/fixpoint/algorithms.hpp"
#include "boolean/engine/fixpoint/program_relations.hpp"
#include "boolean/engine/summary/summary_engine.hpp"

namespace hardbop::engine {

namespace {

/// The relation that an algorithm must define.
constexpr const char* answer_name = "Reached";

/// Reads the algorithm and makes sure that it answers what is asked.
std::optional<calculus::System> read_algorithm(const std::shared_ptr<const SourceFile>& source,
                                               const calculus::Given& given,
                                               Diagnostics& diagnostics) {
  std::optional<calculus::System> system = calculus::read_system(source, given, diagnostics);
  if (!system) return std::nullopt;
  const calculus::RelationId answer = system->find(answer_name);
  if (answer == calculus::no_index) {
    diagnostics.error({}, fmt::format("the algorithm defines no relation '{}'", answer_name),
                      "as in 'relation Reached(m: Module, p: Counter) := ...;'");
    return std::nullopt;
  }
  std::vector<calculus::TypeId> types;
  for (const calculus::VariableId v : system->relations[answer].parameters)
    system->types.flatten(system->variables[v].type, types);
  if (types !=
      std::vector<calculus::TypeId>{system->types.find("Module"), system->types.find("Counter")}) {
    diagnostics.error(system->relations[answer].at,
                      fmt::format("'{}' must have the parameters (Module, Counter)", answer_name));
    return std::nullopt;
  }
  return system;
}

/// Why a limit ended the evaluation. Asked while the evaluator lives, which names the phase; after
/// that the budget must not speak of it.
std::string limit_reason(const bdd::LimitReached& limit, Budget& budget) {
  if (budget.stopped() == StopReason::None) return limit.what();
  std::string reason = budget.reason();
  budget.enter("evaluating formulas", "rounds");
  return reason;
}

/// Which targets the algorithm says are reached; or the limit that came first.
std::string explore(const ProgramRelations& relations, const calculus::System& system,
                    const Query& query, const calculus::EvaluationOptions& options, Budget& budget,
                    Statistics& statistics, std::vector<Finding>& findings) {
  budget.enter("building relations", "relations");
  calculus::Solver solver(system, options, budget);
  calculus::Evaluator& evaluator = solver.evaluator();
  for (calculus::RelationId r = 0; r < system.relations.size(); ++r) {
    const calculus::Relation& relation = system.relations[r];
    if (relation.kind != calculus::Relation::Kind::Input) continue;
    evaluator.bind(r,
                   relations.value(relation.name, evaluator.columns(r), solver.manager(), query));
  }
  const calculus::RelationId answer = system.find(answer_name);
  try {
    evaluator.evaluate({answer});
  } catch (const bdd::LimitReached& limit) {
    return limit_reason(limit, budget);
  }
  const bdd::Bdd& reached = evaluator.value(answer);
  const std::vector<bdd::Var>& columns = evaluator.columns(answer);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    findings[i].outcome = Outcome::Unreachable;
    for (const bp::VertexId v : query.targets[i]) {
      Query place;
      place.targets = {{v}};
      const bdd::Bdd here = relations.value("Target", columns, solver.manager(), place);
      if (!bdd::intersects(reached, here)) continue;
      findings[i].outcome = Outcome::Reached;
      findings[i].reached = v;
      break;
    }
  }
  solver.write_statistics(statistics);
  return {};
}

}  // namespace

// A limit, or a system without a meaning, is the reason why nothing is known.
std::vector<Finding> run_algorithm(const ProgramRelations& relations, const Query& query,
                                   const AlgorithmChoice& algorithm, Budget& budget,
                                   Statistics& statistics) {
  Diagnostics diagnostics;
  const std::optional<calculus::System> system =
      read_algorithm(algorithm.source, relations.given(), diagnostics);
  HARDBOP_INVARIANT(system, "an algorithm with errors should not be asked");
  std::vector<Finding> findings(query.targets.size());
  std::string reason;
  try {
    const calculus::EvaluationOptions options{.frontier = algorithm.frontier,
                                              .observer = algorithm.observer};
    reason = explore(relations, *system, query, options, budget, statistics, findings);
  } catch (const bdd::LimitReached& limit) {
    reason = budget.stopped() != StopReason::None ? budget.reason() : std::string(limit.what());
  } catch (const calculus::NotStable& error) {
    const LineColumn at = algorithm.source->locate(error.diagnostic.at.begin);
    reason = fmt::format("{} at {}:{}:{}", error.diagnostic.text, algorithm.source->name(), at.line,
                         at.column);
  }
  for (Finding& finding : findings) finding.reason = reason;
  return findings;
}

namespace {

class FixpointEngine final : public Engine {
 public:
  explicit FixpointEngine(FixpointOptions options) : options_(std::move(options)) {}

  std::vector<Finding> run(const bp::Graph& graph, const Query& query, Budget& budget,
                           Statistics& statistics) override {
    std::vector<Finding> findings = run_algorithm(
        ProgramRelations(graph), query, choose_algorithm(options_, false), budget, statistics);
    if (query.want_traces)
      add_summary_traces(graph, query, options_.traces, budget, statistics, findings);
    return findings;
  }

 private:
  FixpointOptions options_;
};

}  // namespace

AlgorithmChoice choose_algorithm(const FixpointOptions& options, bool threads) {
  if (options.own) return {options.own, options.frontier, options.observer};
  const Algorithm* const known =
      options.algorithm.empty() ? &usual_algorithm(threads) : find_algorithm(options.algorithm);
  if (known == nullptr) return {nullptr, options.frontier, options.observer};
  return {std::make_shared<const SourceFile>(std::string(known->name), std::string(known->text)),
          options.frontier, options.observer};
}

std::unique_ptr<Engine> make_fixpoint_engine(FixpointOptions options) {
  return std::make_unique<FixpointEngine>(std::move(options));
}

Diagnostics check_algorithm(const ProgramRelations& relations,
                            const std::shared_ptr<const SourceFile>& algorithm) {
  Diagnostics diagnostics;
  static_cast<void>(read_algorithm(algorithm, relations.given(), diagnostics));
  return diagnostics;
}

}  // namespace hardbop::engine
