// SPDX-License-Identifier: MIT
// Words, arrays and numbers of IEEE 754 as terms of SMT-LIB.
//
// SMT-LIB has a sort for numbers: it says which number a word is (to_fp), but has no function for
// the way back, as more than one word is not a number. So an operation that makes a number is
// written as one; its word is a constant of which smt_is_word_of() is asserted. Such a word always
// exists and is the only one.
#pragma once

#include <functional>
#include <string>

#include "base/expression/expression.hpp"

namespace hardbop::smt {

[[nodiscard]] std::string smt_sort(words::Width width);
[[nodiscard]] std::string smt_sort(words::ArraySort sort);
/// Of a word or an array.
[[nodiscard]] std::string smt_sort(const words::Node& node);
/// Of numbers that words of that width are.
[[nodiscard]] std::string smt_number_sort(words::Width width);
/// A constant of that width.
[[nodiscard]] std::string smt_constant(words::Width width, std::uint64_t value);
[[nodiscard]] std::string smt_constant(words::ArraySort sort, const words::ArrayValue& value);

/// The number that a word is.
[[nodiscard]] std::string smt_number(words::Width width, const std::string& word);
/// Whether this is the word of the number.
[[nodiscard]] std::string smt_is_word_of(words::Width width, const std::string& word,
                                         const std::string& number);

/// How operands are written: as words or arrays, and as numbers.
struct SmtOperands {
  std::function<std::string(words::ExprId)> word;
  std::function<std::string(words::ExprId)> number;
};
/// An operation on terms that are there already, leaves among them. Where it makes a number
/// (words::makes_number), the term is of that sort.
[[nodiscard]] std::string smt_operation(const words::Expressions& expressions,
                                        const words::Node& node, const SmtOperands& operands);
/// All of an expression, as one term. Where a word is needed that an operation on numbers makes, it
/// is Z3's function fp.to_ieee_bv, which is no part of SMT-LIB: a term has no place for assertions.
[[nodiscard]] std::string smt_term(const words::Expressions& expressions, words::ExprId id,
                                   const std::function<std::string(const words::Node&)>& leaf);
/// The same with a name, t0, t1, ..., for each operation in it: as long as the expression is large.
[[nodiscard]] std::string smt_shared_term(
    const words::Expressions& expressions, words::ExprId id,
    const std::function<std::string(const words::Node&)>& leaf);

}  // namespace hardbop::smt
