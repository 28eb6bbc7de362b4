// SPDX-License-Identifier: MIT
// Texts that leave the library. Private to the layer.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace hardbop::abi {

/// A copy for the caller to free; null if memory is exhausted.
[[nodiscard]] inline char* copy_text(std::string_view text) {
  char* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

}  // namespace hardbop::abi
