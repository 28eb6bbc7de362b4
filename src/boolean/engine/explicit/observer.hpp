// SPDX-License-Identifier: MIT
// Who wants to see points and arrows as they are added. The exploration tells; it does not know
// what for.
#pragma once

#include <cstdint>

namespace hardbop::engine {

class PointGraph;

/// Blue, green and black in the lecture.
enum class ArrowKind : std::uint8_t { Step, Call, Return };

class PointObserver {
 public:
  PointObserver() = default;
  PointObserver(const PointObserver&) = delete;
  PointObserver& operator=(const PointObserver&) = delete;
  virtual ~PointObserver() = default;

  /// An exploration begins. What is told after it is about these points.
  virtual void begin(const PointGraph& points) = 0;
  /// A point is new.
  virtual void add_point(std::uint32_t point) = 0;
  /// An arrow, perhaps to a point that was there; an arrow may be told more than once.
  virtual void add_arrow(std::uint32_t from, std::uint32_t to, ArrowKind kind) = 0;
  /// All arrows from the point are known as of now: the lecture marks it as done.
  virtual void finish_point(std::uint32_t point) = 0;
};

}  // namespace hardbop::engine
