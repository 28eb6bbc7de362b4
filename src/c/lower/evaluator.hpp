// SPDX-License-Identifier: MIT
// Translates expressions of the intermediate language to expressions of a labelled transition
// graph, with the conditions under which everything that they read can be read.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "c/memory/alignments.hpp"
#include "c/memory/call_graph.hpp"
#include "c/memory/companions.hpp"
#include "c/memory/dangling.hpp"
#include "c/memory/stars.hpp"

namespace hardbop::c {

/// What evaluating expressions needs and has found out.
struct Evaluation {
  InstanceId instance;
  words::ExprId valid = 0;  // everything read can be
  bool is_followed = true;  // false where an access could be to too many places
  bool computes = false;    // with floats, which nobody follows
  bool escapes = false;     // an address becomes known that is another one in each activation
  ObjectId large = none;    // without cells, to which an access may be
  std::vector<Memory::Problem> problems;  // why something read or written cannot be
};

/// What is known of a program.
struct Analyses {
  const Program& program;
  const PointsTo& points_to;
  const Alignments& alignments;
  const CallGraph& calls;
  const Dangling& dangling;
  bool procedures = false;  // all activations of a function share its variables
  bool floats = false;      // operations of numbers are followed
};

class Evaluator {
 public:
  /// Without stars, a read through a pointer is a choice between all that it may be of.
  Evaluator(const Analyses& analyses, Memory& memory, Stars* stars, words::Graph& graph);

  [[nodiscard]] Evaluation begin(InstanceId instance);
  [[nodiscard]] words::ExprId value(ExprId id, Evaluation& evaluation);
  /// The store, where it is through a pointer.
  [[nodiscard]] std::optional<Write> store(const Place& place, words::ExprId word,
                                           Evaluation& evaluation, Memory::Updates& updates,
                                           bool initialises = false);
  [[nodiscard]] words::ExprId address_of(const Pointee& what, std::uint64_t offset,
                                         InstanceId instance);
  /// A procedure's variables have one address each: who recurses must not tell it others.
  void note_escape(ExprId stored, Evaluation& evaluation) const;
  /// Nothing that comes then is known unless it holds.
  void require(const Memory::Validity& validity, Evaluation& evaluation);

  /// A read at a pointer variable's value, or some bytes behind it.
  struct Dereference {
    ExprId pointer = none;
    std::uint64_t offset = 0;
  };
  [[nodiscard]] std::optional<Dereference> dereference(const Expr& expr) const;
  /// Whether an access at the address is aligned, always.
  [[nodiscard]] bool is_aligned(ExprId address, Type type) const;

 private:
  const Program& program_;
  const Analyses analyses_;
  Companions companions_;
  Memory& memory_;
  Stars* stars_;
  words::Graph& graph_;
  bool has_large_;
  bool has_numbers_;                       // variables of integer types may hold addresses
  std::map<ExprId, bool> may_be_address_;  // where that was asked

  [[nodiscard]] words::Expressions& e() { return graph_.expressions; }
  void note_size(ExprId address, Evaluation& evaluation) const;
  void note_comparison(const Expr& expr, Evaluation& evaluation) const;
  [[nodiscard]] std::optional<words::ExprId> star_of(const Expr& load, InstanceId instance);
  [[nodiscard]] words::ExprId operation(const Expr& expr, Evaluation& evaluation);
  [[nodiscard]] words::ExprId float_operation(const Expr& expr, words::ExprId a,
                                              Evaluation& evaluation);
  [[nodiscard]] words::ExprId choice(const Expr& expr, words::ExprId condition,
                                     Evaluation& evaluation);

  [[nodiscard]] words::ExprId address(const Expr& expr, Evaluation& evaluation);
  [[nodiscard]] Memory::Target target(ExprId id, Type type, Evaluation& evaluation);
  [[nodiscard]] words::ExprId unchecked(ExprId id, Evaluation& evaluation);
  [[nodiscard]] ExprId start_of(ExprId id);
  void require_distances(ExprId id, Evaluation& evaluation);
  [[nodiscard]] bool may_be_address(ExprId id);
  [[nodiscard]] ExprId address_operand(const Expr& expr);
  [[nodiscard]] ExprId moved_operand(const Expr& expr);
  void require_stay(words::ExprId pointer, words::ExprId moved, const Pointees& pointees,
                    Evaluation& evaluation, bool is_access = false);
};

}  // namespace hardbop::c
