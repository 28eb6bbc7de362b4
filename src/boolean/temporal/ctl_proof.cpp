// SPDX-License-Identifier: MIT
// Fixed points backwards, of all configurations, whether they are reached or not. This shares
// nothing with ctl_solver.hpp, which decides: who asks for a proof has the formula decided twice.
#include "boolean/temporal/ctl_proof.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>

#include "base/bdd/limits.hpp"
#include "base/bdd/manager.hpp"
#include "base/util/invariant.hpp"
#include "boolean/engine/summary/diagrams.hpp"

namespace hardbop::temporal {

namespace {

using bdd::Bdd;
using bdd::Var;
using horn::Copy;
using horn::FlatEdge;
using horn::FlatPlace;
using horn::PlaceId;
using horn::Terms;

/// By place.
using PlaceSets = std::vector<Bdd>;

/// The rounds in which configurations of a place were found.
using Layers = std::vector<std::pair<std::uint64_t, Bdd>>;

/// What has been found of a part.
struct Found {
  PlaceSets sets;
  std::vector<Layers> layers;  // by place; but for what is so in no step
  PlaceSets steps;  // now and after: those that lead on; of a part for which one step is enough
  std::uint64_t rounds = 0;
};

class BranchingProver {
 public:
  BranchingProver(const horn::FlatProgram& program, const BranchingClaim& claim, Budget& budget)
      : program_(program), claim_(claim), budget_(budget) {
    manager_.set_budget(&budget);
    manager_.set_auto_reorder(bdd::AutoReorder{});
    for (std::uint32_t i = 0; i < program_.variables(); ++i) {
      const std::vector<Var> both = manager_.new_vars(2);
      manager_.group(both);
    }
    predecessors_.resize(places().size());
    for (PlaceId from = 0; from < places().size(); ++from) {
      conditions_.emplace_back();
      for (const FlatEdge& edge : places()[from].edges) {
        conditions_.back().push_back(diagram(edge.condition, [](std::size_t) { return Bdd(); }));
        if (predecessors_[edge.to].empty() || predecessors_[edge.to].back() != from)
          predecessors_[edge.to].push_back(from);
      }
      std::vector<std::pair<Var, Var>> pairs;
      for (const std::uint32_t one : places()[from].changed)
        pairs.emplace_back(now(one), next(one));
      renamings_.push_back(manager_.renaming(pairs));
    }
  }

  BranchingAttempt run() {
    for (std::size_t part = 0; part < claim_.parts().size(); ++part)
      if (!solve(part)) return {{}, budget_.reason()};
    HARDBOP_INVARIANT(found_.back().sets.front().is_true(),
                      "a CTL formula that is decided twice should have the same answer");
    return {write(), {}};
  }

 private:
  horn::FlatProgram program_;
  const BranchingClaim& claim_;
  Budget& budget_;
  bdd::Manager manager_;
  std::vector<std::vector<Bdd>> conditions_;  // by place, by edge
  std::vector<bdd::Renaming> renamings_;      // by place: what it changes, to its value after
  std::vector<std::vector<PlaceId>> predecessors_;
  std::vector<Found> found_;  // by part
  std::uint64_t steps_ = 0;

  [[nodiscard]] const std::vector<FlatPlace>& places() const { return program_.places(); }
  [[nodiscard]] static Var now(std::uint32_t variable) { return 2 * variable; }
  [[nodiscard]] static Var next(std::uint32_t variable) { return 2 * variable + 1; }

  /// Of a term in which variables of Copy::Entry are numbers of sets.
  template <typename Set>
  Bdd diagram(horn::Term root, const Set& set) {
    std::unordered_map<std::uint32_t, Bdd> known{{0, manager_.one()}};
    const auto at = [&](horn::Term term) {
      const Bdd& positive = known.at(term.node());
      return term.negated() ? ~positive : positive;
    };
    std::vector<std::uint32_t> open{root.node()};
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      const Terms::Node& content = program_.terms().node({node, false});
      const std::size_t size = open.size();
      for (const horn::Term part : {content.a, content.b, content.c})
        if (!known.contains(part.node())) open.push_back(part.node());
      if (open.size() != size) continue;
      open.pop_back();
      if (known.contains(node)) continue;
      const auto& [copy, index] = content.variable;
      switch (content.kind) {
        case Terms::Kind::True: break;
        case Terms::Kind::Variable:
          known.emplace(node, copy == Copy::Entry
                                  ? set(index)
                                  : manager_.var(copy == Copy::Next ? next(index) : now(index)));
          break;
        case Terms::Kind::And: known.emplace(node, at(content.a) & at(content.b)); break;
        case Terms::Kind::Iff: known.emplace(node, bdd::iff(at(content.a), at(content.b))); break;
        case Terms::Kind::Ite:
          known.emplace(node, bdd::ite(at(content.a), at(content.b), at(content.c)));
          break;
      }
    }
    return at(root);
  }

  /// Where a formula is true, by the parts that were solved.
  Bdd truth(NodeId id, PlaceId place) {
    const horn::Term term = claim_.truth(id, program_, place, Copy::Current, [&](std::size_t part) {
      return program_.terms().variable(Copy::Entry, static_cast<std::uint32_t>(part));
    });
    return diagram(term, [&](std::size_t part) { return found_[part].sets[place]; });
  }

  /// Values before and after the steps from `from` that lead into the targets; or that do not.
  Bdd steps(PlaceId from, const PlaceSets& targets, bool into) {
    Bdd out = manager_.zero();
    for (std::size_t i = 0; i < conditions_[from].size(); ++i) {
      const Bdd& target = targets[places()[from].edges[i].to];
      out |= conditions_[from][i] & bdd::rename(into ? target : ~target, renamings_[from]);
    }
    return out;
  }

