// SPDX-License-Identifier: MIT
// A place in a loop may create any number of threads. Of these one is followed; all others are a
// crowd: at any time, one of them goes on at any of its stops with any values of its locals. That
// is more than they can do, so only what holds is known. Errors of the crowd are left out, as the
// thread that is followed may be any of them.
#pragma once

#include <string>

#include "c/threads/expand.hpp"

namespace hardbop::c {

/// Why these threads cannot be a crowd; or nothing.
[[nodiscard]] std::string why_no_crowd(const Expanded& expanded, const ThreadCopy& crowd);

}  // namespace hardbop::c
