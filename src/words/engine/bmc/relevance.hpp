// SPDX-License-Identifier: MIT
// Which variables can still matter to a run that is at a block. What only one procedure reads does
// not where that procedure writes it before it reads it again. Elsewhere it does not if the
// procedure cannot be active there, and each time that it is called starts with a value of its own.
#pragma once

#include <vector>

#include "words/engine/bmc/program.hpp"

namespace hardbop::bmc {

class Relevance {
 public:
  explicit Relevance(const Program& program);

  [[nodiscard]] bool matters(BlockId b, words::VariableId v) const {
    return live_[b].empty() || live_[b][v];
  }

 private:
  using Set = std::vector<bool>;  // by variable

  const Program& program_;
  const words::Graph& graph_;
  std::vector<std::uint32_t> owners_;             // by block: the procedure
  std::vector<std::uint32_t> readers_;            // by variable: the one procedure that reads it
  std::vector<std::vector<BlockId>> successors_;  // by block, in its procedure
  std::vector<Set> live_;                         // by block; empty: all
  std::vector<Set> read_;                         // by block

  std::vector<std::vector<bool>> reaches_;  // by procedure: which it calls, by whatever detour

  void find_owners();
  void find_readers();
  void find_calls();
  [[nodiscard]] std::vector<Set> kept_between_calls() const;
  void find_live();
  void find_others(const std::vector<Set>& kept);
  [[nodiscard]] bool update(BlockId b, const std::vector<Set>& kept);
};

}  // namespace hardbop::bmc
