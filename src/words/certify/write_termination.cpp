// SPDX-License-Identifier: MIT
// The script: invariants of cut points (`at`) and of what procedures leave (`left`), the parts of
// ranks (`loop`, `call`), then one question for each obligation. In a question, `v` is a variable
// where the segment begins, and an input `i` is whatever is chosen on the way or left by a callee.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "words/certify/segments.hpp"
#include "words/certify/termination.hpp"
#include "words/certify/terms.hpp"

namespace hardbop::words {

namespace {

class TerminationWriter {
 public:
  TerminationWriter(const certify::Claim& claim, const Subject& subject,
                    const TerminationProof& proof)
      : script_(claim, logic_of(subject.graph)),
        subject_(subject),
        proof_(proof),
        segments_(subject),
        e_(segments_.expressions()),
        terms_(script_, e_) {}

  std::string run() {
    define();
    terms_.begin("the first statement of main");
    require_not(at(subject_.procedures[subject_.main].entry, segments_.initial()));
    for (std::size_t p = 0; p < subject_.procedures.size(); ++p)
      for (const BlockId cut : segments_.cuts(p)) write_from(cut);
    return script_.finish();
  }

 private:
  certify::ScriptWriter script_;
  const Subject& subject_;
  const TerminationProof& proof_;
  Segments segments_;
  Expressions& e_;
  Terms terms_;

  using Rank = std::vector<Condition>;

  /// Whose rank, and in which state.
  template <typename Key>
  struct Ranked {
    Key key;
    const std::map<Key, Rank>* ranks;
    Values values;
  };

  // Definitions

  void define(const std::string& name, const Condition& condition, std::string_view sort) {
    std::vector<std::string> parameters;
    for (const VariableId v : condition.variables)
      parameters.push_back(
          fmt::format("(v{} {})", v, smt::smt_sort(subject_.graph.variables[v].width)));
    script_.define(name, fmt::format("{}", fmt::join(parameters, " ")), condition.body, {}, sort);
  }

  void define() {
    for (const auto& [cut, one] : proof_.invariants) define(fmt::format("at{}", cut), one, "Bool");
    for (const auto& [p, one] : proof_.exits) define(fmt::format("left{}", p), one, "Bool");
    const std::string word = smt::smt_sort(rank_width);
    const auto define_rank = [&](const char* kind, std::size_t number, const Rank& rank) {
      for (std::size_t i = 0; i < rank.size(); ++i)
        define(fmt::format("{}{}_{}", kind, number, i), rank[i], word);
    };
    for (const auto& [cut, rank] : proof_.loops) define_rank("loop", cut, rank);
    for (const auto& [p, rank] : proof_.recursions) define_rank("call", p, rank);
  }

  /// A definition, of the values in a state.
  std::string apply(const std::string& name, const Condition& condition, const Values& values) {
    std::string out;
    for (const VariableId v : condition.variables)
      out += " " + terms_.value(segments_.variable(v, values));
    return out.empty() ? name : fmt::format("({}{})", name, out);
  }

  std::string at(BlockId cut, const Values& values) {
    const auto found = proof_.invariants.find(cut);
    if (found == proof_.invariants.end()) return "true";
    return apply(fmt::format("at{}", cut), found->second, values);
  }
  std::string left(std::size_t procedure, const Values& values) {
    const auto found = proof_.exits.find(procedure);
    if (found == proof_.exits.end()) return "true";
    return apply(fmt::format("left{}", procedure), found->second, values);
  }

  // Obligations

  void require_not(const std::string& condition) {
    script_.require(fmt::format("(not {})", condition));
    script_.ask();
  }

  void write_from(BlockId cut) {
    const auto invariant = proof_.invariants.find(cut);
    if (invariant != proof_.invariants.end() && invariant->second.body == "false") {
      terms_.begin(fmt::format("B{} is not reached", cut));
      script_.require(at(cut, {}));
      return script_.ask();
    }
    const Segments::Ways ways = segments_.from(cut);
    for (const Segment& one : ways.segments) write_segment(one, ways.returns);
  }

  /// The segment is gone, from its invariant.
  void pass(const std::string& title, const Segment& segment, const std::vector<Return>& returns) {
    terms_.begin(title);
    script_.require(at(segment.from, {}));
    script_.require(fmt::format("(= #b1 {})", terms_.value(segment.condition)));
    for (std::size_t i = 0; i < segment.returns; ++i) {
      const std::string is_made = terms_.value(returns[i].condition);
      const std::string known = left(returns[i].callee, returns[i].left);
      script_.require(fmt::format("(or (= #b0 {}) {})", is_made, known));
    }
  }

  void write_segment(const Segment& segment, const std::vector<Return>& returns) {
    const std::size_t procedure = segments_.procedure_of(segment.from);
    switch (segment.kind) {
      case Segment::Kind::Sink:
        pass(fmt::format("B{} does not lead to B{}: {}", segment.from, segment.to,
                         subject_.sinks.at(segment.to)),
             segment, returns);
        return script_.ask();
      case Segment::Kind::Leave:
        pass(fmt::format("B{} leaves at B{}", segment.from, segment.to), segment, returns);
        return require_not(left(procedure, segment.after));
      case Segment::Kind::Cut:
        pass(fmt::format("B{} leads to B{}", segment.from, segment.to), segment, returns);
        require_not(at(segment.to, segment.after));
        return write_round(segment, returns);
      case Segment::Kind::Call: break;
    }
    const std::size_t callee = subject_.call(segment.to)->callee;
    pass(fmt::format("B{} calls at B{}", segment.from, segment.to), segment, returns);
    require_not(at(subject_.procedures[callee].entry, segment.after));
    if (!segments_.recurse_together(procedure, callee)) return;
    pass(fmt::format("the rank of calls gets less from B{} to B{}", segment.from, segment.to),
         segment, returns);
    require_less(
        "call",
        Ranked<std::size_t>{procedure, &proof_.recursions, segments_.at_entry(segment.from)},
        Ranked<std::size_t>{callee, &proof_.recursions, segment.after});
  }

  void write_round(const Segment& segment, const std::vector<Return>& returns) {
    if (!segments_.are_in_one_loop(segment.from, segment.to)) return;
    pass(fmt::format("the rank of the loop gets less from B{} to B{}", segment.from, segment.to),
         segment, returns);
    require_less("loop", Ranked<BlockId>{segment.from, &proof_.loops, Values()},
                 Ranked<BlockId>{segment.to, &proof_.loops, segment.after});
  }

  /// Tuples of different lengths cannot be compared: there is none that is less.
  template <typename Key>
  void require_less(const char* kind, const Ranked<Key>& old, const Ranked<Key>& now) {
    const auto parts = [&](const Ranked<Key>& ranked) {
      std::vector<std::string> out;
      const auto found = ranked.ranks->find(ranked.key);
      if (found == ranked.ranks->end()) return out;
      for (std::size_t i = 0; i < found->second.size(); ++i)
        out.push_back(
            apply(fmt::format("{}{}_{}", kind, ranked.key, i), found->second[i], ranked.values));
      return out;
    };
    const std::vector<std::string> before = parts(old);
    const std::vector<std::string> after = parts(now);
    std::string less = "false";
    for (std::size_t i = before.size(); i-- > 0 && before.size() == after.size();)
      less = fmt::format("(or (bvult {0} {1}) (and (= {0} {1}) {2}))", after[i], before[i], less);
    require_not(less);
  }
};

}  // namespace

std::string write_termination(const certify::Claim& claim, const Subject& subject,
                              const TerminationProof& proof) {
  return TerminationWriter(claim, subject, proof).run();
}

}  // namespace hardbop::words
