// SPDX-License-Identifier: MIT
// Declarations, `main` and context switches; sequential_procedures.cpp has the rest.
#include "boolean/transform/sequential_builder.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "boolean/language/variables.hpp"

namespace hardbop::transform {

using bp::NamedTerm;
using bp::Slot;
using bp::StatementKind;

namespace {

std::uint32_t bits_for(std::uint32_t values) {
  return values <= 1 ? 0 : static_cast<std::uint32_t>(std::bit_width(values - 1));
}

NamedTerm truth(bool value) {
  return NamedTerm::constant(value);
}

}  // namespace

NamedTerm all_of(const std::vector<NamedTerm>& parts) {
  return parts.empty() ? truth(true) : NamedTerm::chain(parts, bp::Op::And).in_parentheses();
}

NamedTerm any_of(const std::vector<NamedTerm>& parts) {
  return parts.empty() ? truth(false) : NamedTerm::chain(parts, bp::Op::Or).in_parentheses();
}

SequentialBuilder::SequentialBuilder(const bp::Threads& threads, const SharedUse& use,
                                     const Simulation& simulation,
                                     const std::vector<std::vector<bp::VertexId>>& targets)
    : threads_(threads),
      graph_(threads.graph()),
      use_(use),
      simulation_(simulation),
      is_target_(graph_.vertices().size()),
      own_prefix_("o") {
  for (const auto& target : targets)
    for (const bp::VertexId v : target) is_target_[v] = true;
  unwinds_ = simulation.switches > 0 || use.has_end_thread();
  keeps_results_ = use.has_end_thread() && threads.init() != bp::no_index;
  choose_actors();
  actor_bits_ = bits_for(static_cast<std::uint32_t>(out_.actors.size()));
  const bool counts = simulation.switches > 0 || !threads.sites().empty();
  context_bits_ = counts ? bits_for(contexts() + 1) : 0;
  site_bits_ = bits_for(static_cast<std::uint32_t>(threads.sites().size()));
}

/// In K switches no more than K + 1 threads can run, so of many that are alike so many suffice.
/// Which of them is active last does not matter, but for rounds: let it be the first.
void SequentialBuilder::choose_actors() {
  for (std::size_t kind = 0; kind < use_.kinds().size(); ++kind) {
    const std::vector<std::uint32_t>& initial = use_.kinds()[kind].initial;
    if (kind == simulation_.last_kind)
      last_ = static_cast<std::uint32_t>(out_.actors.size()) + simulation_.last_copy;
    const std::size_t count =
        initial.empty() ? contexts() : std::min<std::size_t>(initial.size(), contexts());
    for (std::size_t i = 0; i < count; ++i)
      out_.actors.push_back({kind, initial.empty() ? bp::no_index : initial[i]});
  }
}

SequentialProgram SequentialBuilder::run() {
  declarations();
  std::vector<bool> used = use_.init_procedures();
  for (const ThreadKind& kind : use_.kinds())
    for (bp::ProcedureId p = 0; p < used.size(); ++p) used[p] = used[p] || kind.procedures[p];
  for (bp::ProcedureId p = 0; p < used.size(); ++p)
    if (used[p]) procedure(fmt::format("p{}", p), p, graph_.procedure(p).entry, false);
  for (std::size_t i = 0; i < threads_.sites().size(); ++i) {
    const bp::StartSite& site = threads_.sites()[i];
    if (site.copies_locals) procedure(fmt::format("q{}", i), site.procedure, site.start, true);
  }
  main();
  out_.program = builder_.finish("simulation");
  return std::move(out_);
}

// Names

NamedTerm SequentialBuilder::is(const std::string& prefix, std::uint32_t bits, std::uint32_t value,
                                bool is_next) {
  Terms parts;
  for (std::uint32_t b = 0; b < bits; ++b) {
    const bp::Name bit = name("{}{}", prefix, b);
    NamedTerm is_set = is_next ? NamedTerm::next(bit) : NamedTerm::of(bit);
    parts.push_back(((value >> b) & 1U) != 0 ? std::move(is_set) : !std::move(is_set));
  }
  return all_of(parts);
}

NamedTerm SequentialBuilder::in_context(std::uint32_t context, bool is_next) {
  return is("c", context_bits_, context, is_next);
}

NamedTerm SequentialBuilder::active(std::uint32_t context, std::uint32_t actor) {
  return is(fmt::format("t{}_", context), actor_bits_, actor);
}

SequentialBuilder::Names SequentialBuilder::context_names() {
  Names out;
  for (std::uint32_t b = 0; b < context_bits_; ++b) out.push_back(name("c{}", b));
  return out;
}

SequentialBuilder::Names SequentialBuilder::own_globals() {
  Names out;
  for (Slot slot = graph_.shared(); slot < graph_.globals(); ++slot)
    out.push_back(name("o{}", slot));
  return out;
}

// Statements

void SequentialBuilder::add(const Role& role, bp::Draft draft) {
  draft.label = std::exchange(label_, "");
  out_.roles.set(builder_.add(draft), role);
}

void SequentialBuilder::assume(const NamedTerm& condition, const Role& role) {
  add(role, {.kind = StatementKind::Assume, .values = {condition}});
}

void SequentialBuilder::assign(const Role& role, const Names& names, const Terms& values,
                               const std::optional<NamedTerm>& constrain) {
  if (names.empty()) return skip(role);
  add(role,
      {.kind = StatementKind::Assign, .names = names, .values = values, .constrain = constrain});
}

void SequentialBuilder::set(const Role& role, bp::Name name, const NamedTerm& value) {
  assign(role, {name}, {value});
}

void SequentialBuilder::go_to(const Role& role, const Names& labels) {
  add(role, {.kind = StatementKind::Goto, .names = labels});
}

void SequentialBuilder::call(const Role& role, const Names& names, const std::string& callee,
                             const Terms& values) {
  add(role, {.kind = StatementKind::Call, .names = names, .values = values, .callee = callee});
}

void SequentialBuilder::give_back(const Role& role, const Terms& values) {
  add(role, {.kind = StatementKind::Return, .values = values});
}

void SequentialBuilder::begin_if(const NamedTerm& condition, const Role& role) {
  out_.roles.set(builder_.begin_if(condition, std::exchange(label_, "")), role);
}

/// Ends an if whose branches are all there is.
void SequentialBuilder::else_stuck() {
  builder_.begin_else();
  assume(truth(false));
  builder_.end_if();
}

void SequentialBuilder::leave_if_unwinding() {
  begin_if(term("u"));
  give_back();
  builder_.end_if();
}

// Declarations and main

Slot SequentialBuilder::declare(bp::Name name) {
  globals_.push_back(name);
  return static_cast<Slot>(globals_.size() - 1);
}

void SequentialBuilder::declare_locals(const Names& names) {
  if (!names.empty()) builder_.declare(names);
}

/// Own globals that an initialiser reads or writes.
std::vector<Slot> SequentialBuilder::initialised_slots(std::uint32_t block) const {
  std::vector<bool> found(graph_.globals());
  for (const bp::Initialiser& initialiser : graph_.all_initialisers()) {
    if (initialiser.thread != block) continue;
    found[initialiser.slot] = true;
    bp::for_each_variable(graph_, initialiser.value, [&](Slot slot, bool) { found[slot] = true; });
  }
  std::vector<Slot> out;
  for (Slot slot = graph_.shared(); slot < graph_.globals(); ++slot)
    if (found[slot]) out.push_back(slot);
  return out;
}

/// In an order that suits decision diagrams: what decides which copy counts comes first, and
/// the copies of one global stand together.
void SequentialBuilder::declarations() {
  SimulatedSlots& slots = out_.slots;
  for (const bp::Name bit : context_names()) slots.context_bits.push_back(declare(bit));
  for (std::uint32_t j = 0; j < contexts() && simulation_.switches > 0; ++j) {
    declare(name("b{}", j));
    for (std::uint32_t b = 0; b < actor_bits_; ++b) declare(name("t{}_{}", j, b));
  }
  const std::vector<Slot>& exchanged = use_.exchanged();
  for (Slot slot = 0; slot < graph_.shared(); ++slot) {
    slots.globals.push_back(declare(name("s{}", slot)));
    if (simulation_.switches == 0 || !std::ranges::binary_search(exchanged, slot)) continue;
    for (std::uint32_t j = 0; j < contexts(); ++j) declare(name("g{}_{}", j, slot));
  }
  for (const bp::Name own : own_globals()) slots.globals.push_back(declare(own));
  if (use_.has_atomic()) declare(name("a"));
  if (unwinds_) slots.unwinding = declare(name("u"));
  for (std::uint32_t i = 0; i < out_.actors.size(); ++i) declare_of(i);
  if (!globals_.empty()) builder_.declare(globals_);
}

void SequentialBuilder::declare_of(std::uint32_t actor) {
  if (out_.actors[actor].initial != bp::no_index) {
    const std::uint32_t block = threads_.initial()[out_.actors[actor].initial].block;
    if (block == bp::no_index) return;
    for (const Slot slot : initialised_slots(block))
      out_.slots.initialised[{actor, slot}] = declare(name("i{}_{}", actor, slot));
    return;
  }
  std::uint32_t given = graph_.globals();
  for (const bp::StartSite& site : threads_.sites())
    given = std::max(given, site.copies_locals
                                ? graph_.first_result(site.procedure)
                                : graph_.globals() + graph_.procedure(site.procedure).formals);
  declare(name("k{}", actor));
  for (std::uint32_t b = 0; b < site_bits_; ++b) declare(name("y{}_{}", actor, b));
  for (Slot slot = graph_.shared(); slot < given; ++slot)
    out_.slots.given[{actor, slot}] = declare(name("x{}_{}", actor, slot));
}

void SequentialBuilder::main() {
  builder_.begin_procedure("main", 0, {});
  Names round_names;
  for (std::uint32_t j = 0; simulation_.rounds > 0 && j < contexts(); ++j)
    for (std::uint32_t r = 0; r < simulation_.rounds; ++r)
      round_names.push_back(name("r{}_{}", j, r));
  declare_locals(round_names);
  initialisers();
  skip({Role::Kind::Begun, bp::no_index, 0});
  for (std::uint32_t i = 0; i < out_.actors.size(); ++i)
    if (out_.actors[i].initial == bp::no_index) set({}, name("k{}", i), truth(false));
  if (threads_.init() != bp::no_index) run_init();
  if (simulation_.switches > 0) {
    Names names;
    Terms values;
    for (const Slot slot : use_.exchanged()) {
      names.push_back(name("g0_{}", slot));
      values.push_back(term("s{}", slot));
    }
    assign({}, names, values);
    schedule();
  }
  for (std::uint32_t i = 0; i < out_.actors.size() && simulation_.switches > 0; ++i)
    if (i != last_) run_actor(i);
  start_actor(last_);
  call_actor(last_);
  builder_.end_procedure();
}

void SequentialBuilder::run_init() {
  set_context(contexts());
  reset();
  const Terms arguments(graph_.procedure(threads_.init()).formals, NamedTerm::any());
  call({Role::Kind::Init, bp::no_index, 0}, {}, fmt::format("p{}", threads_.init()), arguments);
}

void SequentialBuilder::reset() {
  if (use_.has_atomic()) set({}, name("a"), truth(false));
  if (unwinds_) set({}, name("u"), truth(false));
}

void SequentialBuilder::set_context(std::uint32_t context) {
  Terms values;
  for (std::uint32_t b = 0; b < context_bits_; ++b)
    values.push_back(truth(((context >> b) & 1U) != 0));
  if (!values.empty()) assign({}, context_names(), values);
}

void SequentialBuilder::initialisers() {
  for (const bp::Initialiser& initialiser : graph_.all_initialisers()) {
    if (initialiser.thread == bp::no_index) {
      set({}, name("s{}", initialiser.slot), expression(initialiser.value));
      continue;
    }
    for (std::uint32_t i = 0; i < out_.actors.size(); ++i) {
      const std::uint32_t initial = out_.actors[i].initial;
      if (initial == bp::no_index || threads_.initial()[initial].block != initialiser.thread)
        continue;
      own_prefix_ = fmt::format("i{}_", i);
      set({}, name("i{}_{}", i, initialiser.slot), expression(initialiser.value));
    }
    own_prefix_ = "o";
  }
}

/// Who is active when: any actor, but not the same twice running, and a given one last.
void SequentialBuilder::schedule() {
  const auto count = static_cast<std::uint32_t>(out_.actors.size());
  if (count == 1) return assume(truth(false));
  assume(active(simulation_.switches, last_));
  for (std::uint32_t j = 0; j < contexts(); ++j) {
    if (!std::has_single_bit(count)) {
      Terms one_of;
      for (std::uint32_t i = 0; i < count; ++i) one_of.push_back(active(j, i));
      assume(any_of(one_of));
    }
    if (j == 0) continue;
    Terms different;
    for (std::uint32_t b = 0; b < actor_bits_; ++b)
      different.push_back(term("t{}_{}", j - 1, b) ^ term("t{}_{}", j, b));
    assume(any_of(different));
  }
  alike_actors_in_order();
  if (simulation_.rounds > 0) bound_rounds();
}

/// Threads that are alike can be exchanged in a run: let them become active in order. Threads with
/// globals of their own may start differently, but all of them could start as any does. Rounds
/// go by the threads' numbers: there nothing is exchanged.
void SequentialBuilder::alike_actors_in_order() {
  if (simulation_.rounds > 0) return;
  for (std::uint32_t i = 0; i + 1 < out_.actors.size(); ++i) {
    if (i == last_ || out_.actors[i].kind != out_.actors[i + 1].kind) continue;
    for (std::uint32_t j = 0; j < contexts(); ++j) {
      Terms before;
      for (std::uint32_t k = 0; k < j; ++k) before.push_back(active(k, i));
      assume(~active(j, i + 1) | any_of(before));
    }
  }
}

/// `r3_1`: in context 3 at least one round is over.
void SequentialBuilder::bound_rounds() {
  for (std::uint32_t j = 0; j < contexts(); ++j) {
    Terms down;
    for (std::uint32_t a = 0; j > 0 && a < out_.actors.size(); ++a)
      for (std::uint32_t b = a + 1; b < out_.actors.size(); ++b)
        down.push_back(active(j - 1, b) & active(j, a));
    for (std::uint32_t r = 0; r < simulation_.rounds; ++r) {
      const bp::Name is_over = name("r{}_{}", j, r);
      if (j == 0 || r == 0) {
        set({}, is_over, truth(r == 0));
      } else {
        set({}, is_over, term("r{}_{}", j - 1, r) | (term("r{}_{}", j - 1, r - 1) & any_of(down)));
      }
    }
    if (j > 0) assume(!(term("r{}_{}", j - 1, simulation_.rounds - 1) & any_of(down)));
  }
}

/// An actor that is active at all goes through all of its contexts.
void SequentialBuilder::run_actor(std::uint32_t actor) {
  Terms ever;
  for (std::uint32_t j = 0; j < contexts(); ++j) ever.push_back(active(j, actor));
  begin_if(any_of(ever));
  start_actor(actor);
  call_actor(actor);
  begin_if(!term("u"));
  leave(true);
  builder_.end_if();
  builder_.end_if();
}

void SequentialBuilder::start_actor(std::uint32_t actor) {
  if (simulation_.switches > 0) {
    enter_first_context(actor);
  } else {
    set_context(0);
  }
  reset();
}

void SequentialBuilder::enter_first_context(std::uint32_t actor) {
  Names names;
  Terms values;
  Terms first;
  Terms none_before;
  for (std::uint32_t j = 0; j < contexts(); ++j) {
    names.push_back(name("b{}", j));
    values.push_back(active(j, actor));
    const NamedTerm here = NamedTerm::of(names.back());
    Terms parts = none_before;
    parts.push_back(here);
    parts.push_back(in_context(j, true));
    first.push_back(all_of(parts));
    none_before.push_back(!here);
  }
  assign({}, names, values);
  assign({}, context_names(), Terms(context_bits_, NamedTerm::any()), any_of(first));
  take_shared();
}

/// Gives the actor its own globals and arguments, and lets it run.
void SequentialBuilder::call_actor(std::uint32_t actor) {
  if (out_.actors[actor].initial == bp::no_index) return call_started(actor);
  const bp::InitialThread& thread = threads_.initial()[out_.actors[actor].initial];
  const Names own = own_globals();
  Terms values(own.size(), NamedTerm::any());
  if (thread.block != bp::no_index)
    for (const Slot slot : initialised_slots(thread.block))
      values[slot - graph_.shared()] = term("i{}_{}", actor, slot);
  if (!own.empty()) assign({}, own, values);
  const Terms arguments(graph_.procedure(thread.procedure).formals, NamedTerm::any());
  call({Role::Kind::Run, bp::no_index, actor}, {}, fmt::format("p{}", thread.procedure), arguments);
}

void SequentialBuilder::call_started(std::uint32_t actor) {
  const Names own = own_globals();
  Terms values;
  for (Slot slot = graph_.shared(); slot < graph_.globals(); ++slot)
    values.push_back(term("x{}_{}", actor, slot));
  if (!own.empty()) assign({}, own, values);
  for (std::uint32_t i = 0; i < threads_.sites().size(); ++i) {
    const bp::StartSite& site = threads_.sites()[i];
    const bp::GraphProcedure& procedure = graph_.procedure(site.procedure);
    const std::uint32_t given = site.copies_locals ? procedure.locals : procedure.formals;
    Terms arguments;
    for (std::uint32_t k = 0; k < given; ++k)
      arguments.push_back(term("x{}_{}", actor, graph_.globals() + k));
    const NamedTerm is_site = is(fmt::format("y{}_", actor), site_bits_, i);
    if (i == 0) {
      begin_if(is_site);
    } else {
      builder_.begin_elsif(is_site);
    }
    call({Role::Kind::Run, bp::no_index, actor}, {},
         site.copies_locals ? fmt::format("q{}", i) : fmt::format("p{}", site.procedure),
         arguments);
  }
  else_stuck();
}

// Switches

/// The context may end here: the shared values are those guessed for the next one. A thread
/// that is at its end has no context after this one.
void SequentialBuilder::leave(bool at_end) {
  Terms here;
  for (std::uint32_t i = 0; i + 1 < contexts(); ++i) {
    Terms parts{in_context(i)};
    for (std::uint32_t j = i + 1; at_end && j < contexts(); ++j) parts.push_back(!term("b{}", j));
    here.push_back(all_of(parts));
  }
  const bool asks_atomic = !at_end && use_.has_atomic();
  assume(asks_atomic ? ~term("a") & any_of(here) : any_of(here));
  for (const Slot slot : use_.exchanged()) {
    Terms cases;
    for (std::uint32_t i = 0; i + 1 < contexts(); ++i)
      cases.push_back(in_context(i) & iff(term("s{}", slot), term("g{}_{}", i + 1, slot)));
    assume(any_of(cases));
  }
}

/// On to the next context of this actor, or, where there is none, unwinding.
void SequentialBuilder::resume() {
  const bp::Name unwinding = name("u");
  Terms ways;
  for (std::uint32_t i = 0; i + 1 < contexts(); ++i) {
    Terms parts{in_context(i)};
    for (std::uint32_t j = i + 1; j < contexts(); ++j) {
      Terms way = parts;
      way.push_back(term("b{}", j));
      way.push_back(in_context(j, true));
      way.push_back(!NamedTerm::next(unwinding));
      ways.push_back(all_of(way));
      parts.push_back(!term("b{}", j));
    }
    parts.push_back(NamedTerm::next(unwinding));
    ways.push_back(all_of(parts));
  }
  Names names = context_names();
  names.insert(names.begin(), unwinding);
  assign({}, names, Terms(names.size(), NamedTerm::any()), any_of(ways));
  leave_if_unwinding();
  take_shared();
}

void SequentialBuilder::take_shared() {
  Names names;
  Terms values;
  for (const Slot slot : use_.exchanged()) {
    Terms cases;
    for (std::uint32_t j = 0; j < contexts(); ++j)
      cases.push_back(in_context(j) & term("g{}_{}", j, slot));
    names.push_back(name("s{}", slot));
    values.push_back(any_of(cases));
  }
  if (!names.empty()) assign({}, names, values);
}

void SequentialBuilder::switch_point() {
  begin_if(NamedTerm::any());
  leave(false);
  resume();
  builder_.end_if();
}

/// In `init` this ends `init` alone.
void SequentialBuilder::end_thread() {
  if (simulation_.switches > 0) {
    begin_if(!in_context(contexts()));
    leave(true);
    builder_.end_if();
  }
  set({}, name("u"), truth(true));
  give_back();
}

/// In the last context, or, if there are no switches, anywhere; every thread that was
/// active must have been started by somebody.
NamedTerm SequentialBuilder::arrival_condition() {
  Terms parts;
  if (simulation_.switches > 0) parts.push_back(in_context(simulation_.switches));
  for (std::uint32_t i = 0; i < out_.actors.size(); ++i) {
    if (out_.actors[i].initial != bp::no_index) continue;
    Terms ever;
    for (std::uint32_t j = 0; j < contexts() && simulation_.switches > 0; ++j)
      ever.push_back(active(j, i));
    if (simulation_.switches == 0 && i == last_) ever.push_back(truth(true));
    parts.push_back(term("k{}", i) | ~any_of(ever));
  }
  return all_of(parts);
}

}  // namespace hardbop::transform
