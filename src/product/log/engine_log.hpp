// SPDX-License-Identifier: MIT
// The log of one question about a Boolean program: an observer for each family of engines.
#pragma once

#include <string_view>

#include "product/log/image_log.hpp"
#include "product/log/point_log.hpp"
#include "product/log/relation_log.hpp"
#include "product/log/summary_log.hpp"

namespace hardbop::log {

struct EngineLog {
  /// Says what is asked of whom, and shows the program.
  EngineLog(const Sink& sink, std::string_view engine, const bp::Graph& graph);

  SummaryLog summary;
  PointLog points;
  RelationLog relations;
  ImageLog image;
};

/// The first event of a log.
[[nodiscard]] Json begin_event(std::string_view engine);

}  // namespace hardbop::log
