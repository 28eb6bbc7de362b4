// SPDX-License-Identifier: MIT
// The textbook's automaton of an LTL formula, for proofs that others check: it is simple, and has
// more states than the one that decisions are made with (tableau.hpp).
//
// A bit is a promise that some formula is true of the rest of the run from the next configuration
// on. At a configuration, what was promised must be true: an until is true now, or its left side is
// and the until is promised again. Whoever puts off an until for ever breaks the promise, so that
// bit must be 0 again and again. An until behind a next has a bit of its own: there it may be
// promised for ever, and kept each time.
#pragma once

#include <map>
#include <stdexcept>
#include <utility>

#include "boolean/logic/automaton.hpp"

namespace hardbop::temporal {

/// The terms of all steps would be too large together.
struct AutomatonTooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Promises final : public Automaton {
 public:
  /// It accepts the runs that do not satisfy the formula.
  Promises(const bp::Graph& graph, Formula formula);

  [[nodiscard]] std::size_t bits() const override { return promised_.size(); }
  [[nodiscard]] bool initial(std::size_t bit) const override { return bit == 0; }
  [[nodiscard]] bool is_until(std::size_t bit) const override;
  /// May throw AutomatonTooLarge.
  [[nodiscard]] AutomatonStep step(const Position& position,
                                   const std::vector<bp::VariableRef>& bits) override;

 private:
  /// A formula, and whether it stands behind a next.
  using Promise = std::pair<NodeId, bool>;

  const bp::Graph& graph_;
  Formula formula_;
  std::vector<Promise> promised_;  // by bit
  std::map<Promise, std::size_t> bit_of_;
  std::map<std::pair<NodeId, bool>, NodeId> normal_;
  std::uint64_t work_ = 0;

  [[nodiscard]] NodeId normal(NodeId id, bool negated);
  void promise(Promise one);
  void promise_parts(NodeId id);
  [[nodiscard]] bp::Term kept(NodeId id, const Position& position,
                              const std::vector<bp::VariableRef>& bits);
};

}  // namespace hardbop::temporal
