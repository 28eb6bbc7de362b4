// SPDX-License-Identifier: MIT
#include "boolean/trace/replay_interleaved.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "boolean/language/interpreter.hpp"

namespace hardbop::trace {

namespace {

using bp::Objection;
using bp::Slot;

/// A thread as far as the trace has told. Frames below the top keep the globals of the time
/// they were left, which are never looked at again.
struct Thread {
  enum class Status : std::uint8_t { Waiting, Running, Ended };
  Status status = Status::Waiting;
  bp::ProcedureId procedure = 0;
  bp::VertexId start = bp::no_index;
  bp::Valuation known;         // Waiting: own globals, arguments or locals
  bool formals_known = false;  // Waiting: formals are those of `known`
  bool locals_known = false;   // Waiting: so are all locals; no entry, so no enforce
  std::vector<Arrival> stack;  // the top last
};

class InterleavedReplay {
 public:
  InterleavedReplay(const bp::Threads& threads, const Interleaved& trace)
      : threads_(threads),
        graph_(threads.graph()),
        trace_(trace),
        interpreter_(graph_),
        evaluator_(graph_) {}

  Objection run(const std::vector<bp::VertexId>& targets) {
    if (Objection objection = begin()) return objection;
    for (const InterleavedStep& step : trace_.steps)
      if (Objection objection = execute(step)) return at(step.vertex, *objection);
    if (std::ranges::find(targets, trace_.end.vertex) == targets.end())
      return "the trace does not reach the property";
    return arrive();
  }

 private:
  const bp::Threads& threads_;
  const bp::Graph& graph_;
  const Interleaved& trace_;
  bp::Interpreter interpreter_;
  bp::Evaluator evaluator_;
  std::vector<Thread> all_;  // by number
  std::uint32_t active_ = init_thread;
  bool atomic_ = false;
  bp::Valuation shared_;  // a frame of globals, those of threads zero

  [[nodiscard]] std::string at(bp::VertexId v, const std::string& why) const {
    const LineColumn place = graph_.program().source->locate(graph_.vertex(v).at);
    return fmt::format("line {}, column {}: {}", place.line, place.column, why);
  }

  // The start

  Objection begin() {
    const std::vector<bp::InitialThread>& initial = threads_.initial();
    if (trace_.beginnings.size() != initial.size()) return "a thread has no start";
    if (Objection objection = initialised()) return objection;
    shared_ = bp::Valuation(graph_.globals());
    for (Slot slot = 0; slot < graph_.shared(); ++slot)
      shared_.set(slot, trace_.beginnings.front().initialised.get(slot));
    all_.resize(initial.size() + 1);
    if (threads_.init() != bp::no_index) set_start(all_[init_thread], threads_.init());
    for (std::size_t i = 0; i < initial.size(); ++i) {
      set_start(all_[i + 1], initial[i].procedure);
      all_[i + 1].known = trace_.beginnings[i].initialised;
    }
    const bp::ProcedureId init = threads_.init();
    const bool empty =
        init == bp::no_index || graph_.procedure(init).entry == graph_.procedure(init).exit;
    if (empty) all_[init_thread].status = Thread::Status::Ended;
    if (!empty || init == bp::no_index || graph_.procedure(init).locals != 0) return {};
    return enforced(init, shared_);
  }

  void set_start(Thread& thread, bp::ProcedureId p) {
    thread.procedure = p;
    thread.start = graph_.procedure(p).entry;
    thread.known = bp::Valuation(graph_.globals());
  }

  /// Runs the initialisers in order, the own ones in every copy of their block.
  Objection initialised() {
    const std::vector<Beginning>& claims = trace_.beginnings;
    std::vector<bp::Valuation> now;
    now.reserve(claims.size());
    for (const Beginning& claim : claims) now.push_back(claim.arbitrary);
    for (const bp::Initialiser& initialiser : graph_.all_initialisers()) {
      for (std::size_t i = 0; i < now.size(); ++i) {
        const bool is_own = initialiser.thread != bp::no_index;
        if (is_own && threads_.initial()[i].block != initialiser.thread) continue;
        const bool value = claims[i].initialised.get(initialiser.slot);
        if (!evaluator_.evaluate(initialiser.value, now[i].words()).has(value))
          return "the globals are not as their initialisers leave them";
        now[i].set(initialiser.slot, value);
      }
    }
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (now[i] != claims[i].initialised) return "a global changes without being initialised";
      for (Slot slot = 0; slot < graph_.shared(); ++slot)
        if (claims[i].arbitrary.get(slot) != claims[0].arbitrary.get(slot) ||
            claims[i].initialised.get(slot) != claims[0].initialised.get(slot))
          return "threads disagree about a shared global";
    }
    return {};
  }

