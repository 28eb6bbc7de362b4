// SPDX-License-Identifier: MIT
// The obligations for the next configuration are inputs: every set is allowed that meets the
// obligations of this one. A set that is larger than needed is only harder to meet, but it would
// add states. So a bit may be chosen only if a bit that leads to it is set.
#include "words/transform/product.hpp"

#include <fmt/format.h>

namespace hardbop::words {

namespace {

class Maker {
 public:
  Maker(Graph& graph, const temporal::Formula& formula, const temporal::Tableau& tableau,
        const Configurations& configurations)
      : graph_(graph),
        e_(graph.expressions),
        formula_(formula),
        tableau_(tableau),
        configurations_(configurations) {}

  std::vector<ExprId> run() {
    add_bits();
    for (BlockId b = 0; b < configurations_.counts.size(); ++b)
      if (configurations_.counts[b]) add_to(b);
    return fairness();
  }

  TableauWays run_by_ways() {
    add_bits();
    TableauWays out;
    for (BlockId b = 0; b < configurations_.counts.size(); ++b)
      out.moved.push_back(configurations_.counts[b] ? add_ways_to(b) : b);
    out.fairness = fairness();
    return out;
  }

 private:
  Graph& graph_;
  Expressions& e_;
  const temporal::Formula& formula_;
  const temporal::Tableau& tableau_;
  const Configurations& configurations_;
  std::vector<VariableId> variables_;     // by bit
  std::vector<ExprId> bits_;              // their values
  std::vector<std::vector<bool>> leads_;  // by bit: to which its expansion can

  void add_bits() {
    for (std::size_t bit = 0; bit < tableau_.bits(); ++bit) {
      Variable& variable = graph_.variables.emplace_back();
      variable.name = fmt::format("(bit {})", bit);
      variable.initial = tableau_.initial(bit) ? 1 : 0;
      variables_.push_back(static_cast<VariableId>(graph_.variables.size() - 1));
      bits_.push_back(e_.variable(variables_.back(), 1));
    }
    find_sources();
  }

  [[nodiscard]] std::vector<ExprId> fairness() {
    std::vector<ExprId> out;
    for (std::size_t bit = 0; bit < tableau_.bits(); ++bit)
      if (tableau_.is_until(bit)) out.push_back(negation(bits_[bit]));
    return out;
  }

  ExprId negation(ExprId a) { return e_.unary(Op::Not, a); }
  ExprId both(ExprId a, ExprId b) { return e_.binary(Op::And, a, b); }
  ExprId either(ExprId a, ExprId b) { return e_.binary(Op::Or, a, b); }

  /// Which bits of the next configuration an obligation mentions.
  void find_sources() {
    const std::vector<temporal::Obligation>& all = tableau_.obligations();
    std::vector<std::vector<bool>> mentions;
    for (const temporal::Obligation& one : all) {
      std::vector<bool>& here = mentions.emplace_back(tableau_.bits());
      if (one.kind == temporal::Obligation::Kind::Next) here[one.number] = true;
      if (one.kind != temporal::Obligation::Kind::And && one.kind != temporal::Obligation::Kind::Or)
        continue;
      for (std::size_t bit = 0; bit < here.size(); ++bit)
        here[bit] = mentions[one.number][bit] || mentions[one.second][bit];
    }
    for (std::size_t bit = 0; bit < tableau_.bits(); ++bit)
      leads_.push_back(mentions[tableau_.expansion(bit)]);
  }

  /// By node of the formula: where it is true; of temporal ones nothing.
  [[nodiscard]] std::vector<ExprId> propositions(BlockId b) {
    std::vector<ExprId> out(formula_.nodes().size());
    for (temporal::NodeId id = 0; id < out.size(); ++id) {
      const temporal::Node& node = formula_.node(id);
      if (!formula_.is_proposition(id)) continue;
      switch (node.op) {
        case temporal::Op::True: out[id] = e_.truth(true); break;
        case temporal::Op::False: out[id] = e_.truth(false); break;
        case temporal::Op::Atom:
          out[id] = configurations_.atom(formula_.atoms()[node.left], b);
          break;
        case temporal::Op::Not: out[id] = negation(out[node.left]); break;
        case temporal::Op::And: out[id] = both(out[node.left], out[node.right]); break;
        default: out[id] = either(out[node.left], out[node.right]);
      }
    }
    return out;
  }

