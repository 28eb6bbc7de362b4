// SPDX-License-Identifier: MIT
// Rules that C programs must obey.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/util/source.hpp"
#include "c/il/il.hpp"
#include "c/rules/rule.hpp"
#include "c/verify/message.hpp"

namespace hardbop::verify {

struct RuleText {
  std::string name;  // what answers call it
  std::string path;  // for messages
  std::string text;
};

/// A rule, and what answers need to know of it.
struct WatchedRule {
  std::string name;
  std::string text;  // as it was given
  SourceFile file;
  rules::Rule rule;
  bool watches = false;

  /// What the rule says, of the text of a statement Error.
  [[nodiscard]] std::string message(const std::string& error) const;
};

struct ReadRules {
  std::vector<std::shared_ptr<const WatchedRule>> rules;
  Messages messages;
};
[[nodiscard]] ReadRules read_rules(const std::vector<RuleText>& texts);

/// Makes a rule part of a program, which is of use only where there are no errors.
[[nodiscard]] Messages weave(const WatchedRule& rule, c::Program& program);

/// Whether a run can get to something that the rule is about.
[[nodiscard]] bool can_be_broken(const WatchedRule& rule, const c::Program& program);
/// What the rule is about that is not in the program; empty where there is something of it.
[[nodiscard]] std::string why_not_applicable(const WatchedRule& rule, const c::Program& program);

}  // namespace hardbop::verify
