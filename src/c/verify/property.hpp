// SPDX-License-Identifier: MIT
// A question about a C program, as a value. One table here reads the names of properties; no other
// code compares them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "c/front/front_end.hpp"

namespace hardbop::verify {

class Formulas;
struct WatchedRule;

// The kinds of properties.
struct Assertions {};  // no assertion fails, and reach_error is not called
struct Overflow {};    // no signed arithmetic overflows
struct Termination {};
/// One of several formulas of LTL.
struct Formula {
  std::shared_ptr<const Formulas> all;
  std::size_t number = 0;
};
struct RuleKept {
  std::shared_ptr<const WatchedRule> rule;
};
struct Memory {};        // no access is invalid
struct MemorySafety {};  // and no memory is lost
struct Arithmetic {};
struct Leaks {};    // no memory is lost
struct Cleanup {};  // all memory is freed in the end
struct Races {};
struct Deadlock {};

using PropertyKind = std::variant<Assertions, Overflow, Termination, Formula, RuleKept, Memory,
                                  MemorySafety, Arithmetic, Leaks, Cleanup, Races, Deadlock>;

struct Property {
  std::string name;  // what answers call it: "assertions", "ltl G p", "rule lock"
  PropertyKind kind;
  c::Errors errors = c::Errors::None;  // what is an error of a program that is read for it
  bool error_labels = false;           // labels ERROR, too
  std::string_view formula{};          // that witnesses state; empty where it has none
  std::string_view nothing{};          // what there is not, where there is nothing to check
  bool is_by_place = false;            // each place has an answer of its own
  bool covers = false;                 // asks whether statements can be reached, which get stops

  template <typename Kind>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<Kind>(kind);
  }
  template <typename Kind>
  [[nodiscard]] const Kind* get() const {
    return std::get_if<Kind>(&kind);
  }
  /// Whether it is about several threads only.
  [[nodiscard]] bool is_of_threads() const { return is<Races>() || is<Deadlock>(); }
  /// Whether a run violates it by arriving at an error.
  [[nodiscard]] bool is_safety() const {
    return is<Assertions>() || is<Overflow>() || is<RuleKept>() || is_of_threads() ||
           !defects().empty();
  }
  [[nodiscard]] bool has_certificates() const { return is<Termination>() || is_safety(); }
  /// What ends the runs that violate it, where C does not say how these go on.
  [[nodiscard]] c::Defects defects() const;
  [[nodiscard]] bool has_witnesses() const { return !formula.empty(); }
};

/// A property that has a name of its own: one of ours, or of SV-COMP's, or both.
struct KnownProperty {
  Property property;
  bool is_own = false;
  bool is_sv_comp = false;
};

[[nodiscard]] std::vector<KnownProperty> known_properties();
/// Nothing where there is none.
[[nodiscard]] std::optional<KnownProperty> find_property(std::string_view name);
struct ReadProperties {
  std::vector<Property> properties{};
  std::vector<std::string> unknown{};  // names that there are none of
};
/// Those of these names, each once.
[[nodiscard]] ReadProperties read_properties(const std::vector<std::string>& names);
/// What is asked where nothing is said; the first of them where one alone can be.
[[nodiscard]] std::vector<Property> usual_properties();
/// The one that a file of SV-COMP's (.prp) asks for; nothing where it is none.
[[nodiscard]] std::optional<KnownProperty> read_property_file(std::string_view text);

/// How a program is read for properties of one kind; a rule's functions can be told in it.
[[nodiscard]] c::ParseOptions reading_for(std::span<const Property> properties,
                                          c::ParseOptions reading);

[[nodiscard]] Property formula_property(std::shared_ptr<const Formulas> all, std::size_t number);
[[nodiscard]] Property rule_property(std::shared_ptr<const WatchedRule> rule);

}  // namespace hardbop::verify
