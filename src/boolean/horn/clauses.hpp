// SPDX-License-Identifier: MIT
// A program as Horn clauses, after the obligations of [ball00 §3.1] read as implications. Two
// kinds of relations are unknown: Path_v(E, C), between the valuation with which vertex v's
// procedure was entered and the one at v; and Summary_p(E, X, R), between a procedure's entry,
// the globals at its exit and its results. No run arrives at a target if and only if
// some relations satisfy all clauses.
//
//   Initial   the globals are as initialised, enforce holds            => Path_entry(C, C)
//   Step      Path_v(E, C) and the statement leads from C to C' at w   => Path_w(E, C')
//   Call      Path_v(E, C) and the callee q can get the arguments A    => Path_entry(q)(A, A)
//   Return    Path_v(E, C), the arguments A and Summary_q(A, X, R)     => Path_w(E, C')
//   Exit      Path_exit(p)(E, C)                                       => Summary_p(E, C)
//   Target    Path_v(E, C)                                             => false
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "boolean/horn/expressions.hpp"
#include "boolean/horn/term.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::horn {

/// The variables of a clause, by Copy: Entry and Current are the slots of the procedure at
/// `from` (E and C above); Next those of C' that change, and a callee's own slots in a Call;
/// CalleeEntry, CalleeExit and CalleeResult the arguments of Summary_q in a Return. In
/// an Initial, CalleeEntry is the arbitrary first value of a global that is read before it is
/// initialised.
struct Clause {
  enum class Kind : std::uint8_t { Initial, Step, Call, Return, Exit, Target };

  Kind kind = Kind::Step;
  bp::VertexId from = bp::no_index;          // all but Initial
  bp::VertexId to = bp::no_index;            // Initial, Step, Call, Return: where it leads
  bp::ProcedureId procedure = bp::no_index;  // Return: the callee q; Exit: p; Call: the callee
  Term condition;
  std::vector<std::pair<bp::Slot, Term>> changed;  // Step, Return: C' where it is not C
};

class Clauses {
 public:
  using Visit = std::function<void(const Clause&)>;

  explicit Clauses(const bp::Graph& graph) : graph_(graph), expressions_(graph, terms_) {}

  [[nodiscard]] Terms& terms() { return terms_; }

  void initial(const std::vector<bp::ProcedureId>& entries, const Visit& visit);
  /// Of one vertex, targets apart.
  void of_vertex(bp::VertexId v, const Visit& visit);
  static void targets(const std::vector<bp::VertexId>& targets, const Visit& visit);
  /// The Return of a call as it is at the callee's exit: nothing is said of the arguments.
  void come_back(bp::VertexId call, const Visit& visit) { come_back(call, always, visit); }

  /// The arguments of the head, by slot of its procedure: what it says of the entry …
  [[nodiscard]] Term head_entry(const Clause& clause, bp::Slot slot);
  /// … and of the valuation now; of Summary_p: a global at the exit, or a result's slot.
  [[nodiscard]] Term head_current(const Clause& clause, bp::Slot slot);
  /// The arguments of Summary_q in a Return are CalleeEntry, CalleeExit and CalleeResult; what
  /// of them the condition does not say: a global enters the callee as it is.
  [[nodiscard]] Term callee_entry(bp::Slot slot) {
    return terms_.variable(slot < graph_.globals() ? Copy::Current : Copy::CalleeEntry, slot);
  }

 private:
  const bp::Graph& graph_;
  Terms terms_;
  Expressions expressions_;

  [[nodiscard]] Values values(std::uint32_t expression);
  [[nodiscard]] Term enforced(bp::ProcedureId p, const std::function<Term(bp::Slot)>& frame);
  [[nodiscard]] Term next(bp::Slot slot) { return terms_.variable(Copy::Next, slot); }
  [[nodiscard]] Term after(const Clause& clause, bp::Slot slot);
  void finish(Clause& clause, const Visit& visit);
  void step(bp::VertexId v, bp::VertexId w, Term condition, const Visit& visit);
  void assignment(bp::VertexId v, const Visit& visit);
  void give_results(bp::VertexId v, const Visit& visit);
  [[nodiscard]] Term arguments(bp::VertexId v, Copy copy);
  void call(bp::VertexId v, const Visit& visit);
  void come_back(bp::VertexId v, Term condition, const Visit& visit);
};

}  // namespace hardbop::horn
