// SPDX-License-Identifier: MIT
// The conditions under which a run of a product violates the formula. Private to the layer.
#pragma once

#include "boolean/logic/ltl_product.hpp"
#include "boolean/temporal/heads.hpp"

namespace hardbop::temporal {

/// By until, by vertex: where its bit is 0, or was so inside the call that has just come back.
[[nodiscard]] inline std::vector<HeadSets> fairness_of(const LtlProduct& product,
                                                       const Heads& heads) {
  const encode::Slots& slots = heads.path_edges().slots();
  const bdd::Manager& manager = heads.manager();
  std::vector<HeadSets> out;
  for (std::size_t i = 0; i < product.untils.size(); ++i) {
    const bdd::Bdd met = ~manager.var(slots.current(product.untils[i]));
    const bdd::Bdd back = met | manager.var(slots.current(product.seen[i]));
    HeadSets sets;
    for (bp::VertexId v = 0; v < product.graph().vertices().size(); ++v)
      sets.push_back(product.after_call[v] ? back : met);
    out.push_back(std::move(sets));
  }
  return out;
}

}  // namespace hardbop::temporal
