// SPDX-License-Identifier: MIT
#include "c/verify/schedule_engine.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "c/il/value_text.hpp"
#include "c/lower/executed_columns.hpp"
#include "c/threads/random_schedules.hpp"
#include "c/verify/certificate.hpp"
#include "c/verify/run_evidence.hpp"
#include "c/verify/runs.hpp"
#include "c/verify/schedule_evidence.hpp"

namespace hardbop::verify {

namespace {

/// Of larger objects no values are shown.
constexpr std::size_t most_shown = 64;

/// A run of threads in terms of C.
class ScheduleExplainer {
 public:
  ScheduleExplainer(const c::Program& program, bool keeps_all)
      : program_(program), keeps_all_(keeps_all), functions_(program.statements.size()) {
    for (const c::FunctionId f : program.functions.ids())
      for (const c::StatementId s : program.functions[f].statements) functions_[s] = f;
  }

  void visit(const c::Statement& statement, std::size_t thread, std::size_t depth,
             const c::MemoryView& memory) {
    const bool is_switch = thread != thread_;
    if (is_switch) ++out_.switches;
    thread_ = thread;
    const c::FunctionId function = function_of(statement);
    if (out_.threads.size() <= thread) out_.threads.resize(thread + 1);
    if (out_.threads[thread].is_none()) out_.threads[thread] = function;
    if (is_switch && keeps_all_ && is_hidden(function)) resume(statement, memory);
    if (statement.kind == c::Statement::Kind::Thread && statement.step == c::ThreadStep::Create)
      note_start();
    if (is_hidden(function) || statement.at.line == 0) return;
    end_ = step_at(statement, function, depth);
    if (keeps_all_) end_.values = values(function, memory);
    const bool is_call = statement.kind == c::Statement::Kind::Call;
    const bool is_new = !is_same_step(end_);
    if (is_new) {
      if (!keeps_all_) out_.steps.clear();
      out_.steps.push_back(end_);
      last_steps_[thread_] = out_.steps.size() - 1;
    }
    if (keeps_all_)
      executed_.add(out_.steps.back(),
                    static_cast<c::StatementId>(&statement - program_.statements.data()),
                    statement.at, is_new);
    if (is_call && !is_hidden(statement.callee)) {
      out_.steps.back().kind = c::ExplainedStep::Kind::Call;
      out_.steps.back().at_call = c::changed_locals(out_.steps.back().values, end_.values);
    }
    if (statement.kind == c::Statement::Kind::Return)
      out_.steps.back().kind = c::ExplainedStep::Kind::Return;
  }

  c::Explanation take(const c::Position& at) {
    out_.end = std::move(end_);
    out_.end.at = at;
    drop_what_never_changes();
    c::drop_waits(out_);
    return std::move(out_);
  }

 private:
  const c::Program& program_;
  bool keeps_all_;
  std::vector<c::FunctionId> functions_;  // by statement
  std::size_t thread_ = 0;
  std::uint32_t created_ = 0;                      // threads, so far
  std::map<std::size_t, std::size_t> last_steps_;  // by thread
  c::ExplainedStep end_;
  c::ExecutedColumns executed_;
  c::Explanation out_;

  /// What a thread waited for in the library has happened.
  void resume(const c::Statement& statement, const c::MemoryView& memory) {
    const auto before = last_steps_.find(thread_);
    const auto number = static_cast<c::StatementId>(&statement - program_.statements.data());
    if (before == last_steps_.end() || !c::is_wait(program_, number)) return;
    c::ExplainedStep step = out_.steps[before->second];
    step.resumes = true;
    step.times = 0;
    step.values = values(step.function, memory);
    out_.steps.push_back(std::move(step));
    before->second = out_.steps.size() - 1;
  }

  void note_start() {
    ++created_;
    const auto step = last_steps_.find(thread_);
    if (keeps_all_ && step != last_steps_.end()) out_.steps[step->second].starts = created_;
  }

  [[nodiscard]] c::FunctionId function_of(const c::Statement& statement) const {
    return functions_[static_cast<std::size_t>(&statement - program_.statements.data())];
  }

  [[nodiscard]] bool is_hidden(c::FunctionId function) const {
    return function.is_none() || function == program_.environment ||
           program_.functions[function].is_library;
  }

  [[nodiscard]] c::ExplainedStep step_at(const c::Statement& statement, c::FunctionId function,
                                         std::size_t depth) const {
    c::ExplainedStep out;
    out.at = statement.at;
    out.function = function;
    out.depth = static_cast<std::uint32_t>(depth);
    out.thread = static_cast<std::uint32_t>(thread_);
    return out;
  }

  [[nodiscard]] bool is_same_step(const c::ExplainedStep& now) const {
    if (out_.steps.empty()) return false;
    const c::ExplainedStep& last = out_.steps.back();
    return last.kind == c::ExplainedStep::Kind::Step && last.function == now.function &&
           last.thread == now.thread && last.depth == now.depth && last.at.file == now.at.file &&
           last.at.line == now.at.line;
  }

