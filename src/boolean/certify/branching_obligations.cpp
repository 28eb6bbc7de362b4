// SPDX-License-Identifier: MIT
#include "boolean/certify/branching_obligations.hpp"

#include <algorithm>
#include <set>

namespace hardbop::certify {

using horn::Copy;
using horn::FlatEdge;
using horn::FlatPlace;
using horn::PlaceId;
using horn::Term;
using horn::Terms;
using temporal::BranchingPart;
using temporal::BranchingProof;
using trace::DiagramRef;

BranchingObligations::BranchingObligations(horn::FlatProgram program,
                                           const temporal::BranchingClaim& claim,
                                           const BranchingProof& proof)
    : program_(std::move(program)),
      claim_(claim),
      proof_(proof),
      now_(diagrams(Copy::Current)),
      after_(diagrams(Copy::Next)) {}

std::vector<Term> BranchingObligations::diagrams(Copy copy) {
  std::vector<Term> out{horn::always};
  const auto at = [&](DiagramRef ref) {
    return ref.negated() ? !out[ref.node()] : out[ref.node()];
  };
  Terms& terms = program_.terms();
  for (std::size_t i = 1; i < proof_.nodes.size(); ++i) {
    const trace::DiagramNode& node = proof_.nodes[i];
    out.push_back(
        terms.choose(terms.variable(copy, node.decision.index), at(node.high), at(node.low)));
  }
  return out;
}

void BranchingObligations::for_each(const Visit& visit) {
  const std::size_t last = claim_.parts().size() - 1;
  visit({last, 0, true, {!term(proof_.parts[last].sets.front(), Copy::Current)}});
  for (std::size_t part = 0; part <= last; ++part)
    for (PlaceId place = 0; place < program_.places().size(); ++place) visit(of(part, place));
}

BranchingObligation BranchingObligations::of(std::size_t part, PlaceId place) {
  const FlatPlace& at = program_.places()[place];
  const BranchingProof::Part& proof = proof_.parts[part];
  BranchingObligation out{part, place, false, {term(proof.sets[place], Copy::Current)}};
  if (out.facts.front() == horn::never) return out;
  out.facts.push_back(!justified(part, place));
  for (std::size_t i = 0; i < proof.picks[place].size(); ++i)
    out.facts.push_back(program_.terms().same(program_.terms().variable(Copy::Next, at.changed[i]),
                                              term(proof.picks[place][i], Copy::Current)));
  say_what_stays(out);
  return out;
}

Term BranchingObligations::truth(temporal::NodeId node, PlaceId place, Copy copy) {
  return claim_.truth(node, program_, place, copy,
                      [&](std::size_t part) { return term(proof_.parts[part].sets[place], copy); });
}

Term BranchingObligations::justified(std::size_t part, PlaceId place) {
  const Term step = leads_on(part, place);
  if (!program_.is_configuration(place)) return step;
  const BranchingPart& what = claim_.parts()[part];
  Terms& terms = program_.terms();
  return terms.either(truth(what.now, place, Copy::Current),
                      terms.both(truth(what.stay, place, Copy::Current), step));
}

/// By the step that the picks choose, or by each.
Term BranchingObligations::leads_on(std::size_t part, PlaceId place) {
  const FlatPlace& at = program_.places()[place];
  const Copy copy = at.changed.empty() ? Copy::Current : Copy::Next;
  const bool is_universal = claim_.parts()[part].is_universal;
  Terms& terms = program_.terms();
  Term some = horn::never;  // or, some that does not
  for (const FlatEdge& edge : at.edges) {
    const Term arrived = arrives(part, place, edge.to, copy);
    some = terms.either(some, terms.both(edge.condition, is_universal ? !arrived : arrived));
  }
  return is_universal ? !some : some;
}

Term BranchingObligations::arrives(std::size_t part, PlaceId from, PlaceId to, Copy copy) {
  const BranchingPart& what = claim_.parts()[part];
  const BranchingProof::Part& proof = proof_.parts[part];
  if (const auto target = temporal::BranchingClaim::target(what, program_, to))
    return truth(*target, to, copy);
  const Term in_set = term(proof.sets[to], copy);
  if (!what.ends) return in_set;
  Terms& terms = program_.terms();
  Term less = horn::never;
  for (std::size_t bit = 0; bit < proof.ranks[from].size(); ++bit) {
    const Term before = term(proof.ranks[from][bit], Copy::Current);
    less = terms.choose(terms.same(before, term(proof.ranks[to][bit], copy)), less, before);
  }
  return terms.both(in_set, less);
}

/// Variables that the place does not change have the same value after the step.
void BranchingObligations::say_what_stays(BranchingObligation& obligation) {
  const std::vector<std::uint32_t>& changed = program_.places()[obligation.place].changed;
  Terms& terms = program_.terms();
  seen_.resize(terms.size());
  ++round_;
  std::set<std::uint32_t> same;
  std::vector<std::uint32_t> open;
  for (const Term fact : obligation.facts) open.push_back(fact.node());
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    if (seen_[node] == round_) continue;
    seen_[node] = round_;
    const Terms::Node& content = terms.node({node, false});
    if (content.kind == Terms::Kind::Variable && content.variable.copy == Copy::Next &&
        !std::ranges::binary_search(changed, content.variable.index))
      same.insert(content.variable.index);
    for (const Term part : {content.a, content.b, content.c}) open.push_back(part.node());
  }
  for (const std::uint32_t variable : same)
    obligation.facts.push_back(
        terms.same(terms.variable(Copy::Next, variable), terms.variable(Copy::Current, variable)));
}

bool fits(const horn::FlatProgram& program, const temporal::BranchingClaim& claim,
          const BranchingProof& proof) {
  for (std::size_t i = 1; i < proof.nodes.size(); ++i) {
    const trace::DiagramNode& node = proof.nodes[i];
    if (node.decision.kind != trace::Decision::Kind::Current ||
        node.decision.index >= program.variables() || node.high.node() >= i || node.low.node() >= i)
      return false;
  }
  const std::size_t places = program.places().size();
  if (proof.parts.size() != claim.parts().size()) return false;
  for (std::size_t i = 0; i < proof.parts.size(); ++i) {
    const BranchingPart& what = claim.parts()[i];
    const BranchingProof::Part& part = proof.parts[i];
    if (part.sets.size() != places || part.ranks.size() != places || part.picks.size() != places)
      return false;
    for (PlaceId place = 0; place < places; ++place) {
      const std::size_t picks = what.is_universal ? 0 : program.places()[place].changed.size();
      const std::size_t bits = what.ends ? part.ranks.front().size() : 0;
      if (part.ranks[place].size() != bits || part.picks[place].size() != picks) return false;
    }
  }
  return true;
}

}  // namespace hardbop::certify
