// SPDX-License-Identifier: MIT
// Reading C for all functions of the public API.
#pragma once

#include "c/front/front_end.hpp"
#include <hardbop/c.hpp>

namespace hardbop::api {

/// What of a program is read, and how.
struct CReading {
  c::Errors errors = c::Errors::Calls;
  std::vector<std::string> roots{};    // functions that are kept though nobody calls them
  std::vector<std::string> watched{};  // functions that rules are about
  bool error_labels = false;           // of Errors::Calls: labels ERROR count, too
};

[[nodiscard]] c::ParseResult read_c(const std::vector<CSource>& sources, const COptions& options,
                                    const CReading& reading = {});
/// What Clang says, and the front end's remarks; the number of errors among them.
std::size_t add_messages(const c::ParseResult& parsed, std::vector<Message>& messages);
/// What is wrong with a program that starts nowhere.
[[nodiscard]] Message no_main(const std::string& input);

}  // namespace hardbop::api
