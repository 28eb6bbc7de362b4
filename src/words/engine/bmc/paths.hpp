// SPDX-License-Identifier: MIT
// Under which conditions control is somewhere. A path is a list of conditions that shares its
// beginning with others; where two paths meet again, what they differ in is dropped if one of them
// is always taken, so that a branch leaves nothing behind.
#pragma once

#include <vector>

#include "words/engine/bmc/terms.hpp"

namespace hardbop::bmc {

using PathId = std::uint32_t;

class Paths {
 public:
  explicit Paths(Terms& terms) : terms_(terms) { nodes_.push_back({yes, 0, 0, yes}); }

  static constexpr PathId start = 0;  // without conditions

  /// Under one more condition.
  [[nodiscard]] PathId extend(PathId path, const Value& condition);
  /// All conditions as one.
  [[nodiscard]] Value condition(PathId path) const { return nodes_[path].whole; }

  struct Joined {
    PathId path = start;
    Value is_first;  // on the joined path: that it came along the first
  };
  /// Of two paths that no run takes both of.
  [[nodiscard]] Joined join(PathId a, PathId b);

 private:
  struct Node {
    Value condition;
    PathId parent = 0;
    std::uint32_t depth = 0;
    Value whole;
  };

  Terms& terms_;
  std::vector<Node> nodes_;

  [[nodiscard]] PathId add(PathId path, const Value& condition, const Value& whole);
  [[nodiscard]] PathId common(PathId a, PathId b) const;
  [[nodiscard]] std::vector<Value> since(PathId ancestor, PathId path) const;
  [[nodiscard]] Value all(const std::vector<Value>& conditions, std::size_t from);
  [[nodiscard]] PathId extend_if(PathId path, const Value& unless,
                                 const std::vector<Value>& conditions);
};

}  // namespace hardbop::bmc
