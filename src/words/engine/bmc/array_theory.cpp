// SPDX-License-Identifier: MIT
#include "words/engine/bmc/array_theory.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

namespace hardbop::bmc {

namespace {

/// Questions with more expressions take more memory in Z3 than most have.
constexpr std::size_t most_asked = 1'000'000;
constexpr auto watch_interval = std::chrono::milliseconds(20);

/// Looks at the limits while the solver works, which does not; nobody else may.
smt::Satisfiable check_within(smt::Solver& solver, const std::vector<ExprId>& constraints,
                              Budget& budget) {
  std::mutex mutex;
  std::condition_variable_any end;
  const auto watch = [&](const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      if (budget.poll() != StopReason::None) return solver.interrupt();
      end.wait_for(lock, stop, watch_interval, [] { return false; });
    }
  };
  try {
    const std::jthread watcher(watch);
    return solver.check(constraints, smt::unlimited_effort);
  } catch (const std::system_error&) {  // no thread to be had
    return smt::Satisfiable::Unknown;
  }
}

}  // namespace

smt::Satisfiable ArrayTheory::ask(ExprId condition) {
  if (!solver_) solver_ = smt::make_solver(terms_.expressions());
  if (!solver_) return smt::Satisfiable::Unknown;
  const auto define = [this](std::size_t which) {
    return std::vector{array_terms_.definition(arrays_.placeholders()[which])};
  };
  cone_ = cone_of(condition, terms_, arrays_, define, most_asked);
  if (cone_.size > most_asked || budget_.poll() != StopReason::None)
    return smt::Satisfiable::Unknown;
  ++questions_;
  return check_within(*solver_, cone_.constraints, budget_);
}

InputValues ArrayTheory::values() {
  InputValues out{std::vector<std::uint64_t>(terms_.inputs().size())};
  const words::Expressions& e = terms_.expressions();
  for (const ExprId word : cone_.words) out.words[e.node(word).value] = solver_->value(word);
  for (const ExprId input : cone_.arrays)
    out.arrays.emplace(static_cast<BaseId>(e.node(input).value), solver_->array_value(input));
  return out;
}

}  // namespace hardbop::bmc
