// SPDX-License-Identifier: MIT
#include "c/rules/printer.hpp"

#include <gtest/gtest.h>

#include "c/rules/parser.hpp"
#include "c/rules/shipped.hpp"
#include "layouts.hpp"

namespace hardbop::rules {
namespace {

TEST(RulePrinter, has_a_statement_a_line) {
  EXPECT_EQ(print_rule("state{enum{A,B=2}s=A;void*p,  *q;int n=- 1;}watch a.exit.$return ;\n"
                       "a.entry,b . exit[guard $1]{if(!n&&(s==A||n - -1>0)){abort\"x\" ;}else\n"
                       "n ++ ;// done\n if(n)halt;}main.exit{}"),
            "state {\n"
            "  enum {A, B = 2} s = A;\n"
            "  void *p, *q;\n"
            "  int n = -1;\n"
            "} watch a.exit.$return;\n"
            "\n"
            "a.entry, b.exit [guard $1] {\n"
            "  if (!n && (s == A || n - -1 > 0)) {\n"
            "    abort \"x\";\n"
            "  } else\n"
            "      n++; // done\n"
            "  if (n) halt;\n"
            "}\n"
            "\n"
            "main.exit {\n"
            "}\n");
}

TEST(RulePrinter, does_not_make_two_signs_one) {
  EXPECT_EQ(print_rule("f.entry { n = - - 1; }"), "f.entry {\n  n = - -1;\n}\n");
}

TEST(RulePrinter, keeps_tokens_and_is_its_own_canonical_form) {
  for (const ShippedRule& rule : shipped_rules())
    for (std::size_t times = 0; times < 20; ++times)
      test::expect_canonical(std::string(rule.text) + std::string(times, '\n'), rule_token_syntax(),
                             print_rule);
}

}  // namespace
}  // namespace hardbop::rules
