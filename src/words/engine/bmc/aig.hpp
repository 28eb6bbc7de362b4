// SPDX-License-Identifier: MIT
// And-inverter graphs: circuits of conjunctions and negations. Equal conjunctions are one, and what
// is constant is found at once.
#pragma once

#include <cstdint>
#include <vector>

namespace hardbop::bmc {

/// A node and whether it is negated.
using Edge = std::uint32_t;

class Aig {
 public:
  static constexpr Edge never = 0;
  static constexpr Edge always = 1;
  [[nodiscard]] static constexpr Edge negation(Edge a) { return a ^ 1U; }
  [[nodiscard]] static constexpr std::uint32_t node(Edge a) { return a >> 1U; }
  [[nodiscard]] static constexpr bool is_negated(Edge a) { return (a & 1U) != 0; }

  Aig();

  [[nodiscard]] Edge input();
  [[nodiscard]] Edge conjunction(Edge a, Edge b);
  [[nodiscard]] Edge disjunction(Edge a, Edge b) {
    return negation(conjunction(negation(a), negation(b)));
  }
  [[nodiscard]] Edge exclusive(Edge a, Edge b);
  [[nodiscard]] Edge choice(Edge condition, Edge a, Edge b);

  struct Node {
    Edge a = never;  // of an input both are `never`
    Edge b = never;
  };
  [[nodiscard]] const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  [[nodiscard]] bool is_input(std::uint32_t node) const { return nodes_[node].b == never; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> table_;  // of conjunctions, by hash; 0 is free

  [[nodiscard]] std::size_t slot(Edge a, Edge b) const;
  void grow();
};

}  // namespace hardbop::bmc
