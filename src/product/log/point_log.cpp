// SPDX-License-Identifier: MIT
#include "product/log/point_log.hpp"

namespace hardbop::log {

namespace {

const char* arrow_name(engine::ArrowKind kind) {
  switch (kind) {
    case engine::ArrowKind::Step: return "step";
    case engine::ArrowKind::Call: return "call";
    case engine::ArrowKind::Return: return "return";
  }
  return "step";
}

}  // namespace

void PointLog::add_point(std::uint32_t point) {
  const bp::Graph& graph = points_->graph();
  const bp::VertexId v = points_->vertex(point);
  std::string values;
  for (bp::Slot slot = 0; slot < graph.first_result(graph.vertex(v).procedure); ++slot)
    values += bp::get_bit(points_->frame(point), slot) ? '1' : '0';
  write(sink_, {{"event", "point"},
                {"point", point},
                {"vertex", v},
                {"values", values},
                {"context", points_->context_of(point)}});
}

void PointLog::add_arrow(std::uint32_t from, std::uint32_t to, engine::ArrowKind kind) {
  if (!arrows_.emplace(from, to, kind).second) return;
  write(sink_, {{"event", "arrow"}, {"kind", arrow_name(kind)}, {"from", from}, {"to", to}});
}

void PointLog::finish_point(std::uint32_t point) {
  write(sink_, {{"event", "done"}, {"point", point}});
}

}  // namespace hardbop::log
