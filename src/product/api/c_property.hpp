// SPDX-License-Identifier: MIT
// What can be asked of a C program, in one table: our names, and SV-COMP's. Private to the layer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "c/front/front_end.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::api {

struct CProperty {
  enum class Family : std::uint8_t { Own, SvComp, Both };

  std::string_view name;
  Family family = Family::Own;
  PropertyResult::Kind kind = PropertyResult::Kind::Assertions;
  bool is_decided = false;
  c::Errors errors = c::Errors::None;  // how the program is read
  bool error_labels = false;
  std::string_view formula = {};  // that witnesses state, where it holds
  std::string_view nothing = {};  // what there is not, where there is nothing to check

  [[nodiscard]] bool is_termination() const { return kind == PropertyResult::Kind::Termination; }
};

/// Null where there is none.
[[nodiscard]] const CProperty* find_property(std::string_view name);

/// Those that the question is about; of rules and formulas, null alone. Errors go to the answer.
[[nodiscard]] std::vector<const CProperty*> asked_properties(const CQuestion& c_question,
                                                             const Question& question,
                                                             CAnswer& out);

/// "assertions, overflow, termination, and SV-COMP's unreach-call, …": those that are decided.
[[nodiscard]] std::string property_names();

}  // namespace hardbop::api
