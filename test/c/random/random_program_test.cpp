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
  std::set<std::string> properties;
  Constructs sequential;
  Constructs threaded;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    sequential |= random_sequential(seed).constructs;
    threaded |= random_threads(seed).constructs;
    properties.insert(random_sequential(seed).property);
  }
  for (std::size_t i = 0; i < construct_count; ++i) {
    const auto one = static_cast<Construct>(i);
    EXPECT_EQ(sequential.test(i), can_occur(one, false)) << name_of(one);
    EXPECT_EQ(threaded.test(i), can_occur(one, true)) << name_of(one);
  }
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
