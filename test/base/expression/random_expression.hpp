// SPDX-License-Identifier: MIT
// Random expressions, built by the library and evaluated beside it by C++ itself. Operations of
// IEEE 754 are the exception: what they make is the library's word (see float_test.cpp).
#pragma once

#include <functional>
#include <random>

#include "base/expression/expression.hpp"

namespace hardbop::test {

/// Values of variables and inputs, by number.
struct Leaves {
  std::vector<std::uint64_t> variables;
  std::vector<std::uint64_t> inputs;
  std::vector<words::ArrayValue> arrays{};
  std::vector<words::ArrayValue> array_inputs{};
};

/// An expression, and what it should be.
struct Term {
  words::ExprId id = 0;
  words::Width width = 1;
  std::function<std::uint64_t(const Leaves&)> value;
};

/// An array, and what it should have at an index.
struct ArrayTerm {
  words::ExprId id = 0;
  words::ArraySort sort;
  std::function<std::uint64_t(const Leaves&, std::uint64_t)> value;
};

/// What expressions have beside words.
struct Beyond {
  std::vector<words::ArraySort> arrays{};
  std::vector<words::ArraySort> array_inputs{};
  bool floats = false;
};

class RandomTerms {
 public:
  RandomTerms(words::Expressions& expressions, std::vector<words::Width> variables,
              std::vector<words::Width> inputs, std::mt19937_64& random, Beyond beyond = {})
      : expressions_(expressions),
        variables_(std::move(variables)),
        inputs_(std::move(inputs)),
        random_(random),
        beyond_(std::move(beyond)) {}

  [[nodiscard]] Term make(words::Width width, unsigned depth);
  /// Of a sort of which there is a leaf, or of any.
  [[nodiscard]] ArrayTerm make_array(words::ArraySort sort, unsigned depth);
  [[nodiscard]] Leaves leaves();

 private:
  words::Expressions& expressions_;
  std::vector<words::Width> variables_;
  std::vector<words::Width> inputs_;
  std::mt19937_64& random_;
  Beyond beyond_;

  [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  [[nodiscard]] Term leaf(words::Width width);
  [[nodiscard]] Term fit(Term term, words::Width width);
  [[nodiscard]] Term binary(words::Op op, words::Width width, unsigned depth);
  [[nodiscard]] Term other(words::Width width, unsigned depth);
  [[nodiscard]] Term select(words::Width width, unsigned depth);
  [[nodiscard]] Term floating(words::Width width, unsigned depth);
  [[nodiscard]] ArrayTerm array_leaf(words::ArraySort sort);
};

}  // namespace hardbop::test
