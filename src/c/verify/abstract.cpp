// SPDX-License-Identifier: MIT
#include "c/verify/abstract.hpp"

#include "base/smt/solver.hpp"
#include "base/util/budget.hpp"
#include "c/slam/abstraction.hpp"
#include "c/threads/split.hpp"
#include "c/verify/interleaving.hpp"

namespace hardbop::verify {

AbstractedProgram abstract_program(const Sources& sources, const c::Program& read,
                                   const AbstractionOptions& options) {
  std::shared_ptr<const c::Program> threads;
  if (c::has_threads(read))
    threads = Interleaving(read, usual_properties().front(), std::nullopt).program();
  const c::Program& program = threads ? *threads : read;
  const smt::Integers integers =
      options.unbounded ? smt::Integers::Unbounded : smt::Integers::Machine;
  slam::Procedures procedures(program, c::Bounds().heap, integers);
  ReadPredicates given = read_predicates(options.predicates, procedures);
  AbstractedProgram out{"", std::move(given.problems)};
  if (has_errors(out.problems)) return out;
  const auto solver = smt::make_solver(procedures.expressions(), integers);
  if (!solver) {
    out.problems.push_back(error_in(sources.input(), smt::why_no_solver()));
    return out;
  }
  slam::Predicates predicates(procedures);
  for (const slam::ExprId predicate : given.predicates) predicates.add(predicate);
  Budget budget{Limits()};
  slam::Implications implications(procedures, *solver, budget);
  slam::CubeOptions cube_options;
  cube_options.length = options.cube_length;
  const auto line = [&](const c::Position& at) { return sources.line(program, at); };
  const slam::Exclusions none;
  slam::AbstractBodies bodies;
  const slam::Cubes cubes(procedures, implications, cube_options, bodies.terms);
  slam::Abstractor abstractor(procedures, predicates, cubes, none, bodies, budget, line);
  out.text = abstraction_text(sources.input(), predicates.texts(), options.unbounded,
                              abstractor.run().text());
  return out;
}

}  // namespace hardbop::verify
