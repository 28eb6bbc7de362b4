// SPDX-License-Identifier: MIT
// Questions about the words of an unrolling: whether a condition can be true. A SAT solver gets
// what it depends on as clauses, and keeps them for the next question. It may choose words as no
// array has them. Then it is told what these words are; if that is too much, Z3 is.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/util/budget.hpp"
#include "base/util/statistics.hpp"
#include "words/engine/bmc/array_theory.hpp"
#include "words/engine/bmc/blaster.hpp"
#include "words/engine/bmc/cnf.hpp"
#include "words/engine/bmc/follower.hpp"
#include "words/engine/bmc/sweep.hpp"
#include "words/engine/bmc/unroll.hpp"

namespace hardbop::bmc {

class Questions {
 public:
  Questions(Arrays::Limits comparisons, Budget& budget);

  [[nodiscard]] Terms& terms() { return terms_; }
  [[nodiscard]] const Terms& terms() const { return terms_; }
  [[nodiscard]] Arrays& arrays() { return arrays_; }
  [[nodiscard]] const Arrays& arrays() const { return arrays_; }

  /// How many visits the unrolling has that is asked about: they take room, too.
  void set_visits(std::size_t visits) { visits_ = visits; }

  /// Who may be asked where the SAT solver is not told all about arrays.
  enum class Theory : std::uint8_t { Z3, None };

  /// Whether one of these conditions can be true; then there are values for that.
  sat::Satisfiable ask(const std::vector<Value>& conditions, Theory theory = Theory::Z3);
  /// Whether a condition can be true where all of these are; unknown after so many conflicts.
  sat::Satisfiable ask_assuming(const Value& condition, const std::vector<Value>& assumptions,
                                int conflicts);
  /// After Yes: of a run for which one of them is true.
  [[nodiscard]] const InputValues& values() const { return whole_.values; }
  /// After Unknown.
  [[nodiscard]] std::string why_unknown() const;

  /// Whether there is no room for more.
  [[nodiscard]] bool is_too_large() const { return is_too_large_; }
  /// Whether comparisons of elements take half of the room.
  [[nodiscard]] bool has_many_comparisons() const;
  [[nodiscard]] std::uint64_t clauses() const { return circuit_->cnf.clauses(); }
  /// Frees what only further questions would need. They may be asked, but begin anew.
  void forget_circuit();
  void tell(Statistics& statistics) const;

 private:
  /// What the solver was told, and by way of what.
  struct Circuit {
    Circuit(const words::Expressions& expressions, Budget& budget);

    Aig aig;
    Blaster blaster;
    sat::Solver solver;
    SolverSink sink;
    Cnf cnf;
    Sweep sweep;
  };

  Budget& budget_;
  Terms terms_;
  Arrays arrays_;
  Follower follower_;
  ArrayTheory theory_;
  std::optional<Circuit> circuit_;  // always one
  std::uint64_t forgotten_gates_ = 0;
  std::uint64_t forgotten_clauses_ = 0;
  CompleteValues whole_;  // with which the answer to the last question is yes
  std::size_t visits_ = 0;
  bool is_too_large_ = false;
  bool theory_gave_up_ = false;
  std::unordered_set<ExprId> impossible_;  // conditions
  std::uint64_t questions_ = 0;
  std::size_t looked_at_ = 0;  // expressions
  bool has_products_ = false;  // of numbers, among these
  /// How often a node is computed for boxes; less after it was in vain. Two seconds at first.
  std::uint64_t most_in_boxes_ = 20'000'000;

  [[nodiscard]] bool is_impossible(const Value& condition) const;
  /// What is true besides the condition, and how long to try.
  struct Effort {
    std::vector<sat::Literal> assumptions{};
    std::optional<int> conflicts{};
  };
  sat::Satisfiable ask_about(const Value& condition, Theory theory, const Effort& effort);
  bool is_false_of_numbers(const Value& condition);
  bool tell_more(const Value& condition, const InputValues& found);
  [[nodiscard]] std::optional<sat::Literal> literal_of(ExprId condition);
  sat::Satisfiable ask_sat(const Value& condition, const Effort& effort);
  sat::Satisfiable ask_theory(const Value& condition);
  [[nodiscard]] bool is_true_of_run(const Value& condition, InputValues found);
  [[nodiscard]] InputValues sat_values() const;
};

}  // namespace hardbop::bmc
