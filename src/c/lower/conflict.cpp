// SPDX-License-Identifier: MIT
#include "c/lower/conflict.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "c/il/value_text.hpp"
#include "c/lower/follow_threads.hpp"

namespace hardbop::c {

namespace {

ObjectId find_object(const Program& program, const char* name) {
  for (ObjectId id = 0; id < program.objects.size(); ++id)
    if (program.objects[id].is_temporary && program.objects[id].name == name) return id;
  return none;
}

/// Counted from one, as users see it.
std::uint32_t number_of(std::size_t thread, const std::map<std::size_t, std::uint32_t>& shown) {
  const auto found = shown.find(thread);
  return 1 + (found == shown.end() ? static_cast<std::uint32_t>(thread) : found->second);
}

std::string thread_text(const Involved& one) {
  return fmt::format("thread {}{}", one.thread,
                     one.function.empty() ? "" : fmt::format(" ({})", one.function));
}

std::string awaited_text(const Involved& one) {
  std::string what;
  if (one.joined != 0)
    what = fmt::format(" for the end of thread {}", one.joined);
  else if (!one.object.empty())
    what = " for " + one.object;
  if (one.holder != 0) what += fmt::format(", held by thread {}", one.holder);
  if (one.is_stuck) what += ", within an atomic section";
  return what;
}

/// The end is in the frame in which its thread executed its last step.
void give_frame(Explanation& run) {
  ExplainedStep& end = run.end;
  end.depth = 0;
  std::erase_if(end.values, &CellValue::is_local);
  const auto last =
      std::ranges::find(run.steps.rbegin(), run.steps.rend(), end.thread, &ExplainedStep::thread);
  if (last == run.steps.rend() || last->function != end.function) return;
  end.depth = last->depth;
  std::ranges::copy_if(last->values, std::back_inserter(end.values), &CellValue::is_local);
}

}  // namespace

std::string conflict_text(const Program& program, const std::vector<Involved>& involved) {
  std::string out;
  for (const Involved& one : involved) {
    const std::string at = position_text(program, one.at);
    const char* const verb = one.action == Involved::Action::Writes ? "writes" : "reads";
    if (one.action == Involved::Action::Waits)
      out += fmt::format("{}{} waits at {}{}", out.empty() ? "" : "; ", thread_text(one), at,
                         awaited_text(one));
    else if (out.empty())
      out = fmt::format("{} {} {}", thread_text(one), verb, one.object.empty() ? "it" : one.object);
    else
      out += fmt::format(", and {} {} it at {}", thread_text(one), verb, at);
  }
  return out;
}

ConflictRecorder::ConflictRecorder(const Program& program)
    : program_(program),
      owners_(program),
      first_(find_object(program, announced_first)),
      last_byte_(find_object(program, announced_last)),
      writes_(find_object(program, announced_writes)),
      threads_(1) {}

void ConflictRecorder::attach(InterpreterOptions& options) {
  follow_threads(options, running_, threads_);
  options.observe = [this, before = std::move(options.observe)](
                        const Statement& statement, std::size_t depth, const MemoryView& memory) {
    if (before) before(statement, depth, memory);
    if (running_ < threads_.size()) visit(statement, memory);
  };
}

void ConflictRecorder::visit(const Statement& statement, const MemoryView& memory) {
  Thread& thread = threads_[running_];
  const FunctionId function = owners_.of(statement);
  if (function.is_none()) return;
  const bool is_library =
      function == program_.environment || program_.functions[function].is_library;
  if (thread.function.is_none() && !is_library) thread.function = function;
  note_race(statement, memory);
  if (statement.kind == Statement::Kind::Thread) {
    note_holders(memory);
    note_section(statement);
  }
  if (is_library) return note_library(statement, function, memory);
  thread.is_in_library = false;
  if (statement.at.line == 0) return;
  thread.at = statement.at;
  thread.within = function;
}

void ConflictRecorder::note_section(const Statement& statement) {
  Thread& thread = threads_[running_];
  const bool awaits = statement.step == ThreadStep::Await;
  thread.is_stuck = (awaits || statement.step == ThreadStep::Join) && thread.atomic > 0;
  if (awaits || statement.step == ThreadStep::BeginAtomic) ++thread.atomic;
  if (statement.step == ThreadStep::EndAtomic && thread.atomic > 0) --thread.atomic;
}

/// What a thread can wait for is what the function of the library is about: its first parameter.
void ConflictRecorder::note_library(const Statement& statement, FunctionId function,
                                    const MemoryView& memory) {
  Thread& thread = threads_[running_];
  if (!std::exchange(thread.is_in_library, true)) {
    thread.awaited.clear();
    thread.joined.reset();
  }
  const Function& called = program_.functions[function];
  if (called.parameters.empty()) return;
  const Place& first = called.parameters.front();
  const auto word = memory.read(program_.exprs[first.address].object, 0, first.type);
  if (!word) return;
  const bool joins =
      statement.kind == Statement::Kind::Thread && statement.step == ThreadStep::Join;
  if (joins) thread.joined = *word == main_thread ? 0 : *word;
  if (!first.type.is_pointer) return;
  thread.awaited = name_at(*word, 0, memory);
  find_mutex(*word, memory, thread);
}

void ConflictRecorder::note_race(const Statement& statement, const MemoryView& memory) {
  const bool announces = statement.kind == Statement::Kind::Assign && first_ != none &&
                         !statement.places.empty() &&
                         program_.exprs[statement.places[0].address].kind == Expr::Kind::Address &&
                         program_.exprs[statement.places[0].address].object == first_;
  if (announces) announced_ = Access{running_, statement.at, false};
  const bool is_write = statement.text == racing_write;
  if (statement.kind != Statement::Kind::Error || (!is_write && statement.text != racing_read))
    return;
  last_ = Access{running_, statement.at, is_write};
  const std::uint64_t address = state(first_, memory);
  accessed_ =
      name_at(address, static_cast<std::uint32_t>(state(last_byte_, memory) - address + 1), memory);
  if (announced_) announced_->is_write = state(writes_, memory) != 0;
}

std::uint64_t ConflictRecorder::state(ObjectId object, const MemoryView& memory) const {
  return memory.read(object, 0, program_.objects[object].cells.front().type).value_or(0);
}

void ConflictRecorder::note_holders(const MemoryView& memory) {
  for (Thread& thread : threads_) {
    if (!thread.is_in_library || thread.mutex == none) continue;
    const Cell& cell = program_.objects[thread.mutex].cells[thread.owner];
    thread.holder = memory.read(thread.mutex, cell.offset, cell.type).value_or(0);
  }
}

std::string ConflictRecorder::name_at(std::uint64_t address, std::uint32_t bytes,
                                      const MemoryView& memory) const {
  const std::optional<UnknownBytes> found = memory.find(address);
  if (!found) return "";
  if (found->object == none) {
    const Statement& allocate = program_.statements[found->allocate];
    return fmt::format("byte {} of the block of {} at {}", found->offset, allocate.text,
                       position_text(program_, allocate.at));
  }
  const Object& object = program_.objects[found->object];
  return object.is_temporary ? ""
                             : place_text(object, static_cast<std::int64_t>(found->offset), bytes);
}

void ConflictRecorder::find_mutex(std::uint64_t address, const MemoryView& memory,
                                  Thread& thread) const {
  thread.mutex = none;
  thread.holder = 0;
  const std::optional<UnknownBytes> found = memory.find(address);
  if (!found || found->object == none) return;
  const Object& object = program_.objects[found->object];
  const std::vector<Cell>& cells = object.cells;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i].is_owner && cells[i].offset == found->offset) {
      thread.awaited = shown_name(object, cells[i]);
      thread.mutex = found->object;
      thread.owner = i;
      thread.holder = memory.read(found->object, cells[i].offset, cells[i].type).value_or(0);
    }
}

