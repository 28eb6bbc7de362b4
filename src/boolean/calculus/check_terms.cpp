// SPDX-License-Identifier: MIT
#include "boolean/calculus/check_terms.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/spelling.hpp"

namespace hardbop::calculus {

namespace {

using SelectorKind = TermSyntax::Selector::Kind;

}  // namespace

Index TermChecker::add(Term term) {
  system_.terms.push_back(term);
  return static_cast<Index>(system_.terms.size() - 1);
}

Index TermChecker::truth(Index written) {
  const Term found = term(written, Types::boolean());
  if (found.type != no_index && system_.types[found.type].kind != Type::Kind::Bool)
    diagnostics_.error(
        found.at, fmt::format("this is a {}, not a formula", system_.types.describe(found.type)));
  return add(found);
}

Index TermChecker::argument(Index written, TypeId type) {
  const Term found = term(written, type);
  const bool wrong = found.type != no_index && !same_type(found.type, type);
  if (wrong && syntax_.terms[written].kind == TermSyntax::Kind::Number &&
      system_.types[type].kind == Type::Kind::Range) {
    const Type& range = system_.types[type];
    const std::string name = range.name.empty() ? "" : range.name + ", ";
    diagnostics_.error(
        found.at, fmt::format("{} is not in {}{}..{}", found.value, name, range.low, range.high));
  } else if (wrong) {
    diagnostics_.error(found.at,
                       fmt::format("this is a {}, not a {}", system_.types.describe(found.type),
                                   system_.types.describe(type)));
  }
  if (found.kind == Term::Kind::Element || found.added != 0)
    diagnostics_.error(found.at,
                       "an argument must be a variable, a part of a variable, or a constant",
                       "write 'exists x: T. x = … & R(x)'");
  return add(found);
}

std::pair<std::vector<Index>, Comparison> TermChecker::compare(const FormulaSyntax& in) {
  // A constant takes its type from the other side.
  const bool swap = is_constant(in.terms[0]) && !is_constant(in.terms[1]);
  const Term first = term(in.terms[swap ? 1 : 0], no_index);
  const Term second = term(in.terms[swap ? 0 : 1], first.type);
  const auto result = [&] {
    const Index one = add(first);
    const Index two = add(second);
    return std::pair{swap ? std::vector{two, one} : std::vector{one, two}, in.comparison};
  };
  if (first.type == no_index || second.type == no_index) return result();
  const auto is_range = [&](const Term& one) {
    return system_.types[one.type].kind == Type::Kind::Range;
  };
  const bool equality = in.comparison == Comparison::Equal || in.comparison == Comparison::NotEqual;
  const bool numbers = is_range(first) && is_range(second);
  if (!numbers && !same_type(first.type, second.type))
    diagnostics_.error(
        in.at, fmt::format("cannot compare a {} with a {}", system_.types.describe(first.type),
                           system_.types.describe(second.type)));
  else if (!equality && !numbers)
    diagnostics_.error(in.at, fmt::format("{} has no order", system_.types.describe(first.type)),
                       "only ranges have one");
  return result();
}

bool TermChecker::same_type(TypeId a, TypeId b) const {
  const auto is_bool = [&](TypeId id) { return system_.types[id].kind == Type::Kind::Bool; };
  return a == b || (is_bool(a) && is_bool(b));
}

bool TermChecker::is_constant(Index written) const {
  const TermSyntax& in = syntax_.terms[written];
  if (in.kind != TermSyntax::Kind::Path) return true;
  return std::ranges::none_of(
      scope_.variables, [&](VariableId v) { return system_.variables[v].name == in.head.text; });
}

Term TermChecker::term(Index written, TypeId wanted) {
  const TermSyntax& in = syntax_.terms[written];
  Term out;
  out.kind = Term::Kind::Constant;
  out.at = in.at;
  switch (in.kind) {
    case TermSyntax::Kind::True:
    case TermSyntax::Kind::False:
      out.type = Types::boolean();
      out.value = in.kind == TermSyntax::Kind::True ? 1 : 0;
      return out;
    case TermSyntax::Kind::Number: {
      out.value = in.number;
      Type exactly;
      exactly.kind = Type::Kind::Range;
      exactly.low = exactly.high = in.number;
      const bool fits = wanted != no_index && system_.types[wanted].kind == Type::Kind::Range &&
                        system_.types[wanted].low <= in.number &&
                        in.number <= system_.types[wanted].high;
      out.type = fits ? wanted : system_.types.add(exactly);
      return out;
    }
    case TermSyntax::Kind::Path: break;
  }
  return path(in, wanted);
}

Term TermChecker::path(const TermSyntax& in, TypeId wanted) {
  Term out;
  out.at = in.at;
  const auto found =
      std::find_if(scope_.variables.rbegin(), scope_.variables.rend(),
                   [&](VariableId v) { return system_.variables[v].name == in.head.text; });
  if (found == scope_.variables.rend()) {
    if (const std::optional<Term> constant = value(in, wanted)) return *constant;
    unknown_name(in.head);
    return out;
  }
  out.variable = *found;
  out.type = system_.variables[*found].type;
  for (const TermSyntax::Selector& selector : in.selectors)
    if (!select(out, selector)) return out;
  out.added = in.added;
  check_sum(out);
  return out;
}

void TermChecker::check_sum(const Term& term) {
  if (term.added != 0 && system_.types[term.type].kind != Type::Kind::Range)
    diagnostics_.error(term.at,
                       fmt::format("cannot add to a {}", system_.types.describe(term.type)));
}

/// `left`, or `Place.left` where several types have it.
std::optional<Term> TermChecker::value(const TermSyntax& in, TypeId wanted) {
  Term out;
  out.kind = Term::Kind::Constant;
  out.at = in.at;
  const auto has = [&](TypeId id, std::string_view name) {
    const std::vector<std::string>& values = system_.types[id].values;
    const auto found = std::ranges::find(values, name);
    if (found == values.end()) return false;
    out.type = id;
    out.value = found - values.begin();
    return true;
  };
  const bool qualified = in.selectors.size() == 1 && in.selectors[0].kind == SelectorKind::Field;
  if (qualified) {
    const TypeId type = system_.types.find(in.head.text);
    return type != no_index && has(type, in.selectors[0].field.text) ? std::optional(out)
                                                                     : std::nullopt;
  }
  if (!in.selectors.empty()) return std::nullopt;
  if (wanted != no_index && has(wanted, in.head.text)) return out;
  std::vector<std::string> types;
  for (TypeId id = 0; id < system_.types.size(); ++id)
    if (has(id, in.head.text)) types.push_back(system_.types.describe(id));
  if (types.empty()) return std::nullopt;
  if (types.size() > 1 && wanted == no_index)
    diagnostics_.error(in.at,
                       fmt::format("{} is a value of several types: {}", quote_name(in.head.text),
                                   fmt::join(types, ", ")),
                       fmt::format("write '{}.{}'", types[0], in.head.text));
  return out;
}

void TermChecker::unknown_name(const Word& name) {
  SpellingHint hint(name.text);
  for (const VariableId v : scope_.variables) hint.offer(system_.variables[v].name);
  for (TypeId id = 0; id < system_.types.size(); ++id)
    for (const std::string& value : system_.types[id].values) hint.offer(value);
  diagnostics_.error(name.at, fmt::format("no variable or value {}", quote_name(name.text)),
                     hint.hint());
}

bool TermChecker::select(Term& term, const TermSyntax::Selector& selector) {
  const Type& of = system_.types[term.type];
  const auto refuse = [&](std::string text, std::string hint) {
    diagnostics_.error(selector.at, std::move(text), std::move(hint));
    term.type = no_index;
    return false;
  };
  if (term.kind == Term::Kind::Element) return refuse("an element has no parts", "");
  if (selector.kind == SelectorKind::Field) {
    SpellingHint hint(selector.field.text);
    for (const Type::Field& field : of.fields) {
      hint.offer(field.name);
      if (field.name != selector.field.text) continue;
      term.first_bit += field.first_bit;
      term.type = field.type;
      return true;
    }
    return refuse(fmt::format("a {} has no field {}", system_.types.describe(term.type),
                              quote_name(selector.field.text)),
                  hint.hint());
  }
  if (of.kind != Type::Kind::Array)
    return refuse(fmt::format("a {} has no elements", system_.types.describe(term.type)), "");
  if (selector.kind == SelectorKind::Number) {
    if (selector.number >= of.length)
      return refuse(fmt::format("there are {} elements; the first one has number 0", of.length),
                    "");
    term.first_bit += static_cast<std::uint32_t>(selector.number);
  } else {
    const std::uint32_t length = of.length;
    const Term index = this->term(selector.term, no_index);
    if (index.type != no_index && system_.types[index.type].kind != Type::Kind::Range)
      return refuse(fmt::format("a {} is not a number", system_.types.describe(index.type)), "");
    if (index.type == no_index || index.kind == Term::Kind::Element) return false;
    term.kind = Term::Kind::Element;
    term.length = length;
    term.index = add(index);
  }
  term.type = Types::boolean();
  return true;
}

}  // namespace hardbop::calculus
