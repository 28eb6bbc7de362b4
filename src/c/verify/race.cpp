// SPDX-License-Identifier: MIT
#include "c/verify/race.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <fmt/format.h>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <variant>

#include "c/verify/blocking.hpp"
#include "c/verify/board.hpp"
#include "c/verify/turns.hpp"

namespace hardbop::verify {

namespace {

/// How soon a wish to stop reaches the engines.
constexpr auto interval = std::chrono::milliseconds(20);
/// How long those go on that have no end of their own when all others have given up.
constexpr auto patience = std::chrono::seconds(3);
/// How long others go on when one knows the answer, and has not the proof that is wanted.
constexpr auto patience_for_proof = std::chrono::seconds(10);

struct Runner {
  const EngineRow* row = nullptr;
  Allowance allowance;
  std::atomic<bool> cancel = false;
  bool is_started = false;
  std::string phase;
  Finding finding;
  std::exception_ptr failure;
  bool is_done = false;
};

bool knows(const Runner& runner) {
  return runner.is_done && !runner.failure && runner.finding.outcome != Outcome::Unknown;
}

/// Whether it also has the proof, where one is wanted.
bool knows_why(const Runner& runner, const Task& task) {
  return knows(runner) &&
         (!task.wanted.certificate || !task.known.empty() ||
          runner.finding.outcome != Outcome::Holds || !runner.finding.proof.certificate.empty());
}

/// With the time and the memory that it took.
Finding ask(const EngineRow& row, const Task& task, const Allowance& allowance) {
  Budget budget = allowance.budget();
  Finding out = row.decide(task, budget);
  add_usage(budget, out.statistics);
  return out;
}

/// Why another way of an engine gave up, where it is already said why the program is undecided.
bool adds_nothing(const EngineRow& row, const Finding& known) {
  if (!known.blocking.empty()) return row.is_variant;
  return row.is_variant && !row.is_companion && !known.reason.empty();
}

std::string both_reasons(const std::string& first, const std::string& second) {
  return first + (first.empty() || second.empty() ? "" : "; ") + second;
}

class Contest {
 public:
  Contest(const std::vector<EngineRow>& engines, const Task& task, const Allowance& allowance,
          std::size_t at_once)
      : task_(task),
        allowance_(allowance),
        runners_(engines.size()),
        turns_(turns_of(engines, task), at_once) {
    task_.board = &board_;
    for (std::size_t i = 0; i < engines.size(); ++i) {
      Runner& runner = runners_[i];
      runner.row = &engines[i];
      runner.allowance = allowance;
      runner.allowance.limits.cancel = &runner.cancel;
      runner.allowance.limits.rest = [this, i] { return turns_.rest(i); };
      if (i > 0) runner.allowance.on_progress = nullptr;  // one voice is enough
      if (allowance.on_phase)
        runner.allowance.on_phase = [this, &runner](std::string_view phase) {
          enter(runner, phase);
        };
    }
  }

  Answered run(const Tell& tell) {
    Runner* winner = nullptr;
    {
      std::vector<std::jthread> threads;
      winner = supervise(tell, threads);
      if (winner != nullptr) tell({winner->row->name, winner->finding});
    }
    Answered out = winner == nullptr ? nobody_knows()
                                     : Answered{winner->row->name, std::move(winner->finding)};
    add_accounts(out.finding.statistics);
    return out;
  }

 private:
  Board board_;
  Task task_;
  const Allowance& allowance_;
  std::vector<Runner> runners_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::ptrdiff_t blocked_ = 0;  // runners that were told to be
  Turns turns_;

  static std::vector<Turn> turns_of(const std::vector<EngineRow>& engines, const Task& task) {
    std::vector<Turn> out;
    for (const EngineRow& row : engines) out.push_back(row.turn(task));
    return out;
  }

  /// What each engine did, also those that did not know.
  void add_accounts(Statistics& out) {
    std::set<std::string> is_told;
    for (const auto& [path, value] : out.entries()) is_told.insert(path);
    for (std::size_t i = 0; i < runners_.size(); ++i) {
      const Runner& runner = runners_[i];
      for (const auto& [path, value] : runner.finding.statistics.entries())
        if (is_told.insert(path).second)
          std::visit([&](auto number) { out.set(path, number); }, value);
      const Turns::Account account = turns_.account(i);
      const std::string name =
          fmt::format("auto.{}{}", runner.row->name, runner.row->is_variant ? "-variant" : "");
      out.set(name + ".turns", std::uint64_t{account.turns});
      out.set(name + ".processor_s", account.seconds);
    }
    out.set("auto.hints", std::uint64_t{board_.size()});
  }

  void enter(Runner& runner, std::string_view phase) {
    const std::scoped_lock lock(mutex_);
    runner.phase = phase;
    tell_phases();
  }

  /// Of those that are not done.
  void tell_phases() const {
    if (!allowance_.on_phase) return;
    std::string all;
    for (const Runner& one : runners_)
      if (!one.is_done && !one.phase.empty())
        all += (all.empty() ? "" : fmt::format("; {}: ", one.row->name)) + one.phase;
    if (!all.empty()) allowance_.on_phase(all);
  }

