// SPDX-License-Identifier: MIT
#include "boolean/temporal/properties.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "boolean/logic/parse.hpp"
#include "boolean/temporal/lines.hpp"

namespace hardbop::temporal {

namespace {

using PropertyKind = TemporalProperty::Kind;

/// What a line can ask for.
struct PropertyWord {
  std::string_view word;
  PropertyKind kind;
  std::optional<Logic> logic;  // of the formula that follows; where there is none, nothing may
};
constexpr std::array words{PropertyWord{"ltl", PropertyKind::Ltl, Logic::Ltl},
                           PropertyWord{"ctl", PropertyKind::Ctl, Logic::Ctl},
                           PropertyWord{"terminates", PropertyKind::Termination, std::nullopt}};

/// A line's property; false where it has an error.
bool read(const SourceFile& source, SourceSpan line, const bp::Graph& graph,
          Diagnostics& diagnostics, TemporalProperty& property) {
  property.at = line;
  const SourceSpan name = first_word(source, line, ":");
  SourceSpan rest = trimmed(source, {name.end, line.end});
  if (name.begin == name.end || source.text(rest).substr(0, 1) != ":") {
    diagnostics.error({name.end, name.end + 1},
                      missing(name.begin == name.end ? "a name" : "':'", found(source, rest)),
                      "write 'name: ltl FORMULA', 'name: ctl FORMULA' or 'name: terminates'");
    return false;
  }
  property.name = source.text(name);
  rest = trimmed(source, {rest.begin + 1, line.end});
  const SourceSpan kind = first_word(source, rest, "");
  const auto* const row = std::ranges::find(words, source.text(kind), &PropertyWord::word);
  const SourceSpan formula = trimmed(source, {kind.end, line.end});
  if (row == words.end()) {
    diagnostics.error(kind, missing("'ltl', 'ctl' or 'terminates'", found(source, rest)));
    return false;
  }
  property.kind = row->kind;
  if (!row->logic) {
    if (formula.begin != formula.end)
      diagnostics.error(formula, fmt::format("unexpected text after '{}'", row->word));
    return formula.begin == formula.end;
  }
  property.text = source.text(formula);
  auto parsed = parse_formula(source, formula, *row->logic, graph, diagnostics);
  if (!parsed) return false;
  property.formula = *std::move(parsed);
  return true;
}

}  // namespace

std::vector<TemporalProperty> parse_properties(const SourceFile& source, const bp::Graph& graph,
                                               Diagnostics& diagnostics) {
  std::vector<TemporalProperty> properties;
  for_each_line(source, [&](SourceSpan line) {
    TemporalProperty property;
    if (!read(source, line, graph, diagnostics, property)) return;
    const bool is_new = std::ranges::none_of(
        properties, [&](const TemporalProperty& other) { return other.name == property.name; });
    if (is_new) {
      properties.push_back(std::move(property));
    } else {
      diagnostics.error(first_word(source, line, ":"),
                        fmt::format("property '{}' is defined twice", property.name));
    }
  });
  return properties;
}

}  // namespace hardbop::temporal
