// SPDX-License-Identifier: MIT
#include "c/slam/exclude.hpp"

#include <algorithm>

namespace hardbop::slam {

namespace {

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
  return implications_.holds(premises, procedures_.expressions().unary(words::Op::Not, guard));
}

/// Leaves out what is not needed, the last first. Once the solver has said which parts are, the
/// others are left out without asking it. Which parts stay does not depend on what it said.
Exclusion Excluder::minimise(std::vector<Part> parts, ExprId guard) {
  for (std::size_t i = parts.size(); i-- > 0 && budget_.poll() == StopReason::None;) {
    std::vector<Part> fewer = parts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_impossible(fewer, guard)) parts = std::move(fewer);
  }
  Exclusion out;
  for (const Part& part : parts) (part.is_after ? out.after : out.before).push_back(part.literal);
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
  implications_.begin();
  if (!is_impossible(parts, guard)) return std::nullopt;
  return minimise(std::move(parts), guard);
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
