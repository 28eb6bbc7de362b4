// SPDX-License-Identifier: MIT
// A Boolean program as a labelled transition graph [wang07 §4.1].
//
// A procedure that does not recurse is kept as one copy for all callers; a variable stores where to
// return. A recursive procedure has one copy for each depth up to a bound. A call beyond the bound
// leads to a block of its own, so that the cut can be noticed.
#pragma once

#include <optional>
#include <vector>

#include "boolean/language/graph.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::words {

struct InlinedProgram {
  Graph graph;
  std::vector<std::vector<BlockId>> blocks;  // by vertex, one per copy of its procedure
  std::vector<bp::VertexId> vertices;        // by block; no_index where it has none
  std::optional<BlockId> overflow;           // where calls beyond the bound lead
};

/// Nothing where it would have more than `most_blocks` blocks.
[[nodiscard]] std::optional<InlinedProgram> inline_calls(
    const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries, unsigned bound,
    std::size_t most_blocks);

}  // namespace hardbop::words
