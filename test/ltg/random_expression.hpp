// SPDX-License-Identifier: MIT
// Random expressions, built by the library and evaluated beside it by C++ itself.
#pragma once

#include <functional>
#include <random>

#include "ltg/expression.hpp"

namespace hardbop::test {

/// Values of variables and inputs, by number.
struct Leaves {
  std::vector<std::uint64_t> variables;
  std::vector<std::uint64_t> inputs;
};

/// An expression, and what it should be.
struct Term {
  ltg::ExprId id = 0;
  ltg::Width width = 1;
  std::function<std::uint64_t(const Leaves&)> value;
};

class RandomTerms {
 public:
  RandomTerms(ltg::Expressions& expressions, std::vector<ltg::Width> variables,
              std::vector<ltg::Width> inputs, std::mt19937_64& random)
      : expressions_(expressions),
        variables_(std::move(variables)),
        inputs_(std::move(inputs)),
        random_(random) {}

  [[nodiscard]] Term make(ltg::Width width, unsigned depth);
  [[nodiscard]] Leaves leaves();

 private:
  ltg::Expressions& expressions_;
  std::vector<ltg::Width> variables_;
  std::vector<ltg::Width> inputs_;
  std::mt19937_64& random_;

  [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  [[nodiscard]] Term leaf(ltg::Width width);
  [[nodiscard]] Term fit(Term term, ltg::Width width);
  [[nodiscard]] Term binary(ltg::Op op, ltg::Width width, unsigned depth);
  [[nodiscard]] Term other(ltg::Width width, unsigned depth);
};

}  // namespace hardbop::test
