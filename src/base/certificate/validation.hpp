// SPDX-License-Identifier: MIT
// What somebody who checked evidence says of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hardbop::certify {

struct Validation {
  enum class Status : std::uint8_t { Valid, Invalid, BadInput, Unknown };

  Status status = Status::Valid;
  std::vector<std::string> lines;  // per property what is valid; else what is wrong
};

}  // namespace hardbop::certify
