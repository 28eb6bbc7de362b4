// SPDX-License-Identifier: MIT
// What has to be true of an invariant for it to be a proof: the clauses of horn/clauses.hpp
// with the invariant's diagrams in place of the unknown relations.
//
// Up to three instances of diagrams meet in one obligation: of the path edges before a step,
// of the callee's summary, and of what has to hold after. Each has constants of its own; where
// two constants stand for the same value an obligation says so.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "boolean/horn/clauses.hpp"
#include "boolean/language/targets.hpp"
#include "boolean/trace/invariant.hpp"

namespace hardbop::certify {

enum class Instance : std::uint8_t { Before, Callee, After };

constexpr std::size_t instance_count = 3;

struct Constant {
  Instance instance = Instance::Before;
  trace::Decision decision;

  friend bool operator==(const Constant&, const Constant&) = default;
};

/// Which runs without end are fair: those on which each condition is met again and again. It is met
/// at a vertex where its slot is 0, or, just after a call, where it was so inside.
struct Fairness {
  std::vector<bp::Slot> untils;  // by condition
  std::vector<bp::Slot> seen;    // by condition: 1 if it was met inside
  std::vector<bool> after_call;  // by vertex
};

/// Must have no model: condition, path, summary and `equal` hold, but not the goal, or not
/// all of `kept`. There is one for each clause, also where it is true at sight, so that a proof
/// has as many as the program asks for; then it says no more than why.
struct Obligation {
  /// What has to be true.
  enum class Goal : std::uint8_t {
    Invariant,  // the goal, and what is kept
    Rank,       // the rank after the step is less, or the same and that of a condition
    Unfair,     // a rank that is that of a condition is none of a head that meets it
  };
  Goal what = Goal::Invariant;
  horn::Clause::Kind kind = horn::Clause::Kind::Step;
  bp::VertexId vertex = bp::no_index;   // whose statement it is about
  bp::ProcedureId from = bp::no_index;  // the procedure of the step, but for Initial
  bp::ProcedureId callee = bp::no_index;
  std::size_t target = 0;  // of Target: which
  horn::Term condition;
  trace::DiagramRef path;                            // of Instance::Before
  trace::DiagramRef summary;                         // of Instance::Callee
  trace::DiagramRef goal = trace::diagram_false;     // of `goal_instance`
  Instance goal_instance = Instance::After;          // Before where it is over unchanged values
  std::vector<std::pair<Constant, Constant>> equal;  // the same value
  std::vector<std::pair<Constant, Constant>> kept;   // must be the same value
  // Of Rank and Unfair:
  std::vector<trace::DiagramRef> rank;        // of Instance::Before, the lowest bit first
  std::vector<trace::DiagramRef> rank_after;  // of Instance::After; of Rank alone
  std::size_t index_bits = 0;                 // the lowest ones: of which condition; 0 of none
  /// Of Unfair, by condition: it is met if the first is 0, or the second is there and 1.
  std::vector<std::pair<Constant, std::optional<Constant>>> conditions;
};

class Obligations {
 public:
  using Visit = std::function<void(const Obligation&)>;

  /// The invariant must fit the graph (see fits).
  Obligations(const bp::Graph& graph, const trace::Invariant& invariant);

  void initial(const std::vector<bp::ProcedureId>& entries, const Visit& visit);
  void of_vertex(bp::VertexId v, const Visit& visit);
  void targets(const std::vector<bp::Target>& targets, const Visit& visit);
  /// That the ranks of the invariant leave no fair run without end.
  void ranks(bp::VertexId v, const Fairness& fairness, const Visit& visit);

  [[nodiscard]] const horn::Terms& terms() { return clauses_.terms(); }
  /// What a variable of an obligation's condition is called.
  [[nodiscard]] Constant constant(const Obligation& obligation, horn::Variable variable) const;
  /// The decisions a diagram depends on, in order of first appearance.
  [[nodiscard]] const std::vector<trace::Decision>& support(trace::DiagramRef root);

 private:
  const bp::Graph& graph_;
  const trace::Invariant& invariant_;
  horn::Clauses clauses_;
  std::vector<std::vector<bool>> kept_;  // by procedure, by slot
  std::vector<std::vector<trace::Decision>> supports_;
  std::vector<std::uint32_t> support_of_;  // by node, into supports_
  std::vector<std::uint32_t> seen_;        // by node, when last visited
  std::uint32_t round_ = 0;

  [[nodiscard]] bool is_kept(bp::ProcedureId p, bp::Slot slot) const {
    return slot < kept_[p].size() && kept_[p][slot];
  }
  [[nodiscard]] Obligation parts(const horn::Clause& clause, std::size_t target) const;
  [[nodiscard]] Constant constant_of(const Obligation& obligation, horn::Term variable);
  void add(const horn::Clause& clause, std::size_t target, const Visit& visit);
  void add_rank(const horn::Clause& clause, std::size_t index_bits, const Visit& visit);
  /// Whether the decision is the same before the step.
  bool link(const horn::Clause& clause, bp::ProcedureId p, const trace::Decision& decision,
            Obligation& obligation);
  void link_callee(Obligation& obligation);
  void link_head(const horn::Clause& clause, bp::ProcedureId p, Obligation& obligation);
  void keep(const horn::Clause& clause, bp::ProcedureId p, Obligation& obligation);
};

/// Whether every part of the invariant is there and speaks of what the program has; with ranks, or
/// without.
[[nodiscard]] bool fits(const bp::Graph& graph, const trace::Invariant& invariant, bool has_ranks);

}  // namespace hardbop::certify
