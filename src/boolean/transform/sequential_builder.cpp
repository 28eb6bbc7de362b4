// SPDX-License-Identifier: MIT
// Declarations, `main` and context switches; sequential_procedures.cpp has the rest.
#include "boolean/transform/sequential_text.hpp"

#include <algorithm>
#include <bit>
#include <fmt/ranges.h>

#include "boolean/language/variables.hpp"

namespace hardbop::engine {

using bp::Slot;
using Strings = std::vector<std::string>;

namespace {

std::uint32_t bits_for(std::uint32_t values) {
  return values <= 1 ? 0 : static_cast<std::uint32_t>(std::bit_width(values - 1));
}

std::string joined(const Strings& parts, const char* between, const char* none) {
  return parts.empty() ? none : fmt::format("({})", fmt::join(parts, between));
}

std::string all_of(const Strings& parts) {
  return joined(parts, " & ", "T");
}

std::string any_of(const Strings& parts) {
  return joined(parts, " | ", "F");
}

}  // namespace

SequentialText::SequentialText(const bp::Threads& threads, const SharedUse& use,
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
  actor_bits_ = bits_for(static_cast<std::uint32_t>(actors.size()));
  const bool counts = simulation.switches > 0 || !threads.sites().empty();
  context_bits_ = counts ? bits_for(contexts() + 1) : 0;
  site_bits_ = bits_for(static_cast<std::uint32_t>(threads.sites().size()));
}

/// In K switches no more than K + 1 threads can run, so of many that are alike so many suffice.
/// Which of them is active last does not matter, but for rounds: let it be the first.
void SequentialText::choose_actors() {
  for (std::size_t kind = 0; kind < use_.kinds().size(); ++kind) {
    const std::vector<std::uint32_t>& initial = use_.kinds()[kind].initial;
    if (kind == simulation_.last_kind)
      last_ = static_cast<std::uint32_t>(actors.size()) + simulation_.last_copy;
    const std::size_t count =
        initial.empty() ? contexts() : std::min<std::size_t>(initial.size(), contexts());
    for (std::size_t i = 0; i < count; ++i)
      actors.push_back({kind, initial.empty() ? bp::no_index : initial[i]});
  }
}

void SequentialText::write() {
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
}

// Pieces

void SequentialText::assign(LineRole role, const Strings& names, const Strings& values,
                            const std::string& constrain) {
  if (names.empty()) return line(role, "skip;");
  line(role, "{} := {}{};", fmt::join(names, ", "), fmt::join(values, ", "),
       constrain.empty() ? "" : " constrain " + constrain);
}

std::string SequentialText::is(const std::string& name, std::uint32_t bits, std::uint32_t value,
                               const char* prime) {
  Strings parts;
  for (std::uint32_t b = 0; b < bits; ++b)
    parts.push_back(fmt::format("{}{}{}{}", ((value >> b) & 1U) != 0 ? "" : "!", prime, name, b));
  return all_of(parts);
}

std::string SequentialText::in_context(std::uint32_t context, const char* prime) const {
  return is("c", context_bits_, context, prime);
}

std::string SequentialText::active(std::uint32_t context, std::uint32_t actor) const {
  return is(fmt::format("t{}_", context), actor_bits_, actor);
}

// Declarations and main

void SequentialText::declare(const Strings& names) {
  if (!names.empty()) line("decl {};", fmt::join(names, ", "));
}

/// Own globals that an initialiser reads or writes.
std::vector<Slot> SequentialText::initialised_slots(std::uint32_t block) const {
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
void SequentialText::declarations() {
  Strings names;
  for (std::uint32_t b = 0; b < context_bits_; ++b) names.push_back(fmt::format("c{}", b));
  for (std::uint32_t j = 0; j < contexts() && simulation_.switches > 0; ++j) {
    names.push_back(fmt::format("b{}", j));
    for (std::uint32_t b = 0; b < actor_bits_; ++b) names.push_back(fmt::format("t{}_{}", j, b));
  }
  const std::vector<Slot>& exchanged = use_.exchanged();
  for (Slot slot = 0; slot < graph_.shared(); ++slot) {
    names.push_back(fmt::format("s{}", slot));
    if (simulation_.switches == 0 || !std::ranges::binary_search(exchanged, slot)) continue;
    for (std::uint32_t j = 0; j < contexts(); ++j) names.push_back(fmt::format("g{}_{}", j, slot));
  }
  for (Slot slot = graph_.shared(); slot < graph_.globals(); ++slot)
    names.push_back(fmt::format("o{}", slot));
  if (use_.has_atomic()) names.emplace_back("a");
  if (unwinds_) names.emplace_back("u");
  for (std::uint32_t i = 0; i < actors.size(); ++i) {
    if (actors[i].initial != bp::no_index) {
      const std::uint32_t block = threads_.initial()[actors[i].initial].block;
      if (block == bp::no_index) continue;
      for (const Slot slot : initialised_slots(block))
        names.push_back(fmt::format("i{}_{}", i, slot));
      continue;
    }
    std::uint32_t given = graph_.globals();
    for (const bp::StartSite& site : threads_.sites())
      given = std::max(given, site.copies_locals
                                  ? graph_.first_result(site.procedure)
                                  : graph_.globals() + graph_.procedure(site.procedure).formals);
    names.push_back(fmt::format("k{}", i));
    for (std::uint32_t b = 0; b < site_bits_; ++b) names.push_back(fmt::format("y{}_{}", i, b));
    for (Slot slot = graph_.shared(); slot < given; ++slot)
      names.push_back(fmt::format("x{}_{}", i, slot));
  }
  declare(names);
}

void SequentialText::main() {
  line("void main() begin");
  Strings round_names;
  for (std::uint32_t j = 0; simulation_.rounds > 0 && j < contexts(); ++j)
    for (std::uint32_t r = 0; r < simulation_.rounds; ++r)
      round_names.push_back(fmt::format("r{}_{}", j, r));
  declare(round_names);
  initialisers();
  line({LineRole::Kind::Begun, bp::no_index, 0}, "skip;");
  for (std::uint32_t i = 0; i < actors.size(); ++i)
    if (actors[i].initial == bp::no_index) line("k{} := F;", i);
  const auto reset = [&] {
    if (use_.has_atomic()) line("a := F;");
    if (unwinds_) line("u := F;");
  };
  if (threads_.init() != bp::no_index) {
    set_context(contexts());
    reset();
    const Strings arguments(graph_.procedure(threads_.init()).formals, "*");
    line({LineRole::Kind::Init, bp::no_index, 0}, "p{}({});", threads_.init(),
         fmt::join(arguments, ", "));
  }
  if (simulation_.switches > 0) {
    Strings names;
    Strings values;
    for (const Slot slot : use_.exchanged()) {
      names.push_back(fmt::format("g0_{}", slot));
      values.push_back(fmt::format("s{}", slot));
    }
    assign({}, names, values);
    schedule();
  }
  for (std::uint32_t i = 0; i < actors.size() && simulation_.switches > 0; ++i)
    if (i != last_) run_actor(i);
  start_actor(last_);
  call_actor(last_);
  line("end");
}

void SequentialText::set_context(std::uint32_t context) {
  Strings names;
  Strings values;
  for (std::uint32_t b = 0; b < context_bits_; ++b) {
    names.push_back(fmt::format("c{}", b));
    values.emplace_back(((context >> b) & 1U) != 0 ? "T" : "F");
  }
  if (!names.empty()) assign({}, names, values);
}

void SequentialText::initialisers() {
  for (const bp::Initialiser& initialiser : graph_.all_initialisers()) {
    if (initialiser.thread == bp::no_index) {
      line("s{} := {};", initialiser.slot, expression(initialiser.value));
      continue;
    }
    for (std::uint32_t i = 0; i < actors.size(); ++i) {
      const std::uint32_t initial = actors[i].initial;
      if (initial == bp::no_index || threads_.initial()[initial].block != initialiser.thread)
        continue;
      own_prefix_ = fmt::format("i{}_", i);
      line("i{}_{} := {};", i, initialiser.slot, expression(initialiser.value));
    }
    own_prefix_ = "o";
  }
}

/// Who is active when: any actor, but not the same twice running, and a given one last.
void SequentialText::schedule() {
  const auto count = static_cast<std::uint32_t>(actors.size());
  if (count == 1) return line("assume(F);");
  line("assume({});", active(simulation_.switches, last_));
  for (std::uint32_t j = 0; j < contexts(); ++j) {
    if (!std::has_single_bit(count)) {
      Strings one_of;
      for (std::uint32_t i = 0; i < count; ++i) one_of.push_back(active(j, i));
      line("assume({});", any_of(one_of));
    }
    if (j == 0) continue;
    Strings different;
    for (std::uint32_t b = 0; b < actor_bits_; ++b)
      different.push_back(fmt::format("(t{}_{} ^ t{}_{})", j - 1, b, j, b));
    line("assume({});", any_of(different));
  }
  alike_actors_in_order();
  if (simulation_.rounds > 0) bound_rounds();
}

/// Threads that are alike can be exchanged in a run: let them become active in order. Threads with
/// globals of their own may start differently, but all of them could start as any does. Rounds
/// go by the threads' numbers: there nothing is exchanged.
void SequentialText::alike_actors_in_order() {
  if (simulation_.rounds > 0) return;
  for (std::uint32_t i = 0; i + 1 < actors.size(); ++i) {
    if (i == last_ || actors[i].kind != actors[i + 1].kind) continue;
    for (std::uint32_t j = 0; j < contexts(); ++j) {
      Strings before;
      for (std::uint32_t k = 0; k < j; ++k) before.push_back(active(k, i));
      line("assume(!{} | {});", active(j, i + 1), any_of(before));
    }
  }
}

/// `r3_1`: in context 3 at least one round is over.
void SequentialText::bound_rounds() {
  for (std::uint32_t j = 0; j < contexts(); ++j) {
    Strings down;
    for (std::uint32_t a = 0; j > 0 && a < actors.size(); ++a)
      for (std::uint32_t b = a + 1; b < actors.size(); ++b)
        down.push_back(fmt::format("({} & {})", active(j - 1, b), active(j, a)));
    for (std::uint32_t r = 0; r < simulation_.rounds; ++r) {
      if (j == 0) {
        line("r0_{} := {};", r, r == 0 ? "T" : "F");
      } else if (r == 0) {
        line("r{}_0 := T;", j);
      } else {
        line("r{0}_{1} := (r{2}_{1} | (r{2}_{3} & {4}));", j, r, j - 1, r - 1, any_of(down));
      }
    }
    if (j > 0) line("assume(!(r{}_{} & {}));", j - 1, simulation_.rounds - 1, any_of(down));
  }
}

/// An actor that is active at all goes through all of its contexts.
void SequentialText::run_actor(std::uint32_t actor) {
  Strings ever;
  for (std::uint32_t j = 0; j < contexts(); ++j) ever.push_back(active(j, actor));
  line("if ({}) then", any_of(ever));
  start_actor(actor);
  call_actor(actor);
  line("if (!u) then");
  leave(true);
  line("fi");
  line("fi");
}

void SequentialText::start_actor(std::uint32_t actor) {
  if (simulation_.switches > 0) {
    Strings names;
    Strings values;
    for (std::uint32_t j = 0; j < contexts(); ++j) {
      names.push_back(fmt::format("b{}", j));
      values.push_back(active(j, actor));
    }
    assign({}, names, values);
    Strings first;
    Strings none_before;
    for (std::uint32_t j = 0; j < contexts(); ++j) {
      Strings parts = none_before;
      parts.push_back(fmt::format("b{}", j));
      parts.push_back(in_context(j, "'"));
      first.push_back(all_of(parts));
      none_before.push_back(fmt::format("!b{}", j));
    }
    Strings context;
    for (std::uint32_t b = 0; b < context_bits_; ++b) context.push_back(fmt::format("c{}", b));
    assign({}, context, Strings(context_bits_, "*"), any_of(first));
    take_shared();
  } else {
    set_context(0);
  }
  if (use_.has_atomic()) line("a := F;");
  if (unwinds_) line("u := F;");
}

/// Gives the actor its own globals and arguments, and lets it run.
void SequentialText::call_actor(std::uint32_t actor) {
  const LineRole role{LineRole::Kind::Run, bp::no_index, actor};
  Strings own;
  for (Slot slot = graph_.shared(); slot < graph_.globals(); ++slot)
    own.push_back(fmt::format("o{}", slot));
  if (actors[actor].initial != bp::no_index) {
    const bp::InitialThread& thread = threads_.initial()[actors[actor].initial];
    Strings values(own.size(), "*");
    if (thread.block != bp::no_index)
      for (const Slot slot : initialised_slots(thread.block))
        values[slot - graph_.shared()] = fmt::format("i{}_{}", actor, slot);
    if (!own.empty()) assign({}, own, values);
    const Strings arguments(graph_.procedure(thread.procedure).formals, "*");
    return line(role, "p{}({});", thread.procedure, fmt::join(arguments, ", "));
  }
  Strings values;
  for (Slot slot = graph_.shared(); slot < graph_.globals(); ++slot)
    values.push_back(fmt::format("x{}_{}", actor, slot));
  if (!own.empty()) assign({}, own, values);
  for (std::uint32_t i = 0; i < threads_.sites().size(); ++i) {
    const bp::StartSite& site = threads_.sites()[i];
    const std::uint32_t given = site.copies_locals ? graph_.procedure(site.procedure).locals
                                                   : graph_.procedure(site.procedure).formals;
    Strings arguments;
    for (std::uint32_t k = 0; k < given; ++k)
      arguments.push_back(fmt::format("x{}_{}", actor, graph_.globals() + k));
    line("{} ({}) then", i == 0 ? "if" : "elsif", is(fmt::format("y{}_", actor), site_bits_, i));
    line(role, "{}{}({});", site.copies_locals ? "q" : "p", site.copies_locals ? i : site.procedure,
         fmt::join(arguments, ", "));
  }
  line("else assume(F); fi");
}

// Switches

/// The context may end here: the shared values are those guessed for the next one. A thread
/// that is at its end has no context after this one.
void SequentialText::leave(bool at_end) {
  Strings here;
  for (std::uint32_t i = 0; i + 1 < contexts(); ++i) {
    Strings parts{in_context(i)};
    for (std::uint32_t j = i + 1; at_end && j < contexts(); ++j)
      parts.push_back(fmt::format("!b{}", j));
    here.push_back(all_of(parts));
  }
  if (!at_end && use_.has_atomic()) {
    line("assume(!a & {});", any_of(here));
  } else {
    line("assume({});", any_of(here));
  }
  for (const Slot slot : use_.exchanged()) {
    Strings cases;
    for (std::uint32_t i = 0; i + 1 < contexts(); ++i)
      cases.push_back(fmt::format("({} & (s{} = g{}_{}))", in_context(i), slot, i + 1, slot));
    line("assume({});", any_of(cases));
  }
}

/// On to the next context of this actor, or, where there is none, unwinding.
void SequentialText::resume() {
  Strings ways;
  for (std::uint32_t i = 0; i + 1 < contexts(); ++i) {
    Strings parts{in_context(i)};
    for (std::uint32_t j = i + 1; j < contexts(); ++j) {
      Strings way = parts;
      way.push_back(fmt::format("b{}", j));
      way.push_back(in_context(j, "'"));
      way.emplace_back("!'u");
      ways.push_back(all_of(way));
      parts.push_back(fmt::format("!b{}", j));
    }
    parts.emplace_back("'u");
    ways.push_back(all_of(parts));
  }
  Strings names{"u"};
  for (std::uint32_t b = 0; b < context_bits_; ++b) names.push_back(fmt::format("c{}", b));
  assign({}, names, Strings(names.size(), "*"), any_of(ways));
  line("if (u) then return; fi");
  take_shared();
}

void SequentialText::take_shared() {
  Strings names;
  Strings values;
  for (const Slot slot : use_.exchanged()) {
    Strings cases;
    for (std::uint32_t j = 0; j < contexts(); ++j)
      cases.push_back(fmt::format("({} & g{}_{})", in_context(j), j, slot));
    names.push_back(fmt::format("s{}", slot));
    values.push_back(any_of(cases));
  }
  if (!names.empty()) assign({}, names, values);
}

void SequentialText::switch_point() {
  line("if (*) then");
  leave(false);
  resume();
  line("fi");
}

/// In `init` this ends `init` alone.
void SequentialText::end_thread() {
  if (simulation_.switches > 0) {
    line("if (!{}) then", in_context(contexts()));
    leave(true);
    line("fi");
  }
  line("u := T;");
  line("return;");
}

/// In the last context, or, if there are no switches, anywhere; every thread that was
/// active must have been started by somebody.
std::string SequentialText::arrival_condition() const {
  Strings parts;
  if (simulation_.switches > 0) parts.push_back(in_context(simulation_.switches));
  for (std::uint32_t i = 0; i < actors.size(); ++i) {
    if (actors[i].initial != bp::no_index) continue;
    Strings ever;
    for (std::uint32_t j = 0; j < contexts() && simulation_.switches > 0; ++j)
      ever.push_back(active(j, i));
    if (simulation_.switches == 0 && i == last_) ever.emplace_back("T");
    parts.push_back(fmt::format("(k{} | !{})", i, any_of(ever)));
  }
  return all_of(parts);
}

}  // namespace hardbop::engine
