// SPDX-License-Identifier: MIT
// Programs made to measure; random ones are in generate_random.hpp. Each family has an unsafe
// form, in which a run arrives at label ERROR (`reach` in T(N)), and a safe one, in which none
// does and no shallow argument shows it. The same arguments always give the same text.
#pragma once

#include <cstdint>
#include <string>

namespace hardbop::bp {

enum class Form : std::uint8_t { Unsafe, Safe };

/// T(N) of [ball00 §4, figure 4]: N procedures, each of which calls the next one twice or
/// counts to seven. In the safe form, which is ours, the global starts as 1.
[[nodiscard]] std::string generate_tn(std::uint32_t n, Form form = Form::Unsafe);

/// About so many lines in the proportions of the drivers of [getafix09 figure 2]: long, with
/// few variables in scope, and a lock to be taken and released in turn.
[[nodiscard]] std::string generate_drivers(std::uint32_t lines, std::uint64_t seed, Form form);

/// A counter of so many bits that a loop steps from 0 to its largest value.
[[nodiscard]] std::string generate_stepped_counter(std::uint32_t bits, Form form);

/// A counter of so many bits, with any value, that is stepped all the way round by procedures
/// each of which calls the next one twice.
[[nodiscard]] std::string generate_doubled_counter(std::uint32_t bits, Form form);

/// So many globals, at least 4: three bit vectors that are added, subtracted and compared.
[[nodiscard]] std::string generate_wide(std::uint32_t globals, std::uint64_t seed, Form form);

/// So many procedures that call each other, each in every context of up to ten formals.
[[nodiscard]] std::string generate_recursion(std::uint32_t procedures, std::uint64_t seed,
                                             Form form);

/// A product of two numbers of so many bits. With nine bits the proportions are those of
/// Terminator-B in [getafix09 figure 2]: 14 globals, and 42 locals in one scope.
[[nodiscard]] std::string generate_hard(std::uint32_t bits, std::uint64_t seed, Form form);

/// Two threads that recurse and exchange messages, with so many variables in scope, at least 8. In
/// the unsafe form it takes five context switches to arrive at ERROR.
[[nodiscard]] std::string generate_concurrent(std::uint32_t variables, std::uint64_t seed,
                                              Form form);

}  // namespace hardbop::bp
