// SPDX-License-Identifier: MIT
// What matters where, on ways to a target through procedures that call each other: blocks that can
// lead there, and the words (and arrays) whose values guards and later values depend on.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "words/certify/subject.hpp"

namespace hardbop::chc {

using words::ArrayId;
using words::BlockId;
using words::ExprId;
using words::VariableId;

/// A variable or an array.
struct Cell {
  bool is_array = false;
  std::uint32_t number = 0;

  auto operator<=>(const Cell&) const = default;
};

/// What is followed beside words.
enum class Arrays : std::uint8_t {
  Unknown,   // a word that is read of an array may be anything
  Followed,  // as they are
};

class Needed {
 public:
  Needed(const words::Subject& subject, const std::vector<bool>& is_target, Arrays arrays);

  /// Whether the block can lead to a target: within its procedure, in what it calls, or after it
  /// has returned.
  [[nodiscard]] bool leads_to_target(BlockId b) const { return leads_[b]; }
  /// What is needed where a run arrives at the block.
  [[nodiscard]] const std::set<Cell>& at(BlockId b) const { return needed_[b]; }
  /// Of an expression.
  [[nodiscard]] const std::set<Cell>& cells(ExprId id);

  /// What a block assigns to a cell; nothing where it leaves it alone.
  [[nodiscard]] std::optional<ExprId> assigned(BlockId b, Cell cell) const;
  [[nodiscard]] bool is_global(Cell cell) const;
  /// Whether a procedure leaves a cell as it was at its entry.
  [[nodiscard]] bool is_kept(const words::Subject::Procedure& callee, Cell cell) const;
  /// Whether its value at the entry is one that who calls has given it.
  [[nodiscard]] bool is_passed(const words::Subject::Procedure& callee, Cell cell) const;
  [[nodiscard]] bool is_result(const words::Subject::Procedure& callee, Cell cell) const;
  /// Whether a block is executed first in its procedure, and never again.
  [[nodiscard]] bool is_first(BlockId b) const;
  /// The procedure that a block is in.
  [[nodiscard]] std::size_t procedure(BlockId b) const { return procedures_[b]; }

 private:
  const words::Subject& subject_;
  const words::Graph& graph_;
  Arrays arrays_;
  std::vector<bool> leads_;
  std::vector<std::set<Cell>> needed_;
  std::vector<bool> is_returned_to_;         // by block: along an edge of its own procedure
  std::vector<std::size_t> procedures_;      // by block
  std::vector<std::vector<BlockId>> calls_;  // by procedure: blocks that call it
  std::map<ExprId, std::set<Cell>> cells_;
  std::vector<std::map<Cell, ExprId>> assignments_;  // by block

  [[nodiscard]] std::vector<std::vector<BlockId>> sources() const;
  void find_leading(const std::vector<bool>& is_target,
                    const std::vector<std::vector<BlockId>>& from);
  void find_needed(const std::vector<std::vector<BlockId>>& from);
  [[nodiscard]] std::set<Cell> before(BlockId b);
  [[nodiscard]] std::set<Cell> before_leave(BlockId b) const;
  void add_before_call(BlockId b, const words::Subject::Call& call, std::set<Cell>& out);
  void add_before_step(BlockId b, const std::set<Cell>& after, std::set<Cell>& out);
};

}  // namespace hardbop::chc
