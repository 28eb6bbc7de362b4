// SPDX-License-Identifier: MIT
#include "boolean/calculus/solver.hpp"

#include <fmt/format.h>

#include "boolean/calculus/checker.hpp"
#include "boolean/calculus/parser.hpp"
#include "boolean/calculus/tuples.hpp"

namespace hardbop::calculus {

namespace {

/// Below so many nodes sifting costs more than it saves, and beyond it may take for ever: systems
/// have many columns, and more of the order is known than sifting can find out in a short time.
constexpr std::size_t sift_from = 4'000'000;
constexpr double sift_seconds = 10;

}  // namespace

std::optional<System> read_system(std::shared_ptr<const SourceFile> source, const Given& given,
                                  Diagnostics& diagnostics) {
  const Syntax syntax = parse(std::move(source), diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  System system = check(syntax, given, diagnostics);
  if (Layout::size(system) > bdd::max_variables)
    diagnostics.error({}, fmt::format("more than {} bits in one scope", bdd::max_variables));
  if (diagnostics.has_errors()) return std::nullopt;
  return system;
}

Solver::Solver(const System& system, const EvaluationOptions& options, Budget& budget)
    : system_(system) {
  manager_.set_budget(&budget);
  evaluator_.emplace(system, options, manager_, budget);
  bdd::AutoReorder automatic;
  automatic.first_at = sift_from;
  automatic.sifting.seconds = sift_seconds;
  manager_.set_auto_reorder(automatic);
}

OutputValue Solver::value(const Output& output) {
  OutputValue out;
  const bdd::Bdd& relation = evaluator_->value(output.relation);
  const std::vector<bdd::Var>& columns = evaluator_->columns(output.relation);
  if (output.kind == Output::Kind::Truth) {
    out.truth = relation.is_true();
    return out;
  }
  out.count = bdd::model_count(relation, columns.size()).to_string();
  if (output.kind == Output::Kind::Count) return out;
  TupleEnumerator tuples(manager_, columns, relation);
  while (out.tuples.size() < output.limit && tuples.next())
    out.tuples.push_back(tuple_text(system_, system_.relations[output.relation], tuples.bits()));
  return out;
}

void Solver::write_statistics(Statistics& statistics) const {
  for (RelationId r = 0; r < system_.relations.size(); ++r) {
    const Relation& relation = system_.relations[r];
    if (relation.kind == Relation::Kind::Input || evaluator_->rounds(r) != 0) {
      const std::string path = fmt::format("calculus.{}.", relation.name);
      if (relation.kind != Relation::Kind::Input)
        statistics.set(path + "rounds", evaluator_->rounds(r));
      statistics.set(path + "nodes", std::uint64_t{bdd::node_count(evaluator_->value(r))});
    }
  }
  manager_.statistics().record(statistics);
}

}  // namespace hardbop::calculus
