// SPDX-License-Identifier: MIT
// Translates expressions of a rule to the intermediate language: machine words, with C's
// promotions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "c/il/builder.hpp"
#include "c/rules/rule.hpp"

namespace hardbop::rules {

/// A word, and how it counts as a number.
struct RuleValue {
  c::ExprId word = c::none;
  c::Type type;
};

/// What a handler sees of a call.
struct CallView {
  std::string function;
  std::vector<std::optional<RuleValue>> arguments;  // nothing: neither integer nor pointer
  bool has_arguments = true;                        // false: nobody says what they are
  std::optional<RuleValue> result;
  bool has_result = false;  // though perhaps neither integer nor pointer
};

/// The type that a rule's variable has in the program.
[[nodiscard]] c::Type type_of(const RuleVariable& variable, const c::Builder& build);

class RuleExpressions {
 public:
  RuleExpressions(const Rule& rule, std::vector<c::Place> variables, c::Builder& build,
                  Diagnostics& diagnostics)
      : rule_(rule), variables_(std::move(variables)), build_(build), diagnostics_(diagnostics) {}

  /// Where something does not fit, that is reported, and the value is zero.
  [[nodiscard]] RuleValue parameter(const RuleParameter& wanted, const CallView& call);
  [[nodiscard]] c::ExprId truth(const c::ExpressionText& text, const CallView& call);
  /// As it is stored in a variable of that type.
  [[nodiscard]] c::ExprId assigned(const c::ExpressionText& text, const CallView& call, c::Type to,
                                   SourceSpan at);

  [[nodiscard]] const c::Place& place(std::uint32_t variable) const { return variables_[variable]; }

 private:
  const Rule& rule_;
  std::vector<c::Place> variables_;
  c::Builder& build_;
  Diagnostics& diagnostics_;

  RuleValue problem(SourceSpan at, std::string text);
};

}  // namespace hardbop::rules
