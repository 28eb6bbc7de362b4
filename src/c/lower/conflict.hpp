// SPDX-License-Identifier: MIT
// Why a run of threads is an error: which accesses race, or who waits for what.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "c/il/interpreter.hpp"
#include "c/il/owners.hpp"
#include "c/lower/explain.hpp"

namespace hardbop::c {

/// What a thread of a race or a deadlock does. Threads have the numbers that users see.
struct Involved {
  enum class Action : std::uint8_t { Reads, Writes, Waits };

  std::uint32_t thread = 0;
  std::string function;  // that it starts with; empty if it is not known
  Action action = Action::Waits;
  std::string object;        // that it accesses or waits for; empty if it has no name
  std::uint32_t joined = 0;  // the thread for whose end it waits; 0 if none
  std::uint32_t holder = 0;  // the thread that holds what it waits for; 0 if none
  bool is_stuck = false;     // it waits within an atomic section: nobody else runs
  Position at;
};

/// Of a race: "thread 2 (teller) writes savings.balance, and thread 3 (auditor) reads it at
/// bank.c:18:13". Of a deadlock: "thread 1 (main) waits at net.c:24:3 for the end of thread 2;
/// thread 2 (receive) waits at net.c:6:3 for out, held by thread 3".
[[nodiscard]] std::string conflict_text(const Program& program,
                                        const std::vector<Involved>& involved);

/// Watches a program with threads while it is executed.
class ConflictRecorder {
 public:
  explicit ConflictRecorder(const Program& program);

  /// Nothing else than these options say is different in the run.
  void attach(InterpreterOptions& options);

  /// Of a run that ends at a race: both accesses, the last one first. `shown`: by thread, the
  /// number that users see, from zero; those that it lacks have their own.
  [[nodiscard]] std::vector<Involved> race(const std::map<std::size_t, std::uint32_t>& shown) const;
  /// Makes the end of a run at whose end nobody can go on one of a thread that waits: if it can be,
  /// of the one that it is of.
  void end_at_wait(const std::map<std::size_t, std::uint32_t>& shown, Explanation& run) const;
  /// Of a run at whose end nobody can go on: the threads that have not ended.
  [[nodiscard]] std::vector<Involved> deadlock(
      const std::map<std::size_t, std::uint32_t>& shown) const;

 private:
  struct Thread {
    FunctionId function;                // that it starts with
    Position at;                        // of the last statement that users see
    FunctionId within;                  // its function
    bool is_in_library = false;         // it is inside of what that statement calls
    std::string awaited;                // what the called function's first parameter points to
    ObjectId mutex = none;              // that, if it is one
    std::size_t owner = 0;              // the cell of it that says who holds it
    std::uint64_t holder = 0;           // who does, counted from one; or 0
    std::optional<std::size_t> joined;  // whose end it waits for
    bool has_ended = false;
    std::uint32_t atomic = 0;  // sections that it is in
    bool is_stuck = false;     // its last wait is in one: nobody else runs
  };
  struct Access {
    std::size_t thread = 0;
    Position at;
    bool is_write = false;
  };

  const Program& program_;
  Owners owners_;
  ObjectId first_ = none;  // where a thread announces an access (threads/races.hpp)
  ObjectId last_byte_ = none;
  ObjectId writes_ = none;
  std::size_t running_ = 0;
  std::vector<Thread> threads_;
  std::optional<Access> announced_;
  std::optional<Access> last_;  // the one that meets it
  std::string accessed_;

  void visit(const Statement& statement, const MemoryView& memory);
  void note_library(const Statement& statement, FunctionId function, const MemoryView& memory);
  void note_section(const Statement& statement);
  /// Whether the one that runs waits within an atomic section.
  [[nodiscard]] bool is_stuck() const {
    return running_ < threads_.size() && threads_[running_].is_stuck;
  }
  void note_race(const Statement& statement, const MemoryView& memory);
  void note_holders(const MemoryView& memory);
  [[nodiscard]] std::uint64_t state(ObjectId object, const MemoryView& memory) const;
  [[nodiscard]] std::string name_at(std::uint64_t address, std::uint32_t bytes,
                                    const MemoryView& memory) const;
  void find_mutex(std::uint64_t address, const MemoryView& memory, Thread& thread) const;
  [[nodiscard]] Involved involved(std::size_t thread,
                                  const std::map<std::size_t, std::uint32_t>& shown) const;
};

}  // namespace hardbop::c
