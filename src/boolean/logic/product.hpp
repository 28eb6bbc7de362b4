// SPDX-License-Identifier: MIT
// A program with an automaton beside it, as one program. The automaton's state is stored in a few
// globals, and its steps are assignments before the statements. So every question about the
// automaton is a question about a recursive Boolean program, and can be answered by the same code,
// with the same optimisations and traces.
//
// A procedure of our own surrounds the entry procedures: it calls one of them and then stays in the
// final configuration. After a failed assertion, the run stays where it failed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "boolean/language/graph_editor.hpp"
#include "boolean/logic/propositions.hpp"
#include "boolean/trace/trace.hpp"

namespace hardbop::temporal {

/// What both kinds of automata share: the frame of the product, and the way back.
struct Product {
  std::unique_ptr<bp::EditedGraph> edited;
  bp::ProcedureId start = 0;               // where runs begin
  bp::VertexId terminated = bp::no_index;  // the final configuration

  [[nodiscard]] const bp::Graph& graph() const { return *edited->graph; }
};

/// A frame of the product as the program's own.
[[nodiscard]] bp::Valuation original_frame(const bp::Graph& original, const Product& product,
                                           bp::ProcedureId p, const bp::Valuation& frame);
/// A trace of the product as one of the program: added steps are left out. Where it ends at an
/// added vertex, the end has no vertex.
[[nodiscard]] trace::Trace original_trace(const bp::Graph& original, const Product& product,
                                          const trace::Trace& trace);

/// A proposition, for configurations that stand so, as an expression of the product.
[[nodiscard]] bp::Term term_of(const bp::Graph& graph, const Formula& formula, NodeId proposition,
                               const Position& position);

/// Adds the start procedure and its vertices; `terminated` is set to the editor's number.
void add_start(bp::GraphEditor& editor, const std::vector<bp::ProcedureId>& entries,
               Product& product);

}  // namespace hardbop::temporal
