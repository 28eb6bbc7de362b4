// SPDX-License-Identifier: MIT
#include "words/engine/bmc/array_theory.hpp"

#include "base/smt/watch.hpp"

namespace hardbop::bmc {

namespace {

/// Questions with more expressions take more memory in Z3 than most have.
constexpr std::size_t most_asked = 1'000'000;

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
  smt::Satisfiable out = smt::Satisfiable::Unknown;
  const auto check = [&] { out = solver_->check(cone_.constraints, smt::unlimited_effort); };
  (void)smt::work_within(budget_, check, [this] { solver_->interrupt(); });
  return out;
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
