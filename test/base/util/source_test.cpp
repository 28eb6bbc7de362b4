// SPDX-License-Identifier: MIT
#include "base/util/source.hpp"

#include <gtest/gtest.h>

#include "base/util/spelling.hpp"

namespace hardbop {
namespace {

TEST(SourceFile, columns_of_long_lines_count_characters_from_the_lines_start) {
  std::string text = "first\n";
  for (int i = 0; i < 5000; ++i) text += "\xC3\xA4";
  text += "\nlast";
  const SourceFile file("f", text);
  for (std::uint32_t i = 0; i < 5000; ++i)
    EXPECT_EQ(file.locate(6 + 2 * i), (LineColumn{2, i + 1}));
  EXPECT_EQ(file.locate(10'007), (LineColumn{3, 1}));
  EXPECT_EQ(file.locate(10'011), (LineColumn{3, 5})) << "the end of the text is a place, too";
}

TEST(SourceFile, every_offset_of_any_size_of_text_has_a_place) {
  for (const std::size_t size : {0U, 1U, 1023U, 1024U, 1025U, 2048U}) {
    const SourceFile file("f", std::string(size, 'x'));
    const auto end = static_cast<SourceOffset>(size);
    EXPECT_EQ(file.locate(end), (LineColumn{1, end + 1}));
    EXPECT_EQ(file.line_number(end), 1U);
  }
}

TEST(SpellingHint, names_of_very_different_length_are_not_offered) {
  SpellingHint hint("lock");
  hint.offer("lock_of_the_device");
  EXPECT_EQ(hint.hint(), "");
  hint.offer("clock");
  EXPECT_EQ(hint.hint(), "did you mean 'clock'?");
}

}  // namespace
}  // namespace hardbop
