// SPDX-License-Identifier: MIT
// Unrolls a program: executes it with values that may depend on inputs, all ways at once. Each
// visit of a block happens once, under the condition that control is there; ways that meet are
// joined. Loops and calls are followed as long as it is certain that they go on, and where that
// depends on inputs, as often as the limits say. So is a loop that goes on for certain, but reads
// inputs in each round, once something is asked: it may have no end. A round that begins like one
// before, as far as that matters, is not followed: whatever it can do, that one can.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/util/budget.hpp"
#include "words/engine/bmc/fold.hpp"
#include "words/engine/bmc/nesting.hpp"
#include "words/engine/bmc/paths.hpp"
#include "words/engine/bmc/relevance.hpp"

namespace hardbop::bmc {

/// How far to go where it is not certain that a run goes on.
struct Depths {
  std::vector<std::uint32_t> rounds;  // by block that is the head of a loop
  std::vector<std::uint32_t> calls;   // by procedure: activations above one another
  std::uint64_t visits = 0;  // then what is certain to go on is cut, too, once something is asked
  bool are_final = false;    // or nothing: there will be no others
};

/// To begin with; `unwind` is how many rounds and calls there are, or else the usual ones.
[[nodiscard]] Depths first_depths(const Program& program, std::optional<std::uint32_t> unwind = {});

/// A visit of a block.
struct Instance {
  BlockId block = 0;
  std::uint32_t place = 0;  // what its inputs are named after; 0 where it has none
  Value condition;          // that a run comes here
  std::uint32_t steps = 0;  // that it takes at least
};

/// A way that was not followed any further.
struct Cut {
  enum class Kind : std::uint8_t { Loop, Call, Visits };
  Kind kind = Kind::Loop;
  std::uint32_t which = 0;  // the loop's head; the procedure
  Value condition;
};

struct Unrolling {
  /// In an order in which those of each run come one after the other.
  std::vector<Instance> instances;
  std::vector<std::uint32_t> reached;  // instances of targets
  std::vector<Cut> cuts;
  bool is_too_large = false;  // more than can be kept: nothing is known of the rest
};

/// About as much memory as so many expressions take with their bits, and visits with their names.
[[nodiscard]] constexpr std::size_t unrolled_bytes(std::size_t expressions, std::size_t visits) {
  return 300 * expressions + 70 * visits;
}

class Unroller {
 public:
  /// `is_target`: by block. A run ends at a target.
  Unroller(const Program& program, const std::vector<bool>& is_target, Terms& terms,
           Arrays& arrays);

  [[nodiscard]] const Nesting& nesting() const { return nesting_; }
  /// Where the budget runs out, what was made is of no use.
  [[nodiscard]] Unrolling run(const Depths& depths, Budget& budget);

  /// Names of inputs; the first are those of variables without a first value.
  [[nodiscard]] static std::uint64_t start_name(std::uint32_t variable) { return variable; }
  [[nodiscard]] static std::uint64_t input_name(std::uint32_t place, std::uint32_t input) {
    return std::uint64_t{place} << 32U | input;
  }

 private:
  /// Control comes to a block.
  struct Arrival {
    PathId path = Paths::start;
    State state;
    std::uint32_t steps = 0;  // to here, at least
  };
  struct Pending {
    BlockId block = 0;
    std::vector<Arrival> arrivals;
  };
  struct LoopRun {
    Visit entered{};            // which rounds of the loops around it it is in
    bool is_left = false;       // in the last round, by some way
    std::uint64_t inputs = 0;   // how many had been read when it began
    std::uint32_t counted = 0;  // rounds that were not certain, or read inputs
    State state{};              // with which one of the rounds began, and
    std::uint32_t next = 0;     // when it is the turn of another
  };
  struct Activation {
    std::uint32_t procedure = 0;
    std::uint32_t id = 0;  // the place of the call
    PathId path = Paths::start;
    std::uint32_t counted = 0;  // activations of the procedure below that were not certain
    std::map<Visit, Pending> pending{};
    std::unordered_map<BlockId, LoopRun> loops{};
    std::vector<Arrival> exits{};
    // Of the caller:
    Visit called{};
    BlockId call = 0;
    BlockId continuation = 0;
    State saved{};
  };
  struct PlaceHash {
    std::size_t operator()(const Visit& visit) const;
  };

  const Program& program_;
  const words::Graph& graph_;
  const std::vector<bool>& is_target_;
  Terms& terms_;
  Arrays& arrays_;
  Nesting nesting_;
  Relevance relevance_;
  Folder folder_;
  std::vector<const Call*> calls_;  // by block
  std::vector<bool> leaves_;        // by block
  std::unordered_map<Visit, std::uint32_t, PlaceHash> places_;

  // Of one run():
  const Depths* depths_ = nullptr;
  std::optional<Paths> paths_;
  std::deque<Activation> stack_;
  std::vector<std::vector<const Activation*>> active_;  // by procedure
  Unrolling out_;
  std::uint64_t inputs_read_ = 0;
  std::vector<std::pair<words::VariableId, Value>> updates_;
  std::vector<std::pair<words::ArrayId, ArrayRef>> array_updates_;
  struct Way {
    BlockId to = 0;
    PathId path = Paths::start;
  };
  std::vector<Way> ways_;

  [[nodiscard]] State first_state();
  void enter(std::uint32_t procedure, std::uint32_t id, Arrival arrival);
  void leave();
  void step();
  [[nodiscard]] Arrival join(std::vector<Arrival>& arrivals);
  [[nodiscard]] bool may_go_on(BlockId head, const Visit& visit, const Arrival& arrival);
  [[nodiscard]] bool repeats(BlockId head, const State& last, const State& now) const;
  [[nodiscard]] bool asks() const { return !(out_.reached.empty() && out_.cuts.empty()); }
  /// Where there are conditions, there are other ways, which come later.
  [[nodiscard]] bool is_cut_short(PathId path) const {
    return out_.instances.size() > depths_->visits &&
           (asks() || path != Paths::start || depths_->are_final);
  }
  void cut(Cut::Kind kind, std::uint32_t which, PathId path);
  [[nodiscard]] std::uint32_t place(const Visit& visit);
  [[nodiscard]] bool has_inputs(BlockId b) const;
  /// Executes a visit; goes straight on where nothing else comes first.
  void execute(Visit visit, BlockId b, Arrival arrival);
  void evaluate(BlockId b, std::uint32_t place, const Arrival& arrival);
  void choose_ways(const words::Block& block, std::uint32_t place, PathId path);
  void add_way(BlockId to, PathId path, const Value& guard);
  void assign(State& state) const;
  void call(const Visit& visit, BlockId b, std::uint32_t place, Arrival arrival);
  void note_exits(BlockId b);
  void arrive(Activation& at, Visit visit, BlockId b, Arrival arrival);
};

}  // namespace hardbop::bmc
