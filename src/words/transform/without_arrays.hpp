// SPDX-License-Identifier: MIT
// A graph without arrays that has all runs of one with arrays, after [monniaux16].
//
// Of each array, only elements at a few watched positions are followed, each as a variable; what is
// read elsewhere is arbitrary. The positions are those that are read last before a target. Where
// that is cannot be known when a run starts, so it is foretold: the variables that an index is made
// of have a foretold twin, arbitrary and never changed, and a run counts only if the twins are what
// the variables turn out to be. An invariant about the variables of the result, such as
// "if the twin of i is below n, the watched element of a is zero", says something about all
// elements of a.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "words/graph/graph.hpp"

namespace hardbop::words {

/// Whose reads are watched.
enum class WatchedReads : std::uint8_t {
  OfNone,
  OfLastBlock,  // those that decide whether a block is left for a target
  OfAllBlocks,  // also, of each other block that reads into a variable or to decide, the last
  OfAny,  // nothing is foretold: what is true for all values of the twins is true of all elements
};

struct WithoutArrays {
  /// What a new variable stands for.
  struct Meaning {
    bool is_element = false;   // of an array; else a twin of a variable
    std::uint32_t number = 0;  // of the array or the variable
  };

  Graph graph;                          // blocks and variables keep their numbers
  std::vector<Meaning> meanings;        // of the variables behind those of the original
  std::map<VariableId, ExprId> places;  // of elements: the index, said of twins or of variables
  /// What blocks are left for targets under, said of twins and watched elements: at the element
  /// that an assertion reads, its violation.
  std::vector<ExprId> violations{};
  /// What a block reads, if nothing is foretold. A condition on twins and elements that is true
  /// whenever a run arrives at the block is true, too, of what these are there.
  struct Reads {
    std::map<VariableId, ExprId> values{};  // by element that stands for one that is read
    std::map<VariableId, ExprId> twins{};   // by twin: its variable
  };
  std::map<BlockId, Reads> reads{};
};

/// Facts about all elements, assumed of those that blocks read: conditions that are true whenever a
/// run of the graph arrives at the block, whatever the twins are.
void assume_of_reads(WithoutArrays& made, const std::vector<std::pair<BlockId, ExprId>>& facts);

/// No target that a run of the original arrives at is out of reach. Where reads are to be watched,
/// nothing if there are none to watch, or there is too much to follow.
[[nodiscard]] std::optional<WithoutArrays> without_arrays(const Graph& graph,
                                                          const std::vector<BlockId>& targets,
                                                          WatchedReads reads);

}  // namespace hardbop::words
