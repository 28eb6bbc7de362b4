// SPDX-License-Identifier: MIT
// C programs: translating them to Horn clauses.
#pragma once

#include <string>
#include <vector>

#include <hardbop/c.hpp>

namespace hardbop {

struct CExport {
  std::string property = "assertions";  // one that asks whether an error is reached
  /// Write clauses over unbounded integers, which approximate the program. Else they are over
  /// bit-vectors and arrays, and have a solution exactly if no run reaches an error.
  bool unbounded = false;
};

/// Constrained Horn clauses in SMT-LIB. Never throws for bad input.
[[nodiscard]] FormatResult export_c(const std::vector<CSource>& sources, const COptions& options,
                                    const CExport& wanted);

}  // namespace hardbop
