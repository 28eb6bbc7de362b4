// SPDX-License-Identifier: MIT
// Programs and questions in the languages of other tools.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hardbop/program.hpp>

namespace hardbop {

/// docs/manual/export.md says which tools read them, and what their answers mean.
enum class ExportLanguage : std::uint8_t {
  Chc,      // constrained Horn clauses in SMT-LIB
  C,        // with the conventions of SV-COMP
  Promela,  // for programs without recursion
};

/// One question: can a run arrive at one of the labels, or, as in Question where none is
/// asked for, can an assertion fail or a label ERROR or SLIC_ERROR be reached?
struct ExportOptions {
  ExportLanguage to = ExportLanguage::Chc;
  std::vector<std::string> labels{};
  bool all_labels = false;
  std::vector<std::string> entries{};  // runs start in any of them; none: in main
};

struct ExportResult {
  std::string text;   // empty where there is an error
  std::string error;  // lines as Message::to_string gives them
};

/// The text has exactly the runs of the program.
[[nodiscard]] ExportResult export_program(const Program& program, const ExportOptions& options);

}  // namespace hardbop
