// SPDX-License-Identifier: MIT
// Gates that are equal whatever the inputs are: two ways to compute the same, such as by a table
// and bit by bit. A solver that is told so, gate by gate, need not find it out for all at once.
#pragma once

#include <limits>
#include <unordered_set>
#include <vector>

#include "words/engine/bmc/cnf.hpp"

namespace hardbop::bmc {

class Sweep {
 public:
  /// The solver has the clauses of the gates.
  Sweep(const Aig& aig, const Cnf& cnf, sat::Solver& solver, Budget& budget)
      : aig_(aig), cnf_(cnf), solver_(solver), budget_(budget) {}

  /// Whether all assumptions can be true, of which the last one is this gate. If that is not soon
  /// seen, equal gates are looked for.
  [[nodiscard]] sat::Satisfiable solve(std::span<const sat::Literal> assumptions, Edge root);
  /// Tells the solver what gates below this one are equal, as far as it is easily shown. What was
  /// shown is kept for the next time.
  void find_equal(Edge root);
  [[nodiscard]] std::uint64_t merged() const { return merged_; }

 private:
  const Aig& aig_;
  const Cnf& cnf_;
  sat::Solver& solver_;
  Budget& budget_;
  std::unordered_set<std::uint32_t> swept_;  // roots
  std::vector<bool> is_settled_;             // by node: equal to an older one, or too hard to say
  std::uint64_t merged_ = 0;
  std::size_t hard_ = 0;
  double end_ = std::numeric_limits<double>::infinity();  // of the thread's processor time
  std::vector<std::uint32_t> cone_;     // nodes, each behind those that it is made of
  std::size_t words_ = 0;               // of values of each node
  std::vector<std::uint64_t> values_;   // for inputs that were tried, by node
  std::vector<std::uint64_t> pattern_;  // the last word of each input
  std::size_t met_ = 0;                 // inputs for which two gates differed that seemed equal

  enum class Answer : std::uint8_t { Equal, Different, Hard };

  void collect(std::uint32_t root);
  void begin_values();
  void simulate();
  [[nodiscard]] bool pass();
  [[nodiscard]] std::uint64_t signature(std::uint32_t node) const;
  [[nodiscard]] Edge normal(std::uint32_t node) const;
  [[nodiscard]] Answer compare(Edge a, Edge b);
  [[nodiscard]] Answer show_implied(sat::Literal a, sat::Literal b);
  void remember_inputs();
};

}  // namespace hardbop::bmc
