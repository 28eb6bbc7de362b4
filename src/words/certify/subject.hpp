// SPDX-License-Identifier: MIT
// What a proof over words is about: a graph of procedures that call each other, and blocks that no
// run arrives at. A graph without calls is one procedure.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "words/graph/graph.hpp"

namespace hardbop::words {

struct Subject {
  struct Procedure {
    BlockId entry = 0;
    std::vector<BlockId> blocks;      // its own, in the order of obligations
    std::vector<BlockId> leaves;      // of these, where it returns
    std::set<VariableId> parameters;  // assigned by who calls it
    std::set<VariableId> results;     // read by who called it
    std::set<VariableId> modified;    // by it or what it calls; of its locals, only parameters
    std::set<ArrayId> array_parameters{};
    std::set<ArrayId> modified_arrays{};
  };
  /// From a block, by the edge to the callee's entry.
  struct Call {
    std::size_t callee = 0;
    BlockId continuation = 0;  // where its caller goes on
  };

  const Graph& graph;
  std::vector<Procedure> procedures;
  std::size_t main = 0;                  // the procedure that runs start in
  std::vector<bool> is_global;           // by variable; the others are of one procedure
  std::vector<bool> is_global_array;     // by array, likewise
  std::map<BlockId, Call> calls;         // by the block that calls
  std::map<BlockId, std::string> sinks;  // that are not reached, with what they are
  std::vector<std::string> places{};     // by block, where it is in the program; for messages alone

  [[nodiscard]] const Call* call(BlockId b) const {
    const auto found = calls.find(b);
    return found == calls.end() ? nullptr : &found->second;
  }
  /// Whether an edge leads into the procedure that its block calls, if it calls one.
  [[nodiscard]] bool enters(const Call* call, BlockId to) const {
    return call != nullptr && to == procedures[call->callee].entry;
  }
  /// Where an activation goes on from a block: after a call, where its caller does. Not at all from
  /// a sink.
  [[nodiscard]] std::vector<BlockId> successors(BlockId b) const;
};

/// The blocks of a procedure, as a search in depth finds them.
struct Traversal {
  std::vector<BlockId> order;  // every block after those that lead to it, but for ways back
  std::vector<BlockId> heads;  // that a way leads back to, each once
};
[[nodiscard]] Traversal traverse(const Subject& subject, BlockId entry);

/// Of a graph without calls.
[[nodiscard]] Subject single_procedure(const Graph& graph, std::map<BlockId, std::string> sinks);

}  // namespace hardbop::words
