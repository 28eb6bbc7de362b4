// SPDX-License-Identifier: MIT
#include "boolean/transform/sequentialise.hpp"

#include <algorithm>
#include <numeric>

#include "base/util/invariant.hpp"
#include "boolean/encode/slots.hpp"
#include "boolean/language/checker.hpp"
#include "boolean/language/parser.hpp"
#include "boolean/transform/sequential_text.hpp"

namespace hardbop::engine {

Sequential::Sequential(const bp::Threads& threads, const SharedUse& use,
                       const Simulation& simulation,
                       const std::vector<std::vector<bp::VertexId>>& targets) {
  SequentialText writer(threads, use, simulation, targets);
  writer.write();
  text_ = std::move(writer.text);
  roles_ = std::move(writer.roles);
  actors_ = std::move(writer.actors);
  Diagnostics diagnostics;
  const auto source = std::make_shared<const SourceFile>("simulation", text_);
  program_ = bp::parse_program(source, bp::Dialect::Standard, diagnostics);
  if (!diagnostics.has_errors()) symbols_ = bp::check_program(program_, diagnostics);
  HARDBOP_INVARIANT(!diagnostics.has_errors(), "a simulation should be a correct program");
  graph_ = std::make_unique<bp::Graph>(program_, symbols_);
  targets_.resize(targets.size());
  for (bp::VertexId v = 0; v < graph_->vertices().size(); ++v) {
    const LineRole line = role(v);
    if (line.kind != LineRole::Kind::Target) continue;
    for (std::size_t i = 0; i < targets.size(); ++i)
      if (std::ranges::find(targets[i], line.vertex) != targets[i].end()) targets_[i].push_back(v);
  }
}

LineRole Sequential::role(bp::VertexId v) const {
  if (graph_->vertex(v).kind == bp::VertexKind::Exit) return {};
  return roles_[program_.source->line_number(graph_->vertex(v).at) - 1];
}

std::vector<bp::Slot> Sequential::order() const {
  std::vector<bp::Slot> out(encode::slot_count(*graph_));
  std::iota(out.begin(), out.end(), 0U);
  std::rotate(out.begin(), out.begin() + graph_->globals(), out.end());
  return out;
}

bp::Slot Sequential::global(const std::string& name) const {
  for (bp::Slot slot = 0; slot < graph_->globals(); ++slot)
    if (program_.text(symbols_.shared[slot].name) == name) return slot;
  return bp::no_index;
}

}  // namespace hardbop::engine
