// SPDX-License-Identifier: MIT
// C programs: translating them to Horn clauses and to finite models.
#pragma once

#include <string>
#include <vector>

#include <hardbop/c.hpp>
#include <hardbop/export.hpp>

namespace hardbop {

struct CExport {
  ExportLanguage to = ExportLanguage::Chc;  // one of those that ExportFormat::is_of_c names
  std::string property = "assertions";      // one that asks whether an error is reached
  /// Of clauses: write them over unbounded integers, which approximate the program. Else they are
  /// over bit-vectors and arrays, and have a solution exactly if no run reaches an error.
  bool unbounded = false;
};

/// Constrained Horn clauses in SMT-LIB, or a finite model. Never throws for bad input.
[[nodiscard]] FormatResult export_c(const std::vector<CSource>& sources, const COptions& options,
                                    const CExport& wanted);

}  // namespace hardbop
