// SPDX-License-Identifier: MIT
#include "boolean/calculus/types.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace hardbop::calculus {

std::uint64_t Type::size() const {
  switch (kind) {
    case Kind::Enumeration: return values.size();
    case Kind::Range: return static_cast<std::uint64_t>(high - low) + 1;
    default: return 2;
  }
}

std::uint32_t bits_of(const Type& type) {
  if (type.kind == Type::Kind::Array) return type.length;
  return static_cast<std::uint32_t>(std::bit_width(type.size() - 1));
}

TypeId Types::add(Type type) {
  if (type.kind == Type::Kind::Structure) {
    type.bits = 0;
    for (Type::Field& field : type.fields) {
      field.first_bit = type.bits;
      type.bits += types_[field.type].bits;
    }
  } else {
    type.bits = bits_of(type);
  }
  if (type.name.empty()) {
    const auto same = std::ranges::find(types_, type);
    if (same != types_.end()) return static_cast<TypeId>(same - types_.begin());
  }
  types_.push_back(std::move(type));
  return static_cast<TypeId>(types_.size() - 1);
}

TypeId Types::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(types_, [&](const Type& type) { return type.name == name; });
  return found == types_.end() ? no_index : static_cast<TypeId>(found - types_.begin());
}

std::string Types::describe(TypeId id) const {
  const Type& type = types_[id];
  if (!type.name.empty()) return type.name;
  switch (type.kind) {
    case Type::Kind::Bool: return "bool";
    case Type::Kind::Array: return fmt::format("bool[{}]", type.length);
    case Type::Kind::Range: return fmt::format("{}..{}", type.low, type.high);
    case Type::Kind::Enumeration: return fmt::format("{{{}}}", fmt::join(type.values, ", "));
    case Type::Kind::Structure: break;
  }
  return "struct";
}

std::vector<Leaf> Types::leaves(TypeId id) const {
  std::vector<Leaf> out;
  add_leaves(id, 0, out);
  return out;
}

void Types::add_leaves(TypeId id, std::uint32_t first_bit, std::vector<Leaf>& into) const {
  const Type& type = types_[id];
  switch (type.kind) {
    case Type::Kind::Structure:
      for (const Type::Field& field : type.fields)
        add_leaves(field.type, first_bit + field.first_bit, into);
      break;
    case Type::Kind::Array:
      for (std::uint32_t i = 0; i < type.length; ++i)
        into.push_back({boolean(), first_bit + i, id, i});
      break;
    default: into.push_back({id, first_bit, no_index, 0});
  }
}

void Types::flatten(TypeId id, std::vector<TypeId>& into) const {
  if (types_[id].kind != Type::Kind::Structure) return into.push_back(id);
  for (const Type::Field& field : types_[id].fields) flatten(field.type, into);
}

}  // namespace hardbop::calculus
