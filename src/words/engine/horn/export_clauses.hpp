// SPDX-License-Identifier: MIT
// The clauses of a program as a question to any solver of Horn clauses.
#pragma once

#include <string>
#include <vector>

#include "words/engine/horn/clauses.hpp"

namespace hardbop::chc {

struct ExportedClauses {
  std::string text;     // in SMT-LIB, logic HORN; asks for a solution. Empty where there is
  std::string problem;  // one
};

/// `is_signed`: by variable, of clauses over integers. Without it, over bit-vectors and arrays:
/// there is a solution exactly if no run reaches a sink of the subject.
[[nodiscard]] ExportedClauses export_clauses(const words::Subject& subject,
                                             words::Expressions& expressions,
                                             const std::vector<bool>* is_signed, Budget& budget);

}  // namespace hardbop::chc
