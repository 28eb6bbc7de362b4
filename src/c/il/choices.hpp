// SPDX-License-Identifier: MIT
// Who chose a value: texts of statements Arbitrary that several layers know.
#pragma once

namespace hardbop::c {

/// A function of the C library, whose name follows.
constexpr const char* library_choice = "choice of ";

}  // namespace hardbop::c
