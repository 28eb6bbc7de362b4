// SPDX-License-Identifier: MIT
// How an operation ends that must not go on: it throws LimitReached.
//
// It is an exception because otherwise the inner loops of the kernel and of its users would need a
// test after every call, and because a limit is reached at most a few times in a run. When it is
// thrown, the manager is consistent: handles keep their meaning, unfinished results are garbage,
// and the next operation may start at once. A Budget that has stopped keeps stopping, so remove it
// first.
#pragma once

#include <cstdint>
#include <exception>
#include <string_view>

namespace hardbop::bdd {

enum class Limit : std::uint8_t { Nodes, Memory, Time, Cancelled };

/// "node limit", "memory limit", "time limit", "cancelled".
[[nodiscard]] std::string_view to_string(Limit limit);

class LimitReached : public std::exception {
 public:
  explicit LimitReached(Limit limit) : limit_(limit) {}

  [[nodiscard]] Limit limit() const { return limit_; }
  [[nodiscard]] const char* what() const noexcept override;

 private:
  Limit limit_;
};

}  // namespace hardbop::bdd
