// SPDX-License-Identifier: MIT
// What SARIF calls rules: of which kind a property is, and what that is about. Private to the
// layer.
#pragma once

#include <string>

#include <hardbop/answer.hpp>

namespace hardbop::report {

/// A name without blanks: "hardbop/label", "hardbop/no-overflow", "rule/lock".
[[nodiscard]] std::string rule_id(const PropertyResult& result);

struct RuleText {
  std::string title;  // the problem, in a few words
  std::string text;
  std::string help;  // what to do about it
};

[[nodiscard]] RuleText rule_text(const PropertyResult& result, const SarifOptions& options);

/// The letters that need it as %20 and the like; those of `plain` and letters and digits stay.
[[nodiscard]] std::string percent_encoded(std::string_view text, std::string_view plain);

}  // namespace hardbop::report
