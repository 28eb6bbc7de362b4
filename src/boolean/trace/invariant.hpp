// SPDX-License-Identifier: MIT
// The evidence that no run arrives somewhere: per vertex a relation between the procedure's
// entry and that place, per procedure a summary, all as one diagram of decisions with shared
// parts. Whoever makes one claims that it satisfies the clauses of horn/clauses.hpp;
// nobody needs to believe it.
#pragma once

#include <cstdint>
#include <vector>

#include "boolean/language/graph.hpp"

namespace hardbop::trace {

/// What a decision asks for. A slot has a value at the procedure's entry and one now (in a
/// summary: at the exit); results are numbered apart from slots, and exist at the exit.
struct Decision {
  enum class Kind : std::uint8_t { Entry, Current, Result };

  Kind kind = Kind::Current;
  std::uint32_t index = 0;

  friend bool operator==(const Decision&, const Decision&) = default;
};

/// A node of the diagram, or its negation. Node 0 is the constant true.
class DiagramRef {
 public:
  constexpr DiagramRef() = default;
  constexpr DiagramRef(std::uint32_t node, bool negated)
      : bits_((node << 1U) | (negated ? 1U : 0U)) {}

  [[nodiscard]] constexpr std::uint32_t node() const { return bits_ >> 1U; }
  [[nodiscard]] constexpr bool negated() const { return (bits_ & 1U) != 0; }
  [[nodiscard]] constexpr DiagramRef operator!() const { return {node(), !negated()}; }

  friend constexpr bool operator==(DiagramRef, DiagramRef) = default;

 private:
  std::uint32_t bits_ = 0;
};

inline constexpr DiagramRef diagram_true{0, false};
inline constexpr DiagramRef diagram_false{0, true};

struct DiagramNode {
  Decision decision;
  DiagramRef high;  // where the decision's variable is true
  DiagramRef low;
};

struct Invariant {
  std::vector<DiagramNode> nodes{1};  // the first stands for true; parts come before the whole
  std::vector<DiagramRef> at;         // by vertex
  std::vector<DiagramRef> summaries;  // by procedure
  /// By procedure, ascending: globals and formals that always have the value they were entered
  /// with. That is part of the invariant; the diagrams decide such a slot as Current.
  std::vector<std::vector<bp::Slot>> kept;
  /// By vertex, where it is also evidence about runs without end: the bits of a rank of each
  /// valuation there, the lowest first (certify/obligations.hpp).
  std::vector<std::vector<DiagramRef>> ranks{};
};

}  // namespace hardbop::trace
