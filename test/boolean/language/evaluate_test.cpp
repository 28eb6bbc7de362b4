// SPDX-License-Identifier: MIT
#include "boolean/language/evaluate.hpp"

#include <gtest/gtest.h>
#include <random>

#include "boolean/language/parsing.hpp"

namespace hardbop::bp::test {
namespace {

using Strings = std::vector<std::string>;

// No expression is without a value, so the empty set does not occur.
const std::vector<ValueSet> sets = {{true, false}, {false, true}, {true, true}};

/// The meaning of a connective on values; `free` is what schoose yields where it may choose.
bool meaning(Op op, bool a, bool b, bool free) {
  switch (op) {
    case Op::Not: return !a;
    case Op::And: return a && b;
    case Op::Or: return a || b;
    case Op::Xor:
    case Op::NotEqual: return a != b;
    case Op::Equal: return a == b;
    case Op::Implies: return !a || b;
    default: return a || (!b && free);
  }
}

TEST(Evaluate, connectives_of_sets_are_the_connectives_of_their_members) {
  using enum Op;
  for (const Op op : {Not, And, Or, Xor, Equal, NotEqual, Implies, Choose})
    for (const ValueSet a : sets)
      for (const ValueSet b : sets) {
        std::array<bool, 2> possible{};
        for (int choice = 0; choice < 8; ++choice) {
          const bool x = (choice & 1) != 0;
          const bool y = (choice & 2) != 0;
          if (a.has(x) && (op == Not || b.has(y)))
            possible[meaning(op, x, y, (choice & 4) != 0) ? 1 : 0] = true;
        }
        EXPECT_EQ(apply(op, a, b), ValueSet(possible[0], possible[1])) << static_cast<int>(op);
      }
}

TEST(Evaluate, conditionals_of_sets_are_the_conditionals_of_their_members) {
  for (const ValueSet c : sets)
    for (const ValueSet a : sets)
      for (const ValueSet b : sets) {
        std::array<bool, 2> possible{};
        for (int choice = 0; choice < 8; ++choice) {
          const bool x = (choice & 1) != 0;
          const bool y = (choice & 2) != 0;
          const bool z = (choice & 4) != 0;
          if (c.has(x) && a.has(y) && b.has(z)) possible[(x ? y : z) ? 1 : 0] = true;
        }
        EXPECT_EQ(apply_conditional(c, a, b), ValueSet(possible[0], possible[1]));
      }
}

/// The value of an expression once every `*` and every free schoose is decided by a bit.
class Decided {
 public:
  Decided(const Program& program, ExprRange range, std::uint32_t choices, std::uint32_t state)
      : choices_(choices), state_(state) {
    for (std::uint32_t i = range.first; i <= range.root; ++i) step(program.nodes[i], program);
  }
  [[nodiscard]] bool value() const { return stack_.back(); }
  [[nodiscard]] unsigned used() const { return used_; }

 private:
  std::uint32_t choices_;
  std::uint32_t state_;
  unsigned used_ = 0;
  std::vector<bool> stack_;

  bool decide() { return ((choices_ >> used_++) & 1U) != 0; }
  bool pop() {
    const bool top = stack_.back();
    stack_.pop_back();
    return top;
  }
  void step(const Expr& node, const Program& program) {
    switch (node.op) {
      case Op::False:
      case Op::True: stack_.push_back(node.op == Op::True); break;
      case Op::Star: stack_.push_back(decide()); break;
      case Op::Name: {
        const auto bit = static_cast<unsigned>(program.text(node.name()).front() - 'a');
        stack_.push_back(((state_ >> bit) & 1U) != 0);
        break;
      }
      case Op::Not: stack_.push_back(!pop()); break;
      case Op::Conditional: {
        const bool b = pop();
        const bool a = pop();
        stack_.push_back(pop() ? a : b);
        break;
      }
      default: {
        const bool b = pop();
        const bool a = pop();
        stack_.push_back(meaning(node.op, a, b, node.op == Op::Choose && decide()));
      }
    }
  }
};

std::string random_expression(std::mt19937& random, unsigned depth, unsigned& choices) {
  static const std::vector<std::string> atoms = {"a", "b", "c", "T", "F", "*"};
  static const std::vector<std::string> operators = {"&", "|", "^", "=", "!=", "=>"};
  const auto inner = [&] { return random_expression(random, depth - 1, choices); };
  const unsigned kind = depth == 0 ? 0 : random() % 8;
  if (kind == 0) {
    std::string atom = atoms[random() % (choices < 6 ? 6 : 5)];
    if (atom == "*") ++choices;
    return atom;
  }
  if (kind == 1) return fmt::format("!({})", inner());
  if (kind == 2 && choices < 6) {
    ++choices;
    const std::string a = inner();
    return fmt::format("schoose[{}, {}]", a, inner());
  }
  const std::string a = inner();
  const std::string b = inner();
  if (kind == 3) return fmt::format("(({}) ? ({}) : ({}))", a, b, inner());
  return fmt::format("(({}) {} ({}))", a, operators[random() % 6], b);
}

TEST(Evaluate, an_expression_has_the_values_that_some_choices_give_it) {
  std::mt19937 random(7);
  for (int i = 0; i < 500; ++i) {
    unsigned choices = 0;
    const std::string text = random_expression(random, 4, choices);
    const Checked checked(fmt::format("decl a, b, c; main() begin assert {}; end", text));
    ASSERT_EQ(checked.errors(), Strings()) << text;
    const Graph graph(checked.program, checked.symbols);
    Evaluator evaluator(graph);
    const ExprRange range = checked.program.expressions.front();
    for (std::uint32_t state = 0; state < 8; ++state) {
      std::array<bool, 2> possible{};
      for (std::uint32_t decided = 0; decided < (1U << choices); ++decided) {
        const Decided run(checked.program, range, decided, state);
        ASSERT_LE(run.used(), choices);
        possible[run.value() ? 1 : 0] = true;
      }
      const std::vector<Word> now = {state};
      EXPECT_EQ(evaluator.evaluate(range, now), ValueSet(possible[0], possible[1])) << text;
    }
  }
}

TEST(Evaluate, next_state_names_read_the_next_state) {
  const Checked checked("decl a, b; main() begin a, b := *, * constrain 'a & !a & b & !'b; end");
  const Graph graph(checked.program, checked.symbols);
  Evaluator evaluator(graph);
  const ExprRange constrain = checked.program.constrain(*body_of(checked.program).front());
  const auto holds = [&](Word now, Word next) {
    const std::vector<Word> before = {now};
    const std::vector<Word> after = {next};
    return evaluator.evaluate(constrain, before, after) == ValueSet::just(true);
  };
  for (Word now = 0; now < 4; ++now)
    for (Word next = 0; next < 4; ++next) EXPECT_EQ(holds(now, next), now == 2 && next == 1);
}

TEST(Evaluate, frames_may_be_wider_than_a_word) {
  Valuation frame(200);
  frame.set(130, true);
  EXPECT_TRUE(frame.get(130));
  EXPECT_FALSE(frame.get(66));
  frame.set(130, false);
  EXPECT_EQ(frame, Valuation(200));
}

}  // namespace
}  // namespace hardbop::bp::test
