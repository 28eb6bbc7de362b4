// SPDX-License-Identifier: MIT
// The relations that threads add [getafix09 §5].
//
// A switch is possible between statements only: a procedure that has come to its exit returns in
// the same step, and a failed assertion ends the run.
#include "boolean/engine/fixpoint/relation_builder.hpp"

namespace hardbop::engine {

using bdd::Bdd;
using bdd::Var;
using bp::Slot;
using bp::VertexId;
using bp::VertexKind;

namespace {

/// The bits of entry `i` in a vector of equal entries.
std::vector<Var> entry_bits(const std::vector<Var>& all, std::size_t i, std::size_t width) {
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(i * width);
  return {first, first + static_cast<std::ptrdiff_t>(width)};
}

}  // namespace

Bdd RelationBuilder::starter(std::size_t i, const Parameters& of) const {
  return number(of[0], static_cast<std::uint32_t>(graph_.procedures().size() + i));
}

/// What a step does to the bits of the thread that are no variables.
Bdd RelationBuilder::hidden_step(const View& before, const View& after,
                                 bp::Atomicity atomicity) const {
  if (!shape_.interleaving) return manager_.one();
  const Bdd now = manager_.var(atomic(after.globals));
  const Bdd same_phase = same(initialising(before.globals), initialising(after.globals));
  switch (atomicity) {
    case bp::Atomicity::Begins: return same_phase & now;
    case bp::Atomicity::Ends: return same_phase & ~now;
    case bp::Atomicity::Kept: break;
  }
  return same_phase & same(atomic(before.globals), atomic(after.globals));
}

/// After init, and after the thread, no atomic section is left.
Bdd RelationBuilder::starter_steps(const Parameters& of) const {
  Bdd kept = ~manager_.var(atomic(of[6])) & ~manager_.var(initialising(of[6]));
  for (Slot slot = 0; slot < graph_.globals(); ++slot) kept &= same(of[5][slot], of[6][slot]);
  const Bdd places = (number(of[1], after_init) & number(of[2], calls_thread)) |
                     (number(of[1], after_thread) & number(of[2], ended));
  Bdd out = manager_.zero();
  for (std::size_t i = 0; i < shape_.started.size(); ++i) out |= starter(i, of);
  return out & places & kept;
}

Bdd RelationBuilder::starter_calls(
    const Parameters& of, const std::function<Bdd(bp::ProcedureId, std::uint32_t)>& make) const {
  Bdd out = manager_.zero();
  for (std::size_t i = 0; i < shape_.started.size(); ++i) {
    const bp::ProcedureId init = shape_.interleaving->threads.init();
    Bdd calls = number(of[1], calls_thread) & make(shape_.started[i], after_thread);
    if (init != bp::no_index) calls |= number(of[1], calls_init) & make(init, after_init);
    out |= starter(i, of) & calls;
  }
  return out;
}

Bdd RelationBuilder::contexts(const Parameters& of, bool first) {
  const bp::Threads& threads = shape_.interleaving->threads;
  const bool with_init = first && threads.init() != bp::no_index;
  const View view{of[3], of[4]};
  Bdd out = manager_.zero();
  for (std::uint32_t t = 0; t < threads.initial().size(); ++t) {
    Bdd globals = manager_.one();
    for (const bp::Initialiser& initialiser : graph_.all_initialisers()) {
      const bool own = initialiser.thread != bp::no_index;
      if (own ? initialiser.thread == threads.initial()[t].block : first)
        globals = initialise(view, initialiser, globals);
    }
    out |= number(of[0], t) & number(of[1], shape_.starter(t)) & globals;
  }
  const Bdd phase = manager_.literal({initialising(of[4]), with_init});
  return out & number(of[2], with_init ? calls_init : calls_thread) & phase &
         ~manager_.var(atomic(of[4]));
}

Bdd RelationBuilder::first_context(const Parameters& of) {
  return contexts(of, true);
}

Bdd RelationBuilder::later_context(const Parameters& of) {
  return contexts(of, false);
}

Bdd RelationBuilder::pause(const Parameters& of) {
  Bdd places = manager_.zero();
  for (VertexId v = 0; v < graph_.vertices().size(); ++v) {
    const bp::Vertex& vertex = graph_.vertex(v);
    if (vertex.kind != VertexKind::Exit && vertex.kind != VertexKind::Error)
      places |= number(of[0], vertex.procedure) & number(of[1], counters_.of(v));
  }
  for (std::size_t i = 0; i < shape_.started.size(); ++i)
    places |= starter(i, of) & number(of[1], ended);
  return places & ~manager_.var(atomic(of[2])) & ~manager_.var(initialising(of[2]));
}

Bdd RelationBuilder::same_own(const Parameters& of) {
  Bdd out = manager_.one();
  for (std::size_t i = graph_.shared(); i < of[0].size(); ++i) out &= same(of[0][i], of[1][i]);
  return out;
}

Bdd RelationBuilder::active(const Parameters& of) {
  Bdd out = manager_.zero();
  const std::size_t width = of[2].size();
  for (std::uint32_t i = 0; i <= shape_.interleaving->switches; ++i) {
    Bdd equal = number(of[0], i);
    const std::vector<Var> entry = entry_bits(of[1], i, width);
    for (std::size_t bit = 0; bit < width; ++bit) equal &= same(entry[bit], of[2][bit]);
    out |= equal;
  }
  Bdd threads = manager_.zero();
  for (std::uint32_t t = 0; t < shape_.interleaving->threads.initial().size(); ++t)
    threads |= number(of[2], t);
  return out & threads;
}

Bdd RelationBuilder::saved(const Parameters& of) {
  Bdd out = manager_.zero();
  for (std::uint32_t i = 1; i <= shape_.interleaving->switches; ++i) {
    Bdd equal = number(of[0], i);
    const std::vector<Var> entry = entry_bits(of[1], i - 1, graph_.shared());
    for (Slot slot = 0; slot < graph_.shared(); ++slot) equal &= same(entry[slot], of[2][slot]);
    out |= equal;
  }
  return out;
}

}  // namespace hardbop::engine
