// SPDX-License-Identifier: MIT
#include "boolean/calculus/printer.hpp"

#include <gtest/gtest.h>

#include "boolean/calculus/parser.hpp"
#include "layouts.hpp"
#include "random_system.hpp"

namespace hardbop::calculus {
namespace {

TEST(Printer, lines_are_indented_by_their_depth) {
  EXPECT_EQ(print_system("type   S={a,b} ;type P=struct{x:S,y:bool[ 3 ]};\n"
                         "mu R ( s:S ):=// first\n Init(s)\n|exists t:S .R(t)\n&! Step (t ,s)\n"
                         "&(x.y = 3\n& -1<=a-  1);\n\n\n\ncount R ;"),
            "type S = {a, b};\n"
            "type P = struct { x: S, y: bool[3] };\n"
            "mu R(s: S) := // first\n"
            "    Init(s)\n"
            "  | exists t: S. R(t)\n"
            "      & !Step(t, s)\n"
            "      & (x.y = 3\n"
            "        & -1 <= a - 1);\n"
            "\n"
            "count R;\n");
}

TEST(Printer, quantifiers_follow_one_another) {
  EXPECT_EQ(print_system("query q:forall i:0 ..  3.exists j:S.R(i,j);"),
            "query q: forall i: 0..3. exists j: S. R(i, j);\n");
}

TEST(Printer, comments_stay_where_they_stand) {
  const std::string text =
      "// head\n\n"
      "type T = bool; // behind\n"
      "relation R(x: T) := /* inside */ x\n"
      "    // a line of its own\n"
      "  | !x;\n"
      "// the end\n";
  EXPECT_EQ(print_system(text), text);
  EXPECT_EQ(print_system(""), "");
  EXPECT_EQ(print_system("\n\n// only this  \r\n"), "// only this\n");
}

TEST(Printer, keeps_tokens_and_is_its_own_canonical_form) {
  for (unsigned seed = 0; seed < 200; ++seed)
    test::expect_canonical(test::random_system(seed), system_tokens(), print_system);
}

}  // namespace
}  // namespace hardbop::calculus
