// SPDX-License-Identifier: MIT
// Questions to engines for C, for tests.
#pragma once

#include <gtest/gtest.h>
#include <string>

#include "base/smt/needs_z3.hpp"
#include "c/programs.hpp"
#include <hardbop/hardbop.hpp>

#define NEEDS_BOTH() \
  NEEDS_CLANG();     \
  NEEDS_Z3()

namespace hardbop {

/// What the engine slam answers to one question about input.c.
inline CAnswer ask_slam(const std::string& text, const CQuestion& c_question, Question question) {
  question.engine = "slam";
  CAnswer out = check_c({{"input.c", text}}, {}, c_question, question);
  EXPECT_EQ(out.answer.internal_error, "");
  for (const Message& error : out.answer.errors) ADD_FAILURE() << error.to_string();
  EXPECT_EQ(out.answer.results.size(), 1U);
  return out;
}

}  // namespace hardbop
