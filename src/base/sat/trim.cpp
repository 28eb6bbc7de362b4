// SPDX-License-Identifier: MIT
// After [goldberg03] and [heule13]: all lemmas are believed up to a contradiction. Then they are
// taken back one by one, the last first. Each one that the contradiction used, or a lemma that is
// used itself, is checked, and uses others. A clause that is used for the first time on this way
// back is used for the last time in the proof: there the trimmed proof deletes it.
#include "base/sat/trim.hpp"

#include "base/sat/replay.hpp"
#include "base/util/invariant.hpp"

namespace hardbop::sat {

namespace {

class Trimmer {
 public:
  Trimmer(const Clauses& formula, const ClausalProof& proof, Budget& budget)
      : proof_(proof), replay_(formula, proof, budget) {}

  Trimmed trim() {
    Trimmed out{.verdict = replay_.load(), .proof = {}};
    if (out.verdict.status == RupVerdict::Status::Valid) out.verdict = apply();
    if (out.verdict.status == RupVerdict::Status::Valid) out.verdict = take_back();
    if (out.verdict.status == RupVerdict::Status::Valid) out.proof = result();
    return out;
  }

 private:
  using ClauseId = Propagation::ClauseId;

  struct Applied {
    ClauseId clause = Propagation::none;
    bool is_deletion = false;
    std::size_t assigned = 0;  // before it
  };
  struct Kept {
    ClauseId clause = Propagation::none;
    bool is_deletion = false;
  };

  const ClausalProof& proof_;
  Replay replay_;
  Propagation& propagation_ = replay_.propagation();
  std::vector<Applied> applied_;
  std::vector<Kept> kept_;  // the last first
  std::vector<ClauseId> fresh_;

  RupVerdict apply() {
    for (std::size_t number = 0; replay_.contradiction() == Propagation::none; ++number) {
      if (number == proof_.size())
        return Replay::invalid(number, "the proof ends without a contradiction");
      RupVerdict verdict = replay_.look_at(number);
      if (verdict.status != RupVerdict::Status::Valid) return verdict;
      const auto [is_deletion, clause] = proof_[number];
      if (!is_deletion && clause.empty())
        return Replay::invalid(number, "the empty clause does not follow by unit propagation");
      const std::size_t assigned = propagation_.assigned();
      applied_.push_back(
          {is_deletion ? replay_.remove(clause) : replay_.add(clause), is_deletion, assigned});
    }
    return {};
  }

  RupVerdict take_back() {
    propagation_.use(replay_.contradiction(), fresh_);
    for (std::size_t number = applied_.size(); number-- > 0;) {
      RupVerdict verdict = replay_.poll(number);
      if (verdict.status != RupVerdict::Status::Valid) return verdict;
      const auto [clause, is_deletion, assigned] = applied_[number];
      if (is_deletion) {
        restore(clause);
        continue;
      }
      propagation_.undo(assigned);
      propagation_.detach(clause);
      if (propagation_.is_used(clause) && !keep(clause))
        return Replay::invalid(number, "the lemma does not follow by unit propagation");
    }
    return {};
  }

  void restore(ClauseId deleted) {
    if (deleted == Propagation::none) return;
    const ClauseId contradiction = propagation_.attach(deleted);
    HARDBOP_INVARIANT(contradiction == Propagation::none,
                      "a clause should say nothing where it was deleted");
  }

  [[nodiscard]] bool keep(ClauseId lemma) {
    const std::size_t assigned = propagation_.assigned();
    const auto contradiction = propagation_.contradict(propagation_.literals(lemma));
    if (!contradiction) return false;
    fresh_.clear();
    if (*contradiction != Propagation::none) propagation_.use(*contradiction, fresh_);
    propagation_.undo(assigned);
    for (const ClauseId used : fresh_)
      if (!replay_.is_given(used)) kept_.push_back({used, true});
    kept_.push_back({lemma, false});
    return true;
  }

  ClausalProof result() {
    ClausalProof out;
    for (std::size_t number = kept_.size(); number-- > 0;) {
      const std::span literals = propagation_.literals(kept_[number].clause);
      kept_[number].is_deletion ? out.remove(literals) : out.add(literals);
    }
    out.add({});
    return out;
  }
};

}  // namespace

Trimmed trim(const Clauses& formula, const ClausalProof& proof, Budget& budget) {
  budget.enter("trimming a clausal proof", "steps");
  return Trimmer(formula, proof, budget).trim();
}

}  // namespace hardbop::sat
