// SPDX-License-Identifier: MIT
// Limits and signals that hold whatever the work is doing. A child process does the work and
// reports its phase and its results; the parent waits. If the child does not end in time, or
// crashes, the parent itself reports what is known.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <hardbop/answer.hpp>
#include <hardbop/question.hpp>

namespace hardbop::cli {

/// Why the child did not give the answer.
struct CutOff {
  Answer answer;       // what it had decided; no results where it did not say what was asked
  std::string reason;  // "time limit reached while reading C"
  bool is_bug = false;
};

/// What parent and child both see.
struct Blackboard;

/// The child's side.
class Supervised {
 public:
  /// Of a child, with a socket to its parent; or of work that nobody supervises.
  Supervised(Blackboard& blackboard, int parent) : blackboard_(blackboard), parent_(parent) {}

  /// Set where the work is to stop.
  [[nodiscard]] const std::atomic<bool>* cancel() const;
  /// Names what is being done; any thread may.
  void enter(std::string_view phase);
  /// Says what is decided.
  void tell(const Answer& answer);
  /// Has the question's wish to stop, its phases and its answers go through here.
  void connect(Question& question);
  /// Asks for leave to write the answer: from then on the parent does not, and no limit holds.
  void begin_output();
  /// Says that the work is done. If it ends with `unknown` before, memory was exhausted.
  void end() const;

 private:
  Blackboard& blackboard_;
  int parent_;  // -1: there is none
  /// Property, verdict, reason, place, procedure and number of blocking constructs.
  using Told = std::tuple<std::string, Verdict, std::string, Location, std::string, std::size_t>;
  std::vector<Told> told_;
};

struct Supervision {
  std::optional<double> seconds{};
  std::optional<double> seconds_per_property{};
  std::optional<std::uint64_t> megabytes{};
  bool goes_on_when_decided = false;  // there is work to do besides, such as a certificate
};

using Work = std::function<int(Supervised&)>;
using SayCutOff = std::function<int(CutOff&&)>;

/// The reason on standard error, with the input's name; the exit status.
[[nodiscard]] int say_plainly(const std::string& name, const CutOff& cut);

/// Does `work` in a child, whose exit status it gives. Where there is none, `say` is called in the
/// parent, and gives the exit status: at the latest 2 s or a tenth of the limit, whichever is more,
/// after the limit; 2 s after a first SIGINT or SIGTERM, and at once after a second one.
[[nodiscard]] int supervise(const Supervision& limits, const Work& work, const SayCutOff& say);

}  // namespace hardbop::cli
