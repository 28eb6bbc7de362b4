// SPDX-License-Identifier: MIT
// What is exported: a program and one question, whether a run can arrive at some target.
#pragma once

#include <string>
#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::exporting {

// All writers go through graphs.
using bp::ProcedureId;
using bp::Slot;
using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

struct Problem {
  const bp::Graph& graph;
  std::vector<bp::ProcedureId> entries;  // runs start in any of them
  std::vector<bp::VertexId> targets;
  std::vector<std::string> about;  // lines of the comment that the text opens with
};

/// By vertex: whether it is a target.
[[nodiscard]] std::vector<bool> target_marks(const Problem& problem);

/// The vertices of a procedure to which a path leads from its entry, in the order of the text.
[[nodiscard]] std::vector<bp::VertexId> connected_vertices(const bp::Graph& graph,
                                                           bp::ProcedureId p);

/// Who calls whom, by connected vertices.
struct Calls {
  std::vector<bp::ProcedureId> procedures;  // that runs can come to, in the order of the text
  bp::VertexId recursive = bp::no_index;    // calls a procedure that is running
};

[[nodiscard]] Calls find_calls(const Problem& problem);

}  // namespace hardbop::exporting
