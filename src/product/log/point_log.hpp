// SPDX-License-Identifier: MIT
// Points and arrows as events.
#pragma once

#include <set>
#include <tuple>

#include "boolean/engine/explicit/point_graph.hpp"
#include "product/log/event.hpp"

namespace hardbop::log {

class PointLog final : public engine::PointObserver {
 public:
  explicit PointLog(Sink sink) : sink_(std::move(sink)) {}

  void begin(const engine::PointGraph& points) override { points_ = &points; }
  void add_point(std::uint32_t point) override;
  void add_arrow(std::uint32_t from, std::uint32_t to, engine::ArrowKind kind) override;
  void finish_point(std::uint32_t point) override;

 private:
  Sink sink_;
  const engine::PointGraph* points_ = nullptr;
  std::set<std::tuple<std::uint32_t, std::uint32_t, engine::ArrowKind>> arrows_;
};

}  // namespace hardbop::log
