// SPDX-License-Identifier: MIT
// Lexicographic ranks for transitions: tuples of words that get less with every transition. Words
// are finite, so nothing gets less for ever, and a rank needs no bound of its own.
#pragma once

#include <optional>
#include <vector>

#include "words/certify/termination.hpp"
#include "words/engine/rank/questions.hpp"

namespace hardbop::rank {

using words::rank_width;

/// From a node to a node, under conditions: what variables are before it and after it.
struct Transition {
  std::size_t from = 0;
  std::size_t to = 0;
  std::vector<ExprId> conditions;
  Values before;
  Values after;
  std::size_t number = 0;  // of its own
};

/// Guesses that ranks are made of.
struct Guesses {
  /// Words of `rank_width` bits that may be a part of a rank, each by node.
  std::vector<std::vector<ExprId>> words;
  /// Conditions that may tell different kinds of runs from each other, the same for all nodes.
  std::vector<ExprId> splits;
};

/// By node, words of `rank_width` bits, read as unsigned: of all nodes as many.
using Ranks = std::vector<std::vector<ExprId>>;

/// Ranks, of which every transition makes the tuple of `to` less than that of `from` was; nothing
/// where none is found.
[[nodiscard]] std::optional<Ranks> find_ranks(std::size_t nodes,
                                              const std::vector<Transition>& transitions,
                                              const Guesses& guesses, Questions& questions);

}  // namespace hardbop::rank
