// SPDX-License-Identifier: MIT
// C programs made as small as can be while something stays true of them: delta debugging
// [zeller02] on the text's statements and operands.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/util/budget.hpp"

namespace hardbop::c {

/// A part of a text, and what is written there instead.
struct TextEdit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string with;
};

/// All that makes the text smaller in one step, the largest first: declarations and statements left
/// out, several at once too, loops and branches replaced by what is in them, operands left out.
/// What comes out need not compile.
[[nodiscard]] std::vector<TextEdit> smaller_texts(const std::string& text);

struct Shrunk {
  std::string text;
  bool is_minimal = false;  // no single edit is left; else the budget stopped it
  std::uint64_t tried = 0;  // candidates `keep` was asked about
  std::uint64_t kept = 0;
};

/// `keep` must be true of `text`, and false of what does not compile.
[[nodiscard]] Shrunk shrink(std::string text, const std::function<bool(const std::string&)>& keep,
                            Budget& budget);

}  // namespace hardbop::c
