// SPDX-License-Identifier: MIT
#include "words/engine/horn/invariant_proof.hpp"

#include <fmt/format.h>

#include "base/expression/substitute.hpp"
#include "base/smt/smt_terms.hpp"
#include "words/engine/horn/integers.hpp"

namespace hardbop::chc {

namespace {

using words::Op;

class InvariantWriter {
 public:
  InvariantWriter(const words::Subject& subject, words::Expressions& expressions,
                  const Needed& needed, const Clauses& clauses, const Conditions& known)
      : subject_(subject),
        e_(expressions),
        needed_(needed),
        clauses_(clauses),
        known_(known),
        invariants_(subject.graph.blocks.size()) {}

  words::Proof run() {
    for (const BlockId b : reached())
      if (const ExprId invariant = invariant_at(b); !e_.is_constant(invariant, 0))
        add(b, invariant);
    return std::move(out_);
  }

 private:
  const words::Subject& subject_;
  words::Expressions& e_;
  const Needed& needed_;
  const Clauses& clauses_;
  const Conditions& known_;
  words::Proof out_;
  std::vector<std::optional<ExprId>> invariants_;  // by block
  std::map<ExprId, std::size_t> predicates_;

  /// Blocks that edges, calls and returns lead to.
  [[nodiscard]] std::set<BlockId> reached() const {
    std::set<BlockId> out;
    std::vector<BlockId> stack{subject_.procedures[subject_.main].entry};
    while (!stack.empty()) {
      const BlockId top = stack.back();
      stack.pop_back();
      if (subject_.sinks.contains(top) || !out.insert(top).second) continue;
      for (const words::Edge& edge : subject_.graph.blocks[top].edges) stack.push_back(edge.to);
      if (const words::Subject::Call* const call = subject_.call(top))
        stack.push_back(call->continuation);
    }
    return out;
  }

  /// Nothing where it follows from those of blocks that have none yet.
  [[nodiscard]] std::optional<ExprId> known_at(BlockId b) {
    if (invariants_[b]) return invariants_[b];
    if (subject_.sinks.contains(b)) return e_.truth(false);
    if (!needed_.leads_to_target(b)) return e_.truth(true);
    const auto cut = clauses_.at.find(b);
    if (cut == clauses_.at.end()) return std::nullopt;
    ExprId out = e_.truth(clauses_.is_derived[cut->second]);
    for (const ExprId condition : known_[cut->second]) out = e_.binary(Op::And, out, condition);
    return needed_.is_first(b) ? e_.binary(Op::And, out, unchanged_at(b)) : out;
  }

  /// At the entry of a procedure that is called, values are those at the entry.
  ExprId unchanged_at(BlockId entry) {
    const std::size_t p = needed_.procedure(entry);
    const words::Subject::Procedure& procedure = subject_.procedures[p];
    const Leaves leaves(subject_.graph, e_);
    ExprId out = e_.truth(true);
    if (p == subject_.main) return out;
    for (const Cell cell : needed_.at(entry))
      if (!cell.is_array && needed_.is_passed(procedure, cell) && !needed_.is_kept(procedure, cell))
        out =
            e_.binary(Op::And, out, e_.binary(Op::Equal, leaves.at_entry(cell), leaves.now(cell)));
    return out;
  }

  /// Between cuts there are no loops.
  ExprId invariant_at(BlockId b) {
    std::vector<BlockId> stack{b};
    while (!stack.empty()) {
      const BlockId top = stack.back();
      if (const std::optional<ExprId> known = known_at(top)) {
        invariants_[top] = known;
        stack.pop_back();
        continue;
      }
      const std::size_t before = stack.size();
      for (const words::Edge& edge : subject_.graph.blocks[top].edges)
        if (!known_at(edge.to)) stack.push_back(edge.to);
      if (stack.size() == before) invariants_[top] = before_block(top);
    }
    return *invariants_[b];
  }

  ExprId before_block(BlockId b) {
    words::Substituter substitute(e_, [&](ExprId leaf) {
      const words::Node& node = e_.node(leaf);
      if (node.op != Op::Variable && node.op != Op::Array) return leaf;
      const Leaves::Meaning meaning = Leaves::meaning(subject_.graph, node);
      if (meaning.moment != Leaves::Moment::Now) return leaf;
      return needed_.assigned(b, meaning.cell).value_or(leaf);
    });
    ExprId out = e_.truth(true);
    for (const words::Edge& edge : subject_.graph.blocks[b].edges)
      out = e_.binary(
          Op::And, out,
          e_.binary(Op::Or, e_.unary(Op::Not, edge.guard), substitute(*known_at(edge.to))));
    return out;
  }

  void add(BlockId b, ExprId invariant) {
    words::Proof::Invariant& out = out_.invariants[b];
    if (e_.is_constant(invariant)) {
      out.body = "true";
      return;
    }
    const std::size_t number = predicate(invariant);
    out.arguments.push_back({false, number});
    out.body = fmt::format("c{}", number);
  }

  std::size_t predicate(ExprId condition) {
    const auto [place, is_new] = predicates_.try_emplace(condition, out_.predicates.size());
    if (!is_new) return place->second;
    words::Proof::Predicate& made = out_.predicates.emplace_back();
    words::for_each_node(e_, {condition}, [&](ExprId id) {
      const words::Node& node = e_.node(id);
      if (node.op != Op::Variable && node.op != Op::Array) return;
      const Leaves::Meaning meaning = Leaves::meaning(subject_.graph, node);
      if (meaning.cell.is_array)
        made.arrays.push_back(meaning.cell.number);
      else if (meaning.moment == Leaves::Moment::Entry)
        made.at_entry.push_back(meaning.cell.number);
      else
        made.variables.push_back(meaning.cell.number);
    });
    made.body = fmt::format("(= #b1 {})",
                            smt::smt_shared_term(e_, condition, [this](const words::Node& leaf) {
                              return leaf_name(subject_.graph, leaf);
                            }));
    return place->second;
  }
};

}  // namespace

words::Proof invariant_proof(const words::Subject& subject, words::Expressions& expressions,
                             const Needed& needed, const Clauses& clauses,
                             const Conditions& known) {
  return InvariantWriter(subject, expressions, needed, clauses, known).run();
}

}  // namespace hardbop::chc
