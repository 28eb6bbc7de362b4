// SPDX-License-Identifier: MIT
// Irredundant sums of products after Minato and Morreale, between what must be covered and what may
// be covered. Impossible states may be covered, and so may states that contradict facts that are
// stated anyway; both make cubes shorter. The shorter sum of a function and its negation is used,
// as cases or as clauses.
#include "c/slam/formula.hpp"

#include <algorithm>
#include <optional>

namespace hardbop::slam {

namespace {

using bdd::Bdd;
using bdd::Literal;
using bdd::Var;

constexpr std::size_t most_literals = 32;   // of a sum
constexpr std::size_t most_calls = 20'000;  // to find one
constexpr std::size_t most_paired = 64;     // variables that pairs are made of
constexpr std::size_t most_pairs = 16;

class Sum {
 public:
  explicit Sum(const bdd::Manager& manager) : manager_(manager) {}

  /// Nothing where it is too long.
  std::optional<std::vector<Literals>> run(const Bdd& must, const Bdd& may) {
    (void)cover(must, may);
    if (is_over_) return std::nullopt;
    return std::move(cubes_);
  }

 private:
  const bdd::Manager& manager_;
  std::vector<Literals> cubes_;
  Literals path_;
  std::size_t literals_ = 0;
  std::size_t calls_ = 0;
  bool is_over_ = false;

  /// Adds cubes within the path; what they cover, without the path.
  Bdd cover(const Bdd& must, const Bdd& may) {
    is_over_ = is_over_ || ++calls_ > most_calls;
    if (is_over_ || must.is_false()) return manager_.zero();
    if (may.is_true()) {
      cubes_.push_back(path_);
      literals_ += path_.size();
      is_over_ = literals_ > most_literals;
      return manager_.one();
    }
    const Var x = must.is_true() || manager_.level_of(may.top()) < manager_.level_of(must.top())
                      ? may.top()
                      : must.top();
    const auto half = [&](const Bdd& f, bool side) {
      if (f.is_constant() || f.top() != x) return f;
      return side ? f.high() : f.low();
    };
    const Bdd without =
        covered_by({x, false}, half(must, false) - half(may, true), half(may, false));
    const Bdd with = covered_by({x, true}, half(must, true) - half(may, false), half(may, true));
    const Bdd rest = (half(must, false) - without) | (half(must, true) - with);
    const Bdd either = cover(rest, half(may, false) & half(may, true));
    return ite(manager_.var(x), with, without) | either;
  }

  Bdd covered_by(Literal literal, const Bdd& must, const Bdd& may) {
    path_.push_back(literal);
    Bdd out = cover(must, may);
    path_.pop_back();
    return out;
  }
};

std::size_t size(const std::optional<std::vector<Literals>>& sum) {
  if (!sum) return most_literals + 1;
  std::size_t out = 0;
  for (const Literals& cube : *sum) out += cube.size();
  return out;
}

class Maker {
 public:
  Maker(const bdd::Manager& manager, const Bdd& f, const Bdd& possible)
      : manager_(manager), f_(f), states_(f & possible), told_(possible) {}

  Formula run() {
    const std::vector<Var> variables = bdd::support(states_);
    for (const bool positive : {true, false})
      for (const Var x : variables)
        if (tells({{x, positive}})) out_.facts.push_back({x, positive});
    const Bdd may = f_ | ~told_;
    if (may.is_true()) return std::move(out_);
    const auto cases = Sum(manager_).run(states_, may);
    const auto clauses = Sum(manager_).run(~may, ~states_);
    if (!cases && !clauses) {
      add_pairs(variables);
    } else if (size(clauses) <= size(cases)) {
      for (const Literals& cube : *clauses) {
        Literals& clause = out_.clauses.emplace_back();
        for (const Literal& literal : cube) clause.push_back({literal.var, !literal.positive});
      }
    } else {
      out_.cases = *cases;
    }
    return std::move(out_);
  }

 private:
  const bdd::Manager& manager_;
  const Bdd& f_;
  Bdd states_;
  Bdd told_;  // what is possible, and not contradicted by what was told
  Formula out_;

  /// Whether a clause is true, and not known from others. Then it is from now on.
  bool tells(const Literals& clause) {
    Bdd one = manager_.zero();
    for (const Literal& literal : clause) one |= manager_.literal(literal);
    if (!(states_ <= one) || told_ <= one) return false;
    told_ &= one;
    return true;
  }

  void add_pairs(std::vector<Var> variables) {
    std::erase_if(variables, [&](Var x) {
      return std::ranges::any_of(out_.facts, [&](const Literal& fact) { return fact.var == x; });
    });
    variables.resize(std::min(variables.size(), most_paired));
    for (std::size_t i = 0; i < variables.size(); ++i)
      for (std::size_t k = i + 1; k < variables.size(); ++k)
        for (const bool a : {true, false})
          for (const bool b : {true, false}) {
            const Literals clause{{variables[i], a}, {variables[k], b}};
            if (out_.clauses.size() < most_pairs && tells(clause)) out_.clauses.push_back(clause);
          }
  }
};

}  // namespace

Formula to_formula(const bdd::Manager& manager, const Bdd& f, const Bdd& possible) {
  return Maker(manager, f, possible).run();
}

}  // namespace hardbop::slam
