// SPDX-License-Identifier: MIT
// Slurm schedules, and we only look: which jobs are in the queue, and which rows the parts have. A
// job that is not in the queue any more, though rows of its part are missing, was lost, whatever
// the reason; the tasks without rows are submitted again, in smaller parts. A job that is thought
// lost, but still runs, does no harm: it writes to a folder of its own, and of two rows of a task
// one is kept. The state is on disk before anything depends on it, so that this process can end at
// any time and another one goes on.
#include "product/suite/slurm.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <thread>
#include <unistd.h>

#include "product/suite/results.hpp"

namespace hardbop::suite {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_attempts = 5;
constexpr double tool_seconds = 60;
constexpr int looks_until_lost = 2;
constexpr std::size_t usual_processors = 16;
constexpr std::size_t usual_array = 1000;

/// A command of Slurm's.
Outcome call(std::vector<std::string> words) {
  words.insert(words.begin(), "/usr/bin/env");
  Processes processes;
  Outcome result;
  processes.start({std::move(words), ".", {.wall = tool_seconds}},
                  [&](Outcome&& outcome) { result = std::move(outcome); });
  while (processes.running() > 0) processes.wait(100);
  return result;
}

bool is_fine(const Outcome& outcome) {
  return outcome.end == Outcome::End::Exited && outcome.status == 0;
}

std::string complaint_of(const std::string& tool, const Outcome& outcome) {
  std::string said = outcome.errors.empty() ? outcome.output : outcome.errors;
  while (!said.empty() && said.back() == '\n') said.pop_back();
  return fmt::format("hardbop suite: error: {}: {}", tool, said.empty() ? "no answer" : said);
}

/// For a shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::optional<Json> read_json(const fs::path& path) {
  std::ifstream file(path);
  Json json = Json::parse(file, nullptr, false);
  return json.is_discarded() ? std::nullopt : std::optional(std::move(json));
}

/// Jobs of this user that wait or run, as "job_index".
std::optional<std::map<std::string, std::string>> live_jobs() {
  const Outcome queue =
      call({"squeue", "-h", "-r", "-u", std::to_string(::geteuid()), "-o", "%F_%K %T"});
  if (!is_fine(queue)) return std::nullopt;
  std::map<std::string, std::string> out;
  std::istringstream lines(queue.output);
  for (std::string job, state; lines >> job >> state;)
    if (state != "COMPLETING") out[job] = state;
  return out;
}

std::size_t processors_of_cluster() {
  const Outcome answer = call({"sinfo", "-h", "-o", "%C"});  // allocated/idle/other/total
  std::size_t total = 0;
  std::istringstream lines(answer.output);
  for (std::string line; lines >> line;) {
    const std::size_t slash = line.rfind('/');
    if (slash != std::string::npos) total += std::strtoul(line.c_str() + slash + 1, nullptr, 10);
  }
  return total == 0 ? usual_processors : total;
}

std::size_t largest_array() {
  const Outcome answer = call({"scontrol", "show", "config"});
  const std::size_t at = answer.output.find("MaxArraySize");
  const std::size_t equals = answer.output.find('=', at);
  if (at == std::string::npos || equals == std::string::npos) return usual_array;
  const std::size_t size = std::strtoul(answer.output.c_str() + equals + 1, nullptr, 10);
  return size < 2 ? usual_array : size - 1;
}

struct Part {
  std::string job;  // "job_index"
  std::string folder;
  std::vector<std::string> tasks;  // their ids
  std::uint64_t read = 0;          // bytes of its results that were counted
  std::size_t rows = 0;
  int looks_gone = 0;      // how often it was not in the queue
  bool is_closed = false;  // complete, or lost and submitted again
};

class SlurmRun {
 public:
  SlurmRun(const Plan& plan, const SlurmOptions& options)
      : plan_(plan), options_(options), folder_(fs::absolute(options.run.folder)) {
    for (const Task& task : plan.tasks) tasks_[task.id] = &task;
  }

