// SPDX-License-Identifier: MIT
// The states that were reached at a block are its invariant. A diagram becomes a term level by
// level, from the last bit to the first: nodes of one level are named in one `let`, so that terms
// are as large as diagrams, and no deeper than there are bits.
//
// Of the reductions, two are left, for they need no proof of their own: blocks that cannot lead to
// a sink have the invariant `true`, and nothing is said about a variable where it is dead. Words
// with fewer bits than their type has are said to be so in each invariant; as the states are
// exactly those that runs have, this follows from what is said at the blocks before.
#include "words/engine/image/prove.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

#include "base/bdd/limits.hpp"
#include "base/smt/smt_terms.hpp"
#include "words/engine/image/search.hpp"

namespace hardbop::image {

namespace {

/// Of all diagrams of a proof: a file of about 100 MB.
constexpr std::size_t most_set_nodes = 2'000'000;

/// A set of states at a block as a predicate.
class SetWriter {
 public:
  SetWriter(const Model& model, const Layout& layout) : layout_(layout) {
    const std::vector<words::Variable>& variables = model.reduction.graph.variables;
    for (words::VariableId v = 0; v < variables.size(); ++v)
      for (std::uint32_t i = 0; i < layout.current(v).size(); ++i)
        bits_[layout.number(layout.current(v)[i])] = {v, i};
    for (const words::Variable& variable : variables) widths_.push_back(variable.width);
  }

  words::Proof::Predicate write(const bdd::Bdd& states, std::vector<words::VariableId> live) {
    std::vector<std::string> conjuncts;
    for (const words::VariableId v : live)
      if (std::string narrow = narrowness(v); !narrow.empty())
        conjuncts.push_back(std::move(narrow));
    conjuncts.push_back(diagram(states));
    return {std::move(live), conjuncts.size() == 1
                                 ? std::move(conjuncts.front())
                                 : fmt::format("(and {})", fmt::join(conjuncts, " "))};
  }

  [[nodiscard]] std::size_t nodes() const { return nodes_; }

 private:
  struct Bit {
    words::VariableId variable = 0;
    std::uint32_t place = 0;
  };

  const Layout& layout_;
  std::map<std::uint32_t, Bit> bits_;  // by number
  std::vector<words::Width> widths_;
  std::size_t nodes_ = 0;

  /// That the bits which are not kept are what they are taken to be; empty where all are kept.
  [[nodiscard]] std::string narrowness(words::VariableId v) const {
    const words::Width width = widths_[v];
    if (const auto constant = layout_.constant(v))
      return fmt::format("(= v{} {})", v, smt::smt_constant(width, *constant));
    const std::size_t kept = layout_.current(v).size();
    if (layout_.is_full(v)) return "";
    if (layout_.repeats_sign(v))
      return fmt::format("(= v{0} ((_ sign_extend {1}) ((_ extract {2} 0) v{0})))", v, width - kept,
                         kept - 1);
    return fmt::format("(= ((_ extract {} {}) v{}) {})", width - 1, kept, v,
                       smt::smt_constant(static_cast<words::Width>(width - kept), 0));
  }

  [[nodiscard]] std::string diagram(const bdd::Bdd& states) {
    const PortableSet set = pack(states, layout_);
    nodes_ += set.nodes.size();
    if (set.nodes.empty()) return set.is_true ? "true" : "false";
    const auto name = [](std::uint32_t number) -> std::string {
      return number < 2 ? (number == 1 ? "true" : "false") : fmt::format("n{}", number);
    };
    std::string out;
    std::size_t open = 0;
    for (const std::vector<std::uint32_t>& level : levels(set)) {
      out += "(let (";
      for (const std::uint32_t number : level) {
        const PortableSet::Node& node = set.nodes[number - 2];
        const Bit bit = bits_.at(node.bit);
        fmt::format_to(std::back_inserter(out),
                       "(n{0} (ite (= #b1 ((_ extract {1} {1}) v{2})) {3} {4}))", number, bit.place,
                       bit.variable, name(node.high), name(node.low));
      }
      out += ") ";
      ++open;
    }
    out += name(static_cast<std::uint32_t>(set.nodes.size()) + 1);
    out.append(open, ')');
    return out;
  }

