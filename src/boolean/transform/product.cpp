// SPDX-License-Identifier: MIT
// |  s3        | shared global of slot 3                                              |
// |  o1_5      | own global of slot 5 of thread 1                                     |
// |  l1_0      | local 0 of thread 1                                                  |
// |  p1_0      | bit 0 of where thread 1 is: 0 at first and while it is active        |
// |  a         | in an atomic section                                                 |
#include "boolean/transform/product.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <utility>

#include "boolean/language/program_builder.hpp"
#include "boolean/transform/renamed_terms.hpp"
#include "boolean/transform/ways_on.hpp"

namespace hardbop::transform {

using bp::NamedTerm;
using bp::Slot;
using bp::StatementKind;
using bp::VertexId;
using bp::VertexKind;

namespace {

constexpr const char* scheduler = "schedule";

class ProductBuilder {
 public:
  ProductBuilder(const bp::Threads& threads, const SharedUse& use)
      : threads_(threads), graph_(threads.graph()), use_(use) {
    for (std::uint32_t t = 0; t < threads.initial().size(); ++t) find_stops(t);
  }

  Product::Made run() {
    declare();
    builder_.begin_procedure("main", 0, {});
    initialise();
    schedule();
    for (std::uint32_t t = 0; t < threads_.initial().size(); ++t) {
      thread_ = t;
      const bp::Range vertices = graph_.procedure(procedure()).vertices;
      for (VertexId v = vertices.first; v < vertices.first + vertices.count; ++v)
        if (is_reached_[t][v]) vertex(v);
    }
    builder_.end_procedure();
    made_.program = builder_.finish("product.bp");
    return std::move(made_);
  }

 private:
  using Kind = ProductRole::Kind;
  const bp::Threads& threads_;
  const bp::Graph& graph_;
  const SharedUse& use_;
  std::vector<std::vector<VertexId>> stops_;   // by thread: number 1 and on are these
  std::vector<std::vector<bool>> is_reached_;  // by thread and vertex
  bp::NamePool pool_;
  bp::ProgramBuilder builder_;
  Product::Made made_;
  std::uint32_t thread_ = 0;  // at hand
  std::string label_;         // of the statement that comes next
  std::uint32_t labels_ = 0;  // made up

  template <typename... Arguments>
  [[nodiscard]] bp::Name name(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
    return pool_.intern(fmt::format(pattern, std::forward<Arguments>(arguments)...));
  }

  [[nodiscard]] bp::ProcedureId procedure() const { return threads_.initial()[thread_].procedure; }

  // Where threads may stop

  /// In which of both ways, in an atomic section or not, a thread comes to each vertex.
  void find_stops(std::uint32_t t) {
    const bp::GraphProcedure& p = graph_.procedure(threads_.initial()[t].procedure);
    std::vector<bool> bound(graph_.vertices().size());
    std::vector<bool> is_free(graph_.vertices().size());
    std::vector<std::pair<VertexId, bool>> open{{p.entry, false}};
    while (!open.empty()) {
      const auto [v, atomic] = open.back();
      open.pop_back();
      std::vector<bool>& seen = atomic ? bound : is_free;
      if (seen[v]) continue;
      seen[v] = true;
      const bp::Atomicity change = graph_.atomicity(v);
      const bool then = change == bp::Atomicity::Kept ? atomic : change == bp::Atomicity::Begins;
      for_each_successor(graph_, v, [&](VertexId w) { open.emplace_back(w, then); });
    }
    std::vector<VertexId>& stops = stops_.emplace_back();
    std::vector<bool>& reached = is_reached_.emplace_back(graph_.vertices().size());
    for (VertexId v = 0; v < graph_.vertices().size(); ++v) {
      reached[v] = bound[v] || is_free[v];
      const VertexKind kind = graph_.vertex(v).kind;
      const bool goes_on = kind != VertexKind::Exit && kind != VertexKind::Error;
      if (is_free[v] && goes_on && use_.is_switch_point(v)) stops.push_back(v);
    }
  }

  [[nodiscard]] std::uint32_t bits(std::uint32_t t) const {
    return static_cast<std::uint32_t>(std::bit_width(stops_[t].size() + 1));
  }
  [[nodiscard]] std::uint32_t ended(std::uint32_t t) const {
    return static_cast<std::uint32_t>(stops_[t].size()) + 1;
  }

  // Variables

  bp::Name variable(Slot slot) {
    if (slot == bp::discard_slot) return name("_");
    if (slot < graph_.shared()) return name("s{}", slot);
    if (slot < graph_.globals()) return name("o{}_{}", thread_, slot);
    return name("l{}_{}", thread_, slot - graph_.globals());
  }

