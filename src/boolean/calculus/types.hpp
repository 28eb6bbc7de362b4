// SPDX-License-Identifier: MIT
// The finite types of the calculus and how their values are written in bits.
//
// A type's bits are those of its scalars one after another: a structure's fields in order, an
// array's elements in order. A scalar (bool, enumeration, range) is a number from 0 on, most
// significant bit first; a type with one value has no bits.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "boolean/calculus/syntax.hpp"

namespace hardbop::calculus {

using TypeId = Index;

struct Type {
  enum class Kind : std::uint8_t { Bool, Enumeration, Range, Array, Structure };
  struct Field {
    std::string name;
    TypeId type = no_index;
    std::uint32_t first_bit = 0;

    friend bool operator==(const Field&, const Field&) = default;
  };

  Kind kind = Kind::Bool;
  std::string name;                 // empty where it has none
  std::vector<std::string> values;  // Enumeration
  std::int64_t low = 0;             // Range
  std::int64_t high = 0;
  std::uint32_t length = 0;   // Array
  std::vector<Field> fields;  // Structure
  std::uint32_t bits = 0;

  /// How many values a scalar has.
  [[nodiscard]] std::uint64_t size() const;
  /// Whether each combination of a scalar's bits is a value.
  [[nodiscard]] bool is_full() const { return size() == std::uint64_t{1} << bits; }
  friend bool operator==(const Type&, const Type&) = default;
};

/// Of a type that is no structure.
[[nodiscard]] std::uint32_t bits_of(const Type& type);

/// A scalar inside a type.
struct Leaf {
  TypeId type = no_index;
  std::uint32_t first_bit = 0;
  TypeId array = no_index;  // the array it is an element of
  std::uint32_t element = 0;
};

class Types {
 public:
  static constexpr std::uint32_t most_bits = 1U << 16U;

  Types() { types_.emplace_back().bits = 1; }

  [[nodiscard]] static constexpr TypeId boolean() { return 0; }
  [[nodiscard]] const Type& operator[](TypeId id) const { return types_[id]; }
  [[nodiscard]] std::size_t size() const { return types_.size(); }
  /// The bits are counted here. A type without a name is the same as an equal one.
  TypeId add(Type type);
  /// no_index where there is none.
  [[nodiscard]] TypeId find(std::string_view name) const;
  /// As a message should show it.
  [[nodiscard]] std::string describe(TypeId id) const;
  [[nodiscard]] std::vector<Leaf> leaves(TypeId id) const;
  /// The types that are no structures, one after another.
  void flatten(TypeId id, std::vector<TypeId>& into) const;

 private:
  std::vector<Type> types_;

  void add_leaves(TypeId id, std::uint32_t first_bit, std::vector<Leaf>& into) const;
};

}  // namespace hardbop::calculus
