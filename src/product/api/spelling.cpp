// SPDX-License-Identifier: MIT
// Apart from all else of this layer: hardbop-validate links this file without any engine.
#include "base/util/spelling.hpp"

#include <hardbop/spelling.hpp>

namespace hardbop {

std::string spelling_hint(std::string_view word, const std::vector<std::string>& known) {
  SpellingHint hint(word);
  for (const std::string& one : known) hint.offer(one);
  return hint.hint();
}

}  // namespace hardbop
