// SPDX-License-Identifier: MIT
// What a procedure says, whatever its lines look like: a digest of its vertices with globals and
// callees by name, locals by their number, and jumps relative to its first vertex. Comments, layout
// and the names of locals and labels are not in it, nor is anything of other procedures.
#pragma once

#include <vector>

#include "base/util/digest.hpp"
#include "boolean/language/graph.hpp"

namespace hardbop::engine {

/// By procedure.
[[nodiscard]] std::vector<Digest> procedure_names(const bp::Graph& graph);

/// By procedure; `names` are the procedures'. `marks` are the vertices that a question is about:
/// which of a procedure's vertices are marked counts as text.
[[nodiscard]] std::vector<Digest> procedure_texts(const bp::Graph& graph,
                                                  const std::vector<Digest>& names,
                                                  const std::vector<bp::VertexId>& marks);

}  // namespace hardbop::engine
