// SPDX-License-Identifier: MIT
// Operations of IEEE 754 as terms of Z3; words of 32 or 64 bits are bit-vectors.
#pragma once

#include <z3++.h>

#include "base/expression/expression.hpp"

namespace hardbop::smt {

[[nodiscard]] z3::expr number_of_word(const z3::expr& word);
/// With one word for all that are not numbers.
[[nodiscard]] z3::expr word_of_number(const z3::expr& number, words::Width width);

/// Of operations that make a number of one or two.
[[nodiscard]] z3::expr apply_to_numbers(const words::Node& node, const z3::expr& a,
                                        const z3::expr& b);
[[nodiscard]] z3::expr compare_numbers(words::Op op, const z3::expr& a, const z3::expr& b);
[[nodiscard]] z3::expr number_of_integer(const words::Node& node, const z3::expr& word);
/// Where there is none, the word with the highest bit alone.
[[nodiscard]] z3::expr integer_of_number(const words::Node& node, const z3::expr& number);

}  // namespace hardbop::smt
