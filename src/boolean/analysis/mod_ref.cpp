// SPDX-License-Identifier: MIT
#include "boolean/analysis/mod_ref.hpp"

#include "boolean/language/variables.hpp"

namespace hardbop::analysis {

ModRef::ModRef(const bp::Graph& graph, const CallGraph& calls, const Known& known)
    : globals_(graph.globals()) {
  const std::size_t count = graph.procedures().size();
  mod_.assign(count, SlotSet(globals_));
  ref_.assign(count, SlotSet(globals_));
  for (bp::ProcedureId p = 0; p < count; ++p) {
    add_own(graph, p);
    if (known) known(p, mod_[p], ref_[p]);
  }
  // Callees first; the members of a component all get what any of them has.
  const std::vector<bp::ProcedureId>& order = calls.bottom_up();
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    SlotSet mod(globals_);
    SlotSet ref(globals_);
    for (; last < order.size() && calls.component(order[last]) == calls.component(order[first]);
         ++last) {
      mod.unite(mod_[order[last]]);
      ref.unite(ref_[order[last]]);
      for (const bp::VertexId call : calls.calls(order[last])) {
        mod.unite(mod_[graph.vertex(call).callee]);
        ref.unite(ref_[graph.vertex(call).callee]);
      }
    }
    for (; first < last; ++first) {
      mod_[order[first]] = mod;
      ref_[order[first]] = ref;
    }
  }
}

ModRef ModRef::everything(const bp::Graph& graph) {
  ModRef all;
  all.globals_ = graph.globals();
  SlotSet full(all.globals_);
  for (bp::Slot slot = 0; slot < all.globals_; ++slot) full.insert(slot);
  all.mod_.assign(graph.procedures().size(), full);
  all.ref_ = all.mod_;
  return all;
}

void ModRef::add_own(const bp::Graph& graph, bp::ProcedureId p) {
  const auto reads = [&](bp::Slot slot, bool) {
    if (slot < globals_) ref_[p].insert(slot);
  };
  const bp::GraphProcedure& procedure = graph.procedure(p);
  bp::for_each_variable(graph, procedure.enforce, reads);
  for (std::uint32_t i = 0; i < procedure.vertices.count; ++i) {
    const bp::Vertex& vertex = graph.vertex(procedure.vertices.first + i);
    if (vertex.kind == bp::VertexKind::Error || vertex.kind == bp::VertexKind::Skip) continue;
    for (std::uint32_t e = 0; e < vertex.exprs.count; ++e)
      bp::for_each_variable(graph, vertex.exprs.first + e, reads);
    if (vertex.kind != bp::VertexKind::Assign && vertex.kind != bp::VertexKind::Dead &&
        vertex.kind != bp::VertexKind::Call)
      continue;
    for (std::uint32_t n = 0; n < vertex.names.count; ++n) {
      const bp::Slot slot = graph.left_hand_side(vertex.names.first + n);
      if (slot < globals_) mod_[p].insert(slot);
    }
  }
}

std::uint64_t ModRef::untouched() const {
  std::uint64_t count = 0;
  for (bp::ProcedureId p = 0; p < mod_.size(); ++p)
    for (bp::Slot slot = 0; slot < globals_; ++slot) count += touches(p, slot) ? 0 : 1;
  return count;
}

}  // namespace hardbop::analysis
