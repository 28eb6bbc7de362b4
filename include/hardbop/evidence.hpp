// SPDX-License-Identifier: MIT
// Checking answers again, independently of how they were found: no engine and no BDD is involved.
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
  // What the evidence must cover; no requirement if these are empty.
  std::vector<std::string> properties{};  // such as "label R" or "assert 7:3"
  std::vector<std::string> entries{};
  std::string dialect{};  // "standard", "satabs"
  std::optional<double> timeout{};
  const std::atomic<bool>* cancel = nullptr;
};

struct Validation {
  enum class Status : std::uint8_t {
    Valid,
    Invalid,   // the evidence does not show its claim, or is for another program
    BadInput,  // the program or the evidence cannot be read
    Unknown,   // a time or memory limit was reached
  };

  Status status = Status::Valid;
  std::vector<std::string> lines;  // what is valid, per property; else what is wrong
};

/// Checks a certificate of check(), or the traces in a JSON answer, against the program.
[[nodiscard]] Validation validate(std::string program, std::string evidence,
                                  const ValidateOptions& options = {});

/// A second opinion about the proofs in evidence that was found valid: `command` is a program that
/// reads SMT-LIB, and its arguments; the file is added as the last one. Runs have no proofs.
[[nodiscard]] Validation ask_solver(const std::string& evidence, const std::string& command,
                                    const ValidateOptions& options = {});

}  // namespace hardbop
