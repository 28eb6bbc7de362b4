// SPDX-License-Identifier: MIT
// Shows that a printer makes a canonical form: whatever stands between the tokens of a text, it
// keeps tokens and comments, and what it printed does not change any more.
#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "base/util/scanner.hpp"

namespace hardbop::test {

inline std::vector<std::string> words_of(const std::string& text, const TokenSyntax& syntax) {
  std::vector<std::string> out;
  for (const TextToken& token : scan({text, syntax})) out.emplace_back(token.text);
  return out;
}

/// With other blanks, line breaks and comments between the tokens.
inline std::string spoil(const std::string& text, const TokenSyntax& syntax, std::mt19937& random) {
  const std::vector<std::string> gaps{" ", "  ",      "\n",      "\n\n\n", "\t",
                                      " ", " // #\n", "/* # */", "\r\n",   " /* #\n */\n"};
  std::string out;
  for (const std::string& word : words_of(text, syntax)) out += gaps[random() % gaps.size()] + word;
  return out;
}

template <typename Print>
void expect_canonical(const std::string& text, const TokenSyntax& syntax, const Print& print) {
  std::mt19937 random(static_cast<unsigned>(text.size()));
  for (const std::string& written : {text, spoil(text, syntax, random)}) {
    const std::string printed = print(written);
    ASSERT_EQ(words_of(printed, syntax), words_of(written, syntax)) << written;
    ASSERT_EQ(print(printed), printed) << written;
    ASSERT_EQ(std::ranges::count(printed, '#'), std::ranges::count(written, '#')) << written;
  }
}

}  // namespace hardbop::test
