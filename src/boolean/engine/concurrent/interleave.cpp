// SPDX-License-Identifier: MIT
#include "boolean/engine/concurrent/interleave.hpp"

#include <algorithm>
#include <map>

#include "boolean/language/evaluate.hpp"

namespace hardbop::engine {

namespace {

using bp::Slot;
using bp::Valuation;
using trace::Arrival;
using trace::InterleavedStep;

constexpr std::uint32_t nobody = bp::no_index;

/// What was executed when: by context; `init` is before all of them.
struct Executed {
  InterleavedStep step;
  std::uint32_t actor = nobody;    // nobody: init
  std::uint32_t claimed = nobody;  // the actor it starts
};

class Interleaver {
 public:
  Interleaver(const bp::Threads& threads, const transform::SharedUse& use,
              const transform::Sequential& sequential, const trace::Trace& trace)
      : threads_(threads),
        graph_(threads.graph()),
        use_(use),
        sequential_(sequential),
        slots_(sequential.slots()),
        trace_(trace),
        evaluator_(graph_),
        width_(graph_.globals()),
        contexts_(1) {
    for (bp::ProcedureId p = 0; p < graph_.procedures().size(); ++p)
      width_ = std::max(width_, graph_.frame_size(p));
  }

  trace::Interleaved run() {
    walk();
    order();
    settle();
    return std::move(out_);
  }

 private:
  const bp::Threads& threads_;
  const bp::Graph& graph_;
  const transform::SharedUse& use_;
  const transform::Sequential& sequential_;
  const transform::SimulatedSlots& slots_;
  const trace::Trace& trace_;
  bp::Evaluator evaluator_;
  std::uint32_t width_;
  std::vector<std::vector<Executed>> contexts_;  // the first is `init`
  Executed* last_ = nullptr;                     // what was executed last by the actor
  std::uint32_t actor_ = nobody;
  bool runs_ = false;  // an actor or `init` does
  std::uint32_t depth_ = 0;
  std::map<std::uint32_t, Valuation> first_frames_;  // by actor
  Valuation arbitrary_;                              // frames of the simulation's main
  Valuation initialised_;
  trace::Interleaved out_;

  // Frames

  [[nodiscard]] Valuation translated(bp::ProcedureId p, bp::ProcedureId simulated,
                                     const Valuation& frame) const {
    Valuation out(width_);
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      out.set(slot, frame.get(slots_.globals[slot]));
    const bp::Graph& graph = sequential_.graph();
    for (std::uint32_t i = 0; i < graph_.procedure(p).locals; ++i)
      out.set(graph_.globals() + i, frame.get(graph.globals() + i));
    for (std::uint32_t i = 0; i < graph_.procedure(p).results; ++i)
      out.set(graph_.first_result(p) + i, frame.get(graph.first_result(simulated) + i));
    return out;
  }

  [[nodiscard]] Arrival arrival(bp::VertexId v, const trace::Body& body,
                                const Valuation& frame) const {
    Valuation out = translated(graph_.vertex(v).procedure, body.procedure, frame);
    return {v, std::move(out)};
  }

  [[nodiscard]] std::uint32_t context(const Valuation& frame) const {
    std::uint32_t value = 0;
    for (std::size_t b = 0; b < slots_.context_bits.size(); ++b)
      if (frame.get(slots_.context_bits[b])) value |= 1U << b;
    return value;
  }

  // The walk

  /// Through all bodies in the order of execution, with a stack of our own.
  void walk() {
    struct Visit {
      const trace::Body* body;
      std::size_t next;
      bool is_open;  // does not end
    };
    std::vector<Visit> stack;
    std::size_t open = 0;
    arbitrary_ = trace_.bodies[trace_.open.front()].frame(0);
    stack.push_back({&trace_.bodies[trace_.open[open++]], 0, true});
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next == top.body->steps.size()) {
        if (top.is_open) return target(*top.body);
        leave(*top.body);
        stack.pop_back();
        if (stack.size() == 1) runs_ = false;
        continue;
      }
      const std::size_t i = top.next++;
      step(*top.body, i);
      if (sequential_.graph().vertex(top.body->steps[i].vertex).kind != bp::VertexKind::Call)
        continue;
      const trace::BodyId callee = top.body->steps[i].callee;
      const bool stays = callee == trace::no_body;
      const trace::Body& inside = trace_.bodies[stays ? trace_.open[open++] : callee];
      stack.push_back({&inside, 0, stays});
      enter(inside, static_cast<std::uint32_t>(stack.size()));
    }
  }

