// SPDX-License-Identifier: MIT
#include "base/util/invariant.hpp"

#include <fmt/format.h>
#include <string_view>

namespace hardbop {

void invariant_failed(const char* file, int line, const char* should) {
  std::string_view name = file;
  if (const auto src = name.rfind("src/"); src != std::string_view::npos) name.remove_prefix(src);
  throw InternalError(fmt::format("{}:{}: {}", name, line, should));
}

}  // namespace hardbop
