// SPDX-License-Identifier: MIT
#include "words/transform/induction.hpp"

#include "base/util/invariant.hpp"

namespace hardbop::words {

namespace {

constexpr Width counter_width = 8;

/// Adds a counter of the heads that were passed, and a block before each head that looks at it.
class CaseMaker {
 public:
  CaseMaker(const Graph& graph, const InductiveClaim& claim) : claim_(claim), out_{graph} {
    HARDBOP_INVARIANT(claim.k < most_passed, "a counter of heads should not wrap");
    passed_ = static_cast<VariableId>(out_.graph.variables.size());
    out_.graph.variables.push_back({"passed", counter_width, 0});
    out_.broken = add_block();
    const auto before = static_cast<BlockId>(out_.graph.blocks.size());
    for (const auto& [head, invariant] : claim.invariants) {
      const BlockId arrival = add_block();
      arrivals_[head] = arrival;
      out_.heads[arrival] = head;
    }
    for (BlockId b = 0; b < before; ++b)
      for (Edge& edge : out_.graph.blocks[b].edges) edge.to = arrival_at(edge.to);
    out_.graph.entry = arrival_at(out_.graph.entry);
  }

  InductiveCase base() {
    const ExprId counts = expressions().truth(true);
    for (const BlockId target : claim_.targets) end_at(target, counts);
    for (const auto& [head, invariant] : claim_.invariants)
      arrive(head, invariant, compare(Op::LessUnsigned, claim_.k), counts);
    return std::move(out_);
  }

  InductiveCase step() {
    const ExprId counts = compare(Op::Equal, claim_.k + 1);
    for (const BlockId target : claim_.targets) end_at(target, counts);
    for (const auto& [head, invariant] : claim_.invariants)
      arrive(head, invariant, compare(Op::LessEqualUnsigned, claim_.k), counts);
    start_anywhere();
    return std::move(out_);
  }

 private:
  const InductiveClaim& claim_;
  InductiveCase out_;
  VariableId passed_ = 0;
  std::map<BlockId, BlockId> arrivals_;  // by head

  [[nodiscard]] Expressions& expressions() { return out_.graph.expressions; }
  [[nodiscard]] ExprId passed() { return expressions().variable(passed_, counter_width); }
  [[nodiscard]] ExprId constant(std::uint32_t value) {
    return expressions().constant(counter_width, value);
  }
  [[nodiscard]] ExprId compare(Op op, std::uint32_t with) {
    return expressions().binary(op, passed(), constant(with));
  }

  BlockId add_block() {
    out_.graph.blocks.emplace_back();
    return static_cast<BlockId>(out_.graph.blocks.size() - 1);
  }

  [[nodiscard]] BlockId arrival_at(BlockId b) const {
    const auto found = arrivals_.find(b);
    return found == arrivals_.end() ? b : found->second;
  }

  void end_at(BlockId target, ExprId counts) {
    out_.graph.blocks[target] = Block{{}, {{counts, out_.broken}}, {}};
  }

  /// Goes on where the invariant is true; where it is not, that may count.
  void arrive(BlockId head, ExprId invariant, ExprId goes_on, ExprId counts) {
    const auto asked = claim_.asked.find(head);
    const ExprId is_broken =
        expressions().unary(Op::Not, asked == claim_.asked.end() ? invariant : asked->second);
    Block& block = out_.graph.blocks[arrivals_.at(head)];
    block.edges = {{expressions().binary(Op::And, goes_on, invariant), head},
                   {expressions().binary(Op::And, counts, is_broken), out_.broken}};
    block.assignments = {{passed_, expressions().binary(Op::Add, passed(), constant(1))}};
  }

  void start_anywhere() {
    Graph& graph = out_.graph;
    graph.entry = add_block();
    Block& start = graph.blocks[graph.entry];
    start.assignments = {{passed_, constant(1)}};
    for (const auto& [head, invariant] : claim_.invariants)
      start.edges.push_back({invariant, head});
    for (const Block& block : graph.blocks) {
      for (const Assignment& one : block.assignments)
        if (one.variable != passed_) graph.variables[one.variable].initial.reset();
      for (const ArrayAssignment& one : block.array_assignments)
        graph.arrays[one.array].initial.reset();
    }
  }
};

}  // namespace

InductiveCase base_case(const Graph& graph, const InductiveClaim& claim) {
  return CaseMaker(graph, claim).base();
}

InductiveCase step_case(const Graph& graph, const InductiveClaim& claim) {
  return CaseMaker(graph, claim).step();
}

}  // namespace hardbop::words
