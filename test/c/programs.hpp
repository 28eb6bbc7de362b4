// SPDX-License-Identifier: MIT
// C programs for tests. Where Clang is not, tests that need them are left out.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <utility>

#include "c/front/front_end.hpp"

namespace hardbop::c {

#define NEEDS_CLANG() \
  if (!hardbop::c::has_front_end()) GTEST_SKIP() << "built without Clang"

/// The program of one file, input.c, which must be free of errors.
inline Program parsed(const std::string& text, const ParseOptions& options = {}) {
  ParseResult result = parse({{"input.c", text}}, options);
  for (const Finding& finding : result.findings)
    EXPECT_NE(finding.severity, Finding::Severity::Error) << finding.text << " in " << text;
  return std::move(result.program).value_or(Program());
}

/// Undefined functions return any value, and do nothing.
inline ParseOptions with_pure_functions() {
  ParseOptions out;
  out.undefined = Undefined::Pure;
  return out;
}

inline FunctionId find_function(const Program& program, const std::string& name) {
  for (const FunctionId f : program.functions.ids())
    if (program.functions[f].name == name) return f;
  ADD_FAILURE() << "no function " << name;
  return {};
}

inline ObjectId find_object(const Program& program, const std::string& name) {
  for (ObjectId o = 0; o < program.objects.size(); ++o)
    if (program.objects[o].name == name) return o;
  ADD_FAILURE() << "no variable " << name;
  return none;
}

}  // namespace hardbop::c
