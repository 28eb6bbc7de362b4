// SPDX-License-Identifier: MIT
// C programs as procedures, for tests.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "base/smt/needs_z3.hpp"
#include "c/programs.hpp"
#include "c/slam/procedures.hpp"
#include "c/slam/read_predicates.hpp"

namespace hardbop::slam {

/// Procedures keep to their program, which must stay where it is.
struct Lowered {
  std::unique_ptr<c::Program> program;
  std::unique_ptr<Procedures> procedures;

  explicit Lowered(const std::string& text) {
    program = std::make_unique<c::Program>(c::parsed(text));
    procedures = std::make_unique<Procedures>(*program, 4);
  }
  [[nodiscard]] std::vector<ExprId> read(const std::string& text) const {
    Diagnostics diagnostics;
    std::vector<ExprId> out =
        read_predicates(SourceFile("predicates", text), *procedures, diagnostics);
    for (const Diagnostic& one : diagnostics.all()) ADD_FAILURE() << one.text << " in " << text;
    return out;
  }
  /// What is wrong: "line:column: text (hint)".
  [[nodiscard]] std::string problem(const std::string& text) const {
    const SourceFile file("predicates", text);
    Diagnostics diagnostics;
    (void)read_predicates(file, *procedures, diagnostics);
    if (diagnostics.all().empty()) return "";
    const Diagnostic& first = diagnostics.all().front();
    const LineColumn at = file.locate(first.at.begin);
    return std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + first.text +
           (first.hint.empty() ? "" : " (" + first.hint + ")");
  }
};

}  // namespace hardbop::slam