  [[nodiscard]] RunEnd go() {
    end_.progress.tasks = plan_.tasks.size();
    if (!begin()) return std::move(end_);
    while (end_.problem.empty() && !is_complete()) {
      if (options_.detach && submitted_) return std::move(end_);
      end_.is_interrupted = options_.run.cancel != nullptr && options_.run.cancel->load();
      if (end_.is_interrupted) return std::move(end_);
      std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms_));
      pause_ms_ = std::min(pause_ms_ + 200, 5000);
      look();
    }
    if (end_.problem.empty()) merge();
    return std::move(end_);
  }

 private:
  const Plan& plan_;
  const SlurmOptions& options_;
  fs::path folder_;
  std::map<std::string, const Task*> tasks_;
  std::map<std::string, std::size_t> attempts_;  // of each task
  std::set<std::string> done_;
  std::vector<Part> parts_;
  std::size_t attempt_ = 0;
  bool submitted_ = false;
  int pause_ms_ = 400;
  RunEnd end_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();

  [[nodiscard]] bool is_complete() const { return done_.size() >= plan_.tasks.size(); }

  [[nodiscard]] bool begin() {
    std::error_code error;
    const fs::path state = folder_ / "slurm.json";
    const bool has_results =
        fs::exists(folder_ / "results.jsonl", error) || fs::exists(state, error);
    if (has_results && !options_.run.resume) {
      end_.problem = fmt::format(
          "{}: error: there are results already\n  hint: --resume continues "
          "that run; --out names another folder",
          folder_.string());
      return false;
    }
    fs::create_directories(folder_ / "parts", error);
    fs::create_directories(folder_ / "log", error);
    if (error) {
      end_.problem = fmt::format("{}: error: {}", folder_.string(), error.message());
      return false;
    }
    if (options_.run.on_start) options_.run.on_start();
    count_own_rows();
    load(state);
    count_parts();
    end_.progress.before = done_.size();
    std::set<std::string> assigned = done_;
    for (const Part& part : parts_) assigned.insert(part.tasks.begin(), part.tasks.end());
    std::vector<std::string> open;
    for (const Task& task : plan_.tasks)
      if (!assigned.contains(task.id)) open.push_back(task.id);
    if (!open.empty()) submit(open, false);
    submitted_ = true;
    return end_.problem.empty();
  }

  void count_row(const Row& row) {
    const auto task = tasks_.find(row.id);
    if (task == tasks_.end() || row.key != key_of(*task->second)) return;
    if (done_.insert(row.id).second) end_.progress.count(row);
  }

  void count_own_rows() {
    std::error_code error;
    const fs::path path = folder_ / "results.jsonl";
    if (!fs::exists(path, error)) return;
    static_cast<void>(read_results(path.string(), [this](Row&& row) {
      if (!options_.run.again.contains(row.verdict)) count_row(row);
    }));
  }

  /// The state of a run that was left.
  void load(const fs::path& path) {
    const std::optional<Json> state = read_json(path);
    if (!state) return;
    for (const Json& one : *state) {
      Part part;
      part.job = one.at("job");
      part.folder = one.at("folder");
      std::ifstream file(folder_ / "parts" / part.folder / "plan.jsonl");
      const std::string text{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
      for (const Task& task : read_plan(part.folder, text).tasks)
        if (tasks_.contains(task.id)) part.tasks.push_back(task.id);
      for (const std::string& id : part.tasks) ++attempts_[id];
      parts_.push_back(std::move(part));
    }
    for (const auto& entry : fs::directory_iterator(folder_ / "parts"))
      attempt_ = std::max<std::size_t>(attempt_,
                                       std::strtoul(entry.path().filename().c_str(), nullptr, 10));
  }

  void save() {
    Json state = Json::array();
    for (const Part& part : parts_) state.push_back({{"job", part.job}, {"folder", part.folder}});
    end_.problem = replace_file((folder_ / "slurm.json").string(), state.dump(1) + "\n");
  }

  /// Reads what the parts have got since the last look.
  void count_parts() {
    for (Part& part : parts_) {
      if (part.is_closed) continue;
      std::ifstream file(folder_ / "parts" / part.folder / "results.jsonl", std::ios::binary);
      file.seekg(static_cast<std::streamoff>(part.read));
      for (std::string line; std::getline(file, line) && !file.eof();) {
        part.read += line.size() + 1;
        ++part.rows;
        if (const auto row = row_from(Json::parse(line, nullptr, false))) count_row(*row);
      }
      part.is_closed = std::ranges::all_of(
          part.tasks, [&](const std::string& id) { return done_.contains(id); });
    }
  }

  void look() {
    const auto live = live_jobs();
    count_parts();
    end_.progress.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    end_.progress.running = 0;
    if (live)
      for (const Part& part : parts_)
        if (const auto job = live->find(part.job); job != live->end() && job->second == "RUNNING")
          ++end_.progress.running;
    if (options_.run.on_progress) options_.run.on_progress(end_.progress);
    if (!live) return;  // the controller does not answer; it may later
    std::vector<std::string> lost;
    for (Part& part : parts_) {
      if (part.is_closed) continue;
      part.looks_gone = live->contains(part.job) ? 0 : part.looks_gone + 1;
      if (part.looks_gone < looks_until_lost) continue;
      part.is_closed = true;
      for (const std::string& id : part.tasks)
        if (!done_.contains(id)) lost.push_back(id);
    }
    if (!lost.empty()) submit_again(lost);
  }

  void submit_again(const std::vector<std::string>& lost) {
    std::vector<std::string> open;
    std::string given_up;
    for (const std::string& id : lost) {
      if (attempts_[id] < most_attempts) {
        open.push_back(id);
        continue;
      }
      Row row = row_for(*tasks_.at(id));
      row.reason = fmt::format("the job was lost {} times", attempts_[id]);
      given_up += to_line(to_json(row)) + "\n";
      count_row(row);
    }
    if (!given_up.empty()) {
      const fs::path folder = folder_ / "parts" / fmt::format("{:04}-lost", ++attempt_);
      std::error_code error;
      fs::create_directories(folder, error);
      end_.problem = replace_file((folder / "results.jsonl").string(), given_up);
    }
    if (!open.empty() && end_.problem.empty()) {
      end_.warnings.push_back(
          fmt::format("hardbop suite: {} tasks were lost and are submitted again", open.size()));
      submit(open, true);
    }
    pause_ms_ = 400;
  }

  /// `again`: in small parts, so that a task that takes its job down does so alone.
  void submit(const std::vector<std::string>& ids, bool again) {
    ++attempt_;
    const std::size_t processors = std::max<std::size_t>(
        1, processors_of_cluster() / std::max<std::size_t>(1, options_.run.jobs));
    const std::vector<std::size_t> sizes =
        part_sizes(ids.size(), again ? processors * 8 : processors, largest_array());
    std::vector<Part> fresh;
    std::size_t next = 0;
    double longest = 0;
    std::uint64_t memory = 0;
    for (const std::size_t size : sizes) {
      Plan plan{plan_.name, plan_.folder, {}, {}, 0};
      double seconds = 0;
      Part& part = fresh.emplace_back();
      for (std::size_t i = 0; i < size; ++i, ++next) {
        const Task& task = *tasks_.at(ids[next]);
        plan.tasks.push_back(task);
        part.tasks.push_back(task.id);
        ++attempts_[task.id];
        const Limits limits = command_of(task, "", "").limits;
        seconds += limits.wall.value_or(INFINITY);
        memory = std::max(memory, limits.memory.value_or(0));
      }
      longest = std::max(longest, seconds);
      part.folder = fmt::format("{:04}-{:06}", attempt_, fresh.size());
      const fs::path folder = folder_ / "parts" / part.folder;
      std::error_code error;
      fs::create_directories(folder, error);
      end_.problem = replace_file((folder / "plan.jsonl").string(), plan_text(plan));
      if (!end_.problem.empty()) return;
    }
    hand_over(std::move(fresh), longest, memory);
  }

  [[nodiscard]] std::string script() const {
    std::string out = fmt::format(
        "#!/bin/sh\npart={}/parts/$(printf '%04d-%06d' \"$1\" \"$SLURM_ARRAY_TASK_ID\")\n"
        "exec {} suite run \"$part/plan.jsonl\" --out \"$part\" --resume --jobs {} --fail-on none",
        quoted(folder_.string()), quoted(options_.run.program), options_.run.jobs);
    if (!options_.run.cache.empty())
      out +=
          fmt::format(" --cache {} --cache-size {}",
                      quoted(fs::absolute(options_.run.cache).string()), options_.run.cache_size);
    return out + "\n";
  }

  void hand_over(std::vector<Part> fresh, double seconds, std::uint64_t memory) {
    const std::string path = (folder_ / "job.sh").string();
    end_.problem = replace_file(path, script());
    if (!end_.problem.empty()) return;
    const auto jobs = static_cast<double>(options_.run.jobs);
    std::vector<std::string> words{"sbatch",
                                   "--parsable",
                                   "--no-requeue",
                                   "--job-name=hardbop",
                                   "--open-mode=append",
                                   fmt::format("--array=1-{}", fresh.size()),
                                   fmt::format("--cpus-per-task={}", options_.run.jobs),
                                   fmt::format("--output={}/log/%A-%a.txt", folder_.string())};
    if (std::isfinite(seconds))
      words.push_back(
          fmt::format("--time={}", static_cast<std::uint64_t>(seconds / jobs / 60) + 2));
    if (memory != 0) words.push_back(fmt::format("--mem={}M", memory * options_.run.jobs + 100));
    words.insert(words.end(), options_.sbatch.begin(), options_.sbatch.end());
    words.insert(words.end(), {path, std::to_string(attempt_)});
    const Outcome answer = call(std::move(words));
    if (!is_fine(answer)) {
      end_.problem = complaint_of("sbatch", answer);
      return;
    }
    const std::string job = answer.output.substr(0, answer.output.find_first_of(";\n"));
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      fresh[i].job = fmt::format("{}_{}", job, i + 1);
      parts_.push_back(std::move(fresh[i]));
    }
    save();
  }

  /// All rows into one file; then the parts are not needed any more.
  void merge() {
    std::vector<std::string> problems;
    const RowSet all = read_rows(folder_.string(), true, problems);
    std::string text;
    for (const Task& task : plan_.tasks)
      if (const auto row = all.rows.find(task.id); row != all.rows.end())
        text += to_line(to_json(row->second)) + "\n";
    end_.problem = replace_file((folder_ / "results.jsonl").string(), text);
    if (!end_.problem.empty()) return;
    std::error_code error;
    fs::remove_all(folder_ / "parts", error);
    fs::remove(folder_ / "slurm.json", error);
  }
};

}  // namespace

