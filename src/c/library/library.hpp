// SPDX-License-Identifier: MIT
// The functions of the C library, and what is known about calling them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hardbop::c {

enum class Support : std::uint8_t {
  Modelled,     // its meaning, or as much of it as is followed, is in Translator::call_library,
                // or it is written in C (models.hpp)
  Harmless,     // changes nothing that a program can see, but errno; the result is any in a range
  Unsupported,  // who calls it knows nothing of what comes then
};

struct LibraryFunction {
  static constexpr unsigned no_argument = ~0U;

  Support support = Support::Unsupported;
  // Of harmless ones:
  std::int64_t least = 0;         // the least result
  std::int64_t most = 0;          // the greatest
  unsigned bound = no_argument;   // the argument that says the greatest instead
  unsigned format = no_argument;  // the argument that says what to print
  unsigned string = no_argument;  // the argument that is a string, which is printed
  bool is_range_exact = true;     // false: not each number of the range need be a result
  bool sets_errno = true;
  bool needs_rule = false;  // unsupported unless a rule is about it
  bool gives_back = false;  // the first argument, as a character, or -1
  bool string_may_be_null = false;
  unsigned stream = no_argument;    // the argument that is a stream
  std::string_view stream_model{};  // the function of stdio.c that it is given to first
  std::optional<std::size_t> standard_stream{};  // that it uses without being told: stdin is 0
};

/// Nothing where the C standards, POSIX and GNU libc have no function of that name.
[[nodiscard]] std::optional<LibraryFunction> library_function(std::string_view name);

/// Variables of the library whose values are not followed.
[[nodiscard]] bool is_library_variable(std::string_view name);

}  // namespace hardbop::c
