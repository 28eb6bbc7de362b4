// SPDX-License-Identifier: MIT
// Parts of the program that are loaded only when they are needed: the libraries that they use are
// large, and who does not need them should not have to wait for them.
#pragma once

#include <string>

namespace hardbop {

/// A function of a module, such as "hardbop-clang.so"; null if there is none, and `problem` then
/// says where the module was looked for, or why it cannot be loaded. It stays loaded to the end.
[[nodiscard]] void* find_in_module(const std::string& module, const std::string& function,
                                   std::string& problem);

/// Where the module was looked for, and what to do; empty if there is one.
[[nodiscard]] std::string why_not_found(const std::string& module);

}  // namespace hardbop
