// SPDX-License-Identifier: MIT
// Reads rules.
#pragma once

#include <string>

#include "base/util/diagnostic.hpp"
#include "base/util/scanner.hpp"
#include "c/rules/rule.hpp"

namespace hardbop::rules {

/// Reports every error; the rule is of use only where there are none. `name` is what the rule is
/// called. Never throws for bad input.
[[nodiscard]] Rule parse_rule(const SourceFile& file, std::string name, Diagnostics& diagnostics);

/// How the words of a rule look: names, keywords among them, and parameters such as $1.
[[nodiscard]] TokenSyntax rule_token_syntax();
/// The words of a rule.
[[nodiscard]] std::vector<TextToken> rule_tokens(std::string_view text);

}  // namespace hardbop::rules
