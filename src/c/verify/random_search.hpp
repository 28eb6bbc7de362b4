// SPDX-License-Identifier: MIT
// Looks for a run of a C program to an error with random inputs, on a model without calls: a run of
// a hundred thousand rounds is soon followed, where unrolling them takes long.
#pragma once

#include <optional>

#include "c/lower/lower.hpp"
#include "c/verify/attempts.hpp"
#include "c/verify/engine.hpp"
#include "words/analysis/random_walk.hpp"

namespace hardbop::verify {

/// Several attempts, which take an eighth of the time.
class RandomSearch {
 public:
  RandomSearch(const Task& task, Budget& budget)
      : task_(task), budget_(budget), attempts_(0.2, 7), pieces_(task.bounds.heap) {}

  /// The error, if a run gets to one. Does nothing where the last attempt was a short while ago.
  [[nodiscard]] std::optional<Finding> try_again();
  /// Where there is nothing else to try: for half as long as all took before.
  [[nodiscard]] std::optional<Finding> try_at_last();
  void tell(Statistics& statistics) const;

 private:
  const Task& task_;
  Budget& budget_;
  Attempts attempts_;
  std::uint32_t pieces_;     // of heap at one place
  std::uint64_t tried_ = 0;  // with fewer
  std::optional<c::Model> model_;
  std::optional<words::RandomRuns> runs_;

  void prepare();
  void take_more_pieces();
  [[nodiscard]] std::optional<Finding> try_within(double seconds);
};

}  // namespace hardbop::verify
