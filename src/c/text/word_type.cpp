// SPDX-License-Identifier: MIT
#include "c/text/word_type.hpp"

namespace hardbop::c {

namespace {

constexpr unsigned int_bits = 32;

}  // namespace

WordType promoted(WordType type) {
  return type.bits < int_bits ? WordType{int_bits, true} : type;
}

WordType common_type(WordType a, WordType b) {
  a = promoted(a);
  b = promoted(b);
  if (a.bits != b.bits) return a.bits > b.bits ? a : b;
  return {a.bits, a.is_signed && b.is_signed};
}

}  // namespace hardbop::c
