// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <memory>
#include <new>

#include "base/bdd/limits.hpp"
#include "base/certificate/claim.hpp"
#include "base/util/invariant.hpp"
#include "boolean/calculus/solver.hpp"
#include "product/api/messages.hpp"
#include <hardbop/solve.hpp>

namespace hardbop {

namespace {

QueryResult::Kind kind_of(calculus::Output::Kind kind) {
  switch (kind) {
    case calculus::Output::Kind::Truth: return QueryResult::Kind::Truth;
    case calculus::Output::Kind::Count: return QueryResult::Kind::Count;
    case calculus::Output::Kind::List: return QueryResult::Kind::List;
  }
  return QueryResult::Kind::Truth;
}

class Solving {
 public:
  Solving(std::string text, const SolveOptions& options)
      : options_(options),
        budget_(api::make_budget(options)),
        source_(std::make_shared<const SourceFile>(options.name, std::move(text))) {
    solution_.input = options.name;
    solution_.sha256 = certify::sha256(source_->text());
  }

  Solution run() {
    Diagnostics diagnostics;
    const std::optional<calculus::System> system = calculus::read_system(source_, {}, diagnostics);
    solution_.messages = api::to_messages(diagnostics, *source_);
    solution_.errors = diagnostics.errors();
    if (system) evaluate(*system);
    api::add_statistics(statistics_, budget_, solution_);
    return std::move(solution_);
  }

 private:
  const SolveOptions& options_;
  Budget budget_;
  std::shared_ptr<const SourceFile> source_;
  Statistics statistics_;
  Solution solution_;

  void evaluate(const calculus::System& system) {
    for (const calculus::Output& output : system.outputs) {
      QueryResult& query = solution_.queries.emplace_back();
      query.kind = kind_of(output.kind);
      query.name = system.relations[output.relation].name;
      query.at = api::locate(*source_, output.at.begin);
    }
    if (system.outputs.empty()) return;
    try {
      calculus::Solver solver(
          system, {.iteration_limit = options_.iteration_limit, .frontier = options_.frontier},
          budget_);
      answer(system, solver);
      solver.write_statistics(statistics_);
    } catch (const bdd::LimitReached& limit) {
      solution_.unknown =
          budget_.stopped() != StopReason::None ? budget_.reason() : std::string(limit.what());
    } catch (const std::bad_alloc&) {
      solution_.unknown = "memory exhausted";
    } catch (const InternalError& error) {
      solution_.internal_error = error.what();
    }
  }

  /// A limit leaves the answers that do not need what it prevented.
  void answer(const calculus::System& system, calculus::Solver& solver) {
    std::vector<calculus::RelationId> wanted;
    for (const calculus::Output& output : system.outputs) wanted.push_back(output.relation);
    try {
      solver.evaluator().evaluate(wanted);
    } catch (const calculus::NotStable& error) {
      solution_.messages.push_back(api::to_message(error.diagnostic, *source_));
      ++solution_.errors;
      return;
    } catch (const bdd::LimitReached& limit) {
      solution_.unknown =
          budget_.stopped() != StopReason::None ? budget_.reason() : std::string(limit.what());
      solver.manager().set_budget(nullptr);
    }
    for (std::size_t i = 0; i < system.outputs.size(); ++i) {
      if (!solver.evaluator().is_complete(system.outputs[i].relation)) continue;
      calculus::OutputValue value = solver.value(system.outputs[i]);
      QueryResult& query = solution_.queries[i];
      query.known = true;
      query.truth = value.truth;
      query.count = std::move(value.count);
      query.tuples = std::move(value.tuples);
    }
  }
};

}  // namespace

Solution solve(std::string text, const SolveOptions& options) {
  if (text.size() >= SourceFile::max_size) return api::refused_as_too_large<Solution>(options.name);
  return Solving(std::move(text), options).run();
}

}  // namespace hardbop
