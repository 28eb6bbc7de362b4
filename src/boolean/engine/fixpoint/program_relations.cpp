// SPDX-License-Identifier: MIT
#include "boolean/engine/fixpoint/program_relations.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "base/util/invariant.hpp"
#include "boolean/encode/slots.hpp"
#include "boolean/engine/fixpoint/relation_builder.hpp"

namespace hardbop::engine {

namespace {

/// Each relation once: name, parameters, and how it is made.
struct RelationEntry {
  const char* name;
  const char* parameters;  // initials of types; W: Switch
  bdd::Bdd (RelationBuilder::*make)(const RelationBuilder::Parameters&);
};

constexpr RelationEntry common[] = {
    {"Entry", "MCLG", &RelationBuilder::entry},
    {"Exit", "MC", &RelationBuilder::exit},
    {"Formals", "MLL", &RelationBuilder::formals},
    {"ProgramInt", "MCCLLGG", &RelationBuilder::internal},
    {"IntoCall", "MCMLLG", &RelationBuilder::into_call},
    {"Across", "MCC", &RelationBuilder::across},
    {"ReturnA", "MCCLL", &RelationBuilder::return_a},
    {"ReturnB", "MCMLLGG", &RelationBuilder::return_b},
    {"Target", "MC", &RelationBuilder::target},
    {"Stop", "MC", &RelationBuilder::stop},
};
constexpr RelationEntry sequential_relations[] = {
    {"Init", "MCLG", &RelationBuilder::init},
};
constexpr RelationEntry concurrent_relations[] = {
    {"Init", "TMCLG", &RelationBuilder::first_context},
    {"Start", "TMCLG", &RelationBuilder::later_context},
    {"Pause", "MCG", &RelationBuilder::pause},
    {"SameOwn", "GG", &RelationBuilder::same_own},
    {"Active", "WST", &RelationBuilder::active},
    {"Saved", "WHG", &RelationBuilder::saved},
};

std::vector<RelationEntry> entries_of(const ProgramShape& shape) {
  std::vector<RelationEntry> out(std::begin(common), std::end(common));
  if (shape.interleaving) {
    out.insert(out.end(), std::begin(concurrent_relations), std::end(concurrent_relations));
  } else {
    out.insert(out.end(), std::begin(sequential_relations), std::end(sequential_relations));
  }
  return out;
}

std::string type_name(char letter) {
  switch (letter) {
    case 'M': return "Module";
    case 'C': return "Counter";
    case 'L': return "Locals";
    case 'T': return "Thread";
    case 'W': return "Switch";
    case 'S': return "Schedule";
    case 'H': return "History";
    default: return "Globals";
  }
}

}  // namespace

Counters::Counters(const bp::Graph& graph)
    : graph_(graph), tails_(graph.procedures().size(), bp::no_index) {
  const auto need_tail = [&](bp::ProcedureId p) { tails_[p] = graph.procedure(p).vertices.count; };
  for (bp::ProcedureId p = 0; p < tails_.size(); ++p)
    if (graph.procedure(p).entry == graph.procedure(p).exit) need_tail(p);
  for (const bp::Vertex& vertex : graph.vertices())
    if (vertex.kind == bp::VertexKind::Call &&
        vertex.next == graph.procedure(vertex.procedure).exit)
      need_tail(vertex.procedure);
  for (bp::ProcedureId p = 0; p < tails_.size(); ++p) {
    const std::uint32_t count = graph.procedure(p).vertices.count;
    largest_ = std::max(largest_, tails_[p] == bp::no_index ? count - 1 : count);
  }
}

std::uint32_t Counters::of(bp::VertexId v) const {
  return v - graph_.procedure(graph_.vertex(v).procedure).vertices.first;
}

std::uint32_t Counters::arrival(bp::VertexId v) const {
  const bp::ProcedureId p = graph_.vertex(v).procedure;
  return v == graph_.procedure(p).exit ? tails_[p] : of(v);
}

ProgramShape::ProgramShape(const bp::Graph& of, std::optional<Interleaving> with)
    : graph(of), counters(of), interleaving(with) {
  if (!interleaving) return;
  for (const bp::InitialThread& thread : interleaving->threads.initial())
    if (std::ranges::find(started, thread.procedure) == started.end())
      started.push_back(thread.procedure);
}

std::uint32_t ProgramShape::modules() const {
  return static_cast<std::uint32_t>(graph.procedures().size() + started.size());
}

std::uint32_t ProgramShape::starter(std::uint32_t thread) const {
  const auto found = std::ranges::find(started, interleaving->threads.initial()[thread].procedure);
  return static_cast<std::uint32_t>(graph.procedures().size()) +
         static_cast<std::uint32_t>(found - started.begin());
}

std::uint32_t ProgramShape::largest_counter() const {
  return interleaving ? std::max<std::uint32_t>(counters.largest(), ended) : counters.largest();
}

ProgramRelations::ProgramRelations(const bp::Graph& graph, std::optional<Interleaving> threads)
    : shape_(graph, threads) {
  add_types();
  for (const RelationEntry& entry : entries_of(shape_)) {
    calculus::Given::GivenRelation& relation = given_.relations.emplace_back();
    relation.name = entry.name;
    for (const char letter : std::string_view(entry.parameters))
      relation.parameters.push_back(type_name(letter));
  }
}

void ProgramRelations::add_range(char letter, std::size_t values, std::uint32_t place) {
  calculus::Type type;
  type.kind = calculus::Type::Kind::Range;
  type.name = type_name(letter);
  type.high = static_cast<std::int64_t>(values) - 1;
  given_.types.push_back({type, {place}});
}

void ProgramRelations::add_array(char letter, std::vector<std::uint32_t> places) {
  calculus::Type type;
  type.kind = calculus::Type::Kind::Array;
  type.name = type_name(letter);
  type.length = static_cast<std::uint32_t>(places.size());
  given_.types.push_back({type, std::move(places)});
}

/// The schedule on top, then module and counter, then the slots in the order that statements
/// suggest, each shared global with its history.
void ProgramRelations::add_types() {
  const bp::Graph& graph = shape_.graph;
  std::uint32_t local_count = 0;
  std::uint32_t results = 0;
  for (const bp::GraphProcedure& procedure : graph.procedures()) {
    local_count = std::max(local_count, procedure.locals);
    results = std::max(results, procedure.results);
  }
  std::uint32_t next = 0;
  if (shape_.interleaving) {
    const std::size_t threads = shape_.interleaving->threads.initial().size();
    const std::size_t contexts = std::size_t{shape_.interleaving->switches} + 1;
    add_range('W', contexts, next++);
    add_range('T', threads, next++);
    std::vector<std::uint32_t> schedule(contexts *
                                        static_cast<std::size_t>(std::bit_width(threads - 1)));
    for (std::uint32_t& place : schedule) place = next++;
    add_array('S', std::move(schedule));
  }
  add_range('M', shape_.modules(), next++);
  add_range('C', std::size_t{shape_.largest_counter()} + 1, next++);
  const std::uint32_t count = graph.globals();
  std::vector<std::uint32_t> globals(count);
  std::vector<std::uint32_t> locals(std::max(local_count, results));
  const std::uint32_t switches = shape_.interleaving ? shape_.interleaving->switches : 0;
  std::vector<std::uint32_t> history(std::size_t{switches} * graph.shared());
  for (const bp::Slot slot : encode::static_order(graph, count + local_count)) {
    (slot < count ? globals[slot] : locals[slot - count]) = next++;
    for (std::uint32_t i = 0; slot < graph.shared() && i < switches; ++i)
      history[i * graph.shared() + slot] = next++;
  }
  for (std::uint32_t i = local_count; i < locals.size(); ++i) locals[i] = next++;
  for (int hidden = 0; shape_.interleaving && hidden < 2; ++hidden) globals.push_back(next++);
  add_array('L', std::move(locals));
  add_array('G', std::move(globals));
  if (shape_.interleaving) add_array('H', std::move(history));
}

bdd::Bdd ProgramRelations::value(const std::string& name, const std::vector<bdd::Var>& columns,
                                 bdd::Manager& manager, const Query& query) const {
  const std::vector<RelationEntry> entries = entries_of(shape_);
  const auto entry =
      std::ranges::find_if(entries, [&](const RelationEntry& one) { return one.name == name; });
  HARDBOP_INVARIANT(entry != entries.end(), "every given relation should be in the table");
  RelationBuilder::Parameters parameters;
  auto next = columns.begin();
  for (const char letter : std::string_view(entry->parameters)) {
    const auto type = std::ranges::find_if(
        given_.types,
        [&](const calculus::Given::GivenType& one) { return one.type.name == type_name(letter); });
    const std::uint32_t bits = calculus::bits_of(type->type);
    parameters.emplace_back(next, next + bits);
    next += bits;
  }
  RelationBuilder builder(shape_, query, manager);
  return (builder.*entry->make)(parameters);
}

}  // namespace hardbop::engine
