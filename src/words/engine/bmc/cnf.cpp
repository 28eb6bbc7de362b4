// SPDX-License-Identifier: MIT
#include "words/engine/bmc/cnf.hpp"

namespace hardbop::bmc {

using sat::Literal;

void Cnf::clause(std::initializer_list<Literal> literals) {
  ++clauses_;
  sink_.clause(std::span(literals.begin(), literals.size()));
}

Literal Cnf::of(Edge edge) const {
  const Literal literal = Aig::node(edge) == 0 ? -sink_.always() : literals_[Aig::node(edge)];
  return Aig::is_negated(edge) ? -literal : literal;
}

std::optional<Literal> Cnf::known(Edge edge) const {
  const std::uint32_t node = Aig::node(edge);
  if (node != 0 && (node >= literals_.size() || literals_[node] == 0)) return std::nullopt;
  return of(edge);
}

Literal Cnf::literal(Edge edge) {
  return *literal(edge, ~std::uint64_t{0});
}

std::optional<Literal> Cnf::literal(Edge edge, std::uint64_t most_clauses) {
  literals_.resize(aig_.size());
  stack_.assign(1, Aig::node(edge));
  while (!stack_.empty()) {
    if (clauses_ > most_clauses) return std::nullopt;
    const std::uint32_t node = stack_.back();
    if (node == 0 || literals_[node] != 0 || define(node)) stack_.pop_back();
  }
  return of(edge);
}

/// Whether it has a literal; else it comes next.
bool Cnf::ask(Edge edge) {
  const std::uint32_t node = Aig::node(edge);
  if (node == 0 || literals_[node] != 0) return true;
  stack_.push_back(node);
  return false;
}

/// Whether all that it is made of has literals, and so it has one.
bool Cnf::define(std::uint32_t id) {
  const Aig::Node node = aig_[id];
  if (aig_.is_input(id)) {
    literals_[id] = sink_.fresh();
    return true;
  }
  if (const std::optional<Choice> gate = choice(node)) {
    const bool has_condition = ask(gate->condition);
    const bool has_a = ask(gate->a);
    if (!ask(gate->b) || !has_a || !has_condition) return false;
    const Literal out = sink_.fresh();
    const Literal condition = of(gate->condition);
    const Literal a = -of(gate->a);
    const Literal b = -of(gate->b);
    clause({-out, -condition, a});
    clause({out, -condition, -a});
    clause({-out, condition, b});
    clause({out, condition, -b});
    if (a != -b) {
      clause({-out, a, b});
      clause({out, -a, -b});
    }
    literals_[id] = out;
    return true;
  }
  const bool has_a = ask(node.a);
  if (!ask(node.b) || !has_a) return false;
  const Literal out = sink_.fresh();
  clause({-out, of(node.a)});
  clause({-out, of(node.b)});
  clause({out, -of(node.a), -of(node.b)});
  literals_[id] = out;
  return true;
}

std::optional<Cnf::Choice> Cnf::choice(const Aig::Node& node) const {
  if (!Aig::is_negated(node.a) || !Aig::is_negated(node.b)) return std::nullopt;
  if (aig_.is_input(Aig::node(node.a)) || aig_.is_input(Aig::node(node.b))) return std::nullopt;
  const Aig::Node& x = aig_[Aig::node(node.a)];
  const Aig::Node& y = aig_[Aig::node(node.b)];
  if (x.a == Aig::negation(y.a)) return Choice{x.a, x.b, y.b};
  if (x.a == Aig::negation(y.b)) return Choice{x.a, x.b, y.a};
  if (x.b == Aig::negation(y.a)) return Choice{x.b, x.a, y.b};
  if (x.b == Aig::negation(y.b)) return Choice{x.b, x.a, y.a};
  return std::nullopt;
}

}  // namespace hardbop::bmc
