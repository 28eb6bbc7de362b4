// SPDX-License-Identifier: MIT
#include "c/verify/runs.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/invariant.hpp"
#include "c/il/faults.hpp"
#include "c/lower/harness.hpp"
#include "c/lower/replay.hpp"
#include "c/lower/replay_schedule.hpp"
#include "c/memory/numbers.hpp"
#include "c/verify/blocking.hpp"
#include "c/verify/certificate.hpp"
#include "c/verify/endless_evidence.hpp"
#include "c/verify/rules.hpp"
#include "c/verify/run_evidence.hpp"
#include "c/verify/schedule_evidence.hpp"

namespace hardbop::verify {

using c::Sink;

namespace {

const WatchedRule* rule_of(const Property& property) {
  const RuleKept* const kept = property.get<RuleKept>();
  return kept == nullptr ? nullptr : kept->rule.get();
}

/// Why nothing is known of a run that C may not follow, as what the model takes for one may be
/// undefined; nothing where C follows it.
std::optional<Finding> why_not_followed(const Task& task, const c::Model& model,
                                        const words::Run& run, const c::Replayed& replayed) {
  if (replayed.kind == c::Replayed::Kind::Follows) return std::nullopt;
  if (replayed.kind == c::Replayed::Kind::Faults) return report_fault(task, model, run, replayed);
  if (const WatchedRule* const rule = rule_of(task.property); rule != nullptr && rule->watches)
    return unknown("the watched value depends on whether an address is reused");
  if (!task.program.environment.is_none())
    return unknown("the behaviour of undefined functions depends on the values of addresses");
  if (c::observes_addresses(task.program))
    return unknown("the run depends on the values of addresses");
  throw InternalError("a run of the model is not a run of the C program: " + replayed.text);
}

/// The model knows of whose end or of which constant an access is; C that a pointer is null, or
/// that a block was freed before.
std::string defect_text(const Sink& sink, const c::Replayed& replayed) {
  const bool is_same = replayed.at == sink.at;
  const bool says_more = sink.text != c::out_of_bounds_access && sink.text != c::use_after_free &&
                         replayed.text != c::double_free;
  return is_same && says_more ? sink.text : replayed.text;
}

/// SV-COMP's name of it.
std::string_view subproperty(const Sink& sink, std::string_view text) {
  if (sink.defect == c::Defect::Leak) return "valid-memtrack";
  return text == c::bad_free || text == c::double_free ? "valid-free" : "valid-deref";
}

/// Whether what is wrong is told where memory was allocated, and not where the run ends.
bool is_of_allocation(const Sink& sink) {
  return sink.defect == c::Defect::Leak || sink.defect == c::Defect::Cleanup;
}

/// The user's function that has a statement there.
c::FunctionId function_at(const c::Program& program, const c::Position& at) {
  for (const c::FunctionId f : program.functions.ids()) {
    const c::Function& function = program.functions[f];
    const bool is_there =
        !function.is_library && std::ranges::any_of(function.statements, [&](c::StatementId s) {
          return program.statements[s].at == at;
        });
    if (is_there) return f;
  }
  return {};
}

/// What others want to follow the run by.
void add_evidence(const Task& task, const c::Model& model, const words::Run& run, const Sink& sink,
                  const std::vector<std::uint64_t>& values, ViolatingRun& out) {
  const Wanted& wanted = task.wanted;
  if (wanted.certificate) out.evidence = write_run(make_claim(task, task.bounds.heap), values);
  const c::Program& program = task.program;
  const std::optional<c::Shown> shown = shown_by(task.property, sink.defect);
  const bool makes_harness = wanted.harness && shown;
  const bool makes_witness = wanted.witness && task.property.has_witnesses();
  if (makes_harness)
    out.depends_on_uninitialised = c::depends_on_uninitialised(program, model, run, sink);
  out.needs_environment =
      (makes_harness || makes_witness) && c::depends_on_environment(program, model, run, sink);
  if (out.needs_environment) return;
  if (makes_harness)
    out.harness = c::harness(program, out.explanation->choices, task.sources.paths(), *shown);
  if (makes_witness) out.way = c::waypoints(program, model, run, sink);
}

/// Of a run of threads that was followed.
std::string schedule_evidence(const Task& task, const c::RunRecorder& run) {
  if (!task.wanted.certificate) return {};
  return write_scheduled_run(make_claim(task, task.bounds.heap), *task.program.threaded,
                             task.property, {run.threads(), run.values(), {}});
}

c::StatementId first_statement(const c::Model& model, const EndlessRun& endless) {
  for (std::size_t i = endless.round; i < endless.run.size(); ++i)
    if (const c::StatementId s = model.blocks[endless.run[i].block].statement; s != c::none)
      return s;
  return c::none;
}

/// Whether the call that all of the round is part of is one of an undefined function.
bool stays_in_environment(const c::Program& program, const c::Model& model,
                          const EndlessRun& endless) {
  std::ptrdiff_t depth = 0;
  std::ptrdiff_t least = 0;
  c::FunctionId outermost;
  for (std::size_t i = endless.round; i < endless.run.size(); ++i) {
    const c::BlockMeaning& meaning = model.blocks[endless.run[i].block];
    if (meaning.statement == c::none) continue;
    if (outermost.is_none() || depth < least) outermost = meaning.function;
    least = std::min(least, depth);
    const c::Statement::Kind kind = program.statements[meaning.statement].kind;
    if (kind == c::Statement::Kind::Call) ++depth;
    if (kind == c::Statement::Kind::Return) --depth;
  }
  return !program.environment.is_none() && outermost == program.environment;
}

/// Of a run that C gets these values on.
std::string endless_evidence(const Task& task, const c::Model& model, const EndlessRun& endless,
                             const std::vector<std::uint64_t>& values) {
  const auto executes = [&](const words::Point& point) {
    return model.blocks[point.block].statement != c::none;
  };
  const auto begin = endless.run.begin() + static_cast<std::ptrdiff_t>(endless.round);
  const auto before = std::count_if(endless.run.begin(), begin, executes);
  const auto round = std::count_if(begin, endless.run.end(), executes);
  return write_endless_run(make_claim(task, task.bounds.heap), task.program, task.property, values,
                           static_cast<std::uint64_t>(before), static_cast<std::uint64_t>(round));
}

/// Of a run that C has been seen to follow.
Finding report_round(const Task& task, const c::Model& model, const EndlessRun& endless) {
  if (stays_in_environment(task.program, model, endless))
    return unknown("an undefined function, which is assumed to return, may run forever");
  Finding out;
  out.outcome = Outcome::Violated;
  ViolatingRun& run = out.run.emplace();
  const c::StatementId first = first_statement(model, endless);
  if (first != c::none) {
    run.at = task.program.statements[first].at;
    run.function = function_at(task.program, run.at);
  }
  if (!task.wanted.trace) return out;
  run.explanation = c::explain(task.program, model, endless.run, run.at, endless.round);
  const auto before = std::ranges::count_if(
      run.explanation->steps,
      [&](const c::ExplainedStep& step) { return step.point < endless.round; });
  run.round = {Round::Kind::Repeats, static_cast<std::size_t>(before)};
  return out;
}

}  // namespace

words::Run first_points(const words::Run& run, std::size_t count) {
  return {run.begin(), run.begin() + static_cast<std::ptrdiff_t>(count)};
}

const Sink& sink_of(const c::Model& model, words::BlockId block) {
  return *std::ranges::find(model.sinks, block, &Sink::block);
}

std::string bound_text(const c::Program& program, const Sink& sink) {
  return fmt::format("{} at {}", sink.text, place_text(program, sink.at));
}

Finding report_error(const Task& task, const c::Model& model, const words::Run& run) {
  const Sink& sink = sink_of(model, run.back().block);
  std::vector<std::uint64_t> values;
  const c::Replayed replayed = c::replay(task.program, model, run, &sink, false,
                                         task.wanted.certificate ? &values : nullptr);
  if (auto objection = why_not_followed(task, model, run, replayed)) return *std::move(objection);
  std::optional<c::ScheduleRecorder> recorder = make_recorder(task);
  std::optional<c::ConflictRecorder> conflict = make_conflict_recorder(task);
  c::ReplayedSchedule scheduled;
  c::RunRecorder certified;
  if (task.program.threaded)
    scheduled = c::replay_schedule(task.program, model, run, sink, [&](auto& options) {
      if (recorder) recorder->attach(options);
      if (conflict) conflict->attach(options);
      if (task.wanted.certificate) certified.attach(options);
    });
  if (!scheduled.objection.empty())
    return unknown("a run of the threads could not be followed: " + scheduled.objection);
  Finding out;
  out.outcome = Outcome::Violated;
  ViolatingRun& told = out.run.emplace();
  told.at = sink.defect ? replayed.at : sink.at;
  if (sink.defect) out.reason = defect_text(sink, replayed);
  if (out.reason == replayed.text) out.detail = replayed.detail;
  if (task.property.is<MemorySafety>())
    out.reason = fmt::format("{}: {}", subproperty(sink, out.reason), out.reason);
  // What is wrong has no result: the values are those before it. What is left over was made
  // elsewhere.
  const std::size_t points = sink.defect ? replayed.points : run.size();
  const bool is_left = sink.defect && replayed.at == sink.at;
  const c::Position& end = is_left ? task.program.statements[sink.statement].at : told.at;
  const auto kept = task.wanted.trace ? c::KeptSteps::All : c::KeptSteps::Last;
  // Runs may be too long to be copied without need.
  told.explanation = points == run.size()
                         ? c::explain(task.program, model, run, end, 0, kept)
                         : c::explain(task.program, model, first_points(run, points), end, 0, kept);
  told.function = told.explanation->end.function;
  if (conflict) add_conflict(task, *conflict, scheduled.copies, out);
  if (is_of_allocation(sink)) told.function = function_at(task.program, told.at);
  if (const WatchedRule* const rule = rule_of(task.property)) out.reason = rule->message(sink.text);
  if (recorder)
    add_schedule(task, *recorder, task.program.statements[sink.statement].origin, sink.defect,
                 told);
  else if (!task.program.threaded)
    add_evidence(task, model, run, sink, values, told);
  if (task.program.threaded) told.evidence = schedule_evidence(task, certified);
  if (!task.wanted.trace) told.explanation.reset();
  return out;
}

Finding report_endless(const Task& task, const c::Model& model, const EndlessRun& endless) {
  std::vector<std::uint64_t> values;
  const bool is_certified = task.wanted.certificate;
  const c::Replayed replayed =
      c::replay(task.program, model, endless.run, nullptr, false, is_certified ? &values : nullptr);
  if (auto objection = why_not_followed(task, model, endless.run, replayed))
    return *std::move(objection);
  Finding out = report_round(task, model, endless);
  if (is_certified && out.run) out.run->evidence = endless_evidence(task, model, endless, values);
  return out;
}

Finding report_unsatisfied(const Task& task, const Formula& formula, const Watch& watch,
                           c::Model& model, const EndlessRun& endless) {
  std::vector<std::uint64_t> values;
  const bool is_certified = task.wanted.certificate;
  const c::Replayed replayed =
      c::replay(task.program, model, endless.run, nullptr, true, is_certified ? &values : nullptr);
  if (auto objection = why_not_followed(task, model, endless.run, replayed))
    return *std::move(objection);
  if (formula.all->satisfies(task.program, model, watch, endless.run, endless.round))
    throw InternalError("a run that should violate the formula satisfies it");
  Finding out = report_round(task, model, endless);
  if (is_certified && out.run) out.run->evidence = endless_evidence(task, model, endless, values);
  const bool repeats = first_statement(model, endless) != c::none;
  if (!out.run || !out.run->round || repeats) return out;
  const bool has_ended = std::ranges::any_of(endless.run, [&](const words::Point& point) {
    return point.block < watch.has_ended.size() && watch.has_ended[point.block];
  });
  out.run->round->kind = has_ended ? Round::Kind::Ended : Round::Kind::Failed;
  return out;
}

}  // namespace hardbop::verify