  // Whose turn it is

  /// Makes a thread the active one. `vertex` and `frame` are where it claims to be, and what it
  /// claims to find there.
  Objection activate(std::uint32_t number, bp::VertexId vertex, const bp::Valuation& frame) {
    if (number >= all_.size()) return "a thread that does not exist";
    if (number != active_) {
      if (atomic_) return "a context switch in an atomic section";
      if (active_ == init_thread && all_[init_thread].status != Thread::Status::Ended)
        return "a thread runs before 'init' has ended";
      if (number == init_thread) return "'init' runs again";
      active_ = number;
    }
    Thread& thread = all_[number];
    if (thread.status != Thread::Status::Waiting) return {};
    if (vertex != thread.start) return "the thread is at a different statement";
    return start(thread, frame);
  }

  Objection start(Thread& thread, const bp::Valuation& frame) {
    const std::uint32_t known = thread.locals_known ? graph_.first_result(thread.procedure)
                                : thread.formals_known
                                    ? graph_.globals() + graph_.procedure(thread.procedure).formals
                                    : graph_.globals();
    for (Slot slot = graph_.shared(); slot < known; ++slot)
      if (frame.get(slot) != thread.known.get(slot))
        return "a thread does not start with the values that it was given";
    if (!thread.locals_known)
      if (Objection objection = enforced(thread.procedure, frame)) return objection;
    thread.status = Thread::Status::Running;
    thread.stack.push_back({thread.start, frame});
    return {};
  }

  Objection enforced(bp::ProcedureId p, const bp::Valuation& frame) {
    const bp::ExprRange enforce = graph_.procedure(p).enforce;
    if (enforce.empty() || evaluator_.evaluate(enforce, frame.words()).has(true)) return {};
    return fmt::format("the 'enforce' of '{}' is false", graph_.procedure_name(p));
  }

  /// The thread stands at `vertex` and finds `frame`: its own slots are as it left them, the
  /// shared ones as the last step of any thread did.
  Objection stands(const Thread& thread, bp::VertexId vertex, const bp::Valuation& frame) const {
    if (thread.status != Thread::Status::Running) return "the thread does not run";
    const Arrival& top = thread.stack.back();
    if (top.vertex != vertex) return "the thread is at a different statement";
    const bp::ProcedureId p = graph_.vertex(vertex).procedure;
    for (Slot slot = 0; slot < graph_.frame_size(p); ++slot) {
      const bp::Valuation& source = slot < graph_.shared() ? shared_ : top.frame;
      if (frame.get(slot) != source.get(slot))
        return fmt::format("'{}' changes between steps", graph_.slot_name(p, slot));
    }
    return {};
  }

  // Steps

  Objection execute(const InterleavedStep& step) {
    if (Objection objection = activate(step.thread, step.vertex, step.before)) return objection;
    Thread& thread = all_[step.thread];
    if (Objection objection = stands(thread, step.vertex, step.before)) return objection;
    if (step.depth + 1 != thread.stack.size()) return "a wrong depth";
    if (step.arrivals.empty()) return "the step leads nowhere";
    if (Objection objection = first_arrival(thread, step)) return objection;
    if (Objection objection = returns(thread, step)) return objection;
    for (Slot slot = 0; slot < graph_.shared(); ++slot)
      shared_.set(slot, thread.stack.back().frame.get(slot));
    if (Objection objection = start_thread(step)) return objection;
    switch (graph_.atomicity(step.vertex)) {
      case bp::Atomicity::Begins: atomic_ = true; break;
      case bp::Atomicity::Ends: atomic_ = false; break;
      case bp::Atomicity::Kept: break;
    }
    if (all_[step.thread].status == Thread::Status::Ended) atomic_ = false;
    return {};
  }

