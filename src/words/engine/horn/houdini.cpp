// SPDX-License-Identifier: MIT
#include "words/engine/horn/houdini.hpp"

#include <algorithm>
#include <set>

#include "words/engine/houdini.hpp"

namespace hardbop::chc {

std::vector<ExprId> Houdini::assumptions(const Clause& clause, const Conditions& known) {
  std::vector<ExprId> out;
  if (!expressions_.is_constant(clause.condition, 1)) out.push_back(clause.condition);
  for (const Application& one : clause.body)
    for (const ExprId condition : known[one.predicate])
      out.push_back(instantiate(expressions_, clauses_.predicates[one.predicate], one, condition));
  return out;
}

/// Drops what the clause does not lead to; whether there was something.
bool Houdini::drop_unkept(const Clause& clause, Conditions& known) {
  std::vector<ExprId>& conditions = known[clause.head->predicate];
  const std::vector<ExprId> before = conditions;
  std::vector<ExprId> concluded;
  for (const ExprId condition : before)
    concluded.push_back(instantiate(expressions_, clauses_.predicates[clause.head->predicate],
                                    *clause.head, condition));
  std::vector<bool> is_kept(before.size(), true);
  const auto assumed = [&] {
    conditions = words::kept_of(before, is_kept);
    return assumptions(clause, known);
  };
  words::drop_false(
      is_kept,
      words::Implication{expressions_, std::move(concluded), assumed,
                         [&](const auto& asked) { return solver_.check(asked, smt::usual_effort); },
                         [&](ExprId id) { return solver_.value(id); },
                         [&] { return budget_.poll() != StopReason::None; }});
  conditions = words::kept_of(before, is_kept);
  return conditions.size() != before.size();
}

Conditions Houdini::keep(Conditions guesses) {
  std::set<std::size_t> work;
  for (std::size_t i = 0; i < clauses_.clauses.size(); ++i)
    if (clauses_.clauses[i].head) work.insert(i);
  while (!work.empty()) {
    if (budget_.poll(work.size()) != StopReason::None) return Conditions(guesses.size());
    const std::size_t next = *work.begin();
    work.erase(work.begin());
    const Clause& clause = clauses_.clauses[next];
    if (!drop_unkept(clause, guesses)) continue;
    for (std::size_t i = 0; i < clauses_.clauses.size(); ++i) {
      const Clause& user = clauses_.clauses[i];
      const auto is_used = [&](const Application& one) {
        return one.predicate == clause.head->predicate;
      };
      if (user.head && std::ranges::any_of(user.body, is_used)) work.insert(i);
    }
  }
  if (budget_.poll() != StopReason::None) return Conditions(guesses.size());
  return guesses;
}

std::optional<std::vector<Houdini::Need>> Houdini::needs(const Clause& clause,
                                                         std::optional<ExprId> conclusion,
                                                         const Conditions& known) {
  std::vector<ExprId> asked{clause.condition};
  if (conclusion)
    asked.push_back(expressions_.unary(
        words::Op::Not, instantiate(expressions_, clauses_.predicates[clause.head->predicate],
                                    *clause.head, *conclusion)));
  const std::size_t first = asked.size();
  std::vector<Need> all;
  for (const Application& one : clause.body)
    for (const ExprId condition : known[one.predicate]) {
      all.push_back({one.predicate, condition});
      asked.push_back(
          instantiate(expressions_, clauses_.predicates[one.predicate], one, condition));
    }
  if (solver_.check(asked, smt::usual_effort) != smt::Satisfiable::No) return std::nullopt;
  std::vector<Need> out;
  for (const std::size_t i : solver_.core())
    if (i >= first) out.push_back(all[i - first]);
  return out;
}

/// Backwards from the targets: what is needed makes what it follows from needed.
Conditions Houdini::needed_part(const Conditions& known) {
  Conditions out(known.size());
  std::vector<Need> work;
  const auto need = [&](const std::optional<std::vector<Need>>& some) {
    if (!some || budget_.poll() != StopReason::None) return false;
    for (const Need& one : *some) {
      std::vector<ExprId>& kept = out[one.predicate];
      if (std::ranges::find(kept, one.condition) != kept.end()) continue;
      kept.push_back(one.condition);
      work.push_back(one);
    }
    return true;
  };
  for (const Clause& clause : clauses_.clauses)
    if (!clause.head && !need(needs(clause, {}, known))) return known;
  while (!work.empty()) {
    const Need next = work.back();
    work.pop_back();
    for (const Clause& clause : clauses_.clauses)
      if (clause.head && clause.head->predicate == next.predicate &&
          !need(needs(clause, next.condition, known)))
        return known;
  }
  return out;
}

bool Houdini::excludes_targets(const Conditions& known) {
  return std::ranges::all_of(clauses_.clauses, [&](const Clause& clause) {
    return clause.head ||
           (budget_.poll() == StopReason::None &&
            solver_.check(assumptions(clause, known), smt::usual_effort) == smt::Satisfiable::No);
  });
}

}  // namespace hardbop::chc
