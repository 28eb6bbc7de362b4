// SPDX-License-Identifier: MIT
#include "base/util/diagnostic.hpp"

#include <gtest/gtest.h>

#include "base/util/spelling.hpp"

namespace hardbop {
namespace {

TEST(SourceFile, places_count_from_one_and_columns_count_characters) {
  const SourceFile file("f", "ab\n\xC3\xA4x\n");
  EXPECT_EQ(file.locate(0), (LineColumn{1, 1}));
  EXPECT_EQ(file.locate(3), (LineColumn{2, 1}));
  EXPECT_EQ(file.locate(5), (LineColumn{2, 2}));
  EXPECT_EQ(file.locate(7), (LineColumn{3, 1}));
}

TEST(SourceFile, a_byte_order_mark_is_not_text) {
  const SourceFile file("f", "\xEF\xBB\xBFx");
  EXPECT_EQ(file.text(), "x");
}

TEST(SourceFile, a_line_leaves_out_its_line_break) {
  const SourceFile file("f", "one\r\ntwo\r\nthree");
  EXPECT_EQ(file.text(file.line_of(1)), "one");
  EXPECT_EQ(file.text(file.line_of(6)), "two");
  EXPECT_EQ(file.text(file.line_of(15)), "three");
}

TEST(Diagnostic, shows_line_caret_and_hint) {
  const SourceFile file("lock.bp", "decl g;\n\tx := y;\n");
  const Diagnostic diagnostic{
      Severity::Error, {14, 15}, "'y' is not declared", "did you mean 'g'?"};
  EXPECT_EQ(render(diagnostic, file),
            "lock.bp:2:7: error: 'y' is not declared\n"
            "  \tx := y;\n"
            "  \t     ^\n"
            "  hint: did you mean 'g'?\n");
}

TEST(Diagnostic, a_very_long_line_is_cut_round_the_caret) {
  const SourceFile file("f", std::string(100000, 'a') + " ! " + std::string(100000, 'b'));
  const std::string shown = render({Severity::Error, {100001, 100002}, "no", ""}, file);
  EXPECT_LT(shown.size(), 500U);
  EXPECT_NE(shown.find(" ! "), std::string::npos);
}

TEST(Diagnostic, what_could_upset_a_terminal_is_not_shown) {
  const SourceFile file("f", "a\x1b[31m \x9b \xC2\x9b \xC3\xA4 b");
  const std::string shown = render({Severity::Error, {0, 1}, "no", ""}, file);
  EXPECT_NE(shown.find("  a [31m ? ?? \xC3\xA4 b\n"), std::string::npos) << shown;
}

TEST(Diagnostic, the_end_of_the_text_can_be_pointed_at) {
  const SourceFile file("f", "ab");
  EXPECT_EQ(render({Severity::Error, {2, 2}, "end", ""}, file), "f:1:3: error: end\n  ab\n    ^\n");
}

TEST(Diagnostics, keep_a_bounded_number_and_count_all) {
  Diagnostics diagnostics;
  for (int i = 0; i < 5000; ++i) diagnostics.error({}, "e");
  EXPECT_EQ(diagnostics.errors(), 5000U);
  EXPECT_EQ(diagnostics.all().size(), Diagnostics::max_kept);
}

TEST(Diagnostics, long_names_are_cut) {
  EXPECT_LT(quote_name(std::string(3'000'000, 'x')).size(), 80U);
  EXPECT_EQ(quote_name("x"), "'x'");
}

TEST(SpellingHint, offers_the_nearest_likely_slip) {
  SpellingHint hint("lokc");
  hint.offer("block_device");
  hint.offer("lock");
  EXPECT_EQ(hint.hint(), "did you mean 'lock'?");
}

TEST(SpellingHint, stays_silent_where_nothing_is_near) {
  SpellingHint far("alpha");
  far.offer("omega_variable");
  EXPECT_EQ(far.hint(), "");
  SpellingHint letter("l");
  letter.offer("g");
  EXPECT_EQ(letter.hint(), "");
  letter.offer("L");
  EXPECT_EQ(letter.hint(), "did you mean 'L'?");
}

}  // namespace
}  // namespace hardbop
