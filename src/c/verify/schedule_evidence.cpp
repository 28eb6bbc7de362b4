// SPDX-License-Identifier: MIT
#include "c/verify/schedule_evidence.hpp"

#include "c/threads/private_objects.hpp"

namespace hardbop::verify {

std::optional<c::Shown> shown_by(const Property& property, std::optional<c::Defect> defect) {
  if (defect == c::Defect::Memory) return c::Shown::Access;
  if (defect == c::Defect::Arithmetic) return c::Shown::Arithmetic;
  if (defect == c::Defect::Leak) return c::Shown::Leak;
  if (!defect && property.is<Races>()) return c::Shown::Race;
  if (!defect && property.is<Deadlock>()) return c::Shown::Deadlock;
  if (defect || !property.has_witnesses()) return std::nullopt;
  return property.errors == c::Errors::Overflows ? c::Shown::Overflow : c::Shown::Call;
}

std::optional<c::ScheduleRecorder> make_recorder(const Task& task) {
  if (!task.program.threaded || (!task.wanted.harness && !task.wanted.witness)) return std::nullopt;
  return c::ScheduleRecorder(*task.program.threaded, c::private_objects(*task.program.threaded));
}

std::optional<c::ConflictRecorder> make_conflict_recorder(const Task& task) {
  if (!task.program.threaded || !task.property.is_of_threads()) return std::nullopt;
  return c::ConflictRecorder(*task.program.threaded);
}

void add_conflict(const Task& task, const c::ConflictRecorder& recorder,
                  const std::map<std::size_t, std::uint32_t>& shown, Finding& out) {
  out.involved = task.property.is<Races>() ? recorder.race(shown) : recorder.deadlock(shown);
  out.detail = c::conflict_text(*task.program.threaded, out.involved);
  if (!task.property.is<Deadlock>() || !out.run || !out.run->explanation) return;
  recorder.end_at_wait(shown, *out.run->explanation);
  out.run->at = out.run->explanation->end.at;
  out.run->function = out.run->explanation->end.function;
}

void add_schedule(const Task& task, c::ScheduleRecorder& recorder, c::StatementId last,
                  std::optional<c::Defect> defect, ViolatingRun& out) {
  const c::Program& program = *task.program.threaded;
  c::RecordedSchedule recorded = recorder.take();
  const std::optional<c::Shown> shown = shown_by(task.property, defect);
  // The compiler does not tell its sanitizers for accesses and for threads at once.
  if (task.wanted.harness && shown && *shown != c::Shown::Access && *shown != c::Shown::Leak)
    out.harness = c::harness(program, recorded.choices, task.sources.paths(), *shown,
                             *shown == c::Shown::Race ? nullptr : &recorded);
  if (!task.wanted.witness || !task.property.has_witnesses() || defect || last == c::none) return;
  const c::Statement& error = program.statements[last];
  const auto thread = static_cast<std::uint32_t>(recorded.last);
  out.way = {std::move(recorded.turns), c::forbidden(error)};
  out.way->points.push_back(
      {error.full.line != 0 ? error.full : error.at, out.function, "", thread});
}

}  // namespace hardbop::verify
