// SPDX-License-Identifier: MIT
// A shape is all that a transfer is made from, as a sequence of words: the statement with slots in
// the place of names, and what is live around it. Shapes are compared as a whole, so a hash that
// two of them share does no harm. Where the procedure enforces something, a vertex shares nothing.
#include "boolean/encode/edges.hpp"

namespace hardbop::encode {

using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

SharedTransfers::SharedTransfers(const bp::Graph& graph, Transfers& transfers,
                                 const analysis::ModRef& mod_ref,
                                 const analysis::Liveness& liveness)
    : graph_(graph),
      transfers_(transfers),
      mod_ref_(mod_ref),
      liveness_(liveness),
      shape_(graph.vertices().size(), bp::no_index) {}

void SharedTransfers::add_words(std::span<const bp::Word> words) {
  constexpr unsigned half = 32;
  key_.push_back(static_cast<std::uint32_t>(words.size()));
  for (const bp::Word word : words) {
    key_.push_back(static_cast<std::uint32_t>(word));
    key_.push_back(static_cast<std::uint32_t>(word >> half));
  }
}

/// Nodes are in post-order, so operators and slots say all.
void SharedTransfers::add_expressions(const Vertex& vertex) {
  const bp::Program& program = graph_.program();
  key_.push_back(vertex.exprs.count);
  for (std::uint32_t e = 0; e < vertex.exprs.count; ++e) {
    const bp::ExprRange range = program.expressions[vertex.exprs.first + e];
    key_.push_back(range.empty() ? 0 : range.root - range.first + 1);
    for (std::uint32_t node = range.first; node <= range.root; ++node) {
      const bp::Op op = program.nodes[node].op;
      key_.push_back(static_cast<std::uint32_t>(op));
      if (op == bp::Op::Name || op == bp::Op::NextName)
        key_.push_back(graph_.slot(graph_.symbols().node_variables[node]));
    }
  }
}

/// Left-hand sides, and whether their new values are live.
void SharedTransfers::add_names(const Vertex& vertex, VertexId next) {
  key_.push_back(vertex.names.count);
  for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
    const bp::Slot slot = graph_.left_hand_side(vertex.names.first + i);
    key_.push_back(slot);
    key_.push_back(slot != bp::discard_slot && liveness_.live(next, slot) ? 1 : 0);
  }
}

void SharedTransfers::add_statement(VertexId v) {
  const Vertex& vertex = graph_.vertex(v);
  for (std::uint32_t i = 0; i < successor_count(vertex); ++i) {
    const VertexId w = successor(graph_, vertex, i);
    add_words(transfers_.dying(v, w));
    const bool is_exit = graph_.vertex(w).kind == VertexKind::Exit;
    key_.push_back(is_exit ? graph_.procedure(vertex.procedure).results : bp::no_index);
  }
  switch (vertex.kind) {
    case VertexKind::Assign:
    case VertexKind::Dead:
      key_.push_back(vertex.has_constrain ? 1 : 0);
      add_names(vertex, vertex.next);
      add_expressions(vertex);
      break;
    case VertexKind::Return:
      key_.push_back(graph_.first_result(vertex.procedure));
      add_words(liveness_.at(vertex.next));
      add_expressions(vertex);
      break;
    case VertexKind::Branch:
    case VertexKind::Assert:
    case VertexKind::Assume: add_expressions(vertex); break;
    default: break;
  }
}

/// What the callee is called does not matter: only what it looks at, changes and gives.
void SharedTransfers::add_call(VertexId v) {
  const Vertex& vertex = graph_.vertex(v);
  const bp::GraphProcedure& callee = graph_.procedure(vertex.callee);
  key_.push_back(callee.results);
  key_.push_back(graph_.first_result(vertex.procedure));
  add_words(transfers_.dying(v, vertex.next));
  add_words(transfers_.entry_copies(vertex.procedure));
  add_words(mod_ref_.written(vertex.callee));
  add_words(mod_ref_.read(vertex.callee));
  for (bp::Slot slot = 0; slot < graph_.globals(); ++slot)
    if (mod_ref_.writes(vertex.callee, slot))
      key_.push_back(liveness_.live(vertex.next, slot) ? 1 : 0);
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
    key_.push_back(liveness_.live(callee.entry, graph_.globals() + i) ? 1 : 0);
  add_names(vertex, vertex.next);
  add_expressions(vertex);
}

std::uint32_t SharedTransfers::shape(VertexId v) {
  if (shape_[v] != bp::no_index) return shape_[v];
  const Vertex& vertex = graph_.vertex(v);
  const bool is_alone = !graph_.procedure(vertex.procedure).enforce.empty();
  key_.assign({static_cast<std::uint32_t>(vertex.kind), is_alone ? v : bp::no_index});
  if (vertex.kind == VertexKind::Call) {
    add_call(v);
  } else {
    add_statement(v);
  }
  shape_[v] = shapes_.intern(key_);
  if (place_.size() < shapes_.size()) place_.resize(shapes_.size(), bp::no_index);
  return shape_[v];
}

/// A limit may end the making at any time; then the place is still free.
Edges SharedTransfers::edges(VertexId v) {
  std::uint32_t& place = place_[shape(v)];
  if (place == bp::no_index) {
    std::vector<Transfer> made = transfers_.steps(v);
    const auto first = static_cast<std::uint32_t>(steps_.size());
    for (Transfer& step : made) steps_.push_back(std::move(step));
    place = first;
  }
  return {graph_, graph_.vertex(v), steps_, place};
}

const CallTransfer& SharedTransfers::call(VertexId v) {
  std::uint32_t& place = place_[shape(v)];
  if (place == bp::no_index) {
    calls_.push_back(transfers_.call(v));
    place = static_cast<std::uint32_t>(calls_.size() - 1);
  }
  return calls_[place];
}

}  // namespace hardbop::encode
