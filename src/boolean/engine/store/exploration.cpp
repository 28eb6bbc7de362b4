// SPDX-License-Identifier: MIT
#include "boolean/engine/store/exploration.hpp"

#include <algorithm>

#include "boolean/language/variables.hpp"

namespace hardbop::engine {

using bdd::Bdd;
using bp::ProcedureId;
using bp::VertexId;

namespace {

std::vector<VertexId> targets_in(const bp::GraphPart& part, const std::vector<VertexId>& targets) {
  std::vector<VertexId> out;
  for (const VertexId v : targets)
    if (const VertexId own = part.part_vertex(v); own != bp::no_index) out.push_back(own);
  return out;
}

const Interface& stub_interface(const bp::GraphPart& part, ProcedureId stub,
                                const KnownRecords& records, const Snapshot& snapshot) {
  return snapshot.interface(records[part.whole(stub)]->interface);
}

/// What is live at the entries of stubs.
std::vector<analysis::Watch> entries_of_stubs(const bp::GraphPart& part,
                                              const KnownRecords& records, const GlobalNames& names,
                                              const Snapshot& snapshot) {
  std::vector<analysis::Watch> out;
  const bp::Graph& graph = part.graph();
  for (auto p = static_cast<ProcedureId>(part.members()); p < graph.procedures().size(); ++p) {
    const Interface& interface = stub_interface(part, p, records, snapshot);
    const VertexId entry = graph.procedure(p).entry;
    for (const std::uint32_t name : interface.live_globals)
      out.push_back({entry, names.slot(name)});
    for (const std::uint32_t i : interface.live_formals)
      out.push_back({entry, graph.globals() + i});
  }
  return out;
}

analysis::ModRef::Known effects_of_stubs(const bp::GraphPart& part, const KnownRecords& records,
                                         const GlobalNames& names, const Snapshot& snapshot) {
  return [&](ProcedureId p, analysis::SlotSet& mod, analysis::SlotSet& ref) {
    if (!part.is_stub(p)) return;
    const Interface& interface = stub_interface(part, p, records, snapshot);
    for (const std::uint32_t name : interface.written) mod.insert(names.slot(name));
    for (const std::uint32_t name : interface.touched) ref.insert(names.slot(name));
  };
}

constexpr Economies kept_sets{.alone = true};

}  // namespace

Exploration::Exploration(const bp::GraphPart& part, const std::vector<VertexId>& targets,
                         const KnownRecords& records, const GlobalNames& names, Snapshot& snapshot,
                         Budget& budget)
    : part_(part),
      records_(records),
      names_(names),
      snapshot_(snapshot),
      targets_(part.graph().procedures().size()),
      path_edges_(part.graph(), targets_in(part, targets), kept_sets, budget,
                  entries_of_stubs(part, records, names, snapshot), {},
                  effects_of_stubs(part, records, names, snapshot)),
      reader_(part.graph(), path_edges_.slots(), names, snapshot) {
  for (const VertexId v : targets_in(part, targets))
    targets_[part.graph().vertex(v).procedure].push_back(v);
  for (ProcedureId p = 0; p < targets_.size(); ++p)
    if (const auto& record = records[part.whole(p)]; record)
      path_edges_.assume(p, reader_.read_entries(record->entries),
                         reader_.read_summary(record->summary, copies(p)), part.is_stub(p));
}

DiagramReader::FormalCopies Exploration::copies(ProcedureId p) {
  const bp::Graph& graph = part_.graph();
  DiagramReader::FormalCopies out;
  for (std::uint32_t i = 0; i < graph.procedure(p).formals; ++i)
    out.push_back(path_edges_.transfers().has_entry_copy(p, graph.globals() + i));
  return out;
}

bool Exploration::run_again(const KnownRecords& before) {
  PathEdges::Starts starts;
  for (ProcedureId p = 0; p < part_.members(); ++p)
    if (const auto& record = before[part_.whole(p)]; record)
      starts.emplace_back(p, reader_.read_entries(record->entries));
  if (!path_edges_.run_from(starts, [](VertexId) { return true; })) return false;
  finish();
  return true;
}

bool Exploration::run(const std::vector<ProcedureId>& entries,
                      const std::function<bool(VertexId)>& on_vertex) {
  std::vector<ProcedureId> own;
  own.reserve(entries.size());
  for (const ProcedureId p : entries) own.push_back(part_.part(p));
  if (!path_edges_.run(own, [&](VertexId v) { return on_vertex(part_.whole_vertex(v)); }))
    return false;
  finish();
  return true;
}

std::vector<ProcedureId> Exploration::exceeded() const {
  std::vector<ProcedureId> out;
  for (const ProcedureId p : path_edges_.exceeded()) out.push_back(part_.whole(p));
  return out;
}

/// Callees first; those that call each other, or themselves, until nothing is added.
void Exploration::finish() {
  complete_ = path_edges_.complete();
  errors_.assign(targets_.size(), path_edges_.manager().constant(false));
  const analysis::CallGraph& calls = path_edges_.calls();
  const std::vector<ProcedureId>& order = calls.bottom_up();
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && calls.component(order[last]) == calls.component(order[first]))
      ++last;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = first; i < last; ++i) {
        if (part_.is_stub(order[i]) || !complete_[order[i]]) continue;
        Bdd found = erroneous(order[i]);
        changed = changed || found != errors_[order[i]];
        errors_[order[i]] = std::move(found);
      }
    }
  }
}

