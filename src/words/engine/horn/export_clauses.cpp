// SPDX-License-Identifier: MIT
#include "words/engine/horn/export_clauses.hpp"

#include <fmt/format.h>

#include "words/engine/horn/write_clauses.hpp"

namespace hardbop::chc {

ExportedClauses export_clauses(const words::Subject& subject, words::Expressions& expressions,
                               const std::vector<bool>* is_signed, Budget& budget) {
  std::vector<bool> is_target(subject.graph.blocks.size());
  for (const auto& [block, text] : subject.sinks) is_target[block] = true;
  const bool as_integers = is_signed != nullptr;
  Needed needed(subject, is_target, as_integers ? Arrays::Unknown : Arrays::Followed);
  const Clauses clauses = make_clauses(subject, expressions, needed, is_target, budget);
  if (!clauses.problem.empty()) return {"", clauses.problem};
  const Conditions none(clauses.predicates.size());
  const std::string text = as_integers ? integer_clauses(subject.graph, expressions, clauses,
                                                         find_signs(subject.graph, *is_signed),
                                                         Overflow::Ends, {none, none})
                                       : word_clauses(subject.graph, expressions, clauses);
  return {fmt::format("(set-logic HORN)\n{}(assert (=> {} false))\n(check-sat)\n", text, goal_name),
          ""};
}

}  // namespace hardbop::chc
