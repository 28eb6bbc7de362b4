// SPDX-License-Identifier: MIT
// Programs of the intermediate language as text in the style of C, and as graphs for Graphviz.
//
// Words are named by signedness and width: s32 is a signed word of 32 bits, u8 an unsigned byte. A
// cast to u64 extends with zeros, a cast to s64 with the sign; a cast to fewer bits truncates. If
// an operator depends on signs, its unsigned form has a u: <u, /u, %u, >>u.
//
// Numbers of IEEE 754 are f32 and f64, and their operators have an f: +f, <f. A cast to f32
// converts a signed word or another number, a cast to f32u an unsigned word; a cast of a number to
// a word leaves out its fraction.
#pragma once

#include <string>

#include "c/il/il.hpp"

namespace hardbop::c {

[[nodiscard]] std::string to_text(const Program& program);
/// The control flow of each function.
[[nodiscard]] std::string to_dot(const Program& program);

[[nodiscard]] std::string type_name(Type type);
[[nodiscard]] std::string to_text(const Program& program, ExprId expr);
/// A place as C writes it: `x.f`, or `*(s32 *)(p + 4)`.
[[nodiscard]] std::string to_text(const Program& program, const Place& place);
/// A statement without where it leads.
[[nodiscard]] std::string to_text(const Program& program, const Statement& statement);

}  // namespace hardbop::c