  /// Nodes, as they are numbered, after those that they name.
  [[nodiscard]] static std::vector<std::vector<std::uint32_t>> levels(const PortableSet& set) {
    std::vector<std::size_t> height(set.nodes.size() + 2, 0);
    std::vector<std::vector<std::uint32_t>> out;
    for (std::uint32_t number = 2; number < height.size(); ++number) {
      const PortableSet::Node& node = set.nodes[number - 2];
      height[number] = 1 + std::max(height[node.high], height[node.low]);
      if (height[number] > out.size()) out.emplace_back();
      out[height[number] - 1].push_back(number);
    }
    return out;
  }
};

/// Blocks from which no way leads to a sink.
std::vector<bool> harmless(const words::Graph& graph, const std::vector<words::BlockId>& sinks) {
  std::vector<std::vector<words::BlockId>> before(graph.blocks.size());
  for (words::BlockId b = 0; b < graph.blocks.size(); ++b)
    for (const words::Edge& edge : graph.blocks[b].edges)
      if (!graph.expressions.is_constant(edge.guard, 0)) before[edge.to].push_back(b);
  std::vector<bool> out(graph.blocks.size(), true);
  std::vector<words::BlockId> work = sinks;
  for (const words::BlockId b : sinks) out[b] = false;
  while (!work.empty()) {
    const words::BlockId b = work.back();
    work.pop_back();
    for (const words::BlockId p : before[b]) {
      if (!out[p]) continue;
      out[p] = false;
      work.push_back(p);
    }
  }
  return out;
}

class SetProver {
 public:
  SetProver(const words::Graph& graph, const std::vector<words::BlockId>& sinks, Budget& budget)
      : graph_(graph), sinks_(sinks), budget_(budget) {}

  MadeProof run() {
    budget_.enter("computing images for a certificate", "steps");
    words::ReduceOptions how;
    how.ranges = false;
    how.merge = false;
    how.budget = &budget_;
    const ImageOptions options;
    const Model model = make_model(words::reduce(graph_, sinks_, how), options, budget_);
    if (budget_.poll() != StopReason::None) return {{}, budget_.reason()};
    if (std::string reason = why_refused(model.reduction.graph); !reason.empty())
      return {{}, std::move(reason)};
    const Grouping grouping = partition(model.reduction, model.liveness, model.bits, options);
    Worlds worlds(model, grouping, options);
    Search search(model, grouping, worlds, options, 0, budget_);
    try {
      if (!search.run({sinks_}, 1)) return {{}, budget_.reason()};
      if (search.hits()[0]) return {{}, "an error can be reached"};
      return prove(model, worlds, search);
    } catch (const bdd::LimitReached& limit) {
      return {{}, budget_.stopped() != StopReason::None ? budget_.reason() : limit.what()};
    } catch (const TooLarge& error) {
      return {{}, error.what()};
    }
  }

 private:
  const words::Graph& graph_;
  const std::vector<words::BlockId>& sinks_;
  Budget& budget_;

  /// Whoever checks a proof looks at all of its nodes, so a better order is worth a while.
  static void find_order(const Model& model, bdd::Manager& manager, Search& search) {
    constexpr std::size_t many_nodes = 2'000;
    std::vector<bdd::Bdd> sets;
    std::size_t nodes = 0;
    for (const words::BlockId b : model.reduction.blocks) {
      sets.push_back(search.states(b));
      nodes += bdd::node_count(sets.back());
    }
    bdd::Sifting sifting;
    sifting.max_work = 30'000'000;
    if (nodes > many_nodes) manager.reorder(sifting);
  }

  MadeProof prove(const Model& model, Worlds& worlds, Search& search) {
    words::Proof out;
    const std::vector<bool> is_harmless = harmless(graph_, sinks_);
    for (words::BlockId b = 0; b < graph_.blocks.size(); ++b)
      if (is_harmless[b]) out.invariants[b].body = "true";
    if (model.reduction.blocks.empty()) return {std::move(out), ""};
    find_order(model, worlds.of(0).manager, search);
    SetWriter writer(model, worlds.of(0).layout);
    for (const words::BlockId b : model.reduction.blocks) {
      const bdd::Bdd states = search.states(b);
      if (states.is_false()) continue;
      std::vector<words::VariableId> live;
      for (words::VariableId v = 0; v < graph_.variables.size(); ++v)
        if (model.liveness.live(b, v)) live.push_back(v);
      words::Proof::Predicate made = writer.write(states, std::move(live));
      words::Proof::Invariant& invariant = out.invariants[b];
      if (made.body == "true") {
        invariant = {{}, "true"};
        continue;
      }
      const std::size_t number = out.predicates.size();
      invariant = {{{false, number}}, fmt::format("c{}", number)};
      out.predicates.push_back(std::move(made));
      if (writer.nodes() > most_set_nodes)
        return {{}, "the sets of states are too large to be written"};
      if (budget_.poll() != StopReason::None) return {{}, budget_.reason()};
    }
    return {std::move(out), ""};
  }
};

}  // namespace

MadeProof prove_unreachable(const words::Graph& graph, const std::vector<words::BlockId>& sinks,
                            Budget& budget) {
  return SetProver(graph, sinks, budget).run();
}

}  // namespace hardbop::image
