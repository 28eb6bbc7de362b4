// SPDX-License-Identifier: MIT
#include "c/verify/turns.hpp"

#include <algorithm>
#include <pthread.h>
#include <tuple>

namespace hardbop::verify {

namespace {

constexpr std::chrono::milliseconds first_slice(300);
constexpr std::uint32_t longest_slice = 8;  // times doubled

}  // namespace

Turns::Turns(std::vector<Turn> turns, std::size_t at_once)
    : at_once_(std::max<std::size_t>(at_once, 1)) {
  for (const Turn& turn : turns) workers_.push_back({turn});
}

void Turns::begin(std::size_t worker) {
  clockid_t clock{};
  if (pthread_getcpuclockid(pthread_self(), &clock) != 0) return;
  const std::scoped_lock lock(mutex_);
  workers_[worker].clock = clock;
}

bool Turns::rest(std::size_t worker) {
  std::unique_lock lock(mutex_);
  const auto may_work = [&] {
    return are_dismissed_ || workers_[worker].condition != Condition::Resting;
  };
  if (may_work()) return false;
  changed_.wait(lock, may_work);
  return true;
}

void Turns::end(std::size_t worker) {
  const std::scoped_lock lock(mutex_);
  workers_[worker].used = used(workers_[worker]);
  workers_[worker].condition = Condition::Done;
  workers_[worker].clock.reset();  // the thread's is gone soon
}

void Turns::dismiss() {
  const std::scoped_lock lock(mutex_);
  are_dismissed_ = true;
  changed_.notify_all();
}

Turns::Account Turns::account(std::size_t worker) {
  const std::scoped_lock lock(mutex_);
  const Worker& one = workers_[worker];
  return {one.turns, std::chrono::duration<double>(used(one)).count()};
}

std::vector<std::size_t> Turns::change() {
  const std::scoped_lock lock(mutex_);
  send_to_rest();
  std::vector<std::size_t> out;
  while (working() < at_once_) {
    Worker* const worker = next();
    if (worker == nullptr) break;
    if (worker->condition == Condition::New)
      out.push_back(static_cast<std::size_t>(worker - workers_.data()));
    worker->condition = Condition::Working;
    worker->used = used(*worker);
    ++worker->turns;
  }
  changed_.notify_all();
  return out;
}

Turns::Duration Turns::used(const Worker& worker) {
  timespec time{};
  if (!worker.clock || clock_gettime(*worker.clock, &time) != 0) return worker.used;
  return std::chrono::seconds(time.tv_sec) + Duration(time.tv_nsec);
}

Turns::Duration Turns::slice(const Worker& worker) {
  return first_slice * (1U << std::min(worker.turns - 1, longest_slice));
}

std::size_t Turns::working() const {
  return static_cast<std::size_t>(
      std::ranges::count(workers_, Condition::Working, &Worker::condition));
}

/// Those that are cheaper have had their head start, or are done.
bool Turns::may_start(const Worker& worker) const {
  return std::ranges::all_of(workers_, [&](const Worker& other) {
    return other.turn.cost >= worker.turn.cost || other.condition == Condition::Done ||
           used(other) >= worker.turn.head_start;
  });
}

bool Turns::waits(const Worker& worker) const {
  return worker.condition == Condition::Resting ||
         (worker.condition == Condition::New && may_start(worker));
}

/// Who had the fewest turns, and of those the cheapest.
Turns::Worker* Turns::next() {
  Worker* out = nullptr;
  for (Worker& worker : workers_) {
    if (!waits(worker)) continue;
    const bool is_better = out == nullptr || std::tie(worker.turns, worker.turn.cost) <
                                                 std::tie(out->turns, out->turn.cost);
    if (is_better) out = &worker;
  }
  return out;
}

/// As many as others wait for.
void Turns::send_to_rest() {
  auto waiting =
      std::ranges::count_if(workers_, [&](const Worker& worker) { return waits(worker); });
  waiting -= static_cast<std::ptrdiff_t>(at_once_ - std::min(at_once_, working()));
  for (Worker& worker : workers_) {
    if (waiting <= 0) return;
    if (worker.condition != Condition::Working || used(worker) - worker.used < slice(worker))
      continue;
    worker.condition = Condition::Resting;
    --waiting;
  }
}

}  // namespace hardbop::verify
