// SPDX-License-Identifier: MIT
#include "c/lower/schedule_record.hpp"

#include <algorithm>
#include <utility>

#include "c/il/value_text.hpp"
#include "c/lower/follow_threads.hpp"

namespace hardbop::c {

namespace {

/// Whether a function without a body chooses, and not, say, who starts the program.
bool is_of_some_function(const Program& program, const Statement& statement) {
  if (statement.text.empty() || statement.text.find_first_of("' ") != std::string::npos)
    return false;
  if (statement.at.line == 0 || statement.places.empty()) return false;
  const ObjectId object = program.exprs[statement.places[0].address].object;
  return object == none || program.objects[object].name != statement.text;
}

}  // namespace

bool is_scheduled_call(const std::string& name) {
  static const char* const prefixes[] = {"pthread_mutex_",
                                         "pthread_spin_",
                                         "pthread_rwlock_",
                                         "pthread_cond_",
                                         "pthread_barrier_wait",
                                         "pthread_create",
                                         "pthread_join",
                                         "pthread_once",
                                         "sem_",
                                         "thrd_create",
                                         "thrd_join",
                                         "mtx_",
                                         "cnd_",
                                         "call_once"};
  return !name.ends_with("_init") && !name.ends_with("_destroy") &&
         std::ranges::any_of(prefixes, [&](const char* one) { return name.starts_with(one); });
}

ScheduleRecorder::ScheduleRecorder(const Program& program, std::vector<bool> is_private)
    : program_(program), is_private_(std::move(is_private)), owners_(program), threads_(1) {}

void ScheduleRecorder::attach(InterpreterOptions& options) {
  follow_threads(options, running_, threads_);
  options.observe = [this, before = std::move(options.observe)](
                        const Statement& statement, std::size_t depth, const MemoryView& memory) {
    if (before) before(statement, depth, memory);
    if (running_ < threads_.size()) visit(statement, depth);
  };
  options.choose = [this, before = std::move(options.choose)](const Statement& statement, Type type,
                                                              std::size_t place) {
    const std::uint64_t value = (before ? before(statement, type, place) : 0) &
                                (type.is_bool ? 1U : words::mask(type.bits));
    if (statement.kind == Statement::Kind::Arbitrary)
      out_.choices.push_back({static_cast<StatementId>(&statement - program_.statements.data()),
                              value, static_cast<std::uint32_t>(place)});
    return value;
  };
  options.on_access = [this](const MadeAccess& access) { note_access(access); };
}

bool ScheduleRecorder::is_user(FunctionId function) const {
  return !function.is_none() && function != program_.environment &&
         !program_.functions[function].is_library;
}

void ScheduleRecorder::visit(const Statement& statement, std::size_t depth) {
  begin_call();
  Thread& thread = threads_[running_];
  const FunctionId function = owners_.of(statement);
  while (!thread.calls.empty() && depth <= thread.calls.back().depth) thread.calls.pop_back();
  is_of_user_ = is_user(function);
  if (is_of_user_) note_turn(statement, function);
  if (statement.kind == Statement::Kind::Thread) return note_step(statement);
  if (!is_of_user_) return;
  if (statement.kind == Statement::Kind::Arbitrary && is_of_some_function(program_, statement)) {
    add({static_cast<std::uint32_t>(running_), statement.text, ++calls_});
    return;
  }
  if (statement.kind != Statement::Kind::Call || statement.callee.is_none()) return;
  if (const Function& callee = program_.functions[statement.callee]; callee.is_library)
    if (std::string name = source_name(callee); is_scheduled_call(name)) {
      called_ = std::move(name);
      called_at_ = depth;
      caller_ = running_;
    }
}

/// Behind what the arguments read.
void ScheduleRecorder::begin_call() {
  if (called_.empty()) return;
  threads_[caller_].calls.push_back({called_, called_at_, ++calls_, out_.events.size()});
  add({static_cast<std::uint32_t>(caller_), std::exchange(called_, ""), calls_});
}

void ScheduleRecorder::note_step(const Statement& statement) {
  Thread& thread = threads_[running_];
  const bool was_free = thread.atomic == 0;
  if (statement.step == ThreadStep::Await || statement.step == ThreadStep::BeginAtomic)
    ++thread.atomic;
  if (statement.step == ThreadStep::EndAtomic && thread.atomic > 0) --thread.atomic;
  const bool matters = statement.step != ThreadStep::EndAtomic &&
                       statement.step != ThreadStep::Self && statement.step != ThreadStep::End;
  if (is_of_user_ || thread.calls.empty() || !was_free || !matters) return;
  OpenCall& call = thread.calls.back();
  if (!call.has_step) is_dropped_[call.event] = true;
  call.has_step = true;
  add({static_cast<std::uint32_t>(running_), call.name, call.number});
}

void ScheduleRecorder::note_access(const MadeAccess& access) {
  const ObjectId object = access.origin.object;
  const bool is_object = object != none && access.origin.allocate == none;
  if (!is_of_user_ || (is_object && object < is_private_.size() && is_private_[object])) return;
  if (is_object && program_.objects[object].storage == Object::Storage::String) return;
  if (is_object && program_.objects[object].storage == Object::Storage::Global &&
      !program_.objects[object].is_thread_local)
    out_.globals[access.base] = program_.objects[object].name;
  add({static_cast<std::uint32_t>(running_), "", 0, access.base, access.offset, access.size,
       access.is_write});
}

void ScheduleRecorder::note_turn(const Statement& statement, FunctionId function) {
  if (running_ == shown_ || statement.start.line == 0) return;
  shown_ = running_;
  out_.turns.push_back({statement.start, function, "1", static_cast<std::uint32_t>(running_)});
}

void ScheduleRecorder::add(ScheduledEvent event) {
  out_.events.push_back(std::move(event));
  is_dropped_.push_back(false);
}

RecordedSchedule ScheduleRecorder::take() {
  for (const Thread& thread : threads_)
    for (const OpenCall& call : thread.calls)  // that the run does not return from
      if (!call.has_step) is_dropped_[call.event] = true;
  std::vector<ScheduledEvent> kept;
  for (std::size_t i = 0; i < out_.events.size(); ++i)
    if (!is_dropped_[i]) kept.push_back(std::move(out_.events[i]));
  out_.events = std::move(kept);
  for (const Thread& thread : threads_) out_.has_ended.push_back(thread.has_ended);
  out_.last = running_;
  return std::move(out_);
}

}  // namespace hardbop::c