  void step(const trace::Body& body, std::size_t i) {
    const trace::Step& step = body.steps[i];
    const transform::Role role = sequential_.role(step.vertex);
    switch (role.kind) {
      case transform::Role::Kind::Begun: initialised_ = step.before; break;
      case transform::Role::Kind::Run:
      case transform::Role::Kind::Init:
        runs_ = true;
        last_ = nullptr;
        actor_ = role.kind == transform::Role::Kind::Run ? role.number : nobody;
        break;
      case transform::Role::Kind::Statement:
      case transform::Role::Kind::Claim: execute(body, step, role); break;
      case transform::Role::Kind::Arrives:
        last_->step.arrivals.push_back(arrival(role.vertex, body, step.before));
        break;
      default: break;
    }
  }

  void execute(const trace::Body& body, const trace::Step& step, const transform::Role& role) {
    add(role.vertex, arrival(role.vertex, body, step.before).frame, step.before);
    if (role.kind == transform::Role::Kind::Claim) {
      last_->claimed = role.number;
      last_->step.started = given(role, last_->step.before, step.before);
    }
    if (graph_.vertex(role.vertex).kind == bp::VertexKind::EndThread)
      last_->step.arrivals.push_back({role.vertex, last_->step.before});
  }

  void add(bp::VertexId v, Valuation before, const Valuation& simulated) {
    const std::size_t number = actor_ == nobody ? 0 : context(simulated) + std::size_t{1};
    if (contexts_.size() <= number) contexts_.resize(number + 1);
    Executed executed;
    executed.actor = actor_;
    executed.step.vertex = v;
    executed.step.depth = depth_;
    executed.step.before = std::move(before);
    contexts_[number].push_back(std::move(executed));
    last_ = &contexts_[number].back();
  }

  /// What the started actor was guessed to be given.
  [[nodiscard]] Valuation given(const transform::Role& role, const Valuation& before,
                                const Valuation& simulated) const {
    const bp::StartSite& site = threads_.site_at(role.vertex);
    Valuation out(width_);
    const Slot end = site.copies_locals ? graph_.first_result(site.procedure)
                                        : graph_.globals() + graph_.vertex(role.vertex).exprs.count;
    for (Slot slot = graph_.shared(); slot < end; ++slot) {
      const bool copied = site.copies_locals || slot < graph_.globals();
      out.set(slot,
              copied ? before.get(slot) : simulated.get(slots_.given.at({role.number, slot})));
    }
    return out;
  }

  [[nodiscard]] bp::VertexId entry_of(const trace::Body& body) const {
    return sequential_.begin_of(body.procedure);
  }

  void enter(const trace::Body& body, std::uint32_t size) {
    depth_ = size - 2;  // below are the simulation's main, and the caller
    Arrival entered = arrival(entry_of(body), body, body.frame(0));
    if (depth_ > 0) {
      last_->step.arrivals.push_back(std::move(entered));
    } else if (actor_ != nobody) {
      first_frames_.emplace(actor_, std::move(entered.frame));
    }
  }

  /// A body ends: what was executed last led to its exit, and here are the results.
  void leave(const trace::Body& body) {
    if (depth_ > 0) --depth_;
    if (!runs_ || last_ == nullptr) return;
    if (slots_.unwinding != bp::no_index && body.after.get(slots_.unwinding)) return;
    const bp::ProcedureId p = graph_.vertex(entry_of(body)).procedure;
    Arrival exit = arrival(graph_.procedure(p).exit, body, body.after);
    std::vector<Arrival>& arrivals = last_->step.arrivals;
    if (!arrivals.empty() && arrivals.back().vertex == exit.vertex) {
      arrivals.back() = std::move(exit);
    } else {
      arrivals.push_back(std::move(exit));
    }
  }

  void target(const trace::Body& body) {
    const transform::Role role = sequential_.role(body.end);
    const Arrival here = arrival(role.vertex, body, body.after);
    out_.end = here;
    out_.last_thread = actor_;  // settled later
    out_.last_depth = depth_;
    if (role.number == 0) return;
    // By a return that the simulation did not get round to.
    const bp::VertexId v = role.number - 1;
    add(v, here.frame, body.after);
    const bp::Vertex& vertex = graph_.vertex(v);
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
      out_.end.frame.set(graph_.first_result(vertex.procedure) + i,
                         evaluator_.evaluate(vertex.exprs.first + i, here.frame.words()).has(true));
    last_->step.arrivals.push_back(out_.end);
  }

  // Putting it together

