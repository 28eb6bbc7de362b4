// SPDX-License-Identifier: MIT
// Re-checks what a run of the model checker claims: a certificate against the obligations of
// the program, a trace by the interpreter. Nothing of an engine takes part, and of the
// file only the invariant or the states of the trace are used.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/certificate/validation.hpp"
#include "base/util/budget.hpp"
#include "base/util/source.hpp"

namespace hardbop::certify {

/// What the user expects the file to be about; empty where the file decides.
struct Expectation {
  std::vector<std::string> properties;
  std::vector<std::string> entries;
  std::string dialect;
};

/// `evidence` is a script of --certify, or an answer in JSON.
[[nodiscard]] Validation validate(const std::shared_ptr<const SourceFile>& program,
                                  const SourceFile& evidence, const Expectation& expectation,
                                  Budget& budget);

}  // namespace hardbop::certify
