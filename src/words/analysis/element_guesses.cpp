// SPDX-License-Identifier: MIT
// Places are those that the graph reads or writes, as far as they can be told from variables that
// are known at the block, and the values of these variables themselves, in the units in which the
// array is counted: the place a variable names, and the one before it. So if a variable has the
// size of a block, its last element is one of the places, though no expression of the program may
// say so any more.
#include "words/analysis/element_guesses.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "base/expression/evaluator.hpp"
#include "base/expression/substitute.hpp"
#include "words/analysis/liveness.hpp"
#include "words/analysis/random_walk.hpp"

namespace hardbop::words {

namespace {

constexpr std::size_t most_places = 40;  // of an array
constexpr std::size_t few_constants = 4;

/// How the graph indexes one of its arrays.
struct Indexing {
  std::set<ExprId> places{};
  std::set<Width> lowest{0};  // bits of words that become an index
};

std::vector<Indexing> indexing_of(const Graph& graph) {
  std::vector<Indexing> out(graph.arrays.size());
  const Expressions& e = graph.expressions;
  for (ExprId id = 0; id < e.size(); ++id) {
    const Node& node = e.node(id);
    if (node.op != Op::Select && node.op != Op::Store) continue;
    for (const ArrayId array : arrays_of(e, {node.a})) {
      out[array].places.insert(node.b);
      if (e.node(node.b).op == Op::Extract)
        out[array].lowest.insert(static_cast<Width>(e.node(node.b).value));
    }
  }
  return out;
}

class ElementGuesser {
 public:
  ElementGuesser(Graph& graph, const Sampled& sampled, std::size_t most)
      : graph_(graph), e_(graph.expressions), sampled_(sampled), most_(most) {
    for (const VariableId v : sampled.variables) known_.insert(v);
  }

  std::vector<ExprId> run() {
    const std::vector<Indexing> indexing = indexing_of(graph_);
    const auto constants = constants_of(graph_);
    for (const ArrayId array : sampled_.arrays) {
      const ArraySort sort = graph_.arrays[array].sort;
      std::vector<std::uint64_t> values{0};
      const auto found = constants.find(sort.element);
      if (found != constants.end() && found->second.size() <= few_constants)
        values.insert(values.end(), found->second.begin(), found->second.end());
      for (const ExprId place : places(indexing[array], sort))
        candidates_.push_back({e_.select(e_.array(array, sort), place), values});
    }
    return seen_of_all();
  }

 private:
  struct Candidate {
    ExprId element = 0;
    std::vector<std::uint64_t> values;
  };
  Graph& graph_;
  Expressions& e_;
  const Sampled& sampled_;
  std::size_t most_;
  std::set<VariableId> known_;
  std::vector<Candidate> candidates_;

  /// It reads nothing but variables that are known.
  [[nodiscard]] bool is_known(ExprId id) const {
    bool out = true;
    for_each_node(e_, {id}, [&](ExprId one) {
      const Node& node = e_.node(one);
      out = out && node.op != Op::Input && node.op != Op::Select && !e_.is_array(one) &&
            (node.op != Op::Variable || known_.contains(static_cast<VariableId>(node.value)));
    });
    return out;
  }

  [[nodiscard]] std::vector<ExprId> places(const Indexing& indexing, const ArraySort& sort) {
    std::set<ExprId> out;
    for (const ExprId place : indexing.places)
      if (out.size() < most_places && is_known(place)) out.insert(place);
    for (const VariableId v : sampled_.variables) {
      const Width width = graph_.variables[v].width;
      for (const Width lowest : indexing.lowest) {
        if (width < lowest + sort.index || out.size() >= 2 * most_places) continue;
        const ExprId place = e_.extract(e_.variable(v, width), lowest, sort.index);
        out.insert({place, e_.binary(Op::Subtract, place, e_.constant(sort.index, 1))});
      }
    }
    return {out.begin(), out.end()};
  }

  [[nodiscard]] std::vector<ExprId> seen_of_all() {
    std::vector<std::vector<std::uint64_t>> seen(candidates_.size());
    std::vector<std::uint64_t> words(graph_.variables.size());
    std::vector<ArrayValue> arrays;
    for (const ArrayVariable& one : graph_.arrays) arrays.emplace_back(one.sort.index, 0);
    Evaluator values(e_);
    for (std::size_t s = 0; s < sampled_.states.size(); ++s) {
      for (std::size_t i = 0; i < sampled_.variables.size(); ++i)
        words[sampled_.variables[i]] = sampled_.states[s][i];
      for (std::size_t i = 0; i < sampled_.arrays.size(); ++i)
        arrays[sampled_.arrays[i]] = sampled_.contents[s][i];
      values.enter(words, {});
      values.enter_arrays(arrays, {});
      for (std::size_t c = 0; c < candidates_.size(); ++c)
        seen[c].push_back(values.value(candidates_[c].element));
    }
    std::vector<ExprId> out;
    for (std::size_t c = 0; c < candidates_.size(); ++c) {
      add(candidates_[c], seen[c], out);
      add_equal(candidates_[c].element, seen[c], out);
    }
    return out;
  }

  /// A variable that the element was read into, or written from.
  void add_equal(ExprId element, const std::vector<std::uint64_t>& seen, std::vector<ExprId>& out) {
    for (std::size_t i = 0; i < sampled_.variables.size(); ++i) {
      const VariableId v = sampled_.variables[i];
      if (graph_.variables[v].width != e_.width(element) || out.size() >= most_) continue;
      bool is_equal = true;
      for (std::size_t s = 0; s < seen.size(); ++s)
        is_equal = is_equal && seen[s] == sampled_.states[s][i];
      if (is_equal) out.push_back(e_.binary(Op::Equal, element, e_.variable(v, e_.width(element))));
    }
  }

  void add(const Candidate& candidate, const std::vector<std::uint64_t>& seen,
           std::vector<ExprId>& out) {
    for (const std::uint64_t value : candidate.values) {
      const auto times = static_cast<std::size_t>(std::ranges::count(seen, value));
      if ((times != 0 && times != seen.size()) || out.size() >= most_) continue;
      const ExprId is_it =
          e_.binary(Op::Equal, candidate.element, e_.constant(e_.width(candidate.element), value));
      out.push_back(times == 0 ? e_.unary(Op::Not, is_it) : is_it);
    }
  }
};

}  // namespace

std::vector<ExprId> guess_elements(Graph& graph, const Sampled& sampled, std::size_t most) {
  if (sampled.arrays.empty() || sampled.states.size() < 2) return {};
  return ElementGuesser(graph, sampled, most).run();
}

}  // namespace hardbop::words