  void order() {
    std::map<std::uint32_t, std::uint32_t> number{{nobody, trace::init_thread}};
    for (std::uint32_t i = 0; i < sequential_.actors().size(); ++i)
      if (sequential_.actors()[i].initial != bp::no_index)
        number[i] = sequential_.actors()[i].initial + 1;
    auto next = static_cast<std::uint32_t>(threads_.initial().size()) + 1;
    for (std::vector<Executed>& context : contexts_) {
      for (Executed& executed : context) {
        executed.step.thread = number[executed.actor];
        if (executed.claimed != nobody) {
          number[executed.claimed] = next;
          executed.step.started_thread = next++;
        }
        correct(executed);
        out_.steps.push_back(std::move(executed.step));
      }
    }
    correct_frame(out_.last_thread, out_.end.frame);
    out_.last_thread = number[out_.last_thread];
  }

  // Globals that are not exchanged were written by one thread at most, which may have run too
  // early or too late in the simulation for the others to see the right values.
  Valuation running_;

  [[nodiscard]] bool knows(std::uint32_t actor, Slot slot) const {
    return actor == nobody || use_.mentions(sequential_.actors()[actor].kind, slot) ||
           std::ranges::binary_search(use_.exchanged(), slot);
  }

  void correct_frame(std::uint32_t actor, Valuation& frame) {
    if (running_.words().empty()) start_running();
    for (Slot slot = 0; slot < graph_.shared(); ++slot) {
      if (knows(actor, slot)) {
        running_.set(slot, frame.get(slot));
      } else {
        frame.set(slot, running_.get(slot));
      }
    }
  }

  void correct(Executed& executed) {
    correct_frame(executed.actor, executed.step.before);
    for (Arrival& arrival : executed.step.arrivals) correct_frame(executed.actor, arrival.frame);
  }

  void start_running() {
    running_ = Valuation(width_);
    for (Slot slot = 0; slot < graph_.shared(); ++slot)
      running_.set(slot, initialised_.get(slots_.globals[slot]));
  }

  /// The values at the start. A thread that never runs has any that its initialisers allow.
  void settle() {
    const std::vector<bp::InitialThread>& initial = threads_.initial();
    out_.beginnings.resize(initial.size());
    for (std::uint32_t i = 0; i < initial.size(); ++i) {
      trace::Beginning& beginning = out_.beginnings[i];
      beginning.arbitrary = beginning.initialised = Valuation(width_);
      for (Slot slot = 0; slot < graph_.shared(); ++slot) {
        beginning.arbitrary.set(slot, arbitrary_.get(slots_.globals[slot]));
        beginning.initialised.set(slot, initialised_.get(slots_.globals[slot]));
      }
      const auto& actors = sequential_.actors();
      const auto actor = std::ranges::find_if(
          actors, [&](const transform::Actor& one) { return one.initial == i; });
      const auto number = static_cast<std::uint32_t>(actor - actors.begin());
      if (actor != actors.end()) {
        settle_actor(number, beginning);
      } else {
        initialise(initial[i].block, beginning);
      }
    }
  }

  void settle_actor(std::uint32_t number, trace::Beginning& beginning) {
    const auto first = first_frames_.find(number);
    for (Slot slot = graph_.shared(); slot < graph_.globals(); ++slot) {
      const auto early = slots_.initialised.find({number, slot});
      if (early != slots_.initialised.end()) {
        beginning.arbitrary.set(slot, arbitrary_.get(early->second));
        beginning.initialised.set(slot, initialised_.get(early->second));
      } else if (first != first_frames_.end()) {
        beginning.arbitrary.set(slot, first->second.get(slot));
        beginning.initialised.set(slot, first->second.get(slot));
      }
    }
  }

  void initialise(std::uint32_t block, trace::Beginning& beginning) {
    Valuation now = beginning.arbitrary;
    for (const bp::Initialiser& initialiser : graph_.all_initialisers()) {
      const Slot slot = initialiser.slot;
      if (initialiser.thread == bp::no_index) {
        now.set(slot, beginning.initialised.get(slot));
      } else if (initialiser.thread == block) {
        now.set(slot, evaluator_.evaluate(initialiser.value, now.words()).has(true));
        beginning.initialised.set(slot, now.get(slot));
      }
    }
  }
};

}  // namespace

trace::Interleaved interleave(const bp::Threads& threads, const transform::SharedUse& use,
                              const transform::Sequential& sequential, const trace::Trace& trace) {
  return Interleaver(threads, use, sequential, trace).run();
}

}  // namespace hardbop::engine
