// SPDX-License-Identifier: MIT
#include "slam/loop.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "bp/checker.hpp"
#include "bp/parser.hpp"
#include "engine/registry.hpp"
#include "slam/discover.hpp"
#include "slam/exclude.hpp"
#include "slam/simulate.hpp"
#include "trace/replay.hpp"
#include "util/invariant.hpp"

namespace hardbop::slam {

namespace {

constexpr std::size_t longest_path = 200'000;

}  // namespace

struct Loop::Checked {
  engine::Outcome outcome = engine::Outcome::Unknown;
  std::string reason;
  std::optional<Path> path;
};

Loop::Loop(Procedures& procedures, Solver& solver, const LoopOptions& options,
           Abstractor::SourceLine source, Budget& budget, Statistics& statistics)
    : procedures_(procedures),
      solver_(solver),
      options_(options),
      source_(std::move(source)),
      budget_(budget),
      statistics_(statistics),
      predicates_(procedures),
      implications_(procedures, solver, budget) {
  for (const ExprId predicate : options.predicates) predicates_.add(predicate);
}

std::vector<std::string> Loop::predicate_texts() const {
  std::vector<std::string> out;
  for (const ExprId predicate : predicates_.of(everybody))
    out.push_back(predicates_.text(predicate));
  for (const Procedure& procedure : procedures_.all())
    for (const ExprId predicate : predicates_.of(procedure.function))
      out.push_back(fmt::format("{}: {}", procedure.name, predicates_.text(predicate)));
  return out;
}

Loop::Checked Loop::check(const Abstraction& abstraction, const std::vector<BlockId>& sinks) {
  budget_.enter("checking the abstraction");
  const auto source =
      std::make_shared<const SourceFile>("abstraction.bp", std::string(abstraction.text));
  Diagnostics diagnostics;
  const bp::Program program = bp::parse_program(source, bp::Dialect::Standard, diagnostics);
  HARDBOP_INVARIANT(!diagnostics.has_errors(), "an abstraction should be a Boolean program");
  const bp::Symbols symbols = bp::check_program(program, diagnostics);
  HARDBOP_INVARIANT(!diagnostics.has_errors(), "an abstraction should be a correct program");
  const bp::Graph graph(program, symbols);
  engine::Query query;
  query.want_traces = true;
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    if (graph.procedure_name(p) == procedures_.of(procedures_.main()).name) query.entries = {p};
  std::vector<bp::VertexId>& targets = query.targets.emplace_back();
  for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
    const bp::VertexKind kind = graph.vertex(v).kind;
    if (kind == bp::VertexKind::Exit || kind == bp::VertexKind::Error) continue;
    const BlockId block = abstraction.lines[source->line_number(graph.vertex(v).at)].block;
    if (std::find(sinks.begin(), sinks.end(), block) != sinks.end()) targets.push_back(v);
  }
  Checked out;
  if (targets.empty()) {
    out.outcome = engine::Outcome::Unreachable;
    return out;
  }
  const engine::Finding finding =
      engine::engines().front().make()->run(graph, query, budget_, statistics_).front();
  out.outcome = finding.outcome;
  out.reason = finding.reason;
  if (finding.outcome == engine::Outcome::Reached && finding.trace) {
    out.path = path_of(procedures_, abstraction, graph, *finding.trace, longest_path);
    if (!out.path) out.reason = "a path of more than 200000 steps";
  } else if (finding.outcome == engine::Outcome::Reached) {
    out.reason = budget_.reason();
  }
  return out;
}

bool Loop::refine(const Path& path, const std::vector<std::size_t>& core) {
  budget_.enter("looking for predicates");
  bool is_new = false;
  for (const ExprId predicate : explain_infeasible(procedures_, predicates_, path, core, solver_))
    is_new = predicates_.add(predicate) || is_new;
  return is_new || exclude_steps(procedures_, predicates_, path, core.back(), solver_, exclusions_);
}

LoopResult Loop::run(const std::vector<BlockId>& sinks) {
  LoopResult out;
  for (; iterations_ < options_.iterations; ++iterations_) {
    budget_.enter("abstracting", "predicates");
    out.abstraction =
        Abstractor(procedures_, predicates_, implications_, exclusions_, options_.cubes, source_)
            .run();
    out.predicates = predicate_texts();
    if (observer_) observer_({iterations_, &out.abstraction, out.predicates});
    if (budget_.poll(predicates_.size()) != StopReason::None) {
      out.reason = budget_.reason();
      return out;
    }
    const Checked checked = check(out.abstraction, sinks);
    out.iterations = iterations_ + 1;
    if (checked.outcome == engine::Outcome::Unreachable) {
      out.kind = LoopResult::Kind::Unreachable;
      return out;
    }
    if (!checked.path) {
      out.reason = checked.reason;
      return out;
    }
    budget_.enter("simulating a path");
    Simulation simulation = simulate(procedures_, *checked.path, solver_);
    if (simulation.feasible == Satisfiable::Yes) {
      out.kind = LoopResult::Kind::Reached;
      out.run = std::move(simulation.run);
      return out;
    }
    if (simulation.feasible == Satisfiable::Unknown) {
      out.reason = "the solver cannot say whether a path is possible";
      return out;
    }
    if (!refine(*checked.path, simulation.core)) {
      if (std::getenv("SLAM_DEBUG")) {
        for (std::size_t i = 0; i < checked.path->steps.size(); ++i) {
          const PathStep& step = checked.path->steps[i];
          const c::StatementId st = procedures_.model().blocks[step.block].statement;
          fmt::print(stderr, "{}{} B{}.{} act {} line {} {}\n   known:", i, std::binary_search(simulation.core.begin(), simulation.core.end(), i) ? "*" : "", step.block, step.edge, step.activation, st == c::none ? 0 : procedures_.program().statements[st].at.line, st == c::none ? "" : source_(procedures_.program().statements[st].at));
          for (ExprId k : step.known) fmt::print(stderr, " [{}]", predicates_.text(k));
          fmt::print(stderr, "\n");
        }
      }
      out.reason = "refinement stuck";
      return out;
    }
  }
  out.reason = fmt::format("no answer after {} iterations", options_.iterations);
  return out;
}

}  // namespace hardbop::slam
