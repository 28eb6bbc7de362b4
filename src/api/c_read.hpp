// SPDX-License-Identifier: MIT
// Reading C for all functions of the public API.
#pragma once

#include "c/front_end.hpp"
#include <hardbop/c.hpp>

namespace hardbop::api {

struct ReadOptions {
  c::Errors errors = c::Errors::Calls;
  std::vector<std::string> roots{};
  std::function<bool()> is_over{};
};

[[nodiscard]] c::ParseResult read_c(const std::vector<CSource>& sources, const COptions& options,
                                    const ReadOptions& how = {});
/// What Clang says, and the front end's remarks; the number of errors among them.
std::size_t add_messages(const c::ParseResult& parsed, std::vector<Message>& messages);

}  // namespace hardbop::api
