// SPDX-License-Identifier: MIT
// Rows are collected for a short time and written together, because a disk takes as long for one
// as for many. A row counts as done when it is written; whatever ends this process before that
// costs no more than asking its task again.
#include "product/suite/runner.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

#include "product/suite/cache.hpp"
#include "product/suite/results.hpp"

namespace hardbop::suite {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double commit_interval = 0.05;   // seconds
constexpr double progress_interval = 0.2;  // likewise
constexpr int patience_ms = 50;
constexpr std::uint64_t usual_output = 64;  // megabytes

constexpr std::uint64_t bytes_of_megabyte = 1'000'000;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool has_option(const Task& task, std::string_view name) {
  return std::ranges::any_of(task.arguments, [&](const std::string& word) {
    return word == name || word.starts_with(std::string(name) + "=");
  });
}

class Run {
 public:
  Run(const Plan& plan, const RunOptions& options) : plan_(plan), options_(options) {}

  [[nodiscard]] RunEnd go() {
    end_.progress.tasks = plan_.tasks.size();
    if (!begin()) return std::move(end_);
    while (end_.problem.empty() && (next_ < plan_.tasks.size() || processes_.running() > 0)) {
      end_.is_interrupted = options_.cancel != nullptr && options_.cancel->load();
      if (end_.is_interrupted) break;
      while (end_.problem.empty() && next_ < plan_.tasks.size() &&
             processes_.running() < options_.jobs && since(committed_) < 10 * commit_interval)
        begin_task(plan_.tasks[next_++]);
      if (processes_.running() > 0) processes_.wait(patience_ms);
      tell(false);
      if (since(committed_) >= commit_interval) commit();
    }
    commit();
    if (cache_) cache_->trim(options_.cache_size * bytes_of_megabyte);
    tell(true);
    return std::move(end_);
  }

 private:
  const Plan& plan_;
  const RunOptions& options_;
  RunEnd end_;
  ResultsFile results_;
  Processes processes_;
  std::optional<Cache> cache_;
  std::map<std::string, std::string> done_;  // of the run that is resumed: keys by ids
  std::size_t next_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point committed_ = start_;
  Clock::time_point told_ = start_;

  /// Results of another suite, which nobody wants to lose.
  [[nodiscard]] static bool is_of_others(const std::string& path,
                                         const std::map<std::string, std::string>& wanted) {
    std::size_t rows = 0;
    std::size_t ours = 0;
    static_cast<void>(read_results(path, [&](Row&& row) {
      ++rows;
      if (wanted.contains(row.id)) ++ours;
    }));
    return rows != 0 && ours == 0;
  }

  [[nodiscard]] bool begin() {
    namespace fs = std::filesystem;
    const std::string path = (fs::path(options_.folder) / "results.jsonl").string();
    std::error_code error;
    if (!options_.resume && fs::exists(path, error) && fs::file_size(path, error) > 0) {
      end_.problem = fmt::format(
          "{}: error: there are results already\n"
          "  hint: --resume continues that run; --out names another folder",
          path);
      return false;
    }
    std::map<std::string, std::string> wanted;
    for (const Task& task : plan_.tasks) wanted[task.id] = key_of(task);
    if (fs::exists(path, error) && is_of_others(path, wanted)) {
      end_.problem = fmt::format(
          "{}: error: all results are of other tasks\n  hint: --out names another folder", path);
      return false;
    }
    end_.problem = results_.open(path, [&](const Row& row) {
      const auto task = wanted.find(row.id);
      const bool is_wanted = task != wanted.end() && task->second == row.key &&
                             !options_.again.contains(row.verdict) &&
                             done_.emplace(row.id, row.key).second;
      if (is_wanted) end_.progress.count(row);
      return is_wanted;
    });
    end_.progress.before = done_.size();
    if (!options_.cache.empty())
      cache_.emplace(fs::absolute(options_.cache, error).string(), identity_of(options_.program),
                     plan_.folder);
    if (end_.problem.empty() && options_.on_start) options_.on_start();
    return end_.problem.empty();
  }

