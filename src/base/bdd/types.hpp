// SPDX-License-Identifier: MIT
// The words every file of the kernel speaks: variables, levels, references, nodes.
//
// A *variable* keeps its number for life; its *level* is its place in the order, 0 on
// top, and changes with reordering. A *reference* is a node's index shifted left once,
// with the complement bit in bit 0: reference 0 is true, 1 is false, and negation is
// one exclusive or. A node is 16 bytes:
//
//      31        12 11      1 0
//     +------------+---------+-+----------------+----------------+----------------+
//     |   level    | handles |m| high (regular) |      low       | next in bucket |
//     +------------+---------+-+----------------+----------------+----------------+
//
// `handles` counts the Bdd objects on the node, saturating (see Handles); `m` is the
// mark of a traversal. The high edge is never complemented: that makes the form unique.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hardbop::bdd {

using Var = std::uint32_t;
using Level = std::uint32_t;
using Ref = std::uint32_t;
using Index = std::uint32_t;

/// A variable or its negation.
struct Literal {
  Var var = 0;
  bool positive = true;

  friend bool operator==(const Literal&, const Literal&) = default;
};

inline constexpr Ref true_ref = 0;
inline constexpr Ref false_ref = 1;

inline constexpr unsigned level_shift = 12;
inline constexpr std::uint32_t mark_bit = 1;
inline constexpr std::uint32_t handle_unit = 2;
inline constexpr std::uint32_t handle_mask = (1U << level_shift) - handle_unit;

/// The level of the constants, below every variable.
inline constexpr Level terminal_level = (1U << (32 - level_shift)) - 1;
inline constexpr std::size_t max_variables = terminal_level - 1;
inline constexpr std::size_t max_nodes = std::size_t{1} << 31;

constexpr Index index_of(Ref ref) {
  return ref >> 1;
}
constexpr Ref complement_bit(Ref ref) {
  return ref & 1;
}
constexpr Ref regular(Ref ref) {
  return ref & ~Ref{1};
}
constexpr Ref negate(Ref ref) {
  return ref ^ 1;
}
constexpr bool is_constant(Ref ref) {
  return ref <= 1;
}

struct Node {
  std::uint32_t head = 0;
  Ref high = 0;
  Ref low = 0;
  Index next = 0;

  [[nodiscard]] Level level() const { return head >> level_shift; }
  [[nodiscard]] std::uint32_t handles() const { return (head & handle_mask) / handle_unit; }
  [[nodiscard]] bool marked() const { return (head & mark_bit) != 0; }
  void set_level(Level level) {
    head = (level << level_shift) | (head & ((1U << level_shift) - 1));
  }
};
static_assert(sizeof(Node) == 16);

}  // namespace hardbop::bdd