  void start_next(std::vector<std::jthread>& threads, std::unique_lock<std::mutex>& lock) {
    for (const std::size_t i : turns_.change()) {
      runners_[i].is_started = true;
      lock.unlock();
      start(runners_[i], threads);
      lock.lock();
    }
  }

  /// Where there is no thread to be had, here and now.
  void start(Runner& runner, std::vector<std::jthread>& threads) {
    try {
      threads.emplace_back([&] { run_one(runner); });
    } catch (const std::system_error&) {
      run_one(runner);
    }
  }

  void run_one(Runner& runner) {
    const auto number = static_cast<std::size_t>(&runner - runners_.data());
    turns_.begin(number);
    Finding finding;
    std::exception_ptr failure;
    try {
      finding = ask(*runner.row, task_, runner.allowance);
    } catch (...) {
      failure = std::current_exception();
    }
    turns_.end(number);
    const std::scoped_lock lock(mutex_);
    runner.finding = std::move(finding);
    runner.failure = failure;
    runner.is_done = true;
    tell_phases();
    changed_.notify_one();
  }

  /// Who is done and does not know may be all that is heard of, if the others do not stop.
  void tell_blocked(const Tell& tell) {
    const auto is_blocked = [](const Runner& one) { return !one.finding.blocking.empty(); };
    const auto count = std::ranges::count_if(runners_, is_blocked);
    if (count == blocked_) return;
    blocked_ = count;
    Finding so_far;
    for (const Runner& one : runners_) add_blocking(one.finding, so_far);
    tell({std::ranges::find_if(runners_, is_blocked)->row->name, std::move(so_far)});
  }

  /// Until one knows or all are done; who is not done then is told to stop. The one that knows.
  Runner* supervise(const Tell& tell, std::vector<std::jthread>& threads) {
    std::unique_lock lock(mutex_);
    start_next(threads, lock);
    const auto knows_all = [&](const Runner& runner) { return knows_why(runner, task_); };
    const auto is_over = [&] {
      return std::ranges::any_of(runners_, knows_all) ||
             std::ranges::all_of(runners_, [](const Runner& runner) { return runner.is_done; });
    };
    auto first_known = std::chrono::steady_clock::time_point::max();
    auto last_alive = std::chrono::steady_clock::now();  // of those that have an end
    while (!changed_.wait_for(lock, interval, is_over)) {
      tell_blocked(tell);
      start_next(threads, lock);
      const auto now = std::chrono::steady_clock::now();
      if (!are_companions_alone()) last_alive = now;
      const std::atomic<bool>* const cancel = allowance_.limits.cancel;
      const bool is_cancelled = cancel != nullptr && cancel->load();
      if (std::ranges::any_of(runners_, knows)) first_known = std::min(first_known, now);
      const bool waits_too_long = first_known < now && now - first_known > patience_for_proof;
      if (!is_cancelled && !waits_too_long && now - last_alive < patience) continue;
      stop_all();
      changed_.wait(lock, is_over);
      break;
    }
    stop_all();
    auto winner = std::ranges::find_if(runners_, knows_all);
    if (winner == runners_.end()) winner = std::ranges::find_if(runners_, knows);
    return winner == runners_.end() ? nullptr : &*winner;
  }

  [[nodiscard]] bool are_companions_alone() const {
    return std::ranges::all_of(
        runners_, [](const Runner& one) { return one.is_done || one.row->is_companion; });
  }

  void stop_all() {
    for (Runner& runner : runners_) {
      runner.cancel = true;
      if (!runner.is_started) runner.is_done = true;
    }
    turns_.dismiss();
  }

  Answered nobody_knows() {
    for (const Runner& runner : runners_)
      if (runner.failure) std::rethrow_exception(runner.failure);
    Finding out = std::move(runners_.front().finding);
    const bool is_blocked = out.reason.empty();  // then what blocks it is said first
    for (std::size_t i = 1; i < runners_.size(); ++i) {
      const Finding& other = runners_[i].finding;
      add_blocking(other, out);
      if (adds_nothing(*runners_[i].row, out)) continue;
      if (other.reason.empty() || other.reason == out.reason) continue;
      const std::string reason = fmt::format("{}: {}", runners_[i].row->name, other.reason);
      out.reason = both_reasons(out.reason, reason);
    }
    const std::string blocking = blocking_text(task_.program, out.blocking);
    out.reason =
        is_blocked ? both_reasons(blocking, out.reason) : both_reasons(out.reason, blocking);
    return {runners_.front().row->name, std::move(out)};
  }
};

}  // namespace

void add_usage(const Budget& budget, Statistics& statistics) {
  statistics.set("time.total_s", budget.seconds());
  statistics.set("memory.peak_bytes", static_cast<std::uint64_t>(peak_resident_bytes()));
}

Answered race(const std::vector<EngineRow>& engines, const Task& task, const Allowance& allowance,
              std::size_t at_once, const Tell& tell) {
  if (engines.size() > 1) return Contest(engines, task, allowance, at_once).run(tell);
  Answered out{engines.front().name, ask(engines.front(), task, allowance)};
  if (out.finding.outcome == Outcome::Unknown)
    out.finding.reason =
        both_reasons(out.finding.reason, blocking_text(task.program, out.finding.blocking));
  return out;
}

}  // namespace hardbop::verify
