// SPDX-License-Identifier: MIT
// Lemmas are checked in their order. Whatever is deleted, a lemma that follows from some of the
// clauses follows from all of them: deletions only save time, and to ignore one is sound. That of a
// clause that made a literal true is ignored because that literal, and all that followed, would
// have to be undone; solvers delete such clauses without forgetting what followed [heule13].
//
// Lemmas that only keep a formula satisfiable (RAT) are refused. None of CaDiCaL's techniques adds
// any: what it adds was resolved, and else it deletes.
#include "base/sat/rup.hpp"

#include "base/sat/replay.hpp"

namespace hardbop::sat {

RupVerdict check_rup(const Clauses& formula, const ClausalProof& proof, Budget& budget) {
  budget.enter("checking a clausal proof", "steps");
  Replay replay(formula, proof, budget);
  RupVerdict verdict = replay.load();
  Propagation& propagation = replay.propagation();
  for (std::size_t number = 0; number < proof.size(); ++number) {
    if (verdict.status == RupVerdict::Status::Valid) verdict = replay.look_at(number);
    if (verdict.status != RupVerdict::Status::Valid) return verdict;
    const auto [is_deletion, clause] = proof[number];
    const bool is_contradictory = replay.contradiction() != Propagation::none;
    if (is_deletion) {
      if (!is_contradictory) replay.remove(clause);
      continue;
    }
    if (!is_contradictory) {
      const std::size_t assigned = propagation.assigned();
      const bool follows = propagation.contradict(clause).has_value();
      propagation.undo(assigned);
      if (!follows) return Replay::invalid(number, "the lemma does not follow by unit propagation");
      replay.add(clause);
    }
    if (clause.empty()) return verdict;
  }
  if (verdict.status != RupVerdict::Status::Valid) return verdict;
  return Replay::invalid(proof.size(), "the proof ends without the empty clause");
}

}  // namespace hardbop::sat
