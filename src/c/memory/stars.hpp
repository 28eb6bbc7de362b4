// SPDX-License-Identifier: MIT
// Reads through pointers by means of variables [wang07 §4.1, semeria98]: STAR_p has the value that
// p points to, so a read mentions one variable instead of all possible targets of p. Additional
// assignments in blocks keep it up to date: *inferred* ones where p is assigned, *aliasing* ones
// where a possible target of p is assigned.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "c/memory/memory.hpp"

namespace hardbop::c {

/// A store through an address that is not constant.
struct Write {
  words::ExprId address = 0;
  words::ExprId value = 0;
};

class Stars {
 public:
  Stars(Memory& memory, words::Graph& graph) : memory_(memory), graph_(graph) {}

  /// Makes a variable for what is `offset` bytes behind where the variable `pointer` points to,
  /// unless that may be too many places.
  void add(words::VariableId pointer, std::uint64_t offset, Type type, const Pointees& pointees);
  /// It, where there is one.
  [[nodiscard]] std::optional<words::ExprId> value(words::ExprId pointer, std::uint64_t offset,
                                                   Type type);
  /// Adds to the assignments of a block those that keep the variables current. `only` is the one
  /// store among them, where there is just one.
  void follow(Memory::Updates& updates, const std::optional<Write>& only);
  [[nodiscard]] std::size_t size() const { return stars_.size(); }
  /// What makes all variables current.
  [[nodiscard]] Memory::Updates start();

 private:
  struct Star {
    words::VariableId pointer = 0;
    std::uint64_t offset = 0;
    Type type;
    Pointees pointees;
    std::vector<Memory::Candidate> candidates;
    words::VariableId variable = 0;
  };
  using Key = std::tuple<words::VariableId, std::uint64_t, unsigned>;  // pointer, offset, bits

  Memory& memory_;
  words::Graph& graph_;
  std::vector<Star> stars_;
  std::map<Key, std::size_t> by_pointer_;
  std::map<words::VariableId, std::vector<std::size_t>> watchers_;  // by what they depend on

  [[nodiscard]] words::Expressions& e() { return graph_.expressions; }
  [[nodiscard]] words::ExprId variable(words::VariableId id);
  [[nodiscard]] words::ExprId offset_by(words::ExprId address, std::uint64_t offset);
  [[nodiscard]] words::ExprId aliased(const Star& star, const Memory::Updates& updates,
                                      const std::optional<Write>& only);
  [[nodiscard]] words::ExprId inferred(const Star& star, words::ExprId pointer,
                                       const Memory::Updates& updates,
                                       const std::optional<Write>& only, unsigned depth);
};

}  // namespace hardbop::c
