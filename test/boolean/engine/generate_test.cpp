// SPDX-License-Identifier: MIT
#include "boolean/language/generate.hpp"

#include <functional>
#include <gtest/gtest.h>

#include "boolean/engine/explicit/explicit_engine.hpp"
#include "boolean/engine/summary/summary_engine.hpp"
#include "support.hpp"

namespace hardbop::engine {
namespace {

using bp::Form;
using test::Sample;

struct Family {
  const char* name;
  const char* label;
  std::function<std::string(std::uint64_t, Form)> small;  // for both engines
  std::function<std::string(std::uint64_t, Form)> large;  // for the summary engine
};

// Without its name, GoogleTest would print the bytes of the functions.
void PrintTo(const Family& family, std::ostream* out) {
  *out << family.name;
}

Outcome outcome_of(Engine& engine, const std::string& text, const char* label) {
  const Sample sample(text);
  Budget budget;
  Statistics statistics;
  Query query;
  query.entries = {sample.procedure("main")};
  query.targets = {{sample.label(label)}};
  return engine.run(sample.graph(), query, budget, statistics).front().outcome;
}

Outcome promised(Form form) {
  return form == Form::Safe ? Outcome::Unreachable : Outcome::Reached;
}

class Generated : public testing::TestWithParam<Family> {};

TEST_P(Generated, both_engines_find_the_promised_verdict_of_small_instances) {
  const Family& family = GetParam();
  for (const Form form : {Form::Unsafe, Form::Safe}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const std::string text = family.small(seed, form);
      EXPECT_EQ(outcome_of(*make_summary_engine(), text, family.label), promised(form)) << text;
      EXPECT_EQ(outcome_of(*make_explicit_engine(), text, family.label), promised(form)) << text;
    }
  }
}

TEST_P(Generated, the_summary_engine_finds_the_promised_verdict_of_larger_ones) {
  const Family& family = GetParam();
  for (const Form form : {Form::Unsafe, Form::Safe})
    EXPECT_EQ(outcome_of(*make_summary_engine(), family.large(5, form), family.label),
              promised(form));
}

INSTANTIATE_TEST_SUITE_P(
    Families, Generated,
    testing::Values(
        Family{"tn", "reach", [](auto, Form form) { return bp::generate_tn(5, form); },
               [](auto, Form form) { return bp::generate_tn(500, form); }},
        Family{"drivers", "ERROR",
               [](auto seed, Form form) { return bp::generate_drivers(150, seed, form); },
               [](auto seed, Form form) { return bp::generate_drivers(4000, seed, form); }},
        Family{"stepped_counter", "ERROR",
               [](auto, Form form) { return bp::generate_stepped_counter(3, form); },
               [](auto, Form form) { return bp::generate_stepped_counter(10, form); }},
        Family{"doubled_counter", "ERROR",
               [](auto, Form form) { return bp::generate_doubled_counter(3, form); },
               [](auto, Form form) { return bp::generate_doubled_counter(20, form); }},
        Family{"wide", "ERROR",
               [](auto seed, Form form) { return bp::generate_wide(8, seed, form); },
               [](auto seed, Form form) { return bp::generate_wide(42, seed, form); }},
        Family{"recursion", "ERROR",
               [](auto seed, Form form) { return bp::generate_recursion(3, seed, form); },
               [](auto seed, Form form) { return bp::generate_recursion(12, seed, form); }},
        Family{"hard", "ERROR",
               [](auto seed, Form form) { return bp::generate_hard(2, seed, form); },
               [](auto seed, Form form) { return bp::generate_hard(4, seed, form); }}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace hardbop::engine
