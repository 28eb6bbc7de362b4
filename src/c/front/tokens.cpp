// SPDX-License-Identifier: MIT
#include "c/front/tokens.hpp"

#include "base/util/module.hpp"

namespace hardbop::c {

std::vector<Token> find_tokens(const std::string& text) {
  using FindTokens = void (*)(const std::string&, std::vector<Token>&);
  std::vector<Token> out;
  std::string why;
  if (void* const found = find_in_module("hardbop-clang.so", "hardbop_find_tokens", why))
    reinterpret_cast<FindTokens>(found)(text, out);
  return out;
}

}  // namespace hardbop::c