std::vector<std::size_t> part_sizes(std::size_t tasks, std::size_t processors,
                                    std::size_t most_parts) {
  for (std::size_t least = std::max<std::size_t>(1, tasks / (processors * 32));; least *= 2) {
    std::vector<std::size_t> out;
    for (std::size_t left = tasks; left > 0; left -= out.back())
      out.push_back(std::min(left, std::max(least, left / (2 * processors))));
    if (out.size() <= most_parts) return out;
  }
}

RunEnd run_on_slurm(const Plan& plan, const SlurmOptions& options) {
  return SlurmRun(plan, options).go();
}

std::vector<std::string> slurm_jobs(const std::string& folder) {
  std::set<std::string> out;
  const std::optional<Json> state = read_json(fs::path(folder) / "slurm.json");
  if (state)
    for (const Json& part : *state) {
      const std::string job = part.value("job", "");
      out.insert(job.substr(0, job.find('_')));
    }
  return {out.begin(), out.end()};
}

std::string slurm_state(const std::vector<std::string>& jobs) {
  const auto live = live_jobs();
  if (!live) return "squeue does not answer";
  std::map<std::string, std::size_t> counts;
  for (const auto& [job, state] : *live)
    if (std::ranges::find(jobs, job.substr(0, job.find('_'))) != jobs.end()) ++counts[state];
  return fmt::format("{} running, {} waiting", counts["RUNNING"], counts["PENDING"]);
}

std::string cancel_slurm_jobs(const std::vector<std::string>& jobs) {
  std::vector<std::string> words{"scancel"};
  words.insert(words.end(), jobs.begin(), jobs.end());
  const Outcome answer = call(std::move(words));
  return is_fine(answer) ? "" : complaint_of("scancel", answer);
}

}  // namespace hardbop::suite
