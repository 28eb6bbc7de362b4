// SPDX-License-Identifier: MIT
// What has to be true of sets of configurations for them to prove what a CTL formula claims
// (logic/branching.hpp): where all begins, the last part's set has all; and whatever is in a part's
// set is so by what the part says.
#pragma once

#include <functional>
#include <vector>

#include "boolean/logic/branching.hpp"

namespace hardbop::certify {

/// These cannot all be true. The terms' variables are those of the program without calls, now
/// (Copy::Current) and after a step (Copy::Next).
struct BranchingObligation {
  std::size_t part = 0;
  horn::PlaceId place = 0;
  bool is_start = false;  // about where all begins
  std::vector<horn::Term> facts;
};

class BranchingObligations {
 public:
  using Visit = std::function<void(const BranchingObligation&)>;

  /// The proof must fit the program (see fits).
  BranchingObligations(horn::FlatProgram program, const temporal::BranchingClaim& claim,
                       const temporal::BranchingProof& proof);

  /// All of them: the first is about the start; then come those of one part after the other.
  void for_each(const Visit& visit);

  [[nodiscard]] const horn::Terms& terms() const { return program_.terms(); }
  /// A diagram as a term over variables of that copy.
  [[nodiscard]] horn::Term term(trace::DiagramRef ref, horn::Copy copy) const {
    const horn::Term positive = (copy == horn::Copy::Next ? after_ : now_)[ref.node()];
    return ref.negated() ? !positive : positive;
  }

 private:
  horn::FlatProgram program_;
  const temporal::BranchingClaim& claim_;
  const temporal::BranchingProof& proof_;
  std::vector<horn::Term> now_;      // by node
  std::vector<horn::Term> after_;    // likewise
  std::vector<std::uint32_t> seen_;  // by term node, when last visited
  std::uint32_t round_ = 0;

  [[nodiscard]] std::vector<horn::Term> diagrams(horn::Copy copy);
  [[nodiscard]] BranchingObligation of(std::size_t part, horn::PlaceId place);
  [[nodiscard]] horn::Term truth(temporal::NodeId node, horn::PlaceId place, horn::Copy copy);
  [[nodiscard]] horn::Term justified(std::size_t part, horn::PlaceId place);
  [[nodiscard]] horn::Term leads_on(std::size_t part, horn::PlaceId place);
  [[nodiscard]] horn::Term arrives(std::size_t part, horn::PlaceId from, horn::PlaceId to,
                                   horn::Copy copy);
  void say_what_stays(BranchingObligation& obligation);
};

/// Whether every part of the proof is there and speaks of what the program has.
[[nodiscard]] bool fits(const horn::FlatProgram& program, const temporal::BranchingClaim& claim,
                        const temporal::BranchingProof& proof);

}  // namespace hardbop::certify
