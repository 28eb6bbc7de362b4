// SPDX-License-Identifier: MIT
// Random expressions, built by the library and evaluated beside it by C++ itself.
#pragma once

#include <functional>
#include <random>

#include "base/expression/expression.hpp"

namespace hardbop::test {

/// Values of variables and inputs, by number.
struct Leaves {
  std::vector<std::uint64_t> variables;
  std::vector<std::uint64_t> inputs;
};

/// An expression, and what it should be.
struct Term {
  words::ExprId id = 0;
  words::Width width = 1;
  std::function<std::uint64_t(const Leaves&)> value;
};

class RandomTerms {
 public:
  RandomTerms(words::Expressions& expressions, std::vector<words::Width> variables,
              std::vector<words::Width> inputs, std::mt19937_64& random)
      : expressions_(expressions),
        variables_(std::move(variables)),
        inputs_(std::move(inputs)),
        random_(random) {}

  [[nodiscard]] Term make(words::Width width, unsigned depth);
  [[nodiscard]] Leaves leaves();

 private:
  words::Expressions& expressions_;
  std::vector<words::Width> variables_;
  std::vector<words::Width> inputs_;
  std::mt19937_64& random_;

  [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  [[nodiscard]] Term leaf(words::Width width);
  [[nodiscard]] Term fit(Term term, words::Width width);
  [[nodiscard]] Term binary(words::Op op, words::Width width, unsigned depth);
  [[nodiscard]] Term other(words::Width width, unsigned depth);
};

}  // namespace hardbop::test