  void declare() {
    std::vector<bp::Name> all;
    for (std::uint32_t t = 0; t < threads_.initial().size(); ++t)
      for (std::uint32_t b = 0; b < bits(t); ++b) all.push_back(name("p{}_{}", t, b));
    if (use_.has_atomic()) all.push_back(name("a"));
    const auto first_shared = static_cast<Slot>(all.size());
    for (Slot slot = 0; slot < graph_.shared(); ++slot) all.push_back(variable(slot));
    for (thread_ = 0; thread_ < threads_.initial().size(); ++thread_) {
      std::vector<Slot>& slots = made_.slots.emplace_back();
      for (Slot slot = 0; slot < graph_.shared(); ++slot) slots.push_back(first_shared + slot);
      for (Slot slot = graph_.shared(); slot < graph_.first_result(procedure()); ++slot) {
        slots.push_back(static_cast<Slot>(all.size()));
        all.push_back(variable(slot));
      }
    }
    builder_.declare(all);
  }

  [[nodiscard]] NamedTerm term(bp::ExprRange range) {
    return renamed(graph_, range, [this](Slot slot) { return variable(slot); });
  }
  [[nodiscard]] NamedTerm term(std::uint32_t expression) {
    return term(graph_.program().expressions[expression]);
  }

  // Statements

  void add(bp::Draft draft, const ProductRole& role = {}) {
    draft.label = std::exchange(label_, "");
    made_.roles.set(builder_.add(draft), role);
  }
  void go_to(const std::vector<bp::Name>& labels, const ProductRole& role = {}) {
    add({.kind = StatementKind::Goto, .names = labels}, role);
  }
  void assume(const NamedTerm& condition, const ProductRole& role = {}) {
    add({.kind = StatementKind::Assume, .values = {condition}}, role);
  }
  void set_position(std::uint32_t t, std::uint32_t number) {
    bp::Draft draft{.kind = StatementKind::Assign};
    for (std::uint32_t b = 0; b < bits(t); ++b) {
      draft.names.push_back(name("p{}_{}", t, b));
      draft.values.push_back(NamedTerm::constant(((number >> b) & 1U) != 0));
    }
    add(std::move(draft));
  }
  void set_atomic(bool value, const ProductRole& role = {}) {
    add({.kind = StatementKind::Assign,
         .names = {name("a")},
         .values = {NamedTerm::constant(value)}},
        role);
  }

  void initialise() {
    for (const bp::Initialiser& initialiser : graph_.all_initialisers())
      for (thread_ = 0; thread_ < threads_.initial().size(); ++thread_) {
        const bool is_own = initialiser.thread != bp::no_index;
        if (is_own ? threads_.initial()[thread_].block != initialiser.thread : thread_ != 0)
          continue;
        add({.kind = StatementKind::Assign,
             .names = {variable(initialiser.slot)},
             .values = {term(initialiser.value)}});
      }
    add({}, {Kind::Begun});
    if (use_.has_atomic()) set_atomic(false);
    for (std::uint32_t t = 0; t < threads_.initial().size(); ++t) set_position(t, 0);
  }

  /// Who goes on, and where.
  void schedule() {
    std::vector<bp::Name> choices;
    for (std::uint32_t t = 0; t < threads_.initial().size(); ++t)
      for (std::uint32_t number = 0; number < ended(t); ++number)
        choices.push_back(name("C{}_{}", t, number));
    label_ = scheduler;
    go_to(choices);
    for (thread_ = 0; thread_ < threads_.initial().size(); ++thread_)
      for (std::uint32_t number = 0; number < ended(thread_); ++number) choose(number);
  }

  void choose(std::uint32_t number) {
    label_ = fmt::format("C{}_{}", thread_, number);
    std::vector<NamedTerm> is_there;
    for (std::uint32_t b = 0; b < bits(thread_); ++b) {
      NamedTerm bit = NamedTerm::of(name("p{}_{}", thread_, b));
      is_there.push_back(((number >> b) & 1U) != 0 ? std::move(bit) : !std::move(bit));
    }
    assume(NamedTerm::chain(is_there, bp::Op::And));
    if (number != 0) {
      set_position(thread_, 0);
      return go_to({name("S{}_{}", thread_, stops_[thread_][number - 1])});
    }
    const VertexId entry = graph_.procedure(procedure()).entry;
    enforce();
    const bool is_over = graph_.vertex(entry).kind == VertexKind::Exit;
    go_to({name("{}{}_{}", is_over ? 'V' : 'S', thread_, entry)}, {Kind::Enters, thread_, entry});
  }

  void enforce() {
    const bp::ExprRange condition = graph_.procedure(procedure()).enforce;
    if (!condition.empty()) assume(term(condition));
  }

  void end_thread() {
    if (use_.has_atomic()) set_atomic(false);
    set_position(thread_, ended(thread_));
    go_to({name("{}", scheduler)});
  }

