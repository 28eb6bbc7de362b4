// SPDX-License-Identifier: MIT
// Random texts of the whole language, for tests of syntax.
#pragma once

#include <cstdint>
#include <string>

namespace hardbop::bp::test {

/// A program that parses, in any spelling of any dialect, with blanks and comments of every
/// kind between any two tokens. The names in it need not be declared. The same seed gives the
/// same text.
[[nodiscard]] std::string random_text(std::uint64_t seed);

}  // namespace hardbop::bp::test