Involved ConflictRecorder::involved(std::size_t thread,
                                    const std::map<std::size_t, std::uint32_t>& shown) const {
  Involved out;
  out.thread = number_of(thread, shown);
  const FunctionId function = threads_[thread].function;
  if (!function.is_none()) out.function = source_name(program_.functions[function]);
  return out;
}

std::vector<Involved> ConflictRecorder::race(
    const std::map<std::size_t, std::uint32_t>& shown) const {
  if (!announced_ || !last_) return {};
  std::vector<Involved> out;
  for (const Access* const access : {&*last_, &*announced_}) {
    Involved& one = out.emplace_back(involved(access->thread, shown));
    one.action = access->is_write ? Involved::Action::Writes : Involved::Action::Reads;
    one.object = accessed_;
    one.at = access->at;
  }
  return out;
}

void ConflictRecorder::end_at_wait(const std::map<std::size_t, std::uint32_t>& shown,
                                   Explanation& run) const {
  ExplainedStep& end = run.end;
  std::optional<std::size_t> waiting;
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    const Thread& thread = threads_[t];
    const bool is_of_end = number_of(t, shown) == end.thread + 1;
    const bool waits = !thread.has_ended && thread.at.line != 0 && (t == running_ || !is_stuck());
    if (waits && (!waiting || is_of_end)) waiting = t;
  }
  if (!waiting) return;
  const std::uint32_t number = number_of(*waiting, shown) - 1;
  end.at = threads_[*waiting].at;
  end.function = threads_[*waiting].within;
  end.thread = number;
  give_frame(run);
}

std::vector<Involved> ConflictRecorder::deadlock(
    const std::map<std::size_t, std::uint32_t>& shown) const {
  std::vector<Involved> out;
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    const Thread& thread = threads_[t];
    if (thread.has_ended || thread.at.line == 0) continue;
    if (is_stuck() && t != running_) continue;
    Involved& one = out.emplace_back(involved(t, shown));
    one.at = thread.at;
    one.is_stuck = thread.is_stuck;
    if (!thread.is_in_library) continue;
    if (thread.joined) {
      one.joined = number_of(*thread.joined, shown);
      continue;
    }
    one.object = thread.awaited;
    if (thread.holder - 1 < threads_.size()) one.holder = number_of(thread.holder - 1, shown);
  }
  return out;
}

}  // namespace hardbop::c
