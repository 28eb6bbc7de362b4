// SPDX-License-Identifier: MIT
// What runs do between two cut points. The cut points of a procedure are its entry and the heads of
// its loops, so that a run which never ends in an activation passes cut points again and again.
// Between two of them no block is executed twice, and all ways from one to the other are one
// formula: a condition on the values at the start and on what is chosen on the way, and the values
// at the end.
//
// A call on the way is not followed: what the callee may modify is arbitrary when it returns, and
// who knows more of it adds that (`Return`).
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "base/expression/substitute.hpp"
#include "words/certify/subject.hpp"

namespace hardbop::words {

/// Values of variables and arrays, in terms of those at the start of a segment. What has none is as
/// it was there.
struct Values {
  std::map<VariableId, ExprId> variables;
  std::map<ArrayId, ExprId> arrays;
};

/// A call that was passed on the way.
struct Return {
  std::size_t callee = 0;
  ExprId condition = 0;  // whether it was made
  Values left;           // what there is as the callee leaves
};

struct Segment {
  enum class Kind : std::uint8_t {
    Cut,    // arrives at a cut point of the procedure
    Call,   // enters another activation
    Leave,  // leaves the procedure
    Sink,
  };
  Kind kind = Kind::Cut;
  BlockId from = 0;      // a cut point
  BlockId to = 0;        // a cut point; the block that calls or leaves; the sink
  ExprId condition = 0;  // under which this way is taken
  Values after;          // where it arrives; of a call, as the callee is entered
  /// Of all returns from the cut point, so many are before the end of this segment: only these say
  /// anything about it.
  std::size_t returns = 0;
};

class Segments {
 public:
  explicit Segments(const Subject& subject);

  [[nodiscard]] const Subject& subject() const { return subject_; }
  /// Those of the graph and what is made of them.
  [[nodiscard]] Expressions& expressions() { return expressions_; }
  [[nodiscard]] const Expressions& expressions() const { return expressions_; }

  /// Of a procedure, its entry first.
  [[nodiscard]] const std::vector<BlockId>& cuts(std::size_t procedure) const {
    return procedures_[procedure].cuts;
  }
  [[nodiscard]] std::size_t procedure_of(BlockId b) const { return owners_[b]; }
  /// Loops of a procedure that have cut points in common, each as its cut points.
  [[nodiscard]] const std::vector<std::vector<BlockId>>& loops(std::size_t procedure) const {
    return procedures_[procedure].loops;
  }
  /// Whether a run can come from each to the other within its activation.
  [[nodiscard]] bool are_in_one_loop(BlockId a, BlockId b) const;
  /// Procedures that call each other, by component; those that do not call themselves are alone.
  [[nodiscard]] const std::vector<std::vector<std::size_t>>& recursions() const {
    return recursions_;
  }
  /// Whether a call from one to the other can be part of an endless recursion.
  [[nodiscard]] bool recurse_together(std::size_t caller, std::size_t callee) const;

  /// All ways from a cut point, and the calls that are passed on them.
  struct Ways {
    std::vector<Segment> segments;
    std::vector<Return> returns;
  };
  [[nodiscard]] Ways from(BlockId cut);

  /// A variable or an array, as a leaf and in a state.
  [[nodiscard]] ExprId variable(VariableId v);
  [[nodiscard]] ExprId array(ArrayId a);
  [[nodiscard]] ExprId variable(VariableId v, const Values& values);
  [[nodiscard]] ExprId array(ArrayId a, const Values& values);
  /// What an expression is in another state.
  [[nodiscard]] ExprId in_state(ExprId id, const Values& values);
  /// Values of static storage before the program starts.
  [[nodiscard]] Values initial();
  /// What there was when the activation began that is at a cut point: what it may have changed
  /// since then is unknown.
  [[nodiscard]] Values at_entry(BlockId cut);

 private:
  struct Arrival {
    ExprId condition = 0;
    Values values;
  };
  struct Shape {
    std::vector<BlockId> cuts;
    std::vector<BlockId> order;  // every block after those that lead to it without a cut point
    std::vector<std::vector<BlockId>> loops;
    std::set<VariableId> assigned;
  };

  const Subject& subject_;
  Expressions expressions_;
  std::vector<std::size_t> owners_;
  std::vector<Shape> procedures_;
  std::vector<std::vector<std::size_t>> recursions_;
  std::vector<std::size_t> recursion_of_;
  std::vector<bool> is_cut_;
  std::vector<BlockId> input_owners_;  // by input: the first block that has it
  std::vector<BlockId> array_input_owners_;
  InputId next_input_;
  ArrayInputId next_array_input_;
  /// What is unknown at a block: a variable or an array that a callee changed, an input that
  /// another block has, too, a choice between edges, or what was at the procedure's entry.
  enum class Unknown : std::uint8_t { Variable, Array, Input, ArrayInput, Choice, Entry };
  std::map<std::tuple<BlockId, Unknown, std::uint32_t>, ExprId> unknowns_;

  void find_owners();
  void find_shape(std::size_t procedure);
  void find_loops(std::size_t procedure);
  void find_assigned(std::size_t procedure);
  void find_recursions();
  [[nodiscard]] ExprId unknown(BlockId b, Unknown kind, std::uint32_t which, Width width);
  [[nodiscard]] ExprId unknown(BlockId b, Unknown kind, std::uint32_t which, ArraySort sort);
  [[nodiscard]] ExprId replaced(BlockId b, ExprId leaf, const Values& values);
  [[nodiscard]] Arrival merge(const std::vector<Arrival>& arrivals);
  [[nodiscard]] std::vector<ExprId> guards(BlockId b, Substituter& substitute);
  [[nodiscard]] Return come_back(BlockId b, const Subject::Call& call, const Values& entered);
  [[nodiscard]] Values after_return(const Subject::Call& call, const Values& before,
                                    const Return& done);
  friend class Walk;
};

}  // namespace hardbop::words
