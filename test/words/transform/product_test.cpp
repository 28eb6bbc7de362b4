// SPDX-License-Identifier: MIT
#include "words/transform/product.hpp"

#include <functional>
#include <map>

#include "boolean/logic/word.hpp"
#include "boolean/temporal/asking.hpp"
#include "boolean/temporal/model.hpp"
#include "repetitions.hpp"
#include "words/graph/print.hpp"
#include "words/graph/random_graph.hpp"
#include "words/transform/lasso.hpp"

namespace hardbop::test {
namespace {

using State = std::vector<std::uint64_t>;

/// Formulas name the lowest bits of the first variables so.
constexpr const char* names = "decl a, b, c, d; void main() begin skip; end";

/// The states of a graph as configurations.
Model model_of(const words::Graph& graph) {
  Model model;
  std::map<State, std::size_t> numbers;
  for (const State& state : reachable_states(graph)) {
    Model::Configuration& one = model.configurations.emplace_back();
    one.frame = bp::Valuation(4);
    for (std::uint32_t v = 0; v < 4 && v < graph.variables.size(); ++v)
      one.frame.set(v, (state[v + 1] & 1U) != 0);
    numbers.emplace(state, numbers.size());
  }
  for (const auto& [state, number] : numbers)
    for (const State& next : successors(graph, state))
      model.configurations[number].next.push_back(numbers.at(next));
  bool changes = true;
  while (changes) {  // who has no successor starts no infinite run
    changes = false;
    for (Model::Configuration& one : model.configurations) {
      const bool goes_on = std::ranges::any_of(
          one.next, [&](std::size_t next) { return model.configurations[next].alive; });
      changes = changes || (one.alive && !goes_on);
      one.alive = one.alive && goes_on;
    }
  }
  for (const State& state : initial_states(graph))
    if (model.configurations[numbers.at(state)].alive) model.initial.push_back(numbers.at(state));
  return model;
}

words::Configurations configurations_of(words::Graph& graph) {
  return {std::vector<bool>(graph.blocks.size(), true),
          [&graph, own = graph.variables.size()](const temporal::Atom& atom, words::BlockId) {
            words::Expressions& e = graph.expressions;
            using Kind = temporal::Atom::Kind;
            if (atom.kind == Kind::In) return e.truth(true);
            if (atom.kind != Kind::Global || atom.slot >= own) return e.truth(false);
            return e.extract(e.variable(atom.slot, graph.variables[atom.slot].width), 0, 1);
          }};
}

using AddTableau = std::function<std::vector<words::ExprId>(words::Graph&, const temporal::Formula&,
                                                            const temporal::Tableau&)>;

void compare_with_textbook(const AddTableau& add_tableau) {
  const Sample sample(names);
  std::size_t compared = 0;
  std::size_t violated_ones = 0;
  for (std::uint64_t seed = 1; seed <= repetitions(250); ++seed) {
    words::Graph graph = random_graph(seed);
    const std::size_t states = reachable_states(graph).size();
    if (states > 100) continue;
    const Model model = model_of(graph);
    const Tree tree = FormulaGenerator(sample.graph(), seed).ltl(static_cast<int>(1 + seed % 3));
    temporal::Formula formula = read_formula(sample.graph(), tree.text(), temporal::Logic::Ltl);
    const temporal::Tableau tableau(formula);
    if (states << tableau.bits() > 200) continue;
    const bool expected = satisfies_ltl(model, tree);
    const words::Graph before = graph;
    const auto fairness = add_tableau(graph, formula, tableau);
    const words::Lasso lasso = words::add_lasso(graph, fairness);
    ASSERT_EQ(words::problem(graph), std::nullopt) << seed;
    ASSERT_EQ(reachable_blocks(graph)[lasso.closed], !expected)
        << "seed " << seed << ": " << tree.text() << '\n'
        << to_string(before);
    ++compared;
    violated_ones += expected ? 0 : 1;
  }
  EXPECT_GT(compared, repetitions(80));
  EXPECT_GT(violated_ones, repetitions(20));
  EXPECT_LT(violated_ones, compared);
}

TEST(Product, agrees_with_a_textbook_on_random_graphs) {
  compare_with_textbook(
      [](words::Graph& graph, const temporal::Formula& formula, const temporal::Tableau& tableau) {
        return add_tableau(graph, formula, tableau, configurations_of(graph));
      });
}

TEST(Product, ways_agree_with_a_textbook_on_random_graphs) {
  compare_with_textbook(
      [](words::Graph& graph, const temporal::Formula& formula, const temporal::Tableau& tableau) {
        const words::Graph before = graph;
        const auto ways = add_tableau_ways(graph, formula, tableau, configurations_of(graph));
        for (words::BlockId b = 0; b < before.blocks.size(); ++b)
          EXPECT_EQ(graph.blocks[ways.moved[b]].edges.size(), before.blocks[b].edges.size());
        return ways.fairness;
      });
}

TEST(Product, words_satisfy_what_they_should) {
  const Sample sample(names);
  const auto holds = [&](const std::string& text, const std::vector<std::string>& letters,
                         std::size_t loop) {
    const temporal::Formula formula = read_formula(sample.graph(), text, temporal::Logic::Ltl);
    temporal::Word word;
    word.loop = loop;
    for (const std::string& letter : letters) {
      std::vector<bool>& truths = word.letters.emplace_back();
      for (const temporal::Atom& atom : formula.atoms())
        truths.push_back(letter.find(static_cast<char>('a' + atom.slot)) != std::string::npos);
    }
    return temporal::holds_on(word, formula, formula.root());
  };
  EXPECT_TRUE(holds("GF a", {"", "a", ""}, 1));
  EXPECT_FALSE(holds("GF a", {"a", "", ""}, 1));
  EXPECT_TRUE(holds("a U b", {"a", "a", "b"}, 2));
  EXPECT_FALSE(holds("a U b", {"a", "a", "a"}, 0));
  EXPECT_TRUE(holds("a W b", {"a", "a", "a"}, 0));
  EXPECT_TRUE(holds("b R a", {"a", "ab", ""}, 2));
  EXPECT_FALSE(holds("b R a", {"a", "b", ""}, 2));
  EXPECT_TRUE(holds("G(a => X F b)", {"a", "b"}, 0));
  EXPECT_TRUE(holds("X X a", {"", "a"}, 0) == false);
  EXPECT_TRUE(holds("X X X a", {"", "a"}, 0));
  EXPECT_TRUE(holds("FG a", {"", "", "a"}, 2));
}

}  // namespace
}  // namespace hardbop::test
