// SPDX-License-Identifier: MIT
// Expressions as circuits, each once.
#pragma once

#include <span>
#include <vector>

#include "base/expression/expression.hpp"
#include "base/util/budget.hpp"
#include "words/engine/bmc/circuits.hpp"

namespace hardbop::bmc {

class Blaster {
 public:
  Blaster(const words::Expressions& expressions, Aig& aig, std::size_t most_gates = ~std::size_t{0})
      : expressions_(expressions), circuits_(aig), most_gates_(most_gates) {}

  /// The bits of an expression, with all that it is made of; where the budget runs out, or there
  /// are too many gates, nobody's.
  [[nodiscard]] Bits bits(words::ExprId id, Budget& budget);
  /// The bits of an input; empty where no expression needed it.
  [[nodiscard]] std::span<const Edge> input(words::InputId input) const {
    return input < inputs_.size() ? std::span<const Edge>(inputs_[input]) : std::span<const Edge>();
  }

 private:
  const words::Expressions& expressions_;
  Circuits circuits_;
  std::size_t most_gates_;
  struct Place {
    std::uint32_t first = 0;
    std::uint32_t count = 0;  // 0: not yet
  };
  std::vector<Edge> made_;    // bits of all expressions, one behind the other
  std::vector<Place> done_;   // where they are, by expression
  std::vector<Bits> inputs_;  // by input

  [[nodiscard]] Bits done(words::ExprId id) const;
  void keep(words::ExprId id, const Bits& bits);

  [[nodiscard]] Bits make(const words::Node& node);
  [[nodiscard]] Bits leaf(const words::Node& node);
  [[nodiscard]] Bits arithmetic(const words::Node& node, const Bits& a, const Bits& b);
  [[nodiscard]] Bits comparison(const words::Node& node, const Bits& a, const Bits& b);
};

}  // namespace hardbop::bmc
