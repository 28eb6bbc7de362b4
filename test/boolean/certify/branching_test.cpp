// SPDX-License-Identifier: MIT
// There are simple proofs of CTL formulas that are so for a simple reason, and none of what is not
// so: what cannot be shown at a place is taken out of the sets, until the rest can be shown.
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

  /// Whether some proof is accepted of which no set, rank or pick depends on a variable; all ranks
  /// are the same.
  [[nodiscard]] bool has_simple_proof(trace::DiagramRef pick) const {
    BranchingProof proof;
    for (const temporal::BranchingPart& what : claim_.parts()) {
      BranchingProof::Part& part = proof.parts.emplace_back();
      for (const horn::FlatPlace& place : flat_.places()) {
        part.sets.push_back(trace::diagram_true);
        part.ranks.emplace_back(what.ends ? 1 : 0, trace::diagram_false);
        part.picks.emplace_back(what.is_universal ? 0 : place.changed.size(), pick);
      }
    }
    EXPECT_TRUE(fits(flat_, claim_, proof));
    while (const auto wrong = first_wrong(proof)) {
      if (wrong->is_start) return false;
      proof.parts[wrong->part].sets[wrong->place] = trace::diagram_false;
    }
    return true;
  }

 private:
  test::Sample sample_;
  horn::FlatProgram flat_;
  temporal::BranchingClaim claim_;

  [[nodiscard]] std::optional<BranchingObligation> first_wrong(const BranchingProof& proof) const {
    BranchingObligations obligations(flat_, claim_, proof);
    Budget budget;
    std::optional<BranchingObligation> out;
    obligations.for_each([&](const BranchingObligation& one) {
      if (!out && solve(one, obligations.terms(), budget) == Satisfiable::Yes) out = one;
    });
    return out;
  }

  [[nodiscard]] temporal::Formula parsed(const char* text) const {
    const SourceFile source("formula", text);
    Diagnostics diagnostics;
    const SourceSpan all{0, static_cast<SourceOffset>(source.text().size())};
    return *temporal::parse_formula(source, all, temporal::Logic::Ctl, sample_.graph(),
                                    diagnostics);
  }
};

bool is_simple(const char* program, const char* formula, bool is_violated) {
  const Claimed claimed(program, formula, is_violated);
  return claimed.has_simple_proof(trace::diagram_true) ||
         claimed.has_simple_proof(trace::diagram_false);
}

constexpr const char* endless = "decl g; void main() begin while (1) do g := *; od end";

TEST(BranchingProof, what_depends_on_the_place_alone_is_shown_so) {
  EXPECT_TRUE(is_simple(endless, "EG !failed", false));
  EXPECT_TRUE(is_simple(endless, "AG EG !failed", false));
  EXPECT_TRUE(is_simple(endless, "EF false", true));
  EXPECT_TRUE(is_simple(endless, "EF terminated", true));
  EXPECT_TRUE(is_simple("void main() begin if (*) then A: skip; fi p(); end void p() begin end",
                        "EX (@A & EX AX terminated)", false));
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
  EXPECT_FALSE(
      is_simple("void main() begin if (*) then A: skip; else skip; fi end", "AX @A", false))
      << "likewise";
  EXPECT_FALSE(
      is_simple("void main() begin while (*) do assert(1); od end", "AG !terminated", false));
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

TEST(BranchingProof, calls_change_what_is_the_callees_and_returns_what_is_assigned) {
  const test::Sample sample(
      "decl g, h; void main() begin decl l; l := p(g); end bool p(a) begin decl b; return b; end");
  const auto flat = horn::FlatProgram::make(sample.graph(), {sample.procedure("main")});
  using Variables = std::vector<std::uint32_t>;
  EXPECT_EQ(flat->variables(), 6) << "g, h, l, a, b, and the result";
  for (const horn::FlatPlace& place : flat->places()) {
    if (place.vertex == bp::no_index) continue;
    const bp::VertexKind kind = sample.graph().vertex(place.vertex).kind;
    if (kind == bp::VertexKind::Call) {
      EXPECT_EQ(place.changed, (Variables{3, 4}));
    }
    if (kind == bp::VertexKind::Return) {
      EXPECT_EQ(place.changed, Variables{5});
    }
    if (place.kind == horn::FlatPlace::Kind::Passing) {
      EXPECT_EQ(place.changed, (Variables{2}));
    }
    if (place.kind == horn::FlatPlace::Kind::Terminated) {
      EXPECT_EQ(place.changed, Variables{});
    }
  }
}

TEST(BranchingProof, programs_that_call_themselves_have_none) {
  const test::Sample sample("void main() begin p(); end void p() begin if (*) then p(); fi end");
  EXPECT_FALSE(horn::FlatProgram::make(sample.graph(), {sample.procedure("main")}));
}

}  // namespace
}  // namespace hardbop::certify
