// SPDX-License-Identifier: MIT
#include "boolean/engine/store/components.hpp"

#include <optional>

#include "base/util/components.hpp"

namespace hardbop::engine {

CallComponents::CallComponents(const bp::Graph& graph) : component_(graph.procedures().size()) {
  const auto count = static_cast<bp::ProcedureId>(graph.procedures().size());
  std::vector<bp::ProcedureId> last_caller(count, bp::no_index);
  offsets_.reserve(count + 1);
  for (bp::ProcedureId p = 0; p < count; ++p) {
    offsets_.push_back(callees_.size());
    const bp::Range vertices = graph.procedure(p).vertices;
    for (std::uint32_t i = 0; i < vertices.count; ++i) {
      const bp::ProcedureId callee = graph.vertex(vertices.first + i).callee;
      if (callee == bp::no_index || last_caller[callee] == p) continue;
      last_caller[callee] = p;
      callees_.push_back(callee);
    }
  }
  offsets_.push_back(callees_.size());
  const auto callee = [&](bp::ProcedureId p, std::size_t i) -> std::optional<bp::ProcedureId> {
    if (i == callees(p).size()) return std::nullopt;
    return callees(p)[i];
  };
  components_ = strong_components(count, callee);
  for (std::uint32_t c = 0; c < components_.size(); ++c)
    for (const bp::ProcedureId p : components_[c]) component_[p] = c;
}

}  // namespace hardbop::engine
