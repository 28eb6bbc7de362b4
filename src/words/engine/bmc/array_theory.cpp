// SPDX-License-Identifier: MIT
#include "words/engine/bmc/array_theory.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "base/expression/bottom_up.hpp"

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
  const std::vector<ExprId> all = constraints(condition);
  if (all.empty() || budget_.poll() != StopReason::None) return smt::Satisfiable::Unknown;
  ++questions_;
  return check_within(*solver_, all, budget_);
}

InputValues ArrayTheory::values() {
  InputValues out{std::vector<std::uint64_t>(terms_.inputs().size())};
  const words::Expressions& e = terms_.expressions();
  for (const ExprId word : words_) out.words[e.node(word).value] = solver_->value(word);
  for (const ExprId input : inputs_)
    out.arrays.emplace(static_cast<BaseId>(e.node(input).value), solver_->array_value(input));
  return out;
}

void ArrayTheory::list_placeholders() {
  const std::vector<Placeholder>& all = arrays_.placeholders();
  stands_for_.resize(terms_.inputs().size(), nothing);
  for (; listed_ < all.size(); ++listed_) stands_for_[all[listed_].word] = listed_;
}

std::vector<ExprId> ArrayTheory::constraints(ExprId condition) {
  list_placeholders();
  words_.clear();
  inputs_.clear();
  const words::Expressions& e = terms_.expressions();
  std::vector<ExprId> out{condition};
  std::vector<bool> seen;
  std::size_t count = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    seen.resize(e.size());
    std::vector<std::size_t> found;
    std::vector<ExprId> stack{out[i]};
    words::bottom_up(
        e, stack, [&](ExprId id) { return seen[id]; },
        [&](ExprId id) {
          seen[id] = true;
          ++count;
          const words::Node& node = e.node(id);
          if (node.op == words::Op::ArrayInput) inputs_.push_back(id);
          if (node.op != words::Op::Input) return;
          words_.push_back(id);
          if (stands_for_[node.value] != nothing) found.push_back(stands_for_[node.value]);
        });
    if (count > most_asked) return {};
    for (const std::size_t which : found)
      out.push_back(array_terms_.definition(arrays_.placeholders()[which]));
  }
  return out;
}

}  // namespace hardbop::bmc
