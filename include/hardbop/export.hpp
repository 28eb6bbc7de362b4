// SPDX-License-Identifier: MIT
// Translating programs and questions to the languages of other tools.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/program.hpp>

namespace hardbop {

/// docs/manual/export.md says which tools read them, and what their answers mean.
enum class ExportLanguage : std::uint8_t {
  Chc,      // constrained Horn clauses in SMT-LIB
  C,        // with the conventions of SV-COMP
  Promela,  // for programs without recursion, with threads, too
  Moped,    // Remopla
  Boogie,
  Aiger,  // and-inverter graphs, binary; for programs without recursion
  Aag,    // the same as text
  Btor2,  // transition systems over words; for programs without recursion
};

struct ExportFormat {
  std::string_view name;
  ExportLanguage language;
  bool is_of_c = false;    // C programs can be exported to it, too
  bool is_binary = false;  // what is written is no text
};

/// All of them, by name as on the command line.
[[nodiscard]] std::span<const ExportFormat> export_formats();
/// Nothing where no format has that name.
[[nodiscard]] const ExportFormat* find_export_format(std::string_view name);

/// One question: can a run reach one of the labels? Without labels, as in Question: can an
/// assertion fail, or a label ERROR or SLIC_ERROR be reached? With a formula: do all runs satisfy
/// it?
struct ExportOptions {
  ExportLanguage to = ExportLanguage::Chc;
  std::vector<std::string> labels{};
  bool all_labels = false;
  std::vector<std::string> entries{};  // runs start in any of them; if empty, in main
  std::string ltl{};                   // a formula without X; Promela only
};

struct ExportResult {
  std::string text;   // empty if there is an error
  std::string error;  // lines as Message::to_string gives them
};

/// The text has exactly the runs of the program.
[[nodiscard]] ExportResult export_program(const Program& program, const ExportOptions& options);

}  // namespace hardbop