  void begin_task(const Task& task) {
    if (done_.contains(task.id)) return;
    if (cache_) {
      std::optional<Row> known = cache_->find(task);
      if (known && !options_.again.contains(known->verdict)) return finish(*known);
    }
    const std::int64_t started = system_now();
    processes_.start(command_of(task, options_.program, plan_.folder),
                     [this, &task, started](Outcome&& outcome) {
                       const Row row = row_of(task, std::move(outcome));
                       finish(row);
                       if (cache_ && row.verdict != "error" && row.exit) list(task, row, started);
                     });
  }

  void finish(const Row& row) {
    results_.append(row);
    end_.progress.count(row);
  }

  /// What the task has read: its arguments say it, and of C the preprocessor.
  void list(const Task& task, const Row& row, std::int64_t started) {
    TaskFiles files{cache_->named_files(task), {}};
    if (!task.is_c()) return store(task, row, files, started);
    Command command = command_of(task, options_.program, plan_.folder);
    std::erase(command.words, "--json");
    command.words.emplace_back("--list-files");
    processes_.start(command, [this, &task, row, files, started](Outcome&& outcome) {
      if (outcome.end != Outcome::End::Exited || outcome.status != 0) return;
      TaskFiles all = files;
      std::istringstream lines(outcome.output);
      for (std::string line; std::getline(lines, line);)
        if (line.size() > 2) (line[0] == '+' ? all.files : all.absent).push_back(line.substr(2));
      store(task, row, all, started);
    });
  }

  void store(const Task& task, const Row& row, const TaskFiles& files, std::int64_t started) {
    const std::string problem = cache_->store(task, row, files, started);
    if (problem.empty()) return;
    end_.warnings.push_back(problem);
    cache_.reset();  // the run goes on without it
  }

  void commit() {
    committed_ = Clock::now();
    if (!end_.problem.empty()) return;
    end_.problem = results_.commit();
    if (!end_.problem.empty())
      end_.problem += "\n  hint: all tasks that are counted as done are kept; --resume continues";
  }

  void tell(bool is_last) {
    end_.progress.seconds = since(start_);
    end_.progress.running = processes_.running();
    if (!is_last && since(told_) < progress_interval) return;
    told_ = Clock::now();
    if (options_.on_progress) options_.on_progress(end_.progress);
  }
};

}  // namespace

void Progress::count(const Row& row) {
  ++done;
  if (row.is_cached) ++cached;
  ++verdicts[row.verdict];
  if (row.category() == "wrong") ++verdicts["wrong"];
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(std::max(0.0, seconds)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string Progress::to_string() const {
  std::string out = fmt::format("{} of {} done", done, tasks);
  for (const char* const verdict : {"violated", "unknown", "error", "wrong"})
    if (const auto found = verdicts.find(verdict); found != verdicts.end())
      out += fmt::format(", {} {}", found->second, verdict);
  const std::size_t own = done - before;
  if (own == 0 || seconds <= 0) return out;
  const double rate = static_cast<double>(own) / seconds;
  out += rate >= 1 ? fmt::format("; {:.1f} per second", rate)
                   : fmt::format("; {:.1f} per minute", rate * 60);
  if (done < tasks)
    out += fmt::format(", {} left", duration_text(static_cast<double>(tasks - done) / rate));
  return out;
}

Command command_of(const Task& task, const std::string& program, const std::string& folder) {
  Command out{{program, "check", "--json"}, folder, task.limits};
  const auto add = [&](const char* option, const std::string& value) {
    if (!has_option(task, option)) out.words.insert(out.words.end(), {option, value});
  };
  if (const auto& wall = task.limits.wall) {
    add("--timeout", fmt::format("{}", *wall));
    out.limits.wall = *wall + std::max(3.0, 0.15 * *wall);
  }
  if (const auto& memory = task.limits.memory) {
    add("--memory", fmt::format("{}", *memory));
    out.limits.memory = *memory + *memory / 10 + 256;
  }
  if (!task.limits.output) out.limits.output = usual_output;
  out.words.insert(out.words.end(), task.arguments.begin(), task.arguments.end());
  return out;
}

RunEnd run(const Plan& plan, const RunOptions& options) {
  return Run(plan, options).go();
}

}  // namespace hardbop::suite
