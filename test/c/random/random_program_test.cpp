// SPDX-License-Identifier: MIT
#include "c/random/random_program.hpp"

#include <gtest/gtest.h>
#include <set>

#include "c/front/front_end.hpp"

namespace hardbop::c {
namespace {

TEST(RandomProgram, a_seed_gives_one_program) {
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    EXPECT_EQ(random_sequential(seed).text, random_sequential(seed).text);
    EXPECT_NE(random_sequential(seed).text, random_sequential(seed + 1).text);
    EXPECT_NE(random_threads(seed).text, random_threads(seed + 1).text);
  }
}

TEST(RandomProgram, every_construct_and_every_property_occurs) {
  Constructs all;
  std::set<std::string> properties;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    all |= random_sequential(seed).constructs;
    all |= random_threads(seed).constructs;
    properties.insert(random_sequential(seed).property);
  }
  for (std::size_t i = 0; i < construct_count; ++i)
    EXPECT_TRUE(all.test(i)) << name_of(static_cast<Construct>(i));
  EXPECT_EQ(properties,
            (std::set<std::string>{"arithmetic", "assertions", "memory", "no-overflow", "overflow",
                                   "termination", "unreach-call", "valid-memsafety"}));
}

TEST(RandomProgram, compiles) {
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    for (const RandomProgram& made : {random_sequential(seed), random_threads(seed)}) {
      const ParseResult read = parse({{"p.c", made.text}}, {});
      for (const Finding& finding : read.findings)
        EXPECT_NE(finding.severity, Finding::Severity::Error) << finding.text << "\n" << made.text;
      EXPECT_TRUE(read.program.has_value());
    }
}

}  // namespace
}  // namespace hardbop::c
