// SPDX-License-Identifier: MIT
// What all variables hold at a visit of a block. Copies share what they do not change.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "words/engine/bmc/arrays.hpp"
#include "words/engine/bmc/terms.hpp"
#include "words/graph/graph.hpp"

namespace hardbop::bmc {

class State {
 public:
  explicit State(std::size_t variables = 0) : chunks_((variables + chunk_size - 1) / chunk_size) {
    for (auto& chunk : chunks_) chunk = std::make_shared<Chunk>();
  }

  [[nodiscard]] const Value& operator[](words::VariableId v) const {
    return (*chunks_[v / chunk_size])[v % chunk_size];
  }
  void set(words::VariableId v, const Value& value) {
    std::shared_ptr<Chunk>& chunk = chunks_[v / chunk_size];
    if (chunk.use_count() > 1) chunk = std::make_shared<Chunk>(*chunk);
    (*chunk)[v % chunk_size] = value;
  }

  /// Calls `change(v)` for each variable that the two may have different values of.
  template <typename Change>
  static void for_each_difference(const State& a, const State& b, std::size_t variables,
                                  const Change& change) {
    for (std::size_t k = 0; k < a.chunks_.size(); ++k) {
      if (a.chunks_[k] == b.chunks_[k]) continue;
      const std::size_t first = k * chunk_size;
      for (std::size_t v = first; v < std::min(first + chunk_size, variables); ++v)
        if (a[static_cast<words::VariableId>(v)] != b[static_cast<words::VariableId>(v)])
          change(static_cast<words::VariableId>(v));
    }
  }

  std::vector<ArrayRef> arrays;  // by array

 private:
  static constexpr std::size_t chunk_size = 32;
  using Chunk = std::array<Value, chunk_size>;

  std::vector<std::shared_ptr<Chunk>> chunks_;
};

}  // namespace hardbop::bmc
