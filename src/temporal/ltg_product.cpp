// SPDX-License-Identifier: MIT
// The obligations for the next configuration are inputs: any set will do that meets those of this
// one. A larger one than needed only makes it harder, but there would be more states; so a bit is
// chosen only where one that leads to it is set.
#include "temporal/ltg_product.hpp"

#include <fmt/format.h>

namespace hardbop::temporal {

namespace {

using ltg::BlockId;
using ltg::ExprId;
using LtgOp = ltg::Op;

class Maker {
 public:
  Maker(ltg::Graph& graph, const Formula& formula, const Tableau& tableau,
        const LtgConfigurations& configurations)
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
  ltg::Graph& graph_;
  ltg::Expressions& e_;
  const Formula& formula_;
  const Tableau& tableau_;
  const LtgConfigurations& configurations_;
  std::vector<ltg::VariableId> variables_;  // by bit
  std::vector<ExprId> bits_;                // their values
  std::vector<std::vector<bool>> leads_;    // by bit: to which its expansion can

  void add_bits() {
    for (std::size_t bit = 0; bit < tableau_.bits(); ++bit) {
      ltg::Variable& variable = graph_.variables.emplace_back();
      variable.name = fmt::format("(bit {})", bit);
      variable.initial = tableau_.initial(bit) ? 1 : 0;
      variables_.push_back(static_cast<ltg::VariableId>(graph_.variables.size() - 1));
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

  ExprId negation(ExprId a) { return e_.unary(LtgOp::Not, a); }
  ExprId both(ExprId a, ExprId b) { return e_.binary(LtgOp::And, a, b); }
  ExprId either(ExprId a, ExprId b) { return e_.binary(LtgOp::Or, a, b); }

  /// Which bits of the next configuration an obligation mentions.
  void find_sources() {
    const std::vector<Obligation>& all = tableau_.obligations();
    std::vector<std::vector<bool>> mentions;
    for (const Obligation& one : all) {
      std::vector<bool>& here = mentions.emplace_back(tableau_.bits());
      if (one.kind == Obligation::Kind::Next) here[one.number] = true;
      if (one.kind != Obligation::Kind::And && one.kind != Obligation::Kind::Or) continue;
      for (std::size_t bit = 0; bit < here.size(); ++bit)
        here[bit] = mentions[one.number][bit] || mentions[one.second][bit];
    }
    for (std::size_t bit = 0; bit < tableau_.bits(); ++bit)
      leads_.push_back(mentions[tableau_.expansion(bit)]);
  }

  /// By node of the formula: where it is true; of temporal ones nothing.
  [[nodiscard]] std::vector<ExprId> propositions(BlockId b) {
    std::vector<ExprId> out(formula_.nodes().size());
    for (NodeId id = 0; id < out.size(); ++id) {
      const Node& node = formula_.node(id);
      if (!formula_.is_proposition(id)) continue;
      switch (node.op) {
        case Op::True: out[id] = e_.truth(true); break;
        case Op::False: out[id] = e_.truth(false); break;
        case Op::Atom: out[id] = configurations_.atom(formula_.atoms()[node.left], b); break;
        case Op::Not: out[id] = negation(out[node.left]); break;
        case Op::And: out[id] = both(out[node.left], out[node.right]); break;
        default: out[id] = either(out[node.left], out[node.right]);
      }
    }
    return out;
  }

  void add_to(BlockId b) {
    const std::vector<ExprId> values = propositions(b);
    std::vector<ExprId> next;
    for (std::size_t bit = 0; bit < bits_.size(); ++bit) {
      const auto input = static_cast<ltg::InputId>(graph_.inputs.size());
      graph_.inputs.push_back(1);
      graph_.blocks[b].inputs.push_back(input);
      next.push_back(both(wanted(bit), e_.input(input, 1)));
      graph_.blocks[b].assignments.push_back({variables_[bit], next.back()});
    }
    const ExprId met = both(values[tableau_.always()], all_met(values, next));
    for (ltg::Edge& edge : graph_.blocks[b].edges) edge.guard = both(edge.guard, met);
  }

  /// Whether an obligation that leads to the bit is there.
  [[nodiscard]] ExprId wanted(std::size_t bit) {
    ExprId out = e_.truth(false);
    for (std::size_t from = 0; from < bits_.size(); ++from)
      if (leads_[from][bit]) out = either(out, bits_[from]);
    return out;
  }

  [[nodiscard]] BlockId add_block(ltg::Block block) {
    graph_.blocks.push_back(std::move(block));
    return static_cast<BlockId>(graph_.blocks.size() - 1);
  }

  BlockId add_ways_to(BlockId b) {
    const std::vector<ExprId> values = propositions(b);
    const BlockId moved = add_block(std::move(graph_.blocks[b]));
    graph_.blocks[b] = {};
    for (std::size_t choice = 0; choice < std::size_t{1} << bits_.size(); ++choice) {
      std::vector<ExprId> next;
      ltg::Block chosen;
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
    for (const Obligation& one : tableau_.obligations()) {
      switch (one.kind) {
        case Obligation::Kind::Proposition: met.push_back(values[one.proposition]); break;
        case Obligation::Kind::Next: met.push_back(next[one.number]); break;
        case Obligation::Kind::And: met.push_back(both(met[one.number], met[one.second])); break;
        case Obligation::Kind::Or: met.push_back(either(met[one.number], met[one.second])); break;
      }
    }
    ExprId all = e_.truth(true);
    for (std::size_t bit = 0; bit < bits_.size(); ++bit)
      all = both(all, either(negation(bits_[bit]), met[tableau_.expansion(bit)]));
    return all;
  }
};

}  // namespace

std::vector<ltg::ExprId> add_tableau(ltg::Graph& graph, const Formula& formula,
                                     const Tableau& tableau,
                                     const LtgConfigurations& configurations) {
  return Maker(graph, formula, tableau, configurations).run();
}

TableauWays add_tableau_ways(ltg::Graph& graph, const Formula& formula, const Tableau& tableau,
                             const LtgConfigurations& configurations) {
  return Maker(graph, formula, tableau, configurations).run_by_ways();
}

/// From the last configuration backwards; the loop twice, so that what an operator says of the next
/// round is right: operands stand before what they are operands of.
bool holds_on(const Word& word, const Formula& formula, NodeId root) {
  const std::size_t size = word.letters.size();
  std::vector<std::vector<bool>> truths(root + std::size_t{1}, std::vector<bool>(size));
  const auto after = [&](std::size_t i) { return i + 1 < size ? i + 1 : word.loop; };
  for (NodeId id = 0; id <= root; ++id) {
    const Node& node = formula.node(id);
    std::vector<bool>& now = truths[id];
    const auto left = [&](std::size_t i) { return static_cast<bool>(truths[node.left][i]); };
    const auto right = [&](std::size_t i) { return static_cast<bool>(truths[node.right][i]); };
    if (node.op == Op::Release) now.assign(size, true);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = size; i-- > 0;) {
        switch (node.op) {
          case Op::True: now[i] = true; break;
          case Op::Atom: now[i] = word.letters[i][node.left]; break;
          case Op::Not: now[i] = !left(i); break;
          case Op::And: now[i] = left(i) && right(i); break;
          case Op::Or: now[i] = left(i) || right(i); break;
          case Op::Next: now[i] = left(after(i)); break;
          case Op::Until: now[i] = right(i) || (left(i) && now[after(i)]); break;
          case Op::Release: now[i] = right(i) && (left(i) || now[after(i)]); break;
          default: break;  // False; quantifiers, which LTL has not
        }
      }
    }
  }
  return truths[root][0];
}

}  // namespace hardbop::temporal