  [[nodiscard]] bool is_shown(const c::Object& object, c::FunctionId function) const {
    const bool is_local = object.storage == c::Object::Storage::Local;
    return !object.is_temporary && object.storage != c::Object::Storage::String &&
           (!is_local || object.function == function) && object.has_cells &&
           object.cells.size() <= most_shown;
  }

  [[nodiscard]] std::vector<c::CellValue> values(c::FunctionId function,
                                                 const c::MemoryView& memory) const {
    std::vector<c::CellValue> out;
    for (c::ObjectId id = 0; id < program_.objects.size(); ++id) {
      const c::Object& object = program_.objects[id];
      if (!is_shown(object, function)) continue;
      const bool is_local = object.storage == c::Object::Storage::Local;
      for (const c::Cell& cell : object.cells) {
        const auto word = memory.read(id, cell.offset, cell.type);
        if (cell.is_padding || !word) continue;
        if (cell.type.is_pointer && *word != 0) continue;
        std::string name = shown_name(object, cell);
        if (is_local && thread_ != 0)
          name.insert(object.name.size(), "@" + std::to_string(thread_ + 1));
        out.push_back({std::move(name),
                       cell.type.is_pointer ? "NULL" : value_text(program_, cell, *word),
                       is_local});
      }
    }
    return out;
  }

  void drop_what_never_changes() {
    std::map<std::string, std::string> first;
    std::set<std::string> changed;
    const auto note = [&](const c::ExplainedStep& step) {
      for (const c::CellValue& one : step.at_call) changed.insert(one.name);
      for (const c::CellValue& one : step.values)
        if (first.try_emplace(one.name, one.value).first->second != one.value)
          changed.insert(one.name);
    };
    for (const c::ExplainedStep& step : out_.steps) note(step);
    note(out_.end);
    const auto drop = [&](c::ExplainedStep& step) {
      std::erase_if(step.values,
                    [&](const c::CellValue& one) { return !changed.contains(one.name); });
    };
    for (c::ExplainedStep& step : out_.steps) drop(step);
    drop(out_.end);
  }
};

std::optional<Finding> report(const Task& task, const c::ScheduledRun& run) {
  const c::Program& program = *task.program.threaded;
  ScheduleExplainer explainer(program, task.wanted.trace);
  std::optional<c::ScheduleRecorder> recorder = make_recorder(task);
  std::optional<c::ConflictRecorder> conflict = make_conflict_recorder(task);
  const c::Outcome again = c::follow(
      program, run, task.property.defects(),
      [&](const c::Statement& statement, std::size_t thread, std::size_t depth,
          const c::MemoryView& memory) { explainer.visit(statement, thread, depth, memory); },
      [&](c::InterpreterOptions& options) {
        if (recorder) recorder->attach(options);
        if (conflict) conflict->attach(options);
      });
  const bool is_deadlock = run.outcome.kind == c::Outcome::Kind::Blocked;
  if (again.kind != run.outcome.kind || (!is_deadlock && again.statement != run.outcome.statement))
    return std::nullopt;
  Finding out;
  out.outcome = Outcome::Violated;
  ViolatingRun& told = out.run.emplace();
  told.at = program.statements[run.outcome.statement].at;
  if (again.kind == c::Outcome::Kind::Fault) {
    out.reason = again.text;
    out.detail = again.detail;
  }
  told.explanation = explainer.take(told.at);
  told.function = told.explanation->end.function;
  if (conflict) add_conflict(task, *conflict, {}, out);
  if (recorder) add_schedule(task, *recorder, run.outcome.statement, again.defect, told);
  if (task.wanted.certificate)
    told.evidence =
        write_scheduled_run(make_claim(task, task.bounds.heap), program, task.property, run);
  if (!task.wanted.trace) told.explanation.reset();
  return out;
}

Finding decide_by_schedules(const Task& task, Budget& budget,
                            std::optional<std::uint32_t> switches) {
  budget.enter("trying schedules");
  c::ScheduleGoal goal;
  goal.defects = task.property.defects();
  goal.is_deadlock = task.property.is<Deadlock>();
  goal.switches = switches;
  goal.counts = [&](const c::Position& at) { return !task.known.contains(place_of(at)); };
  c::RandomSchedules schedules(*task.program.threaded, goal);
  while (const std::optional<c::ScheduledRun> run = schedules.search(budget))
    if (std::optional<Finding> out = report(task, *run)) {
      out->statistics.set("schedules.tried", schedules.tried());
      return *std::move(out);
    }
  Finding out = unknown(budget.reason());
  out.statistics.set("schedules.tried", schedules.tried());
  return out;
}

}  // namespace

EngineRow schedule_row(std::optional<std::uint32_t> switches) {
  EngineRow out;
  out.name = "schedules";
  out.description = "random schedules of threads, executed";
  out.decides = [](const Property& property) { return property.is_safety(); };
  out.turn = [](const Task&) { return Turn{2, std::chrono::milliseconds(100)}; };
  out.is_variant = true;
  out.is_companion = true;
  out.decide = [switches](const Task& task, Budget& budget) {
    return decide_by_schedules(task, budget, switches);
  };
  return out;
}

}  // namespace hardbop::verify
