// SPDX-License-Identifier: MIT
// The formats of printf and scanf.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hardbop::c {

/// Text that stands for itself, or a conversion.
struct FormatPiece {
  static constexpr int from_argument = -2;  // a width or precision that is written as *

  std::string text;     // empty in a conversion
  char conversion = 0;  // 'd', 's', …; '?' where it is none of C's
  int flags = 0;        // as src/c/library/print.c has them
  int width = -1;       // -1: none
  int precision = -1;
  std::string length;         // "", "hh", "h", "l", "ll", "j", "z", "t", "L"
  bool is_assigned = true;    // of scanf: false with *
  std::string set;            // of scanf: the characters of a set, each once
  bool is_excluding = false;  // it is of all others
  bool is_numbered = false;   // it says which argument it is about
};

[[nodiscard]] std::vector<FormatPiece> read_print_format(std::string_view format);

/// Conversions alone: what else the input must have does not matter where it is arbitrary.
[[nodiscard]] std::vector<FormatPiece> read_scan_format(std::string_view format);

/// How many bits the integer has that a length stands for; 0 where it is none.
[[nodiscard]] unsigned bits_of_length(std::string_view length, unsigned pointer_bits);

}  // namespace hardbop::c
