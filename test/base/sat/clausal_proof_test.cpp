// SPDX-License-Identifier: MIT
// A proof survives being written, edited and read; what cannot be read is told with its place.
#include "base/sat/clausal_proof.hpp"

#include <gtest/gtest.h>
#include <random>

#include "repetitions.hpp"

namespace hardbop::sat {
namespace {

std::string rewritten(std::string_view text) {
  Diagnostics diagnostics;
  const auto proof = read_proof(text, diagnostics);
  if (proof) return write_proof(*proof);
  const SourceFile file("proof", std::string(text));
  const Diagnostic& error = diagnostics.all().at(0);
  const auto [line, column] = file.locate(error.at.begin);
  return std::to_string(line) + ":" + std::to_string(column) + ": " + error.text;
}

TEST(ClausalProof, is_a_step_a_line) {
  EXPECT_EQ(rewritten("1 -2 3 0\nd 1 -2 0\n0\n"), "1 -2 3 0\nd 1 -2 0\n0\n");
  EXPECT_EQ(rewritten(""), "");
}

TEST(ClausalProof, survives_editors) {
  EXPECT_EQ(rewritten("1 -2\r\n\t3 0 d\r\n 1\r\n-2 0 0"), "1 -2 3 0\nd 1 -2 0\n0\n");
  EXPECT_EQ(rewritten("c of a test\n\n1 0\n  c two\nc three\n0\nc"), "1 0\n0\n");
}

TEST(ClausalProof, errors_have_places) {
  EXPECT_EQ(rewritten("1 0\n-1 x 0"), "2:4: 'x' is not a literal");
  EXPECT_EQ(rewritten("1 c 0"), "1:3: 'c' is not a literal");
  EXPECT_EQ(rewritten("1 d 0"), "1:3: 'd' is not a literal");
  EXPECT_EQ(rewritten("d d 0"), "1:3: 'd' is not a literal");
  EXPECT_EQ(rewritten("1 00"), "1:3: '00' is not a literal");
  EXPECT_EQ(rewritten("-0"), "1:1: '-0' is not a literal");
  EXPECT_EQ(rewritten("1 +2 0"), "1:3: '+2' is not a literal");
  EXPECT_EQ(rewritten("2147483647 -2147483647 0"), "2147483647 -2147483647 0\n");
  EXPECT_EQ(rewritten("2147483648 0"), "1:1: '2147483648' is not a literal");
  EXPECT_EQ(rewritten("-2147483648 0"), "1:1: '-2147483648' is not a literal");
  EXPECT_EQ(rewritten("1 0\n 2 3\n"), "2:2: this step does not end");
  EXPECT_EQ(rewritten("1 0 d"), "1:5: this step does not end");
}

TEST(ClausalProof, any_text_is_read_or_refused) {
  std::mt19937 random(1);
  for (unsigned i = 0; i < test::repetitions(20000); ++i) {
    constexpr std::string_view alphabet("012-dc \n\t\r\0x\xff", 13);
    std::string text;
    for (std::size_t size = random() % 24; size > 0; --size) text += alphabet[random() % 13];
    Diagnostics diagnostics;
    const auto proof = read_proof(text, diagnostics);
    EXPECT_EQ(proof.has_value(), !diagnostics.has_errors());
    if (!proof) continue;
    EXPECT_EQ(*proof, read_proof(write_proof(*proof), diagnostics));
  }
}

}  // namespace
}  // namespace hardbop::sat