/// The entries that lead to a target within, or to an entry of a callee that does.
Bdd Exploration::erroneous(ProcedureId p) {
  Bdd bad = errors_[p];
  const auto add = [&](const Bdd& set) {
    encode::Transfers& transfers = path_edges_.transfers();
    if (!set.is_false()) bad |= transfers.entries_of(p, transfers.entry_values(p, set));
  };
  for (const VertexId v : targets_[p]) add(path_edges_.set(v));
  for (const VertexId call : path_edges_.calls().calls(p)) {
    const Bdd& inside = errors_[part_.graph().vertex(call).callee];
    if (!inside.is_false() && !path_edges_.set(call).is_false())
      add(path_edges_.set(call) & preimage(path_edges_.call_transfer(call).enter, inside));
  }
  return bad;
}

/// Entries differ in what is live only.
Bdd Exploration::clean_entries(ProcedureId p) {
  const bp::Graph& graph = part_.graph();
  std::vector<bdd::Var> dead;
  for (bp::Slot slot = 0; slot < graph.globals() + graph.procedure(p).formals; ++slot)
    if (!path_edges_.liveness().live(graph.procedure(p).entry, slot))
      dead.push_back(path_edges_.slots().current(slot));
  Bdd entries = bdd::exists(path_edges_.entries(p), path_edges_.manager().cube(dead)) - errors_[p];
  if (const auto& known = records_[part_.whole(p)]; known)
    entries |= reader_.read_entries(known->entries);
  return entries;
}

Bdd Exploration::only(ProcedureId p, const Bdd& summary, const Bdd& entries) {
  encode::Transfers& transfers = path_edges_.transfers();
  return summary & transfers.entry_values(p, transfers.entry(p).apply(entries));
}

Interface Exploration::interface_of(ProcedureId p) const {
  const bp::Graph& graph = part_.graph();
  const VertexId entry = graph.procedure(p).entry;
  analysis::SlotSet live(graph.globals());
  bp::for_each_variable(graph, graph.procedure(p).enforce, [&](bp::Slot slot, bool) {
    if (slot < graph.globals()) live.insert(slot);
  });
  Interface out;
  for (bp::Slot slot = 0; slot < graph.globals(); ++slot) {
    const std::uint32_t name = names_.name(slot);
    if (path_edges_.mod_ref().writes(p, slot)) out.written.push_back(name);
    if (!path_edges_.mod_ref().touches(p, slot)) continue;
    out.touched.push_back(name);
    if (live.contains(slot) || path_edges_.liveness().live(entry, slot))
      out.live_globals.push_back(name);
  }
  for (std::uint32_t i = 0; i < graph.procedure(p).formals; ++i)
    if (path_edges_.liveness().live(entry, graph.globals() + i)) out.live_formals.push_back(i);
  for (std::vector<std::uint32_t>* names : {&out.written, &out.touched, &out.live_globals})
    std::ranges::sort(*names);
  return out;
}

std::optional<ProcedureRecord> Exploration::record(ProcedureId p) {
  if (!complete_[p]) return std::nullopt;
  if (!writer_) writer_.emplace(part_.graph(), path_edges_.slots(), names_, snapshot_);
  const Bdd entries = clean_entries(p);
  const Bdd& summary = path_edges_.summary(p);
  ProcedureRecord out;
  out.interface = snapshot_.add_interface(interface_of(p));
  out.formals = part_.graph().procedure(p).formals;
  out.results = part_.graph().procedure(p).results;
  out.entries = writer_->write(entries);
  out.summary = writer_->write(errors_[p].is_false() ? summary : only(p, summary, entries));
  const auto& known = records_[part_.whole(p)];
  out.has_errors = !errors_[p].is_false() || (known && known->has_errors != 0) ? 1 : 0;
  return out;
}

bool Exploration::covers(ProcedureId p, const ProcedureRecord& now, const ProcedureRecord& before) {
  if (now.interface != before.interface || now.formals != before.formals ||
      now.results != before.results)
    return false;
  if (now.entries == before.entries && now.summary == before.summary) return true;
  const Bdd entries = reader_.read_entries(before.entries);
  if (!(entries <= reader_.read_entries(now.entries))) return false;
  const DiagramReader::FormalCopies formals = copies(p);
  return only(p, reader_.read_summary(now.summary, formals), entries) ==
         reader_.read_summary(before.summary, formals);
}

}  // namespace hardbop::engine
