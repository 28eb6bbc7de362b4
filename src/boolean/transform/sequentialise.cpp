// SPDX-License-Identifier: MIT
#include "boolean/transform/sequentialise.hpp"

#include <algorithm>
#include <numeric>

#include "boolean/transform/sequential_builder.hpp"

namespace hardbop::transform {

Sequential::Sequential(const bp::Threads& threads, const SharedUse& use,
                       const Simulation& simulation,
                       const std::vector<std::vector<bp::VertexId>>& targets)
    : made_(SequentialBuilder(threads, use, simulation, targets).run()),
      checked_(made_.program),
      targets_(targets.size()) {
  for (bp::VertexId v = 0; v < graph().vertices().size(); ++v) {
    const Role here = role(v);
    if (here.kind != Role::Kind::Target) continue;
    for (std::size_t i = 0; i < targets.size(); ++i)
      if (std::ranges::find(targets[i], here.vertex) != targets[i].end()) targets_[i].push_back(v);
  }
}

std::vector<bp::Slot> Sequential::order() const {
  std::vector<bp::Slot> out(graph().slots());
  std::iota(out.begin(), out.end(), 0U);
  std::rotate(out.begin(), out.begin() + graph().globals(), out.end());
  return out;
}

}  // namespace hardbop::transform
