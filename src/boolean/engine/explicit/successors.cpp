// SPDX-License-Identifier: MIT
#include "boolean/engine/explicit/successors.hpp"

#include <algorithm>

namespace hardbop::engine {

Successors::Successors(const bp::Graph& graph, std::size_t words, Budget& budget)
    : graph_(graph), budget_(budget), evaluator_(graph), scratch_(words) {}

/// The scratch frame with the values of `frame`, no slot free yet and no results.
std::span<bp::Word> Successors::start_from(Frame frame, bp::ProcedureId p) {
  free_.clear();
  const std::size_t copied = std::min(frame.size(), scratch_.size());
  std::copy_n(frame.begin(), copied, scratch_.begin());
  std::fill(scratch_.begin() + static_cast<std::ptrdiff_t>(copied), scratch_.end(), 0);
  for (bp::Slot slot = graph_.first_result(p); slot < graph_.frame_size(p); ++slot)
    bp::set_bit(scratch_, slot, false);
  return scratch_;
}

void Successors::assign(std::span<bp::Word> frame, bp::Slot slot, bp::ValueSet value) {
  if (slot == bp::discard_slot) return;
  if (value.is_any()) {
    free_.push_back(slot);
  } else {
    bp::set_bit(frame, slot, value.has(true));
  }
}

bool Successors::enforced(bp::ProcedureId p, Frame frame) {
  const bp::ExprRange enforce = graph_.procedure(p).enforce;
  return enforce.empty() || evaluator_.evaluate(enforce, frame).has(true);
}

bool Successors::constrained(const bp::Vertex& vertex, Frame before, Frame after) {
  if (!vertex.has_constrain) return true;
  const std::uint32_t last = vertex.exprs.first + vertex.exprs.count - 1;
  return evaluator_.evaluate(graph_.program().expressions[last], before, after).has(true);
}

/// A procedure that runs off its end, or returns nothing, has arbitrary results.
void Successors::free_results(const bp::Vertex& vertex, bp::VertexId w) {
  const bp::ProcedureId p = vertex.procedure;
  if (w != graph_.procedure(p).exit) return;
  for (bp::Slot slot = graph_.first_result(p); slot < graph_.frame_size(p); ++slot)
    free_.push_back(slot);
}

}  // namespace hardbop::engine
