// SPDX-License-Identifier: MIT
// Re-checking answers, without what found them: no engine and no BDD takes part.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hardbop {

struct ValidateOptions {
  std::string program_name = "<program>";  // for messages
  std::string evidence_name = "<evidence>";
  // What the evidence must be about; it may be about anything where these are empty.
  std::vector<std::string> properties{};  // such as "label R" or "assert 7:3"
  std::vector<std::string> entries{};
  std::string dialect{};  // "standard", "satabs"
  std::optional<double> timeout{};
  const std::atomic<bool>* cancel = nullptr;
};

struct Validation {
  enum class Status : std::uint8_t {
    Valid,
    Invalid,   // the evidence does not show what it claims, or not of this program
    BadInput,  // the program or the evidence cannot be read
    Unknown,   // a limit came first
  };

  Status status = Status::Valid;
  std::vector<std::string> lines;  // per property what is valid; else what is wrong
};

/// Checks a certificate of check() against the program, or the traces in an answer in JSON.
[[nodiscard]] Validation validate(std::string program, std::string evidence,
                                  const ValidateOptions& options = {});

}  // namespace hardbop
