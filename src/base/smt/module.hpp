// SPDX-License-Identifier: MIT
// The module that uses Z3.
#pragma once

#include <string>

namespace hardbop::smt {

struct FoundFunction {
  void* function = nullptr;
  std::string problem{};  // why there is none
};

/// A function of the module, which is loaded if it is not yet.
[[nodiscard]] FoundFunction find_in_z3(const char* function);

}  // namespace hardbop::smt