  void vertex(VertexId v) {
    const VertexKind kind = graph_.vertex(v).kind;
    label_ = fmt::format("V{}_{}", thread_, v);
    add({}, {Kind::Arrives, thread_, v});
    if (kind == VertexKind::Exit) return end_thread();
    if (kind == VertexKind::Error) return assume(NamedTerm::constant(false));
    const std::vector<VertexId>& stops = stops_[thread_];
    const auto stop = std::ranges::lower_bound(stops, v);
    if (stop != stops.end() && *stop == v) {
      const bp::Name leaves = name("L{}_{}", thread_, v);
      go_to({leaves, name("S{}_{}", thread_, v)});
      label_ = *leaves;
      if (use_.has_atomic()) assume(!NamedTerm::of(name("a")));
      set_position(thread_, static_cast<std::uint32_t>(stop - stops.begin()) + 1);
      go_to({name("{}", scheduler)});
    }
    label_ = fmt::format("S{}_{}", thread_, v);
    statement(v);
  }

  /// What others did before it may be against the `enforce`, which must be true after it.
  void go(VertexId from, VertexId to) {
    const VertexKind kind = graph_.vertex(from).kind;
    const bool changes = kind == VertexKind::Assign || kind == VertexKind::Dead;
    if (changes || std::ranges::binary_search(stops_[thread_], from)) enforce();
    go_to({name("V{}_{}", thread_, to)});
  }

  void statement(VertexId v) {
    const bp::Vertex& vertex = graph_.vertex(v);
    const ProductRole role{Kind::Statement, thread_, v};
    switch (vertex.kind) {
      case VertexKind::Goto: return choice(v, role);
      case VertexKind::Branch:
      case VertexKind::Assert: return branch(v, role);
      case VertexKind::EndThread: add({}, role); return end_thread();
      case VertexKind::Assign:
      case VertexKind::Dead: add(assignment(vertex), role); break;
      case VertexKind::Assume: assume(term(vertex.exprs.first), role); break;
      default:
        if (graph_.atomicity(v) == bp::Atomicity::Kept || !use_.has_atomic())
          add({}, role);
        else
          set_atomic(graph_.atomicity(v) == bp::Atomicity::Begins, role);
    }
    go(v, vertex.next);
  }

  [[nodiscard]] bp::Draft assignment(const bp::Vertex& vertex) {
    const bool is_dead = vertex.kind == VertexKind::Dead;
    bp::Draft out{.kind = is_dead ? StatementKind::Dead : StatementKind::Assign};
    for (std::uint32_t i = 0; i < vertex.names.count; ++i)
      out.names.push_back(variable(graph_.left_hand_side(vertex.names.first + i)));
    for (std::uint32_t i = 0; i < vertex.exprs.count && !is_dead; ++i)
      out.values.push_back(term(vertex.exprs.first + i));
    if (vertex.has_constrain) {
      out.constrain = std::move(out.values.back());
      out.values.pop_back();
    }
    return out;
  }

  void choice(VertexId v, const ProductRole& role) {
    const bp::Range targets = graph_.vertex(v).targets;
    std::vector<bp::Name> ways;
    for (std::uint32_t i = 0; i < targets.count; ++i) ways.push_back(name("W{}", labels_++));
    go_to(ways, role);
    for (std::uint32_t i = 0; i < targets.count; ++i) {
      label_ = *ways[i];
      go(v, graph_.targets()[targets.first + i]);
    }
  }

  void branch(VertexId v, const ProductRole& role) {
    const bp::Vertex& vertex = graph_.vertex(v);
    made_.roles.set(builder_.begin_if(term(vertex.exprs.first), std::exchange(label_, "")), role);
    go(v, vertex.next);
    builder_.begin_else();
    go(v, vertex.otherwise);
    builder_.end_if();
  }
};

}  // namespace

bool Product::exists(const bp::Threads& threads) {
  const bp::Graph& graph = threads.graph();
  if (!threads.sites().empty() || threads.init() != bp::no_index) return false;
  return std::ranges::all_of(threads.initial(), [&](const bp::InitialThread& thread) {
    const bp::GraphProcedure& procedure = graph.procedure(thread.procedure);
    const bp::Range vertices = procedure.vertices;
    const auto calls = [&](VertexId v) { return graph.vertex(v).kind == VertexKind::Call; };
    for (VertexId v = vertices.first; v < vertices.first + vertices.count; ++v)
      if (calls(v)) return false;
    return procedure.results == 0;
  });
}

Product::Product(const bp::Threads& threads, const SharedUse& use,
                 const std::vector<std::vector<VertexId>>& targets)
    : made_(ProductBuilder(threads, use).run()), checked_(made_.program), targets_(targets.size()) {
  for (VertexId v = 0; v < graph().vertices().size(); ++v) {
    const ProductRole here = role(v);
    if (here.kind != ProductRole::Kind::Arrives && here.kind != ProductRole::Kind::Enters) continue;
    for (std::size_t i = 0; i < targets.size(); ++i)
      if (std::ranges::find(targets[i], here.vertex) != targets[i].end()) targets_[i].push_back(v);
  }
}

bp::Valuation Product::frame(std::uint32_t thread, const bp::Valuation& product,
                             std::uint32_t width) const {
  bp::Valuation out(width);
  const std::vector<Slot>& slots = made_.slots[thread];
  for (Slot slot = 0; slot < slots.size(); ++slot) out.set(slot, product.get(slots[slot]));
  return out;
}

}  // namespace hardbop::transform
