// SPDX-License-Identifier: MIT
// What the threads of a run do, in the order in which they do it, as far as a compiled program can
// be made to wait before it: accesses to memory that others may know, and calls of the library.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "c/il/interpreter.hpp"
#include "c/il/owners.hpp"
#include "c/lower/explain.hpp"
#include "c/lower/waypoints.hpp"

namespace hardbop::c {

struct ScheduledEvent {
  std::uint32_t thread = 0;
  std::string call;          // of which function it is a step; empty for an access
  std::uint32_t number = 0;  // of this call
  std::uint64_t object = 0;  // of an access: which one, by its address in the interpreter
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
  bool is_write = false;
};

struct RecordedSchedule {
  std::vector<ScheduledEvent> events;
  std::map<std::uint64_t, std::string> globals;  // objects that have a name everywhere
  std::vector<Choice> choices;                   // of the program with threads
  std::vector<bool> has_ended;                   // by thread
  std::vector<Waypoint> turns;                   // where each turn of a thread begins
  std::size_t last = 0;                          // the thread that runs at the end
};

/// Watches a program with threads while it is executed.
class ScheduleRecorder {
 public:
  /// `is_private`: by object, nobody has its address.
  ScheduleRecorder(const Program& program, std::vector<bool> is_private);

  /// Nothing else than these options say is different in the run.
  void attach(InterpreterOptions& options);
  [[nodiscard]] RecordedSchedule take();

 private:
  /// A call of the library by the program that has not returned.
  struct OpenCall {
    std::string name;
    std::size_t depth = 0;
    std::uint32_t number = 0;
    std::size_t event = 0;  // of its beginning, which stands for it if it has no step
    bool has_step = false;
  };
  struct Thread {
    std::vector<OpenCall> calls;
    std::uint32_t atomic = 0;
    bool has_ended = false;
  };

  const Program& program_;
  std::vector<bool> is_private_;
  Owners owners_;
  std::vector<Thread> threads_;
  std::size_t running_ = 0;
  std::size_t shown_ = ~std::size_t{0};  // whose turn was told last
  bool is_of_user_ = false;              // what is executed now
  std::string called_;                   // by the statement that is executed now, or empty
  std::size_t called_at_ = 0;            // at which depth
  std::size_t caller_ = 0;               // which thread
  std::uint32_t calls_ = 0;
  std::vector<bool> is_dropped_;  // by event
  RecordedSchedule out_;

  void visit(const Statement& statement, std::size_t depth);
  void note_step(const Statement& statement);
  void begin_call();
  void note_access(const MadeAccess& access);
  void note_turn(const Statement& statement, FunctionId function);
  void add(ScheduledEvent event);
  [[nodiscard]] bool is_user(FunctionId function) const;
};

/// Functions of the library before whose steps a compiled program can be made to wait.
[[nodiscard]] bool is_scheduled_call(const std::string& name);

}  // namespace hardbop::c
