// SPDX-License-Identifier: MIT
#include "base/util/budget.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

#include "base/util/processor_time.hpp"

namespace hardbop {

namespace {

using std::chrono::milliseconds;

constexpr auto memory_interval = milliseconds(20);
constexpr auto progress_delay = milliseconds(1000);
constexpr auto progress_interval = milliseconds(200);

}  // namespace

std::string_view to_string(StopReason reason) {
  switch (reason) {
    case StopReason::None: return "none";
    case StopReason::Time: return "time limit";
    case StopReason::Memory: return "memory limit";
    case StopReason::Cancelled: return "cancelled";
  }
  return "none";
}

Budget::Budget(Limits limits, std::function<void(const Progress&)> on_progress,
               std::function<void(std::string_view)> on_phase)
    : limits_(std::move(limits)),
      on_progress_(std::move(on_progress)),
      on_phase_(std::move(on_phase)),
      start_(Clock::now()),
      next_memory_check_(start_),
      next_progress_(start_ + progress_delay) {}

void Budget::enter(std::string_view phase, std::string_view unit) {
  phase_ = phase;
  unit_ = unit;
  count_ = 0;
  if (on_phase_) on_phase_(phase);
}

StopReason Budget::poll(std::uint64_t count) {
  if (stopped_ != StopReason::None) return stopped_;
  count_ = count;
  if (limits_.rest) rest();
  const Clock::time_point now = Clock::now();
  const double seconds = seconds_at(now);
  if (limits_.cancel != nullptr && limits_.cancel->load(std::memory_order_relaxed)) {
    stopped_ = StopReason::Cancelled;
  } else if (is_over_at(now) || (question_end_ && seconds >= *question_end_) ||
             (attempt_end_ && processor_seconds_of_thread() >= *attempt_end_)) {
    stopped_ = StopReason::Time;
  } else if (limits_.memory_bytes && now >= next_memory_check_) {
    next_memory_check_ = now + memory_interval;
    if (resident_bytes() > *limits_.memory_bytes) stopped_ = StopReason::Memory;
  }
  if (on_progress_ && now >= next_progress_) {
    next_progress_ = now + progress_interval;
    on_progress_({phase_, seconds, count_, unit_, stage_});
  }
  return stopped_;
}

void Budget::rest() {
  const Clock::time_point before = Clock::now();
  if (limits_.rest()) rested_ += Clock::now() - before;
}

void Budget::begin_question(std::size_t left, std::optional<double> at_most) {
  const Clock::time_point time = Clock::now();
  const double now = seconds_at(time);
  if (stopped_ == StopReason::Time && !is_over_at(time)) stopped_ = StopReason::None;
  question_end_.reset();
  if (limits_.seconds && left > 1) {
    const double passed = std::chrono::duration<double>(time - start_).count();
    question_end_ = now + (*limits_.seconds - passed) / static_cast<double>(left);
  }
  if (at_most) question_end_ = std::min(now + *at_most, question_end_.value_or(now + *at_most));
}

void Budget::begin_attempt(double processor_seconds) {
  attempt_end_ = processor_seconds_of_thread() + processor_seconds;
}

bool Budget::end_attempt() {
  attempt_end_.reset();
  const Clock::time_point now = Clock::now();
  const bool is_all = is_over_at(now) || (question_end_ && seconds_at(now) >= *question_end_);
  if (stopped_ != StopReason::Time || is_all) return false;
  stopped_ = StopReason::None;
  return true;
}

double Budget::seconds() const {
  return seconds_at(Clock::now());
}

double Budget::seconds_at(Clock::time_point now) const {
  return std::chrono::duration<double>(now - start_ - rested_).count();
}

/// The limit is one of time, whoever worked.
bool Budget::is_over_at(Clock::time_point now) const {
  return limits_.seconds && std::chrono::duration<double>(now - start_).count() >= *limits_.seconds;
}

std::string Budget::reason() const {
  const char* const verb = stopped_ == StopReason::Cancelled ? "" : " reached";
  std::string out = fmt::format("{}{} while {}", to_string(stopped_), verb, phase_);
  if (count_ != 0)
    out += fmt::format(" ({} {})", count_, count_ == 1 ? unit_.substr(0, unit_.size() - 1) : unit_);
  return out;
}

std::size_t resident_bytes() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long total = 0;
  unsigned long resident = 0;
  const int read = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) : 0;
}

// Not getrusage: what it tells survives exec, so it includes whoever started us.
std::size_t peak_resident_bytes() {
  std::FILE* const file = std::fopen("/proc/self/status", "r");
  if (file == nullptr) return 0;
  unsigned long kilobytes = 0;
  char line[256];
  while (std::fgets(line, sizeof line, file) != nullptr)
    if (std::sscanf(line, "VmHWM: %lu", &kilobytes) == 1) break;
  std::fclose(file);
  return kilobytes * std::size_t{1024};
}

}  // namespace hardbop
