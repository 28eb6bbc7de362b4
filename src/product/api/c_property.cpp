// SPDX-License-Identifier: MIT
// Our properties are what an engineer asks of a program, one kind of error each. SV-COMP's are
// those of its tasks, with their conventions: old tasks mark the error by a label ERROR, which in
// other programs is where one cleans up. A name is looked up here and nowhere else.
#include "product/api/c_property.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/util/diagnostic.hpp"

namespace hardbop {

namespace api {

namespace {

using Family = CProperty::Family;
using Kind = PropertyResult::Kind;
using c::Errors;

constexpr std::string_view no_call = "G ! call(reach_error())";
constexpr std::string_view no_overflow = "G ! overflow";
constexpr std::string_view no_arithmetic =
    "no signed arithmetic that could overflow in what main can reach";

constexpr std::array table{
    CProperty{"assertions", Family::Own, Kind::Assertions, true, Errors::Calls, false, no_call,
              "no assertion and no call of reach_error in what main can reach"},
    CProperty{"memory", Family::Own, Kind::Memory},
    CProperty{"arithmetic", Family::Own, Kind::Arithmetic},
    CProperty{"overflow", Family::Own, Kind::Overflow, true, Errors::Overflows, false, no_overflow,
              no_arithmetic},
    CProperty{"leaks", Family::Own, Kind::Leak},
    CProperty{"cleanup", Family::Own, Kind::Leak},
    CProperty{"races", Family::Own, Kind::Race},
    CProperty{"deadlock", Family::Own, Kind::Deadlock},
    CProperty{"termination", Family::Both, Kind::Termination, true, Errors::None, false, "F end"},
    CProperty{"unreach-call", Family::SvComp, Kind::Assertions, true, Errors::Calls, true, no_call,
              "no assertion, call of reach_error or label ERROR in what main can reach"},
    CProperty{"no-overflow", Family::SvComp, Kind::Overflow, true, Errors::Overflows, false,
              no_overflow, no_arithmetic},
    CProperty{"valid-memsafety", Family::SvComp, Kind::Memory},
    CProperty{"valid-memcleanup", Family::SvComp, Kind::Leak},
    CProperty{"no-data-race", Family::SvComp, Kind::Race},
};

Message no_property(const std::string& input, const std::string& name) {
  Message error;
  error.at.file = input;
  error.text = fmt::format("there is no property {}", quote_name(name));
  error.hint = fmt::format(
      "properties of C programs are {}, or a file of SV-COMP's, with its "
      "ending .prp",
      property_names());
  return error;
}

}  // namespace

const CProperty* find_property(std::string_view name) {
  const auto found =
      std::ranges::find_if(table, [&](const CProperty& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<const CProperty*> asked_properties(const CQuestion& c_question,
                                               const Question& question, CAnswer& out) {
  if (!question.ltl.empty() && !c_question.properties.empty()) {
    Message& error = out.answer.errors.emplace_back();
    error.at.file = out.answer.input;
    error.text = "--ltl and --property ask for different things";
  }
  if (!c_question.rules.empty() || !question.ltl.empty()) return {nullptr};
  if (c_question.properties.empty()) return {&table.front()};
  std::vector<const CProperty*> asked;
  for (const std::string& name : c_question.properties) {
    const CProperty* const property = find_property(name);
    if (property == nullptr) {
      out.answer.errors.push_back(no_property(out.answer.input, name));
    } else if (std::ranges::find(asked, property) == asked.end()) {
      asked.push_back(property);
    }
  }
  return asked;
}

std::string property_names() {
  std::vector<std::string_view> own;
  std::vector<std::string_view> others;
  for (const CProperty& row : table)
    if (row.is_decided) (row.family == Family::SvComp ? others : own).push_back(row.name);
  return fmt::format("{}, SV-COMP's {}", fmt::join(own, ", "), fmt::join(others, ", "));
}

}  // namespace api

std::vector<CPropertyName> c_properties() {
  std::vector<CPropertyName> out;
  for (const api::CProperty& row : api::table)
    out.push_back({std::string(row.name), row.family != api::Family::SvComp,
                   row.family != api::Family::Own, row.is_decided});
  return out;
}

std::string read_property(const std::string& text) {
  const auto has = [&](std::string_view words) { return text.find(words) != std::string::npos; };
  if (has("COVER(") || has("def-behavior")) return "";
  if (has("reach_error") || has("__VERIFIER_error") || has("label(ERROR)")) return "unreach-call";
  if (has("F end")) return "termination";
  if (has("! overflow")) return "no-overflow";
  if (has("data-race")) return "no-data-race";
  if (has("valid-memcleanup")) return "valid-memcleanup";
  return has("valid-") ? "valid-memsafety" : "";
}

}  // namespace hardbop
