// SPDX-License-Identifier: MIT
// Certificates of invariants that are made by hand: a proof is believed, others are not.
#include "boolean/certify/script.hpp"

#include <gtest/gtest.h>

#include "boolean/certify/obligations.hpp"
#include "boolean/certify/validate.hpp"
#include "support.hpp"

namespace hardbop::certify {

namespace {

using Status = Validation::Status;
using trace::Invariant;

constexpr const char* text = "decl g := 0;\nvoid main() begin if (g) then E: skip; fi end\n";

class Certificate : public testing::Test {
 protected:
  test::Sample sample_{text};

  /// g is false everywhere, and so no run is at E.
  [[nodiscard]] Invariant proof() const {
    Invariant out;
    out.nodes.push_back(
        {{trace::Decision::Kind::Current, 0}, trace::diagram_false, trace::diagram_true});
    const trace::DiagramRef is_false(1, false);
    out.at.assign(sample_.graph().vertices().size(), is_false);
    out.at[sample_.label("E")] = trace::diagram_false;
    out.summaries = {is_false};
    out.kept.resize(1);
    return out;
  }

  [[nodiscard]] std::string script(const Invariant& invariant) const {
    const Claim claim{"test.bp", sha256(text), "standard", {"main"}, {"label E"}};
    const Question question{{sample_.procedure("main")},
                            {bp::find_target(sample_.graph(), "label E")}};
    return write_script(claim, question, sample_.graph(), invariant);
  }

  [[nodiscard]] static Status judge(const std::string& script) {
    Budget budget;
    const auto program = std::make_shared<const SourceFile>("test.bp", text);
    return validate(program, SourceFile("proof", script), {}, budget).status;
  }
};

TEST_F(Certificate, a_proof_is_believed) {
  ASSERT_TRUE(fits(sample_.graph(), proof()));
  EXPECT_EQ(judge(script(proof())), Status::Valid);
}

TEST_F(Certificate, what_is_no_invariant_is_not) {
  Invariant too_weak = proof();
  too_weak.at[sample_.graph().procedure(0).entry] = trace::diagram_true;
  EXPECT_EQ(judge(script(too_weak)), Status::Invalid);
  Invariant too_strong = proof();
  too_strong.at[sample_.graph().procedure(0).entry] = trace::diagram_false;
  EXPECT_EQ(judge(script(too_strong)), Status::Invalid);
  Invariant at_target = proof();
  at_target.at[sample_.label("E")] = trace::diagram_true;
  EXPECT_EQ(judge(script(at_target)), Status::Invalid);
}

TEST_F(Certificate, what_is_written_is_read) {
  const ScriptResult read = read_script(script(proof()));
  ASSERT_TRUE(read.script) << read.error;
  EXPECT_EQ(read.script->claim.properties, std::vector<std::string>{"label E"});
  EXPECT_EQ(script(read.script->invariant), script(proof()));
  EXPECT_FALSE(read_script("").script);
  EXPECT_FALSE(read_script("(set-logic").script);
}

TEST_F(Certificate, its_obligations_are_counted) {
  const std::string whole = script(proof());
  const std::size_t count = claimed_count(whole).value_or(0);
  EXPECT_GT(count, 3U);
  EXPECT_EQ(count_problem(whole), "");
  EXPECT_NE(count_problem(whole.substr(0, whole.rfind("; obligations"))), "");
}

}  // namespace

}  // namespace hardbop::certify
