// SPDX-License-Identifier: MIT
// Descriptions of invalid accesses, for everything that executes or models them.
#pragma once

#include <string>

#include "c/il/il.hpp"

namespace hardbop::c {

/// Of a local that has ended.
[[nodiscard]] std::string problem_of_use(const Object& object);
/// Of what an Allocate made, and is freed or has ended.
[[nodiscard]] std::string problem_of_use(const Program& program, const Statement& allocate);
/// Of an object that is constant.
[[nodiscard]] std::string problem_of_writing(const Object& object);
/// Whether an Arbitrary gives a variable that is defined nowhere its first value: of a constant
/// too.
[[nodiscard]] bool defines_object(const Program& program, const Statement& arbitrary);

}  // namespace hardbop::c
