// SPDX-License-Identifier: MIT
#include "boolean/engine/concurrent/configuration.hpp"

#include <algorithm>
#include <utility>

#include "boolean/language/variables.hpp"

namespace hardbop::engine {

using bp::Slot;
using bp::Valuation;
using bp::VertexKind;
using trace::Arrival;
using Status = ThreadState::Status;

std::vector<bp::Word> Configuration::key() const {
  std::vector<bp::Word> out{active, bp::Word{atomic} | (bp::Word{failed} << 1U) |
                                        (bp::Word{entered} << 2U) | (bp::Word{round} << 3U)};
  const auto add = [&](const Valuation& values) {
    out.insert(out.end(), values.words().begin(), values.words().end());
  };
  add(shared);
  for (const ThreadState& thread : threads) {
    out.push_back(static_cast<bp::Word>(thread.status) | (bp::Word{thread.at_label} << 2U) |
                  (bp::Word{thread.formals_given} << 3U) | (thread.stack.size() << 4U));
    for (const Arrival& frame : thread.stack) {
      out.push_back(frame.vertex);
      add(frame.frame);
    }
  }
  return out;
}

Configuration Configuration::from(std::span<const bp::Word> key, std::size_t words) {
  Configuration out;
  std::size_t next = 0;
  const auto values = [&] {
    next += words;
    return Valuation(key.subspan(next - words, words));
  };
  out.active = static_cast<std::uint32_t>(key[next++]);
  const bp::Word flags = key[next++];
  out.atomic = (flags & 1U) != 0;
  out.failed = (flags & 2U) != 0;
  out.entered = (flags & 4U) != 0;
  out.round = static_cast<std::uint32_t>(flags >> 3U);
  out.shared = values();
  while (next < key.size()) {
    const bp::Word head = key[next++];
    ThreadState& thread = out.threads.emplace_back();
    thread.status = static_cast<ThreadState::Status>(head & 3U);
    thread.at_label = (head & 4U) != 0;
    thread.formals_given = (head & 8U) != 0;
    for (std::size_t depth = head >> 4U; depth > 0; --depth) {
      const auto vertex = static_cast<bp::VertexId>(key[next++]);
      thread.stack.push_back({vertex, values()});
    }
  }
  return out;
}

namespace {

std::uint32_t widest_frame(const bp::Graph& graph) {
  std::uint32_t widest = graph.globals();
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    widest = std::max(widest, graph.frame_size(p));
  return widest;
}

}  // namespace

Moves::Moves(const bp::Threads& threads, Budget& budget)
    : threads_(threads),
      graph_(threads.graph()),
      width_(widest_frame(graph_)),
      evaluator_(graph_),
      successors_(graph_, bp::words_for(width_), budget),
      budget_(budget) {}

Valuation Moves::with_shared(const Configuration& from, const Valuation& frame) const {
  Valuation out = frame;
  for (Slot slot = 0; slot < graph_.shared(); ++slot) out.set(slot, from.shared.get(slot));
  return out;
}

/// Takes the shared values out of a frame.
void Moves::set_shared(Configuration& to, Valuation& frame) const {
  for (Slot slot = 0; slot < graph_.shared(); ++slot) {
    to.shared.set(slot, frame.get(slot));
    frame.set(slot, false);
  }
}

bool Moves::for_each_valuation(Valuation frame, const std::vector<Slot>& slots,
                               const std::function<bool(const Valuation&)>& visit) {
  for (const Slot slot : slots) frame.set(slot, false);
  while (true) {
    if (budget_.stopped() != StopReason::None || !visit(frame)) return false;
    std::size_t i = 0;
    while (i < slots.size() && frame.get(slots[i])) frame.set(slots[i++], false);  // carry
    if (i == slots.size()) return true;
    frame.set(slots[i], true);
  }
}

// The start

/// Globals without an initialiser are arbitrary, and those that an initialiser reads have an
/// arbitrary first value. A thread's own globals that no initialiser reads or writes are
/// left open until the thread is first active; nothing can tell the difference.
std::vector<Slot> Moves::open_slots(std::uint32_t block, bool at_start) const {
  std::vector<bool> read(graph_.globals());
  std::vector<bool> written(graph_.globals());
  for (const bp::Initialiser& initialiser : graph_.all_initialisers()) {
    const bool seen = initialiser.thread == bp::no_index || initialiser.thread == block;
    if (seen) written[initialiser.slot] = true;
    bp::for_each_variable(graph_, initialiser.value, [&](Slot slot, bool) {
      if (seen || slot < graph_.shared()) read[slot] = true;
    });
  }
  std::vector<Slot> out;
  const Slot first = block == bp::no_index ? 0 : graph_.shared();
  const Slot end = block == bp::no_index ? graph_.shared() : graph_.globals();
  for (Slot slot = first; slot < end; ++slot) {
    const bool at_once = block == bp::no_index ? read[slot] || !written[slot] : bool{read[slot]};
    const bool later = block != bp::no_index && !read[slot] && !written[slot];
    if (at_start ? at_once : later) out.push_back(slot);
  }
  return out;
}

bool Moves::starts(const VisitStart& visit) {
  struct Open {
    std::size_t thread;  // or all of them, where the slot is shared
    Slot slot;
  };
  const std::vector<bp::InitialThread>& initial = threads_.initial();
  std::vector<Open> open;
  for (const Slot slot : open_slots(bp::no_index, true)) open.push_back({0, slot});
  for (std::size_t i = 0; i < initial.size(); ++i)
    if (initial[i].block != bp::no_index)
      for (const Slot slot : open_slots(initial[i].block, true)) open.push_back({i, slot});
  std::vector<trace::Beginning> beginnings(initial.size(), {Valuation(width_), Valuation(width_)});
  const auto set = [&](const Open& one, bool value) {
    if (one.slot >= graph_.shared()) return beginnings[one.thread].arbitrary.set(one.slot, value);
    for (trace::Beginning& beginning : beginnings) beginning.arbitrary.set(one.slot, value);
  };
  while (true) {
    if (budget_.poll(budget_.count()) != StopReason::None || !initialise(beginnings, visit))
      return false;
    std::size_t i = 0;
    while (i < open.size() && beginnings[open[i].thread].arbitrary.get(open[i].slot))
      set(open[i++], false);  // carry
    if (i == open.size()) return true;
    set(open[i], true);
  }
}

/// Runs all initialisers in every way, by backtracking over those that choose.
bool Moves::initialise(std::vector<trace::Beginning>& beginnings, const VisitStart& visit) {
  struct One {
    const bp::Initialiser* initialiser;
    std::size_t thread;
  };
  std::vector<One> all;
  for (const bp::Initialiser& initialiser : graph_.all_initialisers()) {
    if (initialiser.thread == bp::no_index) all.push_back({&initialiser, 0});
    for (std::size_t i = 0; i < beginnings.size(); ++i)
      if (initialiser.thread != bp::no_index && threads_.initial()[i].block == initialiser.thread)
        all.push_back({&initialiser, i});
  }
  for (trace::Beginning& beginning : beginnings) beginning.initialised = beginning.arbitrary;
  const auto set = [&](const One& one, bool value) {
    const Slot slot = one.initialiser->slot;
    if (slot >= graph_.shared()) return beginnings[one.thread].initialised.set(slot, value);
    for (trace::Beginning& beginning : beginnings) beginning.initialised.set(slot, value);
  };
  std::vector<std::size_t> choices;  // those that took 0 and may still take 1
  std::size_t next = 0;
  while (true) {
    for (; next < all.size(); ++next) {
      const Valuation& now = beginnings[all[next].thread].initialised;
      const bp::ValueSet values = evaluator_.evaluate(all[next].initialiser->value, now.words());
      set(all[next], !values.has(false));
      if (values.is_any()) choices.push_back(next);
    }
    if (!begin(beginnings, visit)) return false;
    if (choices.empty()) return true;
    for (next = all.size(); next-- > choices.back();)
      set(all[next], beginnings[all[next].thread].arbitrary.get(all[next].initialiser->slot));
    next = choices.back();
    choices.pop_back();
    set(all[next++], true);
  }
}

ThreadState Moves::waiting(bp::VertexId start) const {
  ThreadState state;
  state.stack.push_back({start, Valuation(width_)});
  return state;
}

bool Moves::begin(const std::vector<trace::Beginning>& beginnings, const VisitStart& visit) {
  Configuration start;
  start.shared = Valuation(width_);
  for (Slot slot = 0; slot < graph_.shared(); ++slot)
    start.shared.set(slot, beginnings.front().initialised.get(slot));
  const bp::ProcedureId init = threads_.init();
  if (init == bp::no_index) {
    start.threads.emplace_back();
    start.threads.back().status = Status::Ended;
  } else {
    start.threads.push_back(waiting(graph_.procedure(init).entry));
  }
  for (std::size_t i = 0; i < beginnings.size(); ++i) {
    const bp::ProcedureId p = threads_.initial()[i].procedure;
    start.threads.push_back(waiting(graph_.procedure(p).entry));
    Valuation& own = start.threads.back().stack.back().frame;
    for (Slot slot = graph_.shared(); slot < graph_.globals(); ++slot)
      own.set(slot, beginnings[i].initialised.get(slot));
  }
  return visit(start, beginnings);
}

// Whose turn it is

bool Moves::activate(const Configuration& from, std::uint32_t number, const Visit& visit) {
  Move move;
  move.to = from;
  move.to.active = number;
  ThreadState& thread = move.to.threads[number];
  if (thread.status == Status::Ended) return true;
  if (thread.status == Status::Running || thread.at_label) {
    thread.status = Status::Running;
    move.activated = thread.stack.back();
    move.activated.frame = with_shared(from, move.activated.frame);
    return visit(move);
  }
  const bp::VertexId entry = thread.stack.back().vertex;
  const bp::ProcedureId p = graph_.vertex(entry).procedure;
  std::vector<Slot> open;
  if (!thread.formals_given && number != trace::init_thread) {
    const std::uint32_t block = threads_.initial()[number - 1].block;
    if (block != bp::no_index) open = open_slots(block, false);
  }
  const Slot formals = graph_.globals() + graph_.procedure(p).formals;
  for (Slot slot = graph_.globals(); !thread.formals_given && slot < formals; ++slot)
    open.push_back(slot);
  const Valuation given = with_shared(from, thread.stack.back().frame);
  thread.status = Status::Running;
  std::vector<Valuation> entries;
  for_each_valuation(given, open, [&](const Valuation& context) {
    return successors_.entry(p, context.words(), [&](Frame frame) {
      entries.emplace_back(frame);
      return true;
    });
  });
  for (Valuation& frame : entries) {
    Move entered = move;
    entered.activated = {entry, frame};
    set_shared(entered.to, frame);
    ThreadState& state = entered.to.threads[number];
    state.stack.back().frame = std::move(frame);
    entered.to.entered = true;
    if (graph_.vertex(entry).kind == VertexKind::Exit) {
      state.status = Status::Ended;
      state.stack.clear();
      entered.to.entered = false;
    }
    if (!visit(entered)) return false;
  }
  return budget_.stopped() == StopReason::None;
}

// Steps

bool Moves::steps(const Configuration& from, bool may_start, bool may_skip, const Visit& visit) {
  const ThreadState& thread = from.threads[from.active];
  if (thread.status != Status::Running || from.failed) return true;
  const Arrival& top = thread.stack.back();
  const bp::Vertex& vertex = graph_.vertex(top.vertex);
  Move move;
  move.is_step = true;
  move.step.thread = from.active;
  move.step.depth = static_cast<std::uint32_t>(thread.stack.size()) - 1;
  move.step.vertex = top.vertex;
  move.step.before = with_shared(from, top.frame);
  move.step.arrivals.resize(1);
  for (Arrival& first : first_arrivals(top.vertex, move.step.before)) {
    move.step.arrivals.front() = std::move(first);
    const bool goes_on = vertex.kind == VertexKind::StartThread
                             ? start_thread(from, move, may_start, may_skip, visit)
                             : go(from, move, visit);
    if (!goes_on) return false;
  }
  return budget_.stopped() == StopReason::None;
}

/// All are found before the first is followed: the successors share one scratch frame.
std::vector<Arrival> Moves::first_arrivals(bp::VertexId v, const Valuation& before) {
  const bp::Vertex& vertex = graph_.vertex(v);
  if (vertex.kind == VertexKind::EndThread) return {{v, before}};
  std::vector<Arrival> out;
  const auto add = [&](bp::VertexId w, Frame frame) {
    out.push_back({w, Valuation(frame)});
    return true;
  };
  if (vertex.kind != VertexKind::Call) {
    successors_.step(v, before.words(), add);
    return out;
  }
  std::vector<Valuation> contexts;
  successors_.call(v, before.words(), [&](Frame context) {
    contexts.emplace_back(context);
    return true;
  });
  for (const Valuation& context : contexts)
    successors_.entry(vertex.callee, context.words(), [&](Frame frame) {
      return add(graph_.procedure(vertex.callee).entry, frame);
    });
  return out;
}

/// A thread that is started exists from then on, or, where nobody will ever let it run, not.
bool Moves::start_thread(const Configuration& from, Move move, bool may_start, bool may_skip,
                         const Visit& visit) {
  if (may_skip && !go(from, move, visit)) return false;
  if (!may_start) return true;
  const bp::StartSite& site = threads_.site_at(move.step.vertex);
  const bp::Vertex& vertex = graph_.vertex(move.step.vertex);
  Valuation known(width_);
  const Slot copied = site.copies_locals ? graph_.first_result(site.procedure) : graph_.globals();
  for (Slot slot = graph_.shared(); slot < copied; ++slot)
    known.set(slot, move.step.before.get(slot));
  std::vector<Slot> open;
  for (std::uint32_t i = 0; !site.copies_locals && i < vertex.exprs.count; ++i) {
    const bp::ValueSet value =
        evaluator_.evaluate(vertex.exprs.first + i, move.step.before.words());
    known.set(graph_.globals() + i, value.has(true));
    if (value.is_any()) open.push_back(graph_.globals() + i);
  }
  move.step.started_thread = static_cast<std::uint32_t>(from.threads.size());
  return for_each_valuation(known, open, [&](const Valuation& given) {
    move.step.started = given;
    return go(from, move, visit);
  });
}

/// Carries a step out as far as it was decided: the first arrival. Atomicity, a new thread.
bool Moves::go(const Configuration& from, Move move, const Visit& visit) {
  move.to = from;
  move.to.entered = false;
  ThreadState& thread = move.to.threads[from.active];
  const bp::Vertex& vertex = graph_.vertex(move.step.vertex);
  const Arrival& first = move.step.arrivals.front();
  if (vertex.kind == VertexKind::Call) {
    for (Slot slot = 0; slot < graph_.globals(); ++slot) thread.stack.back().frame.set(slot, false);
    thread.stack.push_back(first);
  } else {
    thread.stack.back() = first;
  }
  const bp::Atomicity atomicity = graph_.atomicity(move.step.vertex);
  if (atomicity != bp::Atomicity::Kept) move.to.atomic = atomicity == bp::Atomicity::Begins;
  if (move.step.started) {
    const bp::StartSite& site = threads_.site_at(move.step.vertex);
    move.to.threads.push_back(waiting(site.start));
    move.to.threads.back().at_label = site.copies_locals;
    move.to.threads.back().formals_given = true;
    move.to.threads.back().stack.back().frame = *move.step.started;
  }
  return finish(from, std::move(move), visit);
}

/// Leaves exits until the thread stands at a statement, or has ended.
bool Moves::finish(const Configuration& from, Move move, const Visit& visit) {
  ThreadState& thread = move.to.threads[from.active];
  const VertexKind kind = graph_.vertex(thread.stack.back().vertex).kind;
  const bool ends = kind == VertexKind::Exit && thread.stack.size() == 1;
  if (ends || graph_.vertex(move.step.vertex).kind == VertexKind::EndThread) {
    set_shared(move.to, thread.stack.back().frame);
    thread.status = Status::Ended;
    thread.stack.clear();
    move.to.atomic = false;
    return visit(move);
  }
  if (kind != VertexKind::Exit) {
    set_shared(move.to, thread.stack.back().frame);
    move.to.failed = kind == VertexKind::Error;
    return visit(move);
  }
  const Arrival exit = thread.stack.back();
  thread.stack.pop_back();
  const Arrival call = thread.stack.back();
  std::vector<Arrival> returns;
  const bool done = successors_.give_back(call.vertex, call.frame.words(), exit.frame.words(),
                                          [&](bp::VertexId w, Frame frame) {
                                            returns.push_back({w, Valuation(frame)});
                                            return true;
                                          });
  if (!done) return false;
  for (Arrival& to : returns) {
    Move back = move;
    back.to.threads[from.active].stack.back() = to;
    back.step.arrivals.push_back(std::move(to));
    if (!finish(from, std::move(back), visit)) return false;
  }
  return true;
}

}  // namespace hardbop::engine
