// SPDX-License-Identifier: MIT
// The definition of a proof, executed.
#pragma once

#include <algorithm>
#include <vector>

#include "base/sat/clausal_proof.hpp"

namespace hardbop::sat {

using ClauseList = std::vector<std::vector<Literal>>;

inline bool has(const std::vector<Literal>& literals, Literal literal) {
  return std::ranges::find(literals, literal) != literals.end();
}

inline bool follows_naively(const ClauseList& clauses, std::span<const Literal> lemma) {
  std::vector<Literal> truths;
  for (const Literal literal : lemma) truths.push_back(-literal);
  if (std::ranges::any_of(truths, [&](Literal literal) { return has(truths, -literal); }))
    return true;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const std::vector<Literal>& clause : clauses) {
      std::vector<Literal> open;
      bool is_true = false;
      for (const Literal literal : clause) {
        is_true = is_true || has(truths, literal);
        if (!has(truths, -literal) && !has(open, literal)) open.push_back(literal);
      }
      if (is_true) continue;
      if (open.empty()) return true;
      if (open.size() > 1) continue;
      truths.push_back(open[0]);
      is_changed = true;
    }
  }
  return false;
}

/// The number of the first step, from 1, that does not follow; 0 where all do. Deletes nothing.
inline std::size_t first_wrong_step(const Clauses& formula, const ClausalProof& proof) {
  ClauseList clauses;
  for (std::size_t i = 0; i < formula.size(); ++i)
    clauses.emplace_back(formula[i].begin(), formula[i].end());
  for (std::size_t i = 0; i < proof.size(); ++i) {
    const auto [is_deletion, clause] = proof[i];
    if (is_deletion) continue;
    if (!follows_naively(clauses, clause)) return i + 1;
    if (clause.empty()) return 0;
    clauses.emplace_back(clause.begin(), clause.end());
  }
  return proof.size() + 1;
}

inline ClausalProof without_deletions(const ClausalProof& proof) {
  ClausalProof out;
  for (std::size_t i = 0; i < proof.size(); ++i)
    if (!proof[i].is_deletion) out.add(proof[i].clause);
  return out;
}

}  // namespace hardbop::sat
