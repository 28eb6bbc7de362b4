// SPDX-License-Identifier: MIT
// Formulas without a solution, and their proofs by the solver.
#pragma once

#include <random>
#include <vector>

#include "base/sat/solver.hpp"

namespace hardbop::sat {

/// So many pigeons in one hole less.
inline Clauses pigeonhole(int pigeons) {
  const int holes = pigeons - 1;
  const auto is_in = [&](int pigeon, int hole) { return pigeon * holes + hole + 1; };
  Clauses out;
  for (int pigeon = 0; pigeon < pigeons; ++pigeon) {
    std::vector<Literal> somewhere;
    for (int hole = 0; hole < holes; ++hole) somewhere.push_back(is_in(pigeon, hole));
    out.add(somewhere);
  }
  for (int hole = 0; hole < holes; ++hole)
    for (int a = 0; a < pigeons; ++a)
      for (int b = 0; b < a; ++b) out.add(std::vector{-is_in(a, hole), -is_in(b, hole)});
  return out;
}

/// Each vertex of a random graph with three edges a vertex has an odd number of true edges at one
/// vertex, and an even number at all others: their sum cannot be (Tseitin).
inline Clauses parity(int vertices, std::mt19937& random) {
  std::vector<std::size_t> ends;  // of the edges, each twice
  for (int edge = 0; edge < vertices * 3 / 2; ++edge) {
    ends.push_back(static_cast<std::size_t>(edge + 1));
    ends.push_back(static_cast<std::size_t>(edge + 1));
  }
  std::ranges::shuffle(ends, random);
  Clauses out;
  for (std::size_t vertex = 0; vertex + 2 < ends.size(); vertex += 3)
    for (unsigned signs = 0; signs < 8; ++signs) {
      const bool excludes_odd = __builtin_parity(signs) != 0;
      if (excludes_odd == (vertex == 0)) continue;
      std::vector<Literal> clause;
      for (unsigned i = 0; i < 3; ++i) {
        const auto edge = static_cast<Literal>(ends[vertex + i]);
        clause.push_back(((signs >> i) & 1U) != 0 ? -edge : edge);
      }
      out.add(clause);
    }
  return out;
}

inline Literal random_literal(int variables, std::mt19937& random) {
  const auto variable = static_cast<Literal>(random() % static_cast<unsigned>(variables)) + 1;
  return random() % 2 == 0 ? variable : -variable;
}

/// Three literals a clause; with five times as many clauses as variables hardly any has a solution.
inline Clauses random_formula(int variables, int clauses, std::mt19937& random) {
  Clauses out;
  for (int i = 0; i < clauses; ++i) {
    std::vector<Literal> clause;
    for (int j = 0; j < 3; ++j) clause.push_back(random_literal(variables, random));
    out.add(clause);
  }
  return out;
}

/// Nothing where there is a solution.
inline std::optional<Refutation> refute(const Clauses& formula) {
  Budget budget;
  Solver solver(budget, Solver::Recording::Proofs);
  const Literal shift = solver.always();  // which is variable 1
  for (std::size_t i = 0; i < formula.size(); ++i) {
    std::vector<Literal> clause;
    for (const Literal literal : formula[i])
      clause.push_back(literal < 0 ? literal - shift : literal + shift);
    solver.clause(clause);
  }
  if (solver.solve({}) != Satisfiable::No) return {};
  return solver.take_refutation();
}

}  // namespace hardbop::sat
