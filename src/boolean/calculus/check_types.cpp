// SPDX-License-Identifier: MIT
#include "boolean/calculus/check_types.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/util/spelling.hpp"

namespace hardbop::calculus {

namespace {

using ItemKind = ItemSyntax::Kind;
using TypeKind = TypeSyntax::Kind;

}  // namespace

void TypeChecker::declare(const ItemSyntax& item) {
  if (item.kind != ItemKind::Type && item.kind != ItemKind::InputType) return;
  if (system_.types.find(item.name.text) != no_index) {
    diagnostics_.error(item.name.at,
                       fmt::format("type {} is defined twice", quote_name(item.name.text)));
    return;
  }
  if (item.kind == ItemKind::InputType) return declare_given(item.name);
  const TypeSyntax& in = syntax_.types[item.type];
  Type type = in.kind == TypeKind::Named ? system_.types[resolve(item.type)] : written_type(in);
  type.name = item.name.text;
  system_.types.add(std::move(type));
}

void TypeChecker::declare_given(const Word& name) {
  const auto found = std::ranges::find_if(
      given_.types, [&](const Given::GivenType& one) { return one.type.name == name.text; });
  if (found != given_.types.end()) {
    system_.places[system_.types.add(found->type)] = found->places;
    return;
  }
  SpellingHint hint(name.text);
  for (const Given::GivenType& one : given_.types) hint.offer(one.type.name);
  diagnostics_.error(name.at, fmt::format("no input type {}", quote_name(name.text)),
                     given_.types.empty()
                         ? "'hardbop check --engine fixpoint' gives the types of a program"
                         : hint.hint());
}

TypeId TypeChecker::resolve(Index written) {
  const TypeSyntax& in = syntax_.types[written];
  if (in.kind == TypeKind::Bool) return Types::boolean();
  if (in.kind != TypeKind::Named) return system_.types.add(written_type(in));
  const TypeId found = system_.types.find(in.name.text);
  if (found != no_index) return found;
  SpellingHint hint(in.name.text);
  for (TypeId id = 0; id < system_.types.size(); ++id) hint.offer(system_.types[id].name);
  diagnostics_.error(in.at, fmt::format("no type {}", quote_name(in.name.text)), hint.hint());
  return Types::boolean();
}

Type TypeChecker::written_type(const TypeSyntax& in) {
  Type out;
  switch (in.kind) {
    case TypeKind::Array:
      out.kind = Type::Kind::Array;
      if (in.low > Types::most_bits) {
        diagnostics_.error(in.at, fmt::format("a type can have at most {} bits", Types::most_bits));
        break;
      }
      out.length = static_cast<std::uint32_t>(in.low);
      break;
    case TypeKind::Enumeration: {
      out.kind = Type::Kind::Enumeration;
      std::set<std::string_view> seen;
      for (const Word& value : in.values) {
        if (!seen.insert(value.text).second)
          diagnostics_.error(value.at,
                             fmt::format("value {} is listed twice", quote_name(value.text)));
        out.values.emplace_back(value.text);
      }
      break;
    }
    case TypeKind::Range:
      out.kind = Type::Kind::Range;
      out.low = in.low;
      out.high = std::max(in.low, in.high);
      if (in.high < in.low)
        diagnostics_.error(in.at, "this range is empty",
                           "the first number must not be larger than the second");
      break;
    case TypeKind::Structure: add_fields(in, out); break;
    default: break;
  }
  return out;
}

void TypeChecker::add_fields(const TypeSyntax& in, Type& out) {
  out.kind = Type::Kind::Structure;
  std::set<std::string_view> seen;
  std::uint64_t bits = 0;
  for (const TypeSyntax::Field& field : in.fields) {
    if (!seen.insert(field.name.text).second)
      diagnostics_.error(field.name.at,
                         fmt::format("field {} is declared twice", quote_name(field.name.text)));
    const TypeId type = resolve(field.type);
    bits += system_.types[type].bits;
    if (bits > Types::most_bits) {
      diagnostics_.error(in.at, fmt::format("a type can have at most {} bits", Types::most_bits));
      return;
    }
    out.fields.push_back({std::string(field.name.text), type, 0});
  }
}

void TypeChecker::add_order(const ItemSyntax& item) {
  for (const Index path : item.paths)
    if (const auto hint = order_hint(syntax_.terms[path])) system_.order.push_back(*hint);
}

std::optional<OrderHint> TypeChecker::order_hint(const TermSyntax& path) {
  OrderHint out;
  out.type = system_.types.find(path.head.text);
  if (out.type == no_index) {
    diagnostics_.error(path.head.at, fmt::format("no type {}", quote_name(path.head.text)),
                       "an order lists types and their parts, as in 'order State.x, State.y[3]'");
    return std::nullopt;
  }
  TypeId type = out.type;
  out.bits = system_.types[type].bits;
  for (const TermSyntax::Selector& selector : path.selectors) {
    const Type& of = system_.types[type];
    const auto field = std::ranges::find_if(
        of.fields, [&](const Type::Field& one) { return one.name == selector.field.text; });
    const bool is_element = selector.kind == TermSyntax::Selector::Kind::Number &&
                            of.kind == Type::Kind::Array && selector.number < of.length;
    if (selector.kind == TermSyntax::Selector::Kind::Field && field != of.fields.end()) {
      out.first_bit += field->first_bit;
      type = field->type;
    } else if (is_element) {
      out.first_bit += static_cast<std::uint32_t>(selector.number);
      type = Types::boolean();
    } else {
      diagnostics_.error(selector.at,
                         fmt::format("{} has no such part", system_.types.describe(type)));
      return std::nullopt;
    }
    out.bits = system_.types[type].bits;
  }
  return out;
}

}  // namespace hardbop::calculus
