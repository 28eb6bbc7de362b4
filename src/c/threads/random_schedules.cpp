// SPDX-License-Identifier: MIT
#include "c/threads/random_schedules.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "c/threads/interleave.hpp"
#include "c/threads/private_objects.hpp"

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;

/// Steps of a run at most: most runs are short, some long, a few very long.
constexpr std::uint64_t few_steps = 5'000;
constexpr std::uint64_t many_steps = 50'000;
constexpr std::uint64_t most_steps = 1'000'000;

/// Threads of a run at most: a lock has its owner's number in a byte.
constexpr std::size_t most_threads_of_a_run = 200;

/// Finds which statements access what other threads may know, or end the program.
class VisibleStatements {
 public:
  explicit VisibleStatements(const Program& program)
      : program_(program), is_private_(private_objects(program)) {
    for (const Statement& statement : program.statements) {
      out_.is_visible.push_back(is_visible(statement));
      out_.is_end.push_back(statement.kind == Kind::Halt);
    }
    for (const StatementId s : program.functions[program.main].statements)
      if (program.statements[s].kind == Kind::Return) out_.is_end[s] = true;
    for (std::size_t s = 0; s < out_.is_end.size(); ++s)
      if (out_.is_end[s]) out_.is_visible[s] = true;
  }
  StepKinds take() { return std::move(out_); }

 private:
  const Program& program_;
  std::vector<bool> is_private_;
  StepKinds out_;

  [[nodiscard]] bool is_known(ExprId address) const {
    const ObjectId root = root_of(program_, address);
    return root == none || !is_private_[root];
  }
  [[nodiscard]] bool reads(ExprId id) const {
    if (id == none) return false;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Load && is_known(expr.a)) return true;
    return reads(expr.a) || reads(expr.b) || reads(expr.c);
  }
  [[nodiscard]] bool is_visible(const Statement& statement) const {
    return statement.kind == Kind::Thread || statement.kind == Kind::Free ||
           std::ranges::any_of(statement.values, [&](ExprId one) { return reads(one); }) ||
           std::ranges::any_of(statement.places,
                               [&](const Place& one) { return is_known(one.address); });
  }
};

/// One run: who goes on, and what is arbitrary.
class Dice {
 public:
  Dice(std::uint64_t seed, const StepKinds& kinds, const std::vector<std::uint64_t>& interesting,
       const ScheduleGoal& goal, std::uint64_t usual_steps)
      : kinds_(kinds), interesting_(interesting), goal_(goal), random_(seed) {
    by_function_ = below(2) == 0;
    values_ = below(4);
    waits_at_end_ = below(2) == 0;
    if (below(4) == 0) {
      changes_one_in_ = std::uint64_t{2} << below(5);
      return;
    }
    for (std::uint64_t i = below(4); i > 0; --i)
      change_points_.insert(below(std::max<std::uint64_t>(2, usual_steps >> below(7))));
    patience_ = std::uint64_t{64} << (2 * below(5));
  }

  std::size_t next_thread(const std::vector<ThreadView>& threads, std::size_t running) {
    make_known(threads);
    const std::ptrdiff_t ended = std::ranges::count(threads, true, &ThreadView::has_ended);
    if (std::exchange(ended_, ended) != ended) ++progress_;
    const bool can_stay = !threads[running].has_ended && !waits(running);
    if (can_stay && !kinds_.is_visible[threads[running].at]) return running;
    ++visible_steps_;
    if (can_stay && ++stayed_ > patience_) demote(running);
    if (change_points_.contains(visible_steps_)) demote(running);
    if (waits_at_end_ && can_stay && kinds_.is_end[threads[running].at]) demote(running);
    const bool changes = changes_one_in_ != 0 && below(changes_one_in_) == 0;
    if (can_stay && changes_one_in_ != 0 && !changes) return running;
    const bool is_bound = goal_.switches && switches_ >= *goal_.switches;
    std::size_t out = threads.size();
    for (std::size_t t = 0; t < threads.size(); ++t) {
      if (threads[t].has_ended || waits(t) || (is_bound && t != last_)) continue;
      if (changes_one_in_ != 0) priorities_[t] = static_cast<double>(random_());
      if (out == threads.size() || priorities_[t] > priorities_[out]) out = t;
    }
    all_wait_ = out == threads.size() && !is_bound;
    if (out != running) stayed_ = 0;
    return out;
  }

  /// What was chosen is not executed.
  void note_wait(std::size_t thread) { waits_since_[thread] = progress_; }
  void note_step(std::size_t thread, StatementId statement) {
    if (thread != last_) ++switches_;
    last_ = thread;
    if (kinds_.is_visible[statement]) ++progress_;
  }
  void take_back(std::size_t last, std::uint32_t switches, std::uint64_t progress) {
    last_ = last;
    switches_ = switches;
    progress_ = progress;
  }
  [[nodiscard]] std::size_t last() const { return last_; }
  [[nodiscard]] std::uint32_t switches() const { return switches_; }
  [[nodiscard]] std::uint64_t progress() const { return progress_; }
  [[nodiscard]] std::uint64_t visible_steps() const { return visible_steps_; }
  [[nodiscard]] bool all_wait() const { return all_wait_; }

  std::uint64_t value(const Statement& statement, Type type) {
    if (statement.text == schedule_choice) return below(16) == 0 ? 1 : 0;
    if (values_ == 0) return below(2);
    const std::uint64_t out = repeated_ ? *repeated_ : any_value(type);
    if (values_ == 1) repeated_ = out;
    return out;
  }

