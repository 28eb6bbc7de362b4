// SPDX-License-Identifier: MIT
// The types of a program's objects, which are known while the program is translated. The
// intermediate language has only words, but the model of unknown code must know what its pointers
// can point to.
#pragma once

#include <cstdint>
#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

/// A type that pointers point to.
struct PointedType {
  std::uint32_t size = 0;  // in bytes; 0: not known
  bool is_function = false;
  bool is_byte = false;  // a character, void, or a type that is not complete
};

/// An object, or a part of one: an element, a member.
struct Part {
  std::uint32_t offset = 0;
  std::uint32_t type = none;
  Target target;             // of a pointer
  bool is_constant = false;  // or part of one that is
};

class Shapes {
 public:
  virtual ~Shapes() = default;
  /// All parts of an object, itself among them.
  [[nodiscard]] virtual std::vector<Part> parts(ObjectId object) = 0;
  [[nodiscard]] virtual std::uint32_t type_of(FunctionId function) = 0;
  [[nodiscard]] virtual PointedType type(std::uint32_t id) const = 0;
};

}  // namespace hardbop::c
