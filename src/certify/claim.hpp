// SPDX-License-Identifier: MIT
// What a certificate claims, and of which program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hardbop::certify {

struct Claim {
  std::string program;                  // the path it was read from; says nothing
  std::string sha256;                   // of its text, in hexadecimal digits
  std::string dialect = "standard";     // how it was read
  std::vector<std::string> entries;     // procedures that runs start in
  std::vector<std::string> properties;  // that hold, by bp::Target::name
};

/// As sha256sum prints it.
[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace hardbop::certify
