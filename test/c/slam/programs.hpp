// SPDX-License-Identifier: MIT
// C programs as procedures, for tests.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "base/smt/needs_z3.hpp"
#include "c/front/front_end.hpp"
#include "c/slam/procedures.hpp"
#include "c/slam/read_predicates.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop::slam {

#define NEEDS_CLANG() \
  if (!c::has_front_end()) GTEST_SKIP() << "built without Clang"
#define NEEDS_BOTH() \
  NEEDS_CLANG();     \
  NEEDS_Z3()

/// What the engine slam answers to one question about input.c.
inline CAnswer ask_slam(const std::string& text, const CQuestion& c_question, Question question) {
  question.engine = "slam";
  CAnswer out = check_c({{"input.c", text}}, {}, c_question, question);
  EXPECT_EQ(out.answer.internal_error, "");
  for (const Message& error : out.answer.errors) ADD_FAILURE() << error.to_string();
  EXPECT_EQ(out.answer.results.size(), 1U);
  return out;
}

/// Procedures keep to their program, which must stay where it is.
struct Lowered {
  std::unique_ptr<c::Program> program;
  std::unique_ptr<Procedures> procedures;

  explicit Lowered(const std::string& text) {
    c::ParseResult parsed = c::parse({{"input.c", text}}, {});
    for (const c::Finding& finding : parsed.findings)
      EXPECT_NE(finding.severity, c::Finding::Severity::Error) << finding.text;
    program = std::make_unique<c::Program>(std::move(parsed.program).value_or(c::Program()));
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
