// SPDX-License-Identifier: MIT
// Proofs of CTL formulas that were thought out by hand, and that there is none of what is not so:
// whatever says that all is as it should be everywhere is refused.
#include <gtest/gtest.h>

#include "boolean/certify/branching_obligations.hpp"
#include "boolean/certify/sat.hpp"
#include "boolean/logic/parse.hpp"
#include "support.hpp"

namespace hardbop::certify {
namespace {

using temporal::BranchingProof;

class Claimed {
 public:
  Claimed(const char* program, const char* formula, bool is_violated)
      : sample_(program),
        flat_(*horn::FlatProgram::make(sample_.graph(), {sample_.procedure("main")})),
        claim_(sample_.graph(), parsed(formula), is_violated) {}

  /// The same everywhere: sets, those of parts that end, ranks of one bit, and picks.
  [[nodiscard]] BranchingProof proof(bool set, bool ending, bool pick) const {
    BranchingProof out;
    for (const temporal::BranchingPart& what : claim_.parts()) {
      BranchingProof::Part& part = out.parts.emplace_back();
      for (const horn::FlatPlace& place : flat_.places()) {
        part.sets.push_back(constant(what.ends ? ending : set));
        part.ranks.emplace_back(what.ends ? 1 : 0, trace::diagram_false);
        part.picks.emplace_back(what.is_universal ? 0 : place.changed.size(), constant(pick));
      }
    }
    return out;
  }

  [[nodiscard]] bool is_accepted(const BranchingProof& proof) const {
    EXPECT_TRUE(fits(flat_, claim_, proof));
    BranchingObligations obligations(flat_, claim_, proof);
    Budget budget;
    bool accepted = true;
    obligations.for_each([&](const BranchingObligation& one) {
      accepted = solve(one, obligations.terms(), budget) == Satisfiable::No && accepted;
    });
    return accepted;
  }

 private:
  test::Sample sample_;
  horn::FlatProgram flat_;
  temporal::BranchingClaim claim_;

  static trace::DiagramRef constant(bool value) {
    return value ? trace::diagram_true : trace::diagram_false;
  }

  [[nodiscard]] temporal::Formula parsed(const char* text) const {
    const SourceFile source("formula", text);
    Diagnostics diagnostics;
    const SourceSpan all{0, static_cast<SourceOffset>(source.text().size())};
    return *temporal::parse_formula(source, all, temporal::Logic::Ctl, sample_.graph(),
                                    diagnostics);
  }
};

/// Whether something that says the same everywhere is accepted.
bool is_simple(const char* program, const char* formula, bool is_violated) {
  const Claimed claimed(program, formula, is_violated);
  bool accepted = false;
  for (const bool set : {true, false})
    for (const bool ending : {true, false})
      for (const bool pick : {true, false})
        accepted = claimed.is_accepted(claimed.proof(set, ending, pick)) || accepted;
  return accepted;
}

constexpr const char* endless = "decl g; void main() begin while (1) do g := *; od end";

TEST(BranchingProof, what_is_true_everywhere_is_shown_so) {
  EXPECT_TRUE(is_simple(endless, "EG !failed", false));
  EXPECT_TRUE(is_simple(endless, "AG EG !failed", false));
  EXPECT_TRUE(is_simple(endless, "EF false", true));
}

TEST(BranchingProof, what_is_not_so_is_refused) {
  EXPECT_FALSE(is_simple(endless, "EF terminated", false)) << "ranks get less";
  EXPECT_FALSE(is_simple(endless, "AF g", false)) << "likewise, on all ways";
  EXPECT_FALSE(is_simple(endless, "AG EG g", false));
  EXPECT_FALSE(is_simple("decl g; void main() begin g := 0; g := *; end", "AX AX g", false))
      << "each value counts";
  EXPECT_FALSE(is_simple("decl g; void main() begin g := 0; if (*) then g := 1; fi end",
                         "AX AX AX g", false))
      << "each way counts";
  EXPECT_FALSE(is_simple("decl g; void main() begin g := 0; end", "EX g", false));
  EXPECT_FALSE(is_simple("decl g := 0; void main() begin skip; end", "g & EX true", false))
      << "runs start where they start";
  EXPECT_FALSE(is_simple("decl g; void main() begin p(); end void p() begin decl l; g := l; end",
                         "AX AX g", false))
      << "locals are arbitrary";
  EXPECT_FALSE(
      is_simple("decl g; void main() begin g := 0; g := p(); end "
                "bool p() begin return *; end",
                "AX AX AX g", false))
      << "so are results";
  EXPECT_FALSE(is_simple("decl g; void main() begin assume(0); end", "EX true", true))
      << "there is no run";
}

TEST(BranchingProof, programs_that_call_themselves_have_none) {
  const test::Sample sample("void main() begin p(); end void p() begin if (*) then p(); fi end");
  EXPECT_FALSE(horn::FlatProgram::make(sample.graph(), {sample.procedure("main")}));
}

}  // namespace
}  // namespace hardbop::certify
