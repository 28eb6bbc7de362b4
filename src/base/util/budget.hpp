// SPDX-License-Identifier: MIT
// Limits of time and memory, cancellation, and word of progress. Engines poll a
// Budget often enough that a limit takes effect within a fraction of a second.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace hardbop {

enum class StopReason : std::uint8_t { None, Time, Memory, Cancelled };

/// "time limit", "memory limit", "cancelled".
[[nodiscard]] std::string_view to_string(StopReason reason);

struct Limits {
  std::optional<double> seconds;
  std::optional<std::size_t> memory_bytes;    // resident memory of the whole process
  const std::atomic<bool>* cancel = nullptr;  // set by a signal handler or another thread
  /// Called by poll(). It may let others work first: then it says so when it returns.
  std::function<bool()> rest{};
};

/// What long work is doing, for a progress line.
struct Progress {
  std::string_view phase;
  double seconds = 0;
  std::uint64_t count = 0;
  std::string_view unit;
  std::string_view stage;  // of work in several rounds; may be empty
};

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  /// `on_phase` is told each phase as it is entered, also where nothing ever polls in it.
  explicit Budget(Limits limits = {}, std::function<void(const Progress&)> on_progress = {},
                  std::function<void(std::string_view)> on_phase = {});

  /// Names what is being done; the name must outlive the phase.
  void enter(std::string_view phase, std::string_view unit = {});
  /// Names how far work is of which phases are parts, until it is named anew.
  void set_stage(std::string stage) { stage_ = std::move(stage); }
  [[nodiscard]] std::string_view phase() const { return phase_; }
  [[nodiscard]] std::string_view unit() const { return unit_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }

  /// Whether to stop now. Once it has answered with a reason it keeps answering so.
  /// Costs a clock reading: call it once per thousand small steps, with how far work is.
  [[nodiscard]] StopReason poll(std::uint64_t count = 0);

  /// Begins the next of several questions, of which so many are left: it gets its share of the time
  /// that is left, and no more than `at_most` seconds of the processor. If only the last one's
  /// share was used up, work goes on.
  void begin_question(std::size_t left, std::optional<double> at_most = {});

  /// Begins something that is given up after so many seconds of this thread's processor time.
  void begin_attempt(double processor_seconds);
  /// If only its time was used up, work goes on; whether it was.
  bool end_attempt();

  /// The reason poll() stopped for, or None.
  [[nodiscard]] StopReason stopped() const { return stopped_; }
  /// Without those in which others worked.
  [[nodiscard]] double seconds() const;
  /// "time limit reached while exploring (12 points)", "cancelled while …".
  [[nodiscard]] std::string reason() const;

 private:
  Limits limits_;
  std::optional<double> question_end_;  // in seconds of work; before that of all
  std::optional<double> attempt_end_;   // in seconds of this thread's processor time
  std::function<void(const Progress&)> on_progress_;
  std::function<void(std::string_view)> on_phase_;
  Clock::time_point start_;
  Clock::duration rested_{};
  Clock::time_point next_memory_check_;
  Clock::time_point next_progress_;
  std::string_view phase_ = "starting";
  std::string_view unit_;
  std::string stage_;
  std::uint64_t count_ = 0;
  StopReason stopped_ = StopReason::None;

  [[nodiscard]] double seconds_at(Clock::time_point now) const;
  [[nodiscard]] bool is_over_at(Clock::time_point now) const;
  void rest();
};

/// Resident memory of this process now, in bytes; 0 where the system does not tell.
[[nodiscard]] std::size_t resident_bytes();
/// The largest it has been.
[[nodiscard]] std::size_t peak_resident_bytes();

}  // namespace hardbop
