// SPDX-License-Identifier: MIT
// A configuration of a concurrent program, and every move it can make: the meaning of
// threads, written to be read beside docs/manual/concurrency.md rather than to be fast.
#pragma once

#include <functional>
#include <vector>

#include "boolean/engine/explicit/successors.hpp"
#include "boolean/language/threads.hpp"
#include "boolean/trace/interleaved.hpp"

namespace hardbop::engine {

/// What one thread is doing. Frames have every slot of the graph's widest one; the slots of
/// shared globals are zero, as those are kept once for all.
struct ThreadState {
  enum class Status : std::uint8_t {
    Waiting,  // was never active: one frame on the stack, with what is given of it
    Running,
    Ended,
  };
  Status status = Status::Waiting;
  bool at_label = false;              // Waiting: all of its frame is given
  bool formals_given = false;         // Waiting: formals are not arbitrary
  std::vector<trace::Arrival> stack;  // the top last; own globals are in it, and only there
};

/// Threads are numbered as in traces: 0 is `init`.
struct Configuration {
  bp::Valuation shared;
  std::vector<ThreadState> threads;
  std::uint32_t active = trace::init_thread;
  bool atomic = false;
  bool failed = false;      // an assertion failed: nothing follows
  bool entered = false;     // the active thread has entered its procedure, and done nothing yet
  std::uint32_t round = 0;  // where rounds are bounded: how many are over

  /// Equal configurations have equal keys, and a key says all of it.
  [[nodiscard]] std::vector<bp::Word> key() const;
  /// The configuration of a key; frames have `words` words each.
  [[nodiscard]] static Configuration from(std::span<const bp::Word> key, std::size_t words);
};

/// A step of the active thread, or a change of the active thread.
struct Move {
  Configuration to;
  bool is_step = false;
  trace::InterleavedStep step;  // of a step
  trace::Arrival activated;     // of a change: where that thread stands
};

class Moves {
 public:
  Moves(const bp::Threads& threads, Budget& budget);

  /// Of a frame.
  [[nodiscard]] std::size_t words() const { return bp::words_for(width_); }

  /// False from these, and from `visit`, means to stop.
  using VisitStart = std::function<bool(const Configuration&, std::vector<trace::Beginning>)>;
  using Visit = std::function<bool(const Move&)>;

  /// Every configuration after the initialisers of globals, `init` not yet begun.
  bool starts(const VisitStart& visit);
  /// Whatever the active thread can do next. `may_start` says whether a thread
  /// that is started shall exist; where `may_skip`, the same without it is a move, too: a
  /// thread that never runs might as well not have been started.
  bool steps(const Configuration& from, bool may_start, bool may_skip, const Visit& visit);
  /// Makes thread `number` the active one.
  bool activate(const Configuration& from, std::uint32_t number, const Visit& visit);
  /// Whether another thread may become active.
  [[nodiscard]] static bool can_switch(const Configuration& from) {
    return !from.atomic && !from.failed && !from.entered &&
           (from.active != trace::init_thread ||
            from.threads[from.active].status == ThreadState::Status::Ended);
  }

 private:
  const bp::Threads& threads_;
  const bp::Graph& graph_;
  std::uint32_t width_ = 0;  // slots of a frame
  bp::Evaluator evaluator_;
  Successors successors_;
  Budget& budget_;

  [[nodiscard]] bp::Valuation with_shared(const Configuration& from,
                                          const bp::Valuation& frame) const;
  void set_shared(Configuration& to, bp::Valuation& frame) const;
  [[nodiscard]] ThreadState waiting(bp::VertexId start) const;
  /// Which globals a thread's start leaves open; see starts().
  [[nodiscard]] std::vector<bp::Slot> open_slots(std::uint32_t block, bool at_start) const;
  bool initialise(std::vector<trace::Beginning>& beginnings, const VisitStart& visit);
  bool begin(const std::vector<trace::Beginning>& beginnings, const VisitStart& visit);
  [[nodiscard]] std::vector<trace::Arrival> first_arrivals(bp::VertexId v,
                                                           const bp::Valuation& before);
  bool go(const Configuration& from, Move move, const Visit& visit);
  bool finish(const Configuration& from, Move move, const Visit& visit);
  bool start_thread(const Configuration& from, Move move, bool may_start, bool may_skip,
                    const Visit& visit);
  /// Every valuation of `slots` in `frame`; false where the budget or `visit` ended it.
  bool for_each_valuation(bp::Valuation frame, const std::vector<bp::Slot>& slots,
                          const std::function<bool(const bp::Valuation&)>& visit);
};

}  // namespace hardbop::engine
