// SPDX-License-Identifier: MIT
// Values of scalars, and names, as C writes them.
#pragma once

#include <cstdint>
#include <string>

#include "c/il/il.hpp"

namespace hardbop::c {

/// The shortest text that means this number: 1.5f of 32 bits, 1.5 of 64; INFINITY, NAN.
[[nodiscard]] std::string float_text(std::uint64_t word, unsigned bits);

/// An integer or an address is in decimal.
[[nodiscard]] std::string value_text(std::uint64_t word, Type type);
/// An enumerator by its name, a char in quotes where it can be written so, a mutex as who holds it,
/// a pthread_t as which thread it is, where main is the first; other values as above.
[[nodiscard]] std::string value_text(const Program& program, const Cell& cell, std::uint64_t word);
/// A cell of an object as C names it: "dev", "dev.next", "a[3]".
[[nodiscard]] std::string shown_name(const Object& object, const Cell& cell);
/// What is so many bytes behind the start of an object, and has about so many bytes itself: "dev",
/// "dev.next", "a[3]"; "dev+2" where nothing starts there.
[[nodiscard]] std::string place_text(const Object& object, std::int64_t offset,
                                     std::uint32_t bytes);
/// What the program calls a function: neither several files that have such a one count here, nor
/// copies that were made of it.
[[nodiscard]] std::string source_name(const Function& function);
/// "p.c:4:7"
[[nodiscard]] std::string position_text(const Program& program, const Position& at);

}  // namespace hardbop::c
