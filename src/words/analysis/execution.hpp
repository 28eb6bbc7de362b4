// SPDX-License-Identifier: MIT
// A run of a graph of which only the last state is kept. A step costs what its block computes:
// arrays are changed where they are, and no value is looked up that is known from where it is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "words/graph/graph.hpp"

namespace hardbop::words {

/// An array in memory of its own.
class WritableArray {
 public:
  explicit WritableArray(std::uint64_t fill) : fill_(fill) {}
  explicit WritableArray(const ArrayValue& value);

  [[nodiscard]] std::uint64_t read(std::uint64_t index) const;
  void write(std::uint64_t index, std::uint64_t word);

 private:
  static constexpr std::uint64_t words_of_page = 64;
  using Page = std::array<std::uint64_t, words_of_page>;

  std::uint64_t fill_;
  std::unordered_map<std::uint64_t, Page> pages_{};
};

class Execution {
 public:
  explicit Execution(const Graph& graph);

  void start(const Point& first);
  [[nodiscard]] BlockId block() const { return point_.block; }
  /// Where the run is; the inputs of its block are to be filled in. Its arrays are elsewhere.
  [[nodiscard]] Point& point() { return point_; }
  [[nodiscard]] const WritableArray& array(ArrayId number) const { return arrays_[number]; }
  /// Where the run can go on with these inputs.
  [[nodiscard]] const std::vector<BlockId>& ways();
  /// Goes there, after ways().
  void go(BlockId to);

 private:
  /// A node, and what is computed of it.
  struct Instruction {
    ExprId to = 0;
    Node node;
    Width width_of_a = 1;
    Width width_of_b = 1;
  };
  /// What a block computes, operands first.
  struct Code {
    std::vector<Instruction> guards;
    std::vector<Instruction> assignments;  // as far as guards have not computed it
  };
  struct Write {
    std::uint64_t index = 0;
    std::uint64_t word = 0;
  };
  /// What becomes of an array: another value, if there is one, and then words, the last first.
  struct Change {
    ArrayId array = 0;
    std::optional<WritableArray> base;
    std::vector<Write> writes{};
  };

  const Graph& graph_;
  const Expressions& e_;
  std::vector<std::optional<Code>> codes_;  // by block, once it was executed
  std::vector<std::uint64_t> values_;       // by expression
  Point point_;
  std::vector<WritableArray> arrays_;
  std::vector<BlockId> ways_;
  std::vector<std::uint64_t> words_;
  std::vector<Change> changes_;

  [[nodiscard]] const Code& code();
  [[nodiscard]] Code made_code(const Block& block) const;
  void compute(const std::vector<Instruction>& instructions);
  [[nodiscard]] std::uint64_t computed(const Instruction& one) const;
  [[nodiscard]] std::uint64_t read(ExprId array, std::uint64_t index) const;
  [[nodiscard]] Change change_of(const ArrayAssignment& assignment) const;
};

}  // namespace hardbop::words
