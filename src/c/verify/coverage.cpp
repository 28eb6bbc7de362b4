// SPDX-License-Identifier: MIT
#include "c/verify/coverage.hpp"

#include <map>
#include <random>
#include <utility>

#include "c/il/interpreter.hpp"
#include "c/il/value_text.hpp"
#include "c/verify/stops.hpp"

namespace hardbop::verify {

namespace {

using c::Statement;

constexpr int random_runs = 48;
constexpr std::uint64_t most_steps = 20'000;  // of each

bool is_stop(const Statement& statement) {
  return statement.kind == Statement::Kind::Arbitrary && statement.text == stop_name;
}

class Covering {
 public:
  Covering(std::shared_ptr<const c::Program> program, const CoverageSearch& search,
           Interleaving* threads, const Allowance& allowance,
           const std::function<void(Coverage)>& tell)
      : program_(std::move(program)),
        search_(search),
        threads_(threads),
        deadline_(allowance),
        tell_(tell) {
    find_statements();
    find_left_out();
  }

  Coverage run() {
    try_random_runs();
    tell_(so_far());
    ask_engines();
    return so_far();
  }

 private:
  std::shared_ptr<const c::Program> program_;
  const CoverageSearch& search_;
  Interleaving* threads_;
  Deadline deadline_;
  const std::function<void(Coverage)>& tell_;
  std::map<Place, std::string> all_;  // with the function that each is in
  std::map<Place, Place> stops_;      // by place of the first that is executed: where it starts
  Places known_;                      // that can be reached
  Places dead_;                       // to which no way leads
  bool is_complete_ = false;          // others cannot be reached, either
  std::string reason_;                // why that is not known

  [[nodiscard]] Coverage so_far() const {
    Coverage out;
    for (const auto& [place, function] : all_) {
      std::vector<CoveredStatement>& list = known_.contains(place) ? out.reachable
                                            : is_complete_ || dead_.contains(place)
                                                ? out.unreachable
                                                : out.undecided;
      const auto& [file, line, column] = place;
      list.push_back({{file, line, column}, function});
    }
    if (!out.undecided.empty()) out.incomplete = reason_;
    out.program = program_;
    return out;
  }

  /// The program as it was read.
  [[nodiscard]] const c::Program& read() const {
    return program_->threaded ? *program_->threaded : *program_;
  }

  /// The error of a stop is where its statement starts.
  void find_statements() {
    for (const c::FunctionId f : read().functions.ids()) {
      for (const c::StatementId s : read().functions[f].statements) {
        const Statement& statement = read().statements[s];
        if (!is_stop(statement)) continue;
        const Place place = place_of(stop_at(read(), statement));
        stops_.emplace(place_of(statement.at), place);
        all_.emplace(place, c::source_name(read().functions[f]));
      }
    }
  }

  [[nodiscard]] static const c::Position& stop_at(const c::Program& program,
                                                  const Statement& stop) {
    const Statement& branch = program.statements[stop.next];
    return program.statements[branch.next].at;
  }

  /// What the front end left out: no way leads there, or only one through what is not supported.
  void find_left_out() {
    for (const c::Function& function : read().functions) {
      for (const c::Position& at : function.behind.starts)
        all_.emplace(place_of(at), c::source_name(function));
      for (const c::Position& at : function.dead)
        if (all_.emplace(place_of(at), c::source_name(function)).second) dead_.insert(place_of(at));
    }
  }

  /// No run stops, so each passes as much as it can.
  void try_random_runs() {
    std::mt19937_64 random(1);  // NOLINT(*-msc51-cpp): the same runs each time
    c::InterpreterOptions options;
    options.step_limit = most_steps;
    options.choose = [&](const Statement& statement, c::Type, std::size_t) -> std::uint64_t {
      if (is_stop(statement)) return 0;
      const std::uint64_t kind = random() % 4;
      const std::uint64_t value = random();
      if (kind == 0) return value;
      return kind == 1 ? std::uint64_t{0} - value % 3 : value % (kind == 2 ? 3 : 100);
    };
    options.observe = [&](const Statement& statement, std::size_t, const c::MemoryView&) {
      if (is_stop(statement)) pass(statement.at);
    };
    for (int i = 0; i < random_runs && !is_known(); ++i)
      static_cast<void>(c::interpret(*program_, options));
  }

  [[nodiscard]] bool is_known() const { return known_.size() + dead_.size() == all_.size(); }

  void pass(const c::Position& at) {
    if (const auto found = stops_.find(place_of(at)); found != stops_.end())
      known_.insert(found->second);
  }

  void ask_engines() {
    const Property property = coverage_property();
    if (search_.engines.empty())
      reason_ = "the chosen engine does not decide which statements can be reached";
    bool is_open = !search_.engines.empty();
    while (is_open && !is_known()) {
      const Task task{search_.sources, search_.reading, *program_, property,
                      search_.bounds,  {.trace = true}, known_};
      Finding found = race(search_.engines, task, deadline_.rest(), search_.engines_at_once,
                           [](const Answered&) {})
                          .finding;
      if (threads_ != nullptr) threads_->limit(found);
      is_open = found.outcome == Outcome::Violated && found.run && learn(*found.run);
      if (is_open) tell_(so_far());
      if (!is_open && threads_ != nullptr && threads_->grow(found)) {
        program_ = threads_->program();
        is_open = true;
      }
      is_complete_ = found.outcome == Outcome::Holds;
      reason_ = std::move(found.reason);
      if (found.outcome == Outcome::HoldsBounded) reason_ = "no run reaches them " + reason_;
    }
  }

  /// Whether something is known now that was not before.
  bool learn(const ViolatingRun& run) {
    const std::size_t before = known_.size();
    if (all_.contains(place_of(run.at))) known_.insert(place_of(run.at));
    if (run.explanation)
      for (const c::ExplainedStep& step : run.explanation->steps) pass(step.at);
    return known_.size() > before;
  }
};

}  // namespace

Property coverage_property() {
  Property out{"coverage", Assertions(), c::Errors::None};
  out.is_by_place = true;
  out.covers = true;
  return out;
}

Coverage find_coverage(std::shared_ptr<const c::Program> program, const CoverageSearch& search,
                       Interleaving* threads, const Allowance& allowance,
                       const std::function<void(Coverage)>& tell) {
  return Covering(std::move(program), search, threads, allowance, tell).run();
}

}  // namespace hardbop::verify
