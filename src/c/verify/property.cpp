// SPDX-License-Identifier: MIT
// Our properties are what an engineer asks about a program, one kind of error each. SV-COMP's
// properties are those of its tasks, with their conventions: old tasks mark the error by a label
// ERROR, which in other programs marks cleanup code. Names are looked up only here.
#include "c/verify/property.hpp"

#include <algorithm>
#include <array>

#include "c/verify/formulas.hpp"
#include "c/verify/rules.hpp"

namespace hardbop::verify {

namespace {

using c::Errors;

constexpr std::string_view no_call = "G ! call(reach_error())";
constexpr std::string_view no_overflow = "G ! overflow";
constexpr std::string_view no_arithmetic = "main reaches no signed arithmetic that could overflow";

constexpr std::string_view no_access = "main reaches no access that could be invalid";
constexpr std::string_view no_allocation = "main allocates no memory";

enum class Family : std::uint8_t { Own, SvComp, Both };

struct Row {
  std::string_view name;
  Family family = Family::Own;
  PropertyKind kind;
  Errors errors = Errors::None;
  bool error_labels = false;
  std::string_view formula{};
  std::string_view nothing{};
};

const std::vector<Row>& table() {
  static const std::vector<Row> rows{
      {"assertions", Family::Own, Assertions(), Errors::Calls, false, no_call,
       "main reaches no assertion and no call of reach_error"},
      {"memory", Family::Own, Memory(), Errors::None, false, {}, no_access},
      {"arithmetic",
       Family::Own,
       Arithmetic(),
       Errors::None,
       false,
       {},
       "main reaches no division and no shift by an amount that could be wrong"},
      {"overflow", Family::Own, Overflow(), Errors::Overflows, false, no_overflow, no_arithmetic},
      {"leaks", Family::Own, Leaks(), Errors::None, false, {}, no_allocation},
      {"cleanup", Family::Own, Cleanup(), Errors::None, false, {}, no_allocation},
      {"races", Family::Own, Races()},
      {"deadlock", Family::Own, Deadlock()},
      {"termination", Family::Both, Termination(), Errors::None, false, "F end"},
      {"unreach-call", Family::SvComp, Assertions(), Errors::Calls, true, no_call,
       "main reaches no assertion, no call of reach_error and no label ERROR"},
      {"no-overflow", Family::SvComp, Overflow(), Errors::Overflows, false, no_overflow,
       no_arithmetic},
      {"valid-memsafety", Family::SvComp, MemorySafety(), Errors::None, false, {}, no_access},
      {"valid-memcleanup", Family::SvComp, Cleanup(), Errors::None, false, {}, no_allocation},
      {"no-data-race", Family::SvComp, Races()},
  };
  return rows;
}

/// What occurs in a file of SV-COMP's, and which property that means: the first that occurs counts.
constexpr auto marks = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"COVER(", ""},
    {"def-behavior", ""},
    {"reach_error", "unreach-call"},
    {"__VERIFIER_error", "unreach-call"},
    {"label(ERROR)", "unreach-call"},
    {"F end", "termination"},
    {"! overflow", "no-overflow"},
    {"data-race", "no-data-race"},
    {"valid-memcleanup", "valid-memcleanup"},
    {"valid-", "valid-memsafety"},
});

KnownProperty from_row(const Row& row) {
  const bool is_by_place = row.family == Family::Own && !row.nothing.empty();
  return {{std::string(row.name), row.kind, row.errors, row.error_labels, row.formula, row.nothing,
           is_by_place},
          row.family != Family::SvComp,
          row.family != Family::Own};
}

}  // namespace

c::Defects Property::defects() const {
  using c::Defect;
  if (is<Memory>()) return {Defect::Memory};
  if (is<MemorySafety>()) return {Defect::Memory, Defect::Leak};
  if (is<Arithmetic>()) return {Defect::Arithmetic};
  if (is<Leaks>()) return {Defect::Leak};
  if (is<Cleanup>()) return {Defect::Cleanup};
  return {};
}

std::vector<KnownProperty> known_properties() {
  std::vector<KnownProperty> out;
  for (const Row& row : table()) out.push_back(from_row(row));
  return out;
}

std::optional<KnownProperty> find_property(std::string_view name) {
  const auto found = std::ranges::find(table(), name, &Row::name);
  if (found == table().end()) return std::nullopt;
  return from_row(*found);
}

ReadProperties read_properties(const std::vector<std::string>& names) {
  ReadProperties out;
  for (const std::string& name : names) {
    std::optional<KnownProperty> known = find_property(name);
    if (!known)
      out.unknown.push_back(name);
    else if (std::ranges::find(out.properties, name, &Property::name) == out.properties.end())
      out.properties.push_back(std::move(known->property));
  }
  return out;
}

std::vector<Property> usual_properties() {
  return read_properties({"assertions", "memory", "arithmetic"}).properties;
}

std::optional<KnownProperty> read_property_file(std::string_view text) {
  const auto found = std::ranges::find_if(
      marks, [&](const auto& mark) { return text.find(mark.first) != std::string_view::npos; });
  return found == marks.end() ? std::nullopt : find_property(found->second);
}

c::ParseOptions reading_for(std::span<const Property> properties, c::ParseOptions reading) {
  if (properties.empty()) return reading;
  reading.errors = properties.front().errors;
  reading.error_labels = properties.front().error_labels;
  reading.strict_memory = properties.front().is_by_place;
  reading.finds_deadlocks = properties.front().is<Deadlock>();
  for (const Property& property : properties)
    if (const RuleKept* const kept = property.get<RuleKept>())
      for (std::string& function : kept->rule->rule.functions())
        reading.watched.push_back(std::move(function));
  return reading;
}

Property formula_property(std::shared_ptr<const Formulas> all, std::size_t number) {
  std::string name = all->title(number);
  return {std::move(name), Formula{std::move(all), number}, Errors::Calls};
}

Property rule_property(std::shared_ptr<const WatchedRule> rule) {
  std::string name = "rule " + rule->name;
  return {std::move(name), RuleKept{std::move(rule)}};
}

}  // namespace hardbop::verify
