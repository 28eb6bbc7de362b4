// SPDX-License-Identifier: MIT
// Descriptions of invalid accesses, for everything that executes or models them.
#pragma once

#include <optional>
#include <string>

#include "c/il/il.hpp"

namespace hardbop::c {

/// Of an access to no object that it could be to.
constexpr const char* out_of_bounds_access = "out-of-bounds access";
/// What an Error is about, where it is no call or assertion.
constexpr const char* signed_overflow = "signed overflow";
constexpr const char* bad_free = "bad free";
constexpr const char* double_free = "double free";
constexpr const char* use_after_free = "use after free";
/// Bytes of addresses around each object that are nobody else's: a pointer that is moved out of an
/// object by up to half of that is still known to be one to this object. A power of two.
[[nodiscard]] constexpr std::uint64_t guard_bytes(const DataModel& model) {
  return model.pointer_bits == 32 ? 1024 : 65536;
}
/// How far an access is from its pointer: an index times a size, which may not fit a word.
struct Distance {
  ExprId index = none;
  std::uint64_t most = 0;  // the index times the size fits where it is from -most to this
};
/// Nothing where there is no index, or every value of it fits.
[[nodiscard]] std::optional<Distance> distance_of(const Program& program, ExprId added);
/// Of a local that has ended.
[[nodiscard]] std::string problem_of_use(const Object& object);
/// Of what an Allocate made, and is freed or has ended.
[[nodiscard]] std::string problem_of_use(const Program& program, const Statement& allocate);
/// Of an object that is constant.
[[nodiscard]] std::string problem_of_writing(const Object& object);

}  // namespace hardbop::c
