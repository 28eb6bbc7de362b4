// SPDX-License-Identifier: MIT
#include "boolean/encode/slots.hpp"

#include <algorithm>

namespace hardbop::encode {

Slots::Slots(const bp::Graph& graph, bdd::Manager& manager)
    : Slots(graph, manager, static_order(graph, graph.slots())) {}

Slots::Slots(const bp::Graph& graph, bdd::Manager& manager, const std::vector<bp::Slot>& order)
    : manager_(manager) {
  const std::uint32_t slots = graph.slots();
  std::uint32_t formals = 0;
  std::uint32_t results = 0;
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) {
    formals = std::max(formals, graph.procedure(p).formals);
    results = std::max(results, graph.procedure(p).results);
  }
  arguments_.resize(formals);
  entries_.resize(slots);
  currents_.resize(slots);
  nexts_.resize(slots);
  for (const bp::Slot slot : order) {
    const bool is_formal = slot >= graph.globals() && slot < graph.globals() + formals;
    std::vector<bdd::Var> copies;
    const auto add = [&] { return copies.emplace_back(manager.new_var()); };
    if (is_formal) arguments_[slot - graph.globals()] = add();
    if (is_formal || slot < graph.globals()) entries_[slot] = add();
    currents_[slot] = add();
    nexts_[slot] = add();
    manager.group(copies);  // sifting moves them as one, so that renaming stays one pass
  }
  results_ = manager.new_vars(results);
}

}  // namespace hardbop::encode
