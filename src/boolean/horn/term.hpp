// SPDX-License-Identifier: MIT
// Propositional formulas, each built once: equal ones are the same number, and negation
// is one bit of it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace hardbop::horn {

/// Which of several valuations a variable speaks of; clauses.hpp says what they are.
enum class Copy : std::uint8_t {
  Entry,
  Current,
  Next,
  CalleeEntry,
  CalleeExit,
  CalleeResult,
};

struct Variable {
  Copy copy = Copy::Current;
  std::uint32_t index = 0;  // a slot; of CalleeResult the number of the result

  friend bool operator==(const Variable&, const Variable&) = default;
};

/// A formula of a Terms.
class Term {
 public:
  constexpr Term() = default;
  constexpr Term(std::uint32_t node, bool negated) : bits_((node << 1U) | (negated ? 1U : 0U)) {}

  [[nodiscard]] constexpr std::uint32_t node() const { return bits_ >> 1U; }
  [[nodiscard]] constexpr bool negated() const { return (bits_ & 1U) != 0; }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  [[nodiscard]] constexpr Term operator!() const { return {node(), !negated()}; }

  friend constexpr bool operator==(Term, Term) = default;

 private:
  std::uint32_t bits_ = 0;  // node 0 is true
};

inline constexpr Term always{0, false};
inline constexpr Term never{0, true};

class Terms {
 public:
  enum class Kind : std::uint8_t { True, Variable, And, Iff, Ite };

  /// And, Iff: of the first two; Ite: if a then b else c.
  struct Node {
    Kind kind = Kind::True;
    Variable variable;
    Term a;
    Term b;
    Term c;

    friend bool operator==(const Node&, const Node&) = default;
  };

  Terms() : nodes_(1) {}

  /// Operands come before what is made of them.
  [[nodiscard]] const Node& node(Term term) const { return nodes_[term.node()]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  [[nodiscard]] Term variable(Copy copy, std::uint32_t index);
  [[nodiscard]] Term both(Term a, Term b);
  [[nodiscard]] Term either(Term a, Term b) { return !both(!a, !b); }
  [[nodiscard]] Term same(Term a, Term b);
  [[nodiscard]] Term choose(Term condition, Term a, Term b);

 private:
  struct Hash {
    std::size_t operator()(const Node& node) const;
  };

  std::vector<Node> nodes_;
  std::unordered_map<Node, std::uint32_t, Hash> known_;

  [[nodiscard]] Term make(const Node& node);
};

}  // namespace hardbop::horn
