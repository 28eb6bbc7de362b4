// SPDX-License-Identifier: MIT
// Runs without threads are told apart by the inputs alone. They are tried in order, the last input
// first, as an odometer counts. Of words of more than eight bits some values are tried only; then,
// or if there are too many runs, what holds is not known. The second half of the runs has random
// inputs.
#include "product/cross/interpreter_engine.hpp"

#include <array>
#include <optional>
#include <vector>

#include "base/util/random_numbers.hpp"
#include "c/il/interpreter.hpp"
#include "c/il/silent.hpp"
#include "c/threads/private_objects.hpp"

namespace hardbop::cross_layer {

namespace {

using verify::Finding;
using verify::Task;

constexpr std::uint64_t most_runs = 4000;
constexpr std::uint64_t most_steps_of_run = 3000;
constexpr std::uint64_t most_steps = 200'000;
constexpr std::size_t most_states = 60'000;

/// The inputs of one run after the other.
class Inputs {
 public:
  explicit Inputs(std::uint64_t seed) : random_(seed) {}

  void begin() { next_ = 0; }

  std::uint64_t choose(c::Type type) {
    if (next_ == chosen_.size()) chosen_.push_back({0, choices(type)});
    const Choice& choice = chosen_[next_++];
    if (type.is_bool || type.bits <= small) return choice.number;
    return at_border(choice.number % borders, type);
  }

  /// Whether there is another run.
  bool advance() {
    if (is_random_) {
      for (Choice& choice : chosen_) choice.number = random_.below(choice.count);
      return true;
    }
    chosen_.resize(next_);  // a run may ask for less than the one before
    while (!chosen_.empty() && ++chosen_.back().number == chosen_.back().count) chosen_.pop_back();
    return !chosen_.empty();
  }

  /// Without order from now on.
  void scatter() { is_random_ = true; }
  [[nodiscard]] bool are_all() const { return !is_random_ && !has_wide_; }

 private:
  struct Choice {
    std::uint32_t number = 0;
    std::uint32_t count = 0;
  };
  static constexpr std::uint32_t small = 8;
  static constexpr std::uint32_t borders = 12;

  Random random_;
  std::vector<Choice> chosen_;
  std::size_t next_ = 0;
  bool is_random_ = false;
  bool has_wide_ = false;

  std::uint32_t choices(c::Type type) {
    if (type.is_bool) return 2;
    if (type.bits <= small) return 1U << type.bits;
    has_wide_ = true;
    return borders;
  }

  /// Values around zero, and around the smallest and largest ones.
  [[nodiscard]] static std::uint64_t at_border(std::uint32_t number, c::Type type) {
    const std::uint64_t top = std::uint64_t{1} << (type.bits - 1U);
    const std::array<std::uint64_t, borders> all = {
        0, 1, 2, 3, ~std::uint64_t{0}, ~std::uint64_t{1}, top, top + 1, top - 1, top - 2, 7, 100};
    return all[number];
  }
};

class Executions {
 public:
  Executions(const Task& task, Budget& budget) : task_(task), budget_(budget), inputs_(1) {}

  Finding run() {
    budget_.enter("executing", "runs");
    c::InterpreterOptions options;
    options.step_limit = most_steps_of_run;
    options.defects = task_.property.defects();
    options.choose = [&](const c::Statement&, c::Type type, std::size_t) {
      return inputs_.choose(type);
    };
    bool goes_on = true;
    while (goes_on) {
      inputs_.begin();
      const c::Outcome outcome = c::interpret(task_.program, options);
      steps_ += outcome.steps;
      if (is_violation(outcome)) return violated(outcome);
      if (outcome.kind == c::Outcome::Kind::StepLimit ||
          outcome.kind == c::Outcome::Kind::Unsupported || is_own_limit(outcome))
        is_complete_ = false;
      if (++runs_ == most_runs / 2 || (steps_ > most_steps / 2 && inputs_.are_all()))
        inputs_.scatter();
      if (runs_ >= most_runs || steps_ >= most_steps) break;
      if (budget_.poll(runs_) != StopReason::None) break;
      goes_on = inputs_.advance();
    }
    return goes_on || !is_complete_ || !inputs_.are_all()
               ? verify::unknown("not all inputs were tried")
               : Finding{verify::Outcome::Holds};
  }

 private:
  const Task& task_;
  Budget& budget_;
  Inputs inputs_;
  std::uint64_t runs_ = 0;
  std::uint64_t steps_ = 0;
  bool is_complete_ = true;

  static bool is_own_limit(const c::Outcome& outcome) {
    return outcome.kind == c::Outcome::Kind::Fault && !outcome.defect;
  }

  [[nodiscard]] bool is_violation(const c::Outcome& outcome) const {
    if (outcome.kind == c::Outcome::Kind::Fault && outcome.defect &&
        task_.property.defects().contains(*outcome.defect))
      return is_new(position(outcome));
    return outcome.kind == c::Outcome::Kind::Error && is_new(position(outcome));
  }

  /// Where memory was allocated that is left over; else where the run ends.
  [[nodiscard]] c::Position position(const c::Outcome& outcome) const {
    const c::StatementId at = outcome.left.empty() ? outcome.statement : outcome.left.front();
    if (at == c::none) return task_.program.functions[task_.program.main].at;
    return task_.program.statements[at].at;
  }

  [[nodiscard]] bool is_new(const c::Position& at) const {
    return !task_.known.contains(verify::place_of(at));
  }

  [[nodiscard]] Finding violated(const c::Outcome& outcome) const {
    Finding out{verify::Outcome::Violated, outcome.text};
    out.run = verify::ViolatingRun{position(outcome), task_.program.main};
    return out;
  }
};

Finding decide_by_schedules(const Task& task, Budget& budget) {
  budget.enter("trying all schedules");
  const c::Program& program = *task.program.threaded;
  const std::vector<bool> is_silent = c::silent_statements(program, c::private_objects(program));
  const c::ScheduleSearch found = c::search_schedules(program, is_silent, most_states);
  if (task.property.is<verify::Deadlock>()) {
    if (!found.is_complete) return verify::unknown("not all schedules were tried");
    if (!found.has_deadlock) return Finding{verify::Outcome::Holds};
    Finding out{verify::Outcome::Violated, c::deadlock_text};
    out.run = verify::ViolatingRun{{}, program.main};
    return out;
  }
  const std::pair<const c::StatementId, std::uint32_t>* first = nullptr;
  for (const auto& error : found.errors)
    if (first == nullptr || error.second < first->second) first = &error;
  if (!found.is_complete) return verify::unknown("not all schedules were tried");
  if (first == nullptr) return Finding{verify::Outcome::Holds};
  Finding out{verify::Outcome::Violated, program.statements[first->first].text};
  out.run = verify::ViolatingRun{program.statements[first->first].at, program.main};
  out.statistics.set(std::string(least_switches), std::uint64_t{first->second});
  return out;
}

Finding decide(const Task& task, Budget& budget) {
  if (!task.program.threaded) return Executions(task, budget).run();
  return decide_by_schedules(task, budget);
}

}  // namespace

verify::EngineRow interpreter_row() {
  verify::EngineRow out;
  out.name = interpreter_name;
  out.description = "executes the program with all inputs, or by all schedules";
  out.decides = [](const verify::Property& property) {
    return property.is_safety() || property.is<verify::Termination>();
  };
  out.decide = decide;
  return out;
}

}  // namespace hardbop::cross_layer
