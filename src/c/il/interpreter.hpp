// SPDX-License-Identifier: MIT
// Executes a program with given inputs, one statement after the other.
//
// Memory is a flat address space: every live object has a range of its own, followed by a gap. An
// access that is not within one live object is a fault; any address may be computed. Globals start
// with their initial values. Bytes of locals and of allocated objects start unknown: the first read
// of a scalar with an unknown byte asks `choose` for a value of its type, and the unknown bytes
// keep that value.
//
// Of threads, one runs at a time. Before each statement outside of atomic sections another one may
// be chosen. One that has to wait cannot go on: who chooses it has chosen a run that does not
// exist.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

/// Bytes of a local variable, or of what an Allocate made; in memory, also of globals.
struct UnknownBytes {
  ObjectId object = none;
  StatementId allocate = none;
  std::uint32_t number = 0;  // of those that this statement made, from zero
  std::uint64_t offset = 0;
};

/// What is in memory while a statement is about to be executed.
class MemoryView {
 public:
  virtual ~MemoryView() = default;
  /// The value of a scalar in an object, of the current function's where it is a local; nothing
  /// where it was never written or there is no such object now.
  [[nodiscard]] virtual std::optional<std::uint64_t> read(ObjectId object, std::uint32_t offset,
                                                          Type type) const = 0;
  /// What is at an address, if that is in an object that exists.
  [[nodiscard]] virtual std::optional<UnknownBytes> find(std::uint64_t address) const = 0;
  /// Of a program without threads that uses addresses again: all that the rest of a run depends on,
  /// besides what is chosen.
  [[nodiscard]] virtual std::string whole_state() const = 0;
};

/// To a scalar in an object that is alive.
struct MadeAccess {
  UnknownBytes origin;     // of the object
  std::uint64_t base = 0;  // where it begins, as long as it lives
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
  bool is_write = false;
};

/// The number of main for Join. 0 is what a program has that forgot to create a thread.
constexpr std::uint64_t main_thread = 65535;

/// A thread of a program that is executed.
struct ThreadView {
  StatementId at = none;  // what it executes next
  bool has_ended = false;
};

struct InterpreterOptions {
  std::uint64_t step_limit = 10'000'000;
  std::uint64_t memory_limit = 256U << 20U;  // bytes of live objects that take memory
                                             // (object_bytes.hpp); more is a fault
  std::size_t depth_limit = 100'000;         // of calls; more is a fault
  bool reuses_addresses = false;             // as soon as possible: states become equal
  /// A value for a place of an Arbitrary, which by number, or for a read of unknown bytes, at that
  /// statement; is cut to the type. Zero where there is no function.
  std::function<std::uint64_t(const Statement&, Type, std::size_t)> choose;
  /// Where there is one, says which Arbitrary statements write nothing.
  std::function<bool(const Statement&)> leave_out;
  /// Where there is one, asked instead for a read of unknown bytes.
  std::function<std::optional<std::uint64_t>(const UnknownBytes&, Type)> unknown;
  Defects defects;  // Leak or Cleanup: what is left when the program ends is a fault, too
  /// Who runs next, where there are several threads: it is told who ran last. Without it, each runs
  /// until it ends.
  std::function<std::size_t(const std::vector<ThreadView>&, std::size_t)> schedule;
  /// Where there is one, told that the chosen thread has to wait: another one may be chosen then.
  std::function<void(std::size_t)> on_wait;
  std::function<void(const MadeAccess&)> on_access;
  /// Called before each statement, with the depth of calls.
  std::function<void(const Statement&, std::size_t, const MemoryView&)> observe;
};

struct Outcome {
  enum class Kind : std::uint8_t {
    Ended,  // main returned, or a Halt: `exit_code`
    Error,
    Unsupported,
    AssumeFailed,
    StepLimit,
    Blocked,  // the thread that runs has to wait
    Fault,    // `text`: a null pointer, out of bounds, a bad free, a division by zero, …
  };
  Kind kind = Kind::Ended;
  StatementId statement = none;  // where
  std::uint64_t exit_code = 0;
  std::uint64_t steps = 0;
  std::optional<Defect> defect;  // of Fault; none where it is a limit of this interpreter
  std::string text;
  std::string detail;  // of an access out of bounds: which object it missed, and by how much
  std::vector<StatementId>
      left;  // of a Leak or Cleanup: the Allocate statements whose memory it is
};

/// What can be reached by some schedule: all are tried, one statement after the other, and what is
/// arbitrary is zero. What is silent (silent.hpp), a thread does at once.
struct ScheduleSearch {
  std::map<StatementId, std::uint32_t> errors;  // reached, with the fewest changes of who runs
  bool has_deadlock = false;                    // nobody can go on, and somebody has not ended
  bool is_complete = true;                      // nothing was left out for being too long
};
[[nodiscard]] ScheduleSearch search_schedules(const Program& program,
                                              const std::vector<bool>& is_silent,
                                              std::size_t most_states);

[[nodiscard]] Outcome interpret(const Program& program, const InterpreterOptions& options);

}  // namespace hardbop::c
