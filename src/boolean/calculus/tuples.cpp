// SPDX-License-Identifier: MIT
#include "boolean/calculus/tuples.hpp"

#include <fmt/format.h>
#include <utility>

namespace hardbop::calculus {

TupleEnumerator::TupleEnumerator(bdd::Manager& manager, const std::vector<bdd::Var>& columns,
                                 bdd::Bdd relation)
    : manager_(manager), columns_(columns), rest_{std::move(relation)} {}

bool TupleEnumerator::take(bool value) {
  const bdd::Literal literal{columns_[bits_.size()], value};
  bdd::Bdd part = bdd::cofactor(rest_.back(), manager_.literal(literal));
  if (part.is_false()) return false;
  rest_.push_back(std::move(part));
  bits_.push_back(value);
  return true;
}

/// To the smallest tuple below; what is left is not empty.
bool TupleEnumerator::descend() {
  while (bits_.size() < columns_.size())
    if (!take(false)) static_cast<void>(take(true));
  return true;
}

bool TupleEnumerator::next() {
  if (!std::exchange(started_, true)) return !rest_.back().is_false() && descend();
  while (!bits_.empty()) {
    const bool was = bits_.back();
    bits_.pop_back();
    rest_.pop_back();
    if (!was && take(true)) return descend();
  }
  return false;
}

std::string value_text(const Types& types, TypeId type, const std::vector<bool>& bits,
                       std::size_t first_bit, const NumberText& number) {
  const Type& of = types[type];
  std::string out;
  if (of.kind == Type::Kind::Structure) {
    for (const Type::Field& field : of.fields)
      out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", field.name,
                         value_text(types, field.type, bits, first_bit + field.first_bit, number));
    return "{" + out + "}";
  }
  if (of.kind == Type::Kind::Array) {
    for (std::size_t i = 0; i < of.length; ++i) out += bits[first_bit + i] ? '1' : '0';
    return out;
  }
  std::int64_t code = 0;
  for (std::size_t i = 0; i < of.bits; ++i) code = 2 * code + (bits[first_bit + i] ? 1 : 0);
  if (of.kind == Type::Kind::Range) {
    const std::optional<std::string> text = number ? number(of, of.low + code) : std::nullopt;
    return text ? *text : std::to_string(of.low + code);
  }
  if (of.kind == Type::Kind::Bool) return code == 0 ? "false" : "true";
  return of.values[static_cast<std::size_t>(code)];
}

std::vector<std::string> tuple_text(const System& system, const Relation& relation,
                                    const std::vector<bool>& bits, const NumberText& number) {
  std::vector<std::string> out;
  std::size_t at = 0;
  for (const VariableId v : relation.parameters) {
    const TypeId type = system.variables[v].type;
    out.push_back(value_text(system.types, type, bits, at, number));
    at += system.types[type].bits;
  }
  return out;
}

}  // namespace hardbop::calculus
