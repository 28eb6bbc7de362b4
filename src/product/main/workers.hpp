// SPDX-License-Identifier: MIT
// Work in separate processes: one that crashes or hangs does not affect the others.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace hardbop::cli {

/// How a process ended.
enum class ProcessEnd : std::uint8_t {
  Fine,
  Crashed,
  Hung,  // and was killed
};

/// Does `work` in a child, with a limit of time. `status` is what it returns, at most 255.
[[nodiscard]] ProcessEnd in_child(const std::function<int()>& work, unsigned seconds, int& status);

struct Job {
  std::uint64_t seed = 0;
  ProcessEnd before = ProcessEnd::Fine;  // how it ended when it was tried before
};

class Workers {
 public:
  using Work = std::function<std::string(const Job&)>;  // done in a child
  using Done = std::function<void(const Job&, ProcessEnd, const std::string& result)>;

  Workers(unsigned count, Work work, unsigned seconds);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  /// Whether one waits for a job.
  [[nodiscard]] bool has_idle() const;
  [[nodiscard]] bool has_busy() const;
  /// The jobs not yet done.
  [[nodiscard]] std::vector<std::uint64_t> seeds() const;
  /// Gives a job to one that waits.
  void give(const Job& job);
  /// Waits, though not for long, and calls `done` for each that ended.
  void wait(const Done& done);

 private:
  struct Worker {
    pid_t process = 0;
    int to = -1;
    int from = -1;
    bool busy = false;
    Job job;
    double deadline = 0;
  };

  Work work_;
  unsigned seconds_;
  std::vector<Worker> workers_;

  bool start(Worker& worker);
  void stop(Worker& worker);
  void serve(int from_parent, int to_parent) const;
};

}  // namespace hardbop::cli
