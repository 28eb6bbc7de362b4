// SPDX-License-Identifier: MIT
#include "engine/fixpoint/program_relations.hpp"

#include <algorithm>
#include <array>

#include "encode/slots.hpp"
#include "engine/fixpoint/relation_builder.hpp"
#include "util/invariant.hpp"

namespace hardbop::engine {

namespace {

/// Each relation once: name, parameters, and how it is made.
struct RelationEntry {
  const char* name;
  const char* parameters;  // M module, C counter, L locals, G globals
  bdd::Bdd (RelationBuilder::*make)(const RelationBuilder::Parameters&);
};

constexpr std::array entries = {
    RelationEntry{"Init", "MCLG", &RelationBuilder::init},
    RelationEntry{"Entry", "MCLG", &RelationBuilder::entry},
    RelationEntry{"Exit", "MC", &RelationBuilder::exit},
    RelationEntry{"Formals", "MLL", &RelationBuilder::formals},
    RelationEntry{"ProgramInt", "MCCLLGG", &RelationBuilder::internal},
    RelationEntry{"IntoCall", "MCMLLG", &RelationBuilder::into_call},
    RelationEntry{"Across", "MCC", &RelationBuilder::across},
    RelationEntry{"ReturnA", "MCCLL", &RelationBuilder::return_a},
    RelationEntry{"ReturnB", "MCMLLGG", &RelationBuilder::return_b},
    RelationEntry{"Target", "MC", &RelationBuilder::target},
    RelationEntry{"Stop", "MC", &RelationBuilder::stop},
};

std::string type_name(char letter) {
  switch (letter) {
    case 'M': return "Module";
    case 'C': return "Counter";
    case 'L': return "Locals";
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

ProgramRelations::ProgramRelations(const bp::Graph& graph) : graph_(graph), counters_(graph) {
  add_types();
  for (const RelationEntry& entry : entries) {
    calculus::Given::GivenRelation& relation = given_.relations.emplace_back();
    relation.name = entry.name;
    for (const char letter : std::string_view(entry.parameters))
      relation.parameters.push_back(type_name(letter));
  }
}

/// Module and counter on top, then the slots in the order that statements suggest.
void ProgramRelations::add_types() {
  std::uint32_t locals = 0;
  std::uint32_t results = 0;
  for (const bp::GraphProcedure& procedure : graph_.procedures()) {
    locals = std::max(locals, procedure.locals);
    results = std::max(results, procedure.results);
  }
  const auto range = [&](char letter, std::size_t values, std::uint32_t place) {
    calculus::Type type;
    type.kind = calculus::Type::Kind::Range;
    type.name = type_name(letter);
    type.high = static_cast<std::int64_t>(values) - 1;
    given_.types.push_back({type, {place}});
  };
  range('M', graph_.procedures().size(), 0);
  range('C', std::size_t{counters_.largest()} + 1, 1);
  const auto array = [&](char letter, std::uint32_t length) -> std::vector<std::uint32_t>& {
    calculus::Type type;
    type.kind = calculus::Type::Kind::Array;
    type.name = type_name(letter);
    type.length = length;
    given_.types.push_back({type, std::vector<std::uint32_t>(length)});
    return given_.types.back().places;
  };
  const std::uint32_t globals = graph_.globals();
  std::vector<std::uint32_t> places(globals + locals);
  std::uint32_t next = 2;
  for (const bp::Slot slot : encode::static_order(graph_, globals + locals)) places[slot] = next++;
  std::vector<std::uint32_t>& of_locals = array('L', std::max(locals, results));
  for (std::uint32_t i = 0; i < of_locals.size(); ++i)
    of_locals[i] = i < locals ? places[globals + i] : next++;
  std::vector<std::uint32_t>& of_globals = array('G', globals);
  std::copy_n(places.begin(), globals, of_globals.begin());
}

bdd::Bdd ProgramRelations::value(const std::string& name, const std::vector<bdd::Var>& columns,
                                 bdd::Manager& manager, const Query& query) const {
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [&](const RelationEntry& one) { return one.name == name; });
  HARDBOP_INVARIANT(entry != entries.end(), "every given relation should be in the table");
  RelationBuilder::Parameters parameters;
  auto next = columns.begin();
  for (const char letter : std::string_view(entry->parameters)) {
    const auto type = std::find_if(
        given_.types.begin(), given_.types.end(),
        [&](const calculus::Given::GivenType& one) { return one.type.name == type_name(letter); });
    const std::uint32_t bits = calculus::bits_of(type->type);
    parameters.emplace_back(next, next + bits);
    next += bits;
  }
  RelationBuilder builder(graph_, counters_, query, manager);
  return (builder.*entry->make)(parameters);
}

}  // namespace hardbop::engine
