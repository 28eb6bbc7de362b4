// SPDX-License-Identifier: MIT
// A temporal rule as data: its variables, and how they change when functions are entered and left.
// The language follows SLIC, the language of SLAM's rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/util/source.hpp"
#include "c/text/expression_text.hpp"

namespace hardbop::rules {

/// An argument `$1`, `$2`, … or the result `$return`.
struct RuleParameter {
  SourceSpan at;
  std::uint32_t number = 0;  // 0: the result
};

/// A name of an expression: its node has the number of one in Rule::names.
struct RuleName {
  enum class Kind : std::uint8_t { Variable, Parameter, Null };
  Kind kind = Kind::Variable;
  std::uint32_t variable = 0;  // into Rule::variables
  RuleParameter parameter;
};

/// A variable of the rule, that the program does not see.
struct RuleVariable {
  enum class Kind : std::uint8_t { Int, Unsigned, Bool, Pointer };  // an enum is an int
  Kind kind = Kind::Int;
  std::string name;
  SourceSpan at;
  std::int64_t initial = 0;
};

struct RuleStatement {
  enum class Kind : std::uint8_t {
    Assign,  // variable := value
    If,
    Abort,  // the rule is broken: `text` says how
    Halt,   // what comes then does not matter
  };
  Kind kind = Kind::Assign;
  SourceSpan at;
  std::uint32_t variable = 0;
  c::ExpressionText value;  // of If: the condition
  std::vector<RuleStatement> then;
  std::vector<RuleStatement> otherwise;
  std::string text;
};

/// A function is entered, or left.
struct RuleEvent {
  std::string function;
  bool is_exit = false;
  SourceSpan at;  // of the function's name
};

struct RuleHandler {
  std::vector<RuleEvent> events;
  std::optional<RuleParameter> guard;  // only where that is what is watched
  std::vector<RuleStatement> body;
};

/// Where what is watched is chosen.
struct RuleWatch {
  RuleEvent event;
  RuleParameter parameter;
};

struct Rule {
  std::string name;
  std::vector<RuleVariable> variables;
  bool watches_any = false;  // what is watched is chosen before the program starts; or
  std::vector<RuleWatch> watches;
  std::vector<RuleHandler> handlers;
  std::vector<RuleName> names;

  [[nodiscard]] bool is_watching() const { return watches_any || !watches.empty(); }
  /// The names of all functions that it mentions.
  [[nodiscard]] std::vector<std::string> functions() const;
};

}  // namespace hardbop::rules
