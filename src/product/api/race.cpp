// SPDX-License-Identifier: MIT
#include "product/api/race.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace hardbop::api {

namespace {

/// How soon a wish to stop reaches the engines.
constexpr auto interval = std::chrono::milliseconds(20);

struct Runner {
  Question question;
  std::atomic<bool> cancel = false;
  std::string phase;
  CAnswer answer;
  std::exception_ptr failure;
  bool is_done = false;
};

bool knows(const Runner& runner) {
  const std::vector<PropertyResult>& results = runner.answer.answer.results;
  return runner.is_done && !runner.failure && !results.empty() &&
         std::ranges::none_of(results, [](const PropertyResult& result) {
           return result.verdict == Verdict::Unknown;
         });
}

class Race {
 public:
  Race(const Question& question, const std::vector<std::string>& engines)
      : question_(question), runners_(engines.size()) {
    for (std::size_t i = 0; i < engines.size(); ++i) {
      Runner& runner = runners_[i];
      runner.question = question;
      runner.question.engine = engines[i];
      runner.question.cancel = &runner.cancel;
      if (i > 0) runner.question.on_progress = nullptr;  // one voice is enough
      if (question.on_phase)
        runner.question.on_phase = [this, &runner](std::string_view phase) {
          enter(runner, phase);
        };
    }
  }

  CAnswer run(const Decide& decide, const Tell& tell) {
    Runner* winner = nullptr;
    {
      std::vector<std::jthread> threads;
      for (Runner& runner : runners_) start(runner, decide, threads);
      winner = supervise();
      if (winner != nullptr) tell(winner->answer);
    }
    return winner == nullptr ? nobody_knows() : std::move(winner->answer);
  }

 private:
  const Question& question_;
  std::vector<Runner> runners_;
  std::mutex mutex_;
  std::condition_variable changed_;

  void enter(Runner& runner, std::string_view phase) {
    const std::scoped_lock lock(mutex_);
    runner.phase = phase;
    tell_phases();
  }

  /// Of those that are not done.
  void tell_phases() const {
    if (!question_.on_phase) return;
    std::string all;
    for (const Runner& one : runners_)
      if (!one.is_done && !one.phase.empty())
        all += (all.empty() ? "" : "; " + one.question.engine + ": ") + one.phase;
    if (!all.empty()) question_.on_phase(all);
  }

  /// Where there is no thread to be had, here and now.
  void start(Runner& runner, const Decide& decide, std::vector<std::jthread>& threads) {
    try {
      threads.emplace_back([&] { run_one(runner, decide); });
    } catch (const std::system_error&) {
      run_one(runner, decide);
    }
  }

  void run_one(Runner& runner, const Decide& decide) {
    CAnswer answer;
    std::exception_ptr failure;
    try {
      answer = decide(runner.question);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    runner.answer = std::move(answer);
    runner.failure = failure;
    runner.is_done = true;
    tell_phases();
    changed_.notify_one();
  }

  /// Until one knows or all are done; who is not done then is told to stop. The one that knows.
  Runner* supervise() {
    std::unique_lock lock(mutex_);
    const auto is_over = [&] {
      return std::ranges::any_of(runners_, knows) ||
             std::ranges::all_of(runners_, [](const Runner& runner) { return runner.is_done; });
    };
    while (!changed_.wait_for(lock, interval, is_over)) {
      const bool is_cancelled = question_.cancel != nullptr && question_.cancel->load();
      if (!is_cancelled) continue;
      for (Runner& runner : runners_) runner.cancel = true;
      changed_.wait(lock, is_over);
      break;
    }
    for (Runner& runner : runners_) runner.cancel = true;
    const auto winner = std::ranges::find_if(runners_, knows);
    return winner == runners_.end() ? nullptr : &*winner;
  }

  CAnswer nobody_knows() {
    for (const Runner& runner : runners_)
      if (runner.failure) std::rethrow_exception(runner.failure);
    CAnswer out = std::move(runners_.front().answer);
    for (std::size_t i = 1; i < runners_.size(); ++i) {
      const std::vector<PropertyResult>& others = runners_[i].answer.answer.results;
      for (std::size_t k = 0; k < std::min(others.size(), out.answer.results.size()); ++k)
        if (others[k].reason != out.answer.results[k].reason)
          out.answer.results[k].reason +=
              "; " + runners_[i].question.engine + ": " + others[k].reason;
    }
    return out;
  }
};

}  // namespace

CAnswer race(const Question& question, const std::vector<std::string>& engines,
             const Decide& decide, const Tell& tell) {
  return Race(question, engines).run(decide, tell);
}

}  // namespace hardbop::api
