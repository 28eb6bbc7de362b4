// SPDX-License-Identifier: MIT
// A program over words as constrained Horn clauses: one unknown predicate for each place where
// paths are cut, and one clause for each path without loops between such places.
//
// Paths are cut at the entry of a procedure and where it is left, at calls, at heads of loops, at
// blocks whose inputs matter, and where too many paths meet. Apart from its first block, a path
// therefore reads no inputs; so a condition at its end has a weakest precondition without
// quantifiers, which is what proofs need of the blocks on it.
//
// A predicate is about what is needed at its place and, in a procedure that is called, about the
// values at the procedure's entry that matter: where a call returns, the predicate at the callee's
// end is its summary.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/util/budget.hpp"
#include "words/engine/horn/needed.hpp"

namespace hardbop::chc {

struct Predicate {
  BlockId block = 0;
  std::vector<ExprId> arguments;  // leaves, as Leaves names them
};

/// Something that is said of values.
struct Application {
  std::size_t predicate = 0;
  std::vector<ExprId> values;  // by argument
};

struct Clause {
  std::vector<Application> body;
  ExprId condition = 0;
  std::optional<Application> head;  // none: a target is reached
};

struct Clauses {
  std::vector<Predicate> predicates;
  std::map<BlockId, std::size_t> at;  // the predicate of a block where paths are cut
  std::vector<Clause> clauses;        // about predicates that are the head of one
  std::vector<bool> is_derived;       // by predicate: whether it is
  std::string problem{};              // why there are none
};

/// Values of the same variable or array at different moments are leaves with different numbers.
class Leaves {
 public:
  Leaves(const words::Graph& graph, words::Expressions& expressions)
      : graph_(graph), expressions_(expressions) {}

  [[nodiscard]] ExprId now(Cell cell) const { return leaf(cell, 0); }
  [[nodiscard]] ExprId at_entry(Cell cell) const { return leaf(cell, 1); }
  [[nodiscard]] ExprId at_return(Cell cell) const { return leaf(cell, 2); }

  enum class Moment : std::uint8_t { Now, Entry, Return };
  struct Meaning {
    Cell cell;
    Moment moment = Moment::Now;
  };
  /// Of a leaf that is a variable or an array.
  [[nodiscard]] static Meaning meaning(const words::Graph& graph, const words::Node& leaf);

 private:
  const words::Graph& graph_;
  words::Expressions& expressions_;

  [[nodiscard]] ExprId leaf(Cell cell, std::uint32_t moment) const;
};

/// Something that is true of a predicate's arguments, said of the values.
[[nodiscard]] ExprId instantiate(words::Expressions& expressions, const Predicate& predicate,
                                 const Application& application, ExprId condition);

/// Conditions on each predicate's arguments; by predicate.
using Conditions = std::vector<std::vector<ExprId>>;

/// Clauses from which a target follows exactly if a run reaches one, as far as the words that are
/// read of arrays are followed. The expressions are those of the subject's graph, which may become
/// more.
[[nodiscard]] Clauses make_clauses(const words::Subject& subject, words::Expressions& expressions,
                                   Needed& needed, const std::vector<bool>& is_target,
                                   Budget& budget);

}  // namespace hardbop::chc
