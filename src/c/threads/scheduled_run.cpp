// SPDX-License-Identifier: MIT
#include "c/threads/scheduled_run.hpp"

#include <utility>

namespace hardbop::c {

Outcome follow(const Program& program, const ScheduledRun& run, Defects defects,
               const ObserveStep& observe, const std::function<void(InterpreterOptions&)>& attach) {
  InterpreterOptions options;
  options.defects = defects;
  std::size_t step = 0;
  std::size_t value = 0;
  options.step_limit = run.threads.size();
  options.schedule = [&](const std::vector<ThreadView>& threads, std::size_t) {
    return step < run.threads.size() ? run.threads[step] : threads.size();
  };
  options.observe = [&](const Statement& statement, std::size_t depth, const MemoryView& memory) {
    if (step < run.threads.size()) observe(statement, run.threads[step], depth, memory);
    ++step;
  };
  options.choose = [&](const Statement&, Type, std::size_t) {
    return value < run.values.size() ? run.values[value++] : 0;
  };
  if (attach) attach(options);
  return interpret(program, options);
}

bool nobody_goes_on_after(const Program& program, const ScheduledRun& run, Defects defects) {
  const std::size_t steps = run.threads.size();
  std::size_t count = 1;
  for (std::size_t t = 0; t < count; ++t) {
    std::size_t begun = 0;
    bool is_over = false;  // all of the run has been executed
    const auto let_go_on = [&](InterpreterOptions& options) {
      options.step_limit = steps + 1;
      options.schedule = [&, t, before = std::move(options.schedule)](
                             const std::vector<ThreadView>& threads, std::size_t running) {
        count = threads.size();
        is_over = is_over || begun == steps;
        return is_over ? t : before(threads, running);
      };
      options.observe = [&, before = std::move(options.observe)](const Statement& statement,
                                                                 std::size_t depth,
                                                                 const MemoryView& memory) {
        is_over = is_over || begun == steps;
        ++begun;
        before(statement, depth, memory);
      };
    };
    const auto see_nothing = [](const Statement&, std::size_t, std::size_t, const MemoryView&) {};
    const Outcome outcome = follow(program, run, defects, see_nothing, let_go_on);
    if (outcome.kind != Outcome::Kind::Blocked || !is_over) return false;
  }
  return true;
}

void RunRecorder::attach(InterpreterOptions& options) {
  options.schedule = [this, before = std::move(options.schedule)](
                         const std::vector<ThreadView>& threads, std::size_t last) {
    running_ = before ? before(threads, last) : last;
    return running_;
  };
  options.observe = [this, before = std::move(options.observe)](
                        const Statement& statement, std::size_t depth, const MemoryView& memory) {
    if (before) before(statement, depth, memory);
    threads_.push_back(static_cast<std::uint32_t>(running_));
  };
  options.choose = [this, before = std::move(options.choose)](const Statement& statement, Type type,
                                                              std::size_t place) {
    return values_.emplace_back(before ? before(statement, type, place) : 0);
  };
}

}  // namespace hardbop::c