  Objection first_arrival(Thread& thread, const InterleavedStep& step) {
    const bp::Vertex& vertex = graph_.vertex(step.vertex);
    const Arrival& to = step.arrivals.front();
    thread.stack.back().frame = step.before;
    if (vertex.kind == bp::VertexKind::EndThread) {
      if (to.vertex != step.vertex || to.frame != step.before) return "something changes";
      thread.status = Thread::Status::Ended;
      return {};
    }
    if (vertex.kind == bp::VertexKind::Call) {
      if (to.vertex != graph_.procedure(vertex.callee).entry) return "not the callee's entry";
      thread.stack.push_back(to);
      return interpreter_.call(step.vertex, step.before, to.frame);
    }
    thread.stack.back() = to;
    return interpreter_.step(step.vertex, step.before, to.vertex, to.frame);
  }

  /// At an exit the caller goes on at once; at the outermost one the thread ends.
  Objection returns(Thread& thread, const InterleavedStep& step) {
    std::size_t next = 1;
    while (thread.status == Thread::Status::Running &&
           graph_.vertex(thread.stack.back().vertex).kind == bp::VertexKind::Exit) {
      if (thread.stack.size() == 1) {
        thread.status = Thread::Status::Ended;
        break;
      }
      if (next == step.arrivals.size()) return "an exit is not left";
      const Arrival exit = thread.stack.back();
      thread.stack.pop_back();
      const Arrival call = thread.stack.back();
      const Arrival& to = step.arrivals[next++];
      if (to.vertex != graph_.vertex(call.vertex).next)
        return "the call returns to a different place";
      if (Objection objection =
              interpreter_.give_back(call.vertex, call.frame, exit.frame, to.frame))
        return objection;
      thread.stack.back() = to;
    }
    if (next != step.arrivals.size()) return "the step leads too far";
    return {};
  }

  Objection start_thread(const InterleavedStep& step) {
    if (!step.started) return {};
    const bp::Vertex& vertex = graph_.vertex(step.vertex);
    if (vertex.kind != bp::VertexKind::StartThread) return "this starts no thread";
    if (step.started_thread != all_.size()) return "a wrong number for a thread";
    const bp::StartSite& site = threads_.site_at(step.vertex);
    const bp::Valuation& known = *step.started;
    const Slot copied = site.copies_locals ? graph_.first_result(site.procedure) : graph_.globals();
    for (Slot slot = graph_.shared(); slot < copied; ++slot)
      if (known.get(slot) != step.before.get(slot)) return "a thread does not start with a copy";
    for (std::uint32_t i = 0; !site.copies_locals && i < vertex.exprs.count; ++i)
      if (!evaluator_.evaluate(vertex.exprs.first + i, step.before.words())
               .has(known.get(graph_.globals() + i)))
        return "a started thread's formal cannot get this value";
    Thread thread;
    thread.procedure = site.procedure;
    thread.start = site.start;
    thread.known = known;
    thread.formals_known = true;
    thread.locals_known = site.copies_locals;
    all_.push_back(std::move(thread));
    return {};
  }

  // The end

  Objection arrive() {
    const Arrival& end = trace_.end;
    const bool passes =  // an exit that the last step went through
        !trace_.steps.empty() && trace_.steps.back().thread == trace_.last_thread &&
        std::ranges::any_of(trace_.steps.back().arrivals, [&](const Arrival& arrival) {
          return arrival.vertex == end.vertex && arrival.frame == end.frame;
        });
    if (passes) return {};
    if (Objection objection = activate(trace_.last_thread, end.vertex, end.frame)) return objection;
    return stands(all_[trace_.last_thread], end.vertex, end.frame);
  }
};

}  // namespace

std::optional<std::string> replay(const bp::Threads& threads, const Interleaved& trace,
                                  const std::vector<bp::VertexId>& targets) {
  return InterleavedReplay(threads, trace).run(targets);
}

}  // namespace hardbop::trace