  void add_to(BlockId b) {
    const std::vector<ExprId> values = propositions(b);
    std::vector<ExprId> next;
    for (std::size_t bit = 0; bit < bits_.size(); ++bit) {
      const auto input = static_cast<InputId>(graph_.inputs.size());
      graph_.inputs.push_back(1);
      graph_.blocks[b].inputs.push_back(input);
      next.push_back(both(wanted(bit), e_.input(input, 1)));
      graph_.blocks[b].assignments.push_back({variables_[bit], next.back()});
    }
    const ExprId met = both(values[tableau_.always()], all_met(values, next));
    for (Edge& edge : graph_.blocks[b].edges) edge.guard = both(edge.guard, met);
  }

  /// Whether an obligation that leads to the bit is there.
  [[nodiscard]] ExprId wanted(std::size_t bit) {
    ExprId out = e_.truth(false);
    for (std::size_t from = 0; from < bits_.size(); ++from)
      if (leads_[from][bit]) out = either(out, bits_[from]);
    return out;
  }

  [[nodiscard]] BlockId add_block(Block block) {
    graph_.blocks.push_back(std::move(block));
    return static_cast<BlockId>(graph_.blocks.size() - 1);
  }

  BlockId add_ways_to(BlockId b) {
    const std::vector<ExprId> values = propositions(b);
    const BlockId moved = add_block(std::move(graph_.blocks[b]));
    graph_.blocks[b] = {};
    for (std::size_t choice = 0; choice < std::size_t{1} << bits_.size(); ++choice) {
      std::vector<ExprId> next;
      Block chosen;
      ExprId guard = values[tableau_.always()];
      for (std::size_t bit = 0; bit < bits_.size(); ++bit) {
        const bool is_set = (choice >> bit & 1) != 0;
        next.push_back(e_.truth(is_set));
        chosen.assignments.push_back({variables_[bit], next.back()});
        if (is_set) guard = both(guard, wanted(bit));
      }
      guard = both(guard, all_met(values, next));
      if (e_.is_constant(guard, 0)) continue;
      chosen.edges.push_back({e_.truth(true), moved});
      const BlockId way = add_block(std::move(chosen));
      graph_.blocks[b].edges.push_back({guard, way});
    }
    return moved;
  }

  [[nodiscard]] ExprId all_met(const std::vector<ExprId>& values, const std::vector<ExprId>& next) {
    std::vector<ExprId> met;  // by obligation
    for (const temporal::Obligation& one : tableau_.obligations()) {
      switch (one.kind) {
        case temporal::Obligation::Kind::Proposition: met.push_back(values[one.proposition]); break;
        case temporal::Obligation::Kind::Next: met.push_back(next[one.number]); break;
        case temporal::Obligation::Kind::And:
          met.push_back(both(met[one.number], met[one.second]));
          break;
        case temporal::Obligation::Kind::Or:
          met.push_back(either(met[one.number], met[one.second]));
          break;
      }
    }
    ExprId all = e_.truth(true);
    for (std::size_t bit = 0; bit < bits_.size(); ++bit)
      all = both(all, either(negation(bits_[bit]), met[tableau_.expansion(bit)]));
    return all;
  }
};

}  // namespace

std::vector<ExprId> add_tableau(Graph& graph, const temporal::Formula& formula,
                                const temporal::Tableau& tableau,
                                const Configurations& configurations) {
  return Maker(graph, formula, tableau, configurations).run();
}

TableauWays add_tableau_ways(Graph& graph, const temporal::Formula& formula,
                             const temporal::Tableau& tableau,
                             const Configurations& configurations) {
  return Maker(graph, formula, tableau, configurations).run_by_ways();
}

/// From the last configuration backwards; the loop twice, so that what an operator says of the next
/// round is right: operands stand before what they are operands of.
}  // namespace hardbop::words
