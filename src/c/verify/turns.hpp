// SPDX-License-Identifier: MIT
// Several workers, of whom only so many work at once: by turns that get longer, counted in
// processor time. One who is told to rest does so where it polls its budget; until then, there is
// one more at work.
#pragma once

#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <optional>
#include <vector>

#include "c/verify/engine.hpp"

namespace hardbop::verify {

class Turns {
 public:
  /// `turns`: by worker.
  Turns(std::vector<Turn> turns, std::size_t at_once);

  // Called by a worker, in its thread:
  void begin(std::size_t worker);
  /// Waits while it is to rest; whether it did.
  bool rest(std::size_t worker);
  void end(std::size_t worker);

  /// Lets who had a long turn rest, and others work. Who is to be started now.
  [[nodiscard]] std::vector<std::size_t> change();
  /// Nobody rests any more.
  void dismiss();

  /// What a worker had.
  struct Account {
    std::uint32_t turns = 0;
    double seconds = 0;  // of processor time
  };
  [[nodiscard]] Account account(std::size_t worker);

 private:
  using Duration = std::chrono::nanoseconds;
  enum class Condition : std::uint8_t { New, Working, Resting, Done };
  struct Worker {
    Turn turn;
    Condition condition = Condition::New;
    std::optional<clockid_t> clock{};  // of its thread
    Duration used{};                   // when its turn began
    std::uint32_t turns = 0;           // that it had
  };

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Worker> workers_;
  std::size_t at_once_;
  bool are_dismissed_ = false;

  [[nodiscard]] static Duration used(const Worker& worker);
  [[nodiscard]] static Duration slice(const Worker& worker);
  [[nodiscard]] bool may_start(const Worker& worker) const;
  [[nodiscard]] bool waits(const Worker& worker) const;
  [[nodiscard]] Worker* next();
  [[nodiscard]] std::size_t working() const;
  void send_to_rest();
};

}  // namespace hardbop::verify
