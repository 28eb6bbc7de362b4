// SPDX-License-Identifier: MIT
#include "c/slam/exclude.hpp"

#include <algorithm>

namespace hardbop::slam {

namespace {

constexpr unsigned exclusion_effort = smt::usual_effort / 10;
constexpr unsigned effort_part = 5;  // most questions have an easy answer, or none
constexpr std::size_t most_parts_to_minimise = 16;
/// So many of one path are enough to go on with.
constexpr std::size_t most_found = 16;

}  // namespace

/// Of a callee's predicates, a call settles those on its parameters.
bool Excluder::is_carried(const PathStep& step, ExprId literal) const {
  const ExprId predicate = positive(procedures_.expressions(), literal);
  if (!predicates_.contains(predicate)) return false;
  return !step.enters || predicates_.scope(predicate) == everybody ||
         predicates_.is_formal(procedures_.call(step.block)->callee, predicate);
}

bool Excluder::is_impossible(const std::vector<Part>& parts, ExprId guard) {
  std::vector<ExprId> premises;
  premises.reserve(parts.size());
  for (const Part& part : parts) premises.push_back(part.constraint);
  return implications_.holds(std::move(premises),
                             procedures_.expressions().unary(words::Op::Not, guard), effort_part);
}

/// Of parts that are impossible, as few as the solver needs at once.
std::vector<Excluder::Part> Excluder::core(const std::vector<Part>& parts, ExprId guard) {
  std::vector<ExprId> constraints;
  constraints.reserve(parts.size() + 1);
  for (const Part& part : parts) constraints.push_back(procedures_.with_tables(part.constraint));
  constraints.push_back(procedures_.with_tables(guard));
  if (solver_.check(constraints, exclusion_effort) != smt::Satisfiable::No) return parts;
  std::vector<Part> out;
  for (const std::size_t index : solver_.core())
    if (index < parts.size()) out.push_back(parts[index]);
  return out;
}

Exclusion Excluder::minimise(std::vector<Part> core, ExprId guard) {
  for (std::size_t i = core.size(); core.size() <= most_parts_to_minimise && i-- > 0;) {
    std::vector<Part> fewer = core;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_impossible(fewer, guard)) core = std::move(fewer);
  }
  Exclusion out;
  for (const Part& part : core) (part.is_after ? out.after : out.before).push_back(part.literal);
  return out;
}

/// Why a step from one abstract state to another is impossible; nothing where it is not.
std::optional<Exclusion> Excluder::look_at(const PathStep& step, const std::vector<ExprId>& next) {
  const words::Block& block = procedures_.graph().blocks[step.block];
  std::vector<Part> parts;
  for (const ExprId literal : step.known)
    if (!predicates_.is_stale(positive(procedures_.expressions(), literal), step.block))
      parts.push_back({literal, literal, false});
  for (const ExprId literal : next)
    if (is_carried(step, literal))
      parts.push_back({literal, procedures_.before(literal, step.block), true});
  const ExprId guard = block.edges[step.edge].guard;
  if (!is_impossible(parts, guard)) return std::nullopt;
  return minimise(core(parts, guard), guard);
}

bool Excluder::run(const Path& path, std::size_t last, Exclusions& exclusions) {
  std::size_t found = 0;
  for (std::size_t i = 0; i <= last && i < path.steps.size() && found < most_found; ++i) {
    const PathStep& step = path.steps[i];
    if (budget_.poll() != StopReason::None) break;
    if (step.leaves) continue;
    std::optional<Exclusion> one =
        look_at(step, i + 1 < path.steps.size() ? path.steps[i + 1].known : path.known);
    if (!one) continue;
    std::vector<Exclusion>& known = exclusions[{step.block, step.edge}];
    if (std::ranges::find(known, *one) != known.end()) continue;
    known.push_back(std::move(*one));
    ++found;
  }
  return found > 0;
}

}  // namespace hardbop::slam