 private:
  std::uint64_t any_value(Type type) {
    switch (below(8)) {
      case 0: return below(4);
      case 1: return below(20);
      case 2: return 0 - below(8);
      case 3:
      case 4: return interesting_[below(interesting_.size())] + below(3) - 1;
      case 5: return below(1000);
      case 6: return type.is_pointer ? 0 : random_();
      default: return below(2);
    }
  }

  const StepKinds& kinds_;
  const std::vector<std::uint64_t>& interesting_;
  const ScheduleGoal& goal_;
  std::mt19937_64 random_;
  bool by_function_ = false;  // threads of one function have one priority
  std::uint64_t values_ = 0;  // 0: small, 1: all are one, else any
  std::optional<std::uint64_t> repeated_;
  bool waits_at_end_ = false;                   // of main, for others
  std::uint64_t changes_one_in_ = 0;            // so many steps, at random; or 0
  std::set<std::uint64_t> change_points_;       // where the one that runs is demoted
  std::uint64_t patience_ = ~std::uint64_t{0};  // steps of one thread before it is
  std::vector<double> priorities_;              // by thread
  std::map<StatementId, double> of_start_;      // by where a thread starts
  std::vector<std::uint64_t> waits_since_;      // by thread: when it last had to
  std::uint64_t progress_ = 1;                  // steps that others see, and ends
  std::ptrdiff_t ended_ = 0;
  std::uint64_t visible_steps_ = 0;
  std::uint64_t stayed_ = 0;
  double lowest_ = -1;
  std::size_t last_ = 0;
  std::uint32_t switches_ = 0;
  bool all_wait_ = false;

  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  [[nodiscard]] bool waits(std::size_t thread) const { return waits_since_[thread] == progress_; }
  void demote(std::size_t thread) {
    priorities_[thread] = lowest_--;
    stayed_ = 0;
  }
  void make_known(const std::vector<ThreadView>& threads) {
    while (priorities_.size() < threads.size()) {
      const auto random = static_cast<double>(random_());
      const StatementId start = threads[priorities_.size()].at;
      priorities_.push_back(by_function_ ? of_start_.try_emplace(start, random).first->second
                                         : random);
      waits_since_.push_back(0);
    }
  }
};

}  // namespace

RandomSchedules::RandomSchedules(const Program& program, ScheduleGoal goal)
    : program_(program),
      goal_(std::move(goal)),
      kinds_(VisibleStatements(program).take()),
      interesting_{0, 1} {
  std::set<std::uint64_t> found;
  for (const Expr& expr : program.exprs)
    if (expr.kind == Expr::Kind::Constant && expr.value > 1) found.insert(expr.value);
  interesting_.insert(interesting_.end(), found.begin(), found.end());
}

bool RandomSchedules::is_found(const ScheduledRun& run, bool all_wait) const {
  const Outcome& outcome = run.outcome;
  if (goal_.is_deadlock && all_wait) return nobody_goes_on_after(program_, run, goal_.defects);
  const bool fails = outcome.kind == Outcome::Kind::Error ||
                     (outcome.kind == Outcome::Kind::Fault && outcome.defect &&
                      goal_.defects.contains(*outcome.defect));
  return fails && (!goal_.counts || goal_.counts(program_.statements[outcome.statement].at));
}

std::optional<ScheduledRun> RandomSchedules::search(Budget& budget) {
  while (budget.poll(tried_) == StopReason::None) {
    Dice dice(tried_, kinds_, interesting_, goal_, usual_steps_);
    ScheduledRun run;
    InterpreterOptions options;
    options.defects = goal_.defects;
    options.step_limit = tried_ % 64 == 63 ? most_steps : tried_ % 8 == 7 ? many_steps : few_steps;
    std::size_t running = 0;
    std::vector<ThreadView> seen;
    options.schedule = [&](const std::vector<ThreadView>& threads, std::size_t last) {
      if (threads.size() > most_threads_of_a_run) return threads.size();
      running = dice.next_thread(threads, last);
      if (dice.all_wait()) seen = threads;
      return running;
    };
    std::size_t last = 0;
    std::uint32_t switches = 0;
    std::uint64_t progress = 0;
    options.observe = [&](const Statement& statement, std::size_t, const MemoryView&) {
      last = dice.last();
      switches = dice.switches();
      progress = dice.progress();
      run.threads.push_back(static_cast<std::uint32_t>(running));
      dice.note_step(running, static_cast<StatementId>(&statement - program_.statements.data()));
    };
    options.on_wait = [&](std::size_t thread) {
      run.threads.pop_back();
      dice.take_back(last, switches, progress);
      dice.note_wait(thread);
    };
    options.choose = [&](const Statement& statement, Type type, std::size_t) {
      return run.values.emplace_back(dice.value(statement, type));
    };
    run.outcome = interpret(program_, options);
    ++tried_;
    usual_steps_ = std::max(usual_steps_, std::min<std::uint64_t>(dice.visible_steps(), few_steps));
    if (!is_found(run, dice.all_wait())) continue;
    if (dice.all_wait() && run.outcome.kind == Outcome::Kind::Blocked)
      for (const ThreadView& thread : seen)
        if (!thread.has_ended) run.outcome.statement = thread.at;
    return run;
  }
  return std::nullopt;
}

}  // namespace hardbop::c
