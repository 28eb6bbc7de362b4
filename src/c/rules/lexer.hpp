// SPDX-License-Identifier: MIT
// Tokens of a rule.
#pragma once

#include <string_view>
#include <vector>

#include "base/util/diagnostic.hpp"

namespace hardbop::rules {

struct RuleToken {
  enum class Kind : std::uint8_t {
    Name,  // keywords, too
    Number,
    String,     // with its quotes
    Parameter,  // $1, $return
    Mark,
    EndOfFile,
  };
  Kind kind = Kind::EndOfFile;
  SourceSpan at;
  std::string_view text;
};

/// All tokens, the end of the file last. What is no token is reported and left out.
[[nodiscard]] std::vector<RuleToken> tokenise_rule(std::string_view text, Diagnostics& diagnostics);

}  // namespace hardbop::rules