  Bdd without_next(PlaceId from, const Bdd& set) {
    std::vector<Var> all;
    for (const std::uint32_t one : places()[from].changed) all.push_back(next(one));
    return bdd::exists(set, manager_.cube(all));
  }

  /// Without an end, the largest sets; else the least, and so of a single step.
  bool solve(std::size_t number) {
    const BranchingPart& part = claim_.parts()[number];
    const bool is_greatest = part.recurs && !part.ends;
    const Bdd nothing = manager_.zero();
    PlaceSets now_true(places().size(), nothing);
    PlaceSets allowed(places().size(), manager_.one());
    PlaceSets targets(places().size(), nothing);
    for (PlaceId place = 0; place < places().size(); ++place) {
      if (!program_.is_configuration(place)) continue;
      now_true[place] = truth(part.now, place);
      allowed[place] = truth(part.stay, place);
      if (!part.recurs) targets[place] = truth(part.next, place);
    }
    Found found{now_true, std::vector<Layers>(places().size()),
                PlaceSets(places().size(), nothing)};
    const auto put = [&](PlaceId place, const Bdd& set) {
      found.sets[place] = set;
      if (part.recurs || !program_.is_configuration(place)) targets[place] = set;
    };
    for (PlaceId place = 0; place < places().size(); ++place)
      put(place, is_greatest ? now_true[place] | allowed[place] : now_true[place]);
    std::vector<PlaceId> work(places().size());
    std::iota(work.begin(), work.end(), 0);
    while (!work.empty()) {
      ++found.rounds;
      std::vector<std::pair<PlaceId, Bdd>> news;
      for (const PlaceId place : work) {
        if (budget_.poll(steps_++) != StopReason::None) return false;
        const Bdd& old = found.sets[place];
        const Bdd leading = steps(place, targets, !part.is_universal);
        const Bdd some = without_next(place, leading);
        Bdd set = now_true[place] | (allowed[place] & (part.is_universal ? ~some : some));
        if (!is_greatest) set |= old;
        if (set == old) continue;
        if (part.ends) found.layers[place].emplace_back(found.rounds, set - old);
        if (part.ends && !part.is_universal) found.steps[place] |= (set - old) & leading;
        news.emplace_back(place, std::move(set));
      }
      for (const auto& [place, set] : news) put(place, set);
      work = before(news);
    }
    if (!part.is_universal && !part.ends)
      for (PlaceId place = 0; place < places().size(); ++place)
        found.steps[place] = found.sets[place] & steps(place, targets, true);
    found_.push_back(std::move(found));
    return true;
  }

  /// From where a step leads to one of these.
  [[nodiscard]] std::vector<PlaceId> before(
      const std::vector<std::pair<PlaceId, Bdd>>& these) const {
    std::vector<PlaceId> out;
    for (const auto& [place, set] : these)
      out.insert(out.end(), predecessors_[place].begin(), predecessors_[place].end());
    std::ranges::sort(out);
    const auto repeated = std::ranges::unique(out);
    out.erase(repeated.begin(), repeated.end());
    return out;
  }

  BranchingProof write() {
    BranchingProof out;
    std::vector<trace::Decision> decisions(manager_.var_count());
    for (std::uint32_t i = 0; i < program_.variables(); ++i)
      decisions[now(i)] = {trace::Decision::Kind::Current, i};
    engine::DiagramCopier diagrams(std::move(decisions), out.nodes);
    for (std::size_t number = 0; number < found_.size(); ++number) {
      BranchingProof::Part& part = out.parts.emplace_back();
      for (PlaceId place = 0; place < places().size(); ++place) {
        part.sets.push_back(diagrams.copy(found_[number].sets[place]));
        part.ranks.emplace_back();
        for (const Bdd& bit : rank(number, place)) part.ranks.back().push_back(diagrams.copy(bit));
        part.picks.emplace_back();
        for (const Bdd& pick : picks(number, place))
          part.picks.back().push_back(diagrams.copy(pick));
      }
    }
    return out;
  }

  /// The bits of the number of the round in which it was found; what was not may have any.
  [[nodiscard]] std::vector<Bdd> rank(std::size_t number, PlaceId place) {
    const Found& found = found_[number];
    if (!claim_.parts()[number].ends) return {};
    std::vector<Bdd> bits(static_cast<std::size_t>(std::bit_width(found.rounds)), manager_.zero());
    for (const auto& [round, set] : found.layers[place])
      for (std::size_t bit = 0; bit < bits.size(); ++bit)
        if ((round >> bit & 1U) != 0) bits[bit] |= set;
    for (Bdd& bit : bits)
      if (!bit.is_false()) bit = bdd::restrict(bit, found.sets[place]);
    return bits;
  }

  /// One step for each configuration that has some.
  [[nodiscard]] std::vector<Bdd> picks(std::size_t number, PlaceId place) {
    std::vector<Bdd> out;
    if (claim_.parts()[number].is_universal) return out;
    Bdd left = found_[number].steps[place];
    for (const std::uint32_t one : places()[place].changed) {
      const Bdd after = manager_.var(next(one));
      out.push_back(without_next(place, left & after));
      left &= bdd::iff(after, out.back());
    }
    return out;
  }
};

}  // namespace

BranchingAttempt prove_branching(const horn::FlatProgram& program, const BranchingClaim& claim,
                                 Budget& budget) {
  budget.enter("computing the certificate", "sets");
  try {
    return BranchingProver(program, claim, budget).run();
  } catch (const bdd::LimitReached& limit) {
    return {{}, budget.stopped() != StopReason::None ? budget.reason() : limit.what()};
  }
}

}  // namespace hardbop::temporal
