// SPDX-License-Identifier: MIT
// Where values of C are stored.
#pragma once

#include <clang/AST/Type.h>
#include <cstdint>
#include <string>
#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

/// Where a value is stored; of a bit-field, in which bits of the word there, and where that is too
/// small, of the bytes that follow it.
struct LValue {
  ExprId address = none;
  clang::QualType type{};
  bool is_bit_field = false;
  Type unit{};
  std::uint8_t shift = 0;
  std::uint8_t width = 0;
  bool is_device = false;  // volatile, and at a constant address
  bool is_own = false;     // of one thread: nobody else can write it
  /// Of elements of a row or member: that the subscript is within, and what is wrong otherwise.
  struct Bound {
    ExprId is_kept = none;
    std::string text;
  };
  std::vector<Bound> bounds{};
};

/// The word that a bit-field is read and written with.
struct BitUnit {
  std::uint32_t offset = 0;  // in the structure, in bytes
  std::uint8_t bytes = 0;    // 0: it has no bits
  std::uint8_t shift = 0;
  // What it is in the structure's cells: one cell, or where the word reaches into others, bytes.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool is_cell() const { return offset == begin && offset + bytes == end; }
};

}  // namespace hardbop::c
