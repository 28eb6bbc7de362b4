// SPDX-License-Identifier: MIT
#include "product/api/c_trace.hpp"

#include <algorithm>

namespace hardbop::api {

namespace {

TraceStep::Kind to_kind(c::ExplainedStep::Kind kind) {
  switch (kind) {
    case c::ExplainedStep::Kind::Call: return TraceStep::Kind::Call;
    case c::ExplainedStep::Kind::Return: return TraceStep::Kind::Return;
    case c::ExplainedStep::Kind::Step: break;
  }
  return TraceStep::Kind::Step;
}

TraceStep to_step(const verify::Sources& sources, const c::Program& program,
                  const c::ExplainedStep& from) {
  TraceStep out;
  out.kind = to_kind(from.kind);
  out.depth = from.depth;
  if (!from.function.is_none()) out.procedure = program.functions[from.function].name;
  out.at = to_location(program, from.at);
  out.statement = sources.line(program, from.at);
  for (const c::CellValue& value : from.values) {
    VariableValue& shown = out.state.emplace_back();
    shown.name = value.name;
    shown.value = value.value;
  }
  return out;
}

/// A run that has ended is at no statement any more: it is shown at its last one.
void place_end(const c::Program& program, const std::vector<c::ExplainedStep>& steps,
               TraceStep& end) {
  if (end.at.line != 0) return;
  const c::Position& last = steps.empty() ? program.functions[program.main].at : steps.back().at;
  end.at = to_location(program, last);
  end.statement = "the program has ended";
}

TraceLoop::Kind to_kind(verify::Round::Kind kind) {
  switch (kind) {
    case verify::Round::Kind::Ended: return TraceLoop::Kind::Terminated;
    case verify::Round::Kind::Failed: return TraceLoop::Kind::Failed;
    case verify::Round::Kind::Repeats: break;
  }
  return TraceLoop::Kind::Loop;
}

/// Lists at most `limit` steps.
Trace list_steps(const verify::Sources& sources, const c::Program& program,
                 const c::Explanation& explanation, std::uint64_t limit) {
  const std::vector<c::ExplainedStep>& steps = explanation.steps;
  Trace out;
  out.length = std::to_string(steps.size());
  out.hierarchical_length = steps.size();
  out.truncated = steps.size() > limit;
  const std::size_t listed = std::min<std::uint64_t>(steps.size(), limit);
  for (std::size_t i = 0; i < listed; ++i) out.steps.push_back(to_step(sources, program, steps[i]));
  out.end = to_step(sources, program, explanation.end);
  place_end(program, steps, out.end);
  out.end.left_out_before = steps.size() - listed;
  return out;
}

}  // namespace

Location to_location(const c::Program& program, const c::Position& at) {
  return {verify::file_of(program, at), at.line, at.column};
}

Trace to_trace(const verify::Sources& sources, const c::Program& program,
               const verify::ViolatingRun& run, std::uint64_t limit) {
  Trace out = list_steps(sources, program, *run.explanation, limit);
  if (!run.round) return out;
  TraceLoop& loop = out.loop.emplace();
  loop.kind = to_kind(run.round->kind);
  loop.first_step = std::min(run.round->first_step, out.steps.size());
  loop.length = run.explanation->steps.size() - loop.first_step;
  return out;
}

Trace to_trace(const verify::Sources& sources, const c::Program& program,
               const verify::BlockedRun& run, std::uint64_t limit) {
  Trace out = list_steps(sources, program, run.explanation, limit);
  out.end.statement = run.text;
  return out;
}

}  // namespace hardbop::api
