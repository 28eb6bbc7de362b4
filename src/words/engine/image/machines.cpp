// SPDX-License-Identifier: MIT
#include "words/engine/image/machines.hpp"

#include <algorithm>

#include "words/engine/image/node_limit.hpp"

namespace hardbop::image {

using bdd::Bdd;
using words::BlockId;
using words::VariableId;

namespace {

constexpr std::size_t most_nodes = 50'000;  // of the relation between two groups

}  // namespace

Bdd Machines::code(BlockId b, const std::vector<bdd::Var>& vars) const {
  std::vector<bdd::Literal> literals;
  for (unsigned i = 0; i < grouping_.bits(grouping_.group_of[b]); ++i)
    literals.push_back({vars[i], (grouping_.code[b] >> i & 1U) != 0});
  return layout_.manager().cube(literals);
}

Bdd Machines::counter_cube(GroupId g) const {
  const auto first = layout_.counter().begin();
  return layout_.manager().cube(std::vector<bdd::Var>(first, first + grouping_.bits(g)));
}

Bdd Machines::part(BlockId b, const Bdd& set) const {
  const GroupId g = grouping_.group_of[b];
  if (grouping_.bits(g) == 0) return set;
  return bdd::and_exists(set, at(b), counter_cube(g));
}

void Machines::leave_blocks(GroupId g, const Bdd& set, const Visit& visit) {
  for (const BlockId b : grouping_.groups[g]) {
    const Bdd here = part(b, set);
    if (here.is_false()) continue;
    images_.leave(b, here, [&](std::size_t e, const Bdd& image) {
      const BlockId to = reduction_.graph.blocks[b].edges[e].to;
      const GroupId h = grouping_.group_of[to];
      visit(h, grouping_.bits(h) == 0 ? image : image & at(to));
    });
  }
}

std::vector<Machines::Transfer>& Machines::transfers(GroupId g) {
  if (transfers_[g]) return *transfers_[g];
  std::map<GroupId, Transfer> found;
  for (const BlockId b : grouping_.groups[g]) {
    const std::vector<words::Edge>& edges = reduction_.graph.blocks[b].edges;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      Transfer& transfer = found[grouping_.group_of[edges[e].to]];
      transfer.to = grouping_.group_of[edges[e].to];
      transfer.edges.push_back({b, e, edges[e].to});
    }
  }
  transfers_[g].emplace();
  for (auto& [to, transfer] : found) transfers_[g]->push_back(std::move(transfer));
  return *transfers_[g];
}

/// The variables live at some end of which an edge of the transfer changes the value or forgets it.
std::vector<VariableId> Machines::moved(const Transfer& transfer) const {
  std::vector<bool> is_moved(reduction_.graph.variables.size(), false);
  std::vector<bool> is_live(is_moved);
  for (const EdgeRef& edge : transfer.edges)
    for (VariableId v = 0; v < is_live.size(); ++v)
      if (liveness_.live(edge.to, v)) is_live[v] = true;
  for (const EdgeRef& edge : transfer.edges) {
    for (const words::Assignment& assignment : reduction_.graph.blocks[edge.from].assignments)
      is_moved[assignment.variable] = true;
    for (VariableId v = 0; v < is_live.size(); ++v)
      if (!liveness_.live(edge.to, v)) is_moved[v] = true;
  }
  std::vector<VariableId> out;
  for (VariableId v = 0; v < is_live.size(); ++v)
    if (is_live[v] && is_moved[v] && !layout_.current(v).empty()) out.push_back(v);
  return out;
}

Bdd Machines::relation(const EdgeRef& edge, const std::vector<VariableId>& moved) {
  const EdgePlan& plan = images_.plan(edge.from, edge.edge);
  Bdd out = images_.relation(edge.from, edge.edge) & code(edge.from, layout_.counter()) &
            code(edge.to, layout_.next_counter());
  const bdd::Manager& manager = layout_.manager();
  for (const VariableId v : moved) {
    if (!std::ranges::binary_search(plan.kept, v)) continue;
    for (std::size_t i = 0; i < layout_.current(v).size(); ++i)
      out &= bdd::iff(manager.var(layout_.current(v)[i]), manager.var(layout_.next(v)[i]));
  }
  return out;
}

void Machines::make(GroupId g, Transfer& transfer) {
  transfer.is_made = true;
  const bdd::Manager& manager = layout_.manager();
  const std::vector<VariableId> moved = this->moved(transfer);
  std::vector<bdd::Var> quantified;
  std::vector<std::pair<bdd::Var, bdd::Var>> renamed;
  for (unsigned i = 0; i < grouping_.bits(g); ++i) quantified.push_back(layout_.counter()[i]);
  for (unsigned i = 0; i < grouping_.bits(transfer.to); ++i)
    renamed.emplace_back(layout_.next_counter()[i], layout_.counter()[i]);
  for (VariableId v = 0; v < reduction_.graph.variables.size(); ++v) {
    const bool is_moved = std::ranges::binary_search(moved, v);
    const bool stays = std::ranges::any_of(
        transfer.edges, [&](const EdgeRef& edge) { return liveness_.live(edge.to, v); });
    for (std::size_t i = 0; i < layout_.current(v).size(); ++i) {
      if (is_moved || !stays) quantified.push_back(layout_.current(v)[i]);
      if (is_moved) renamed.emplace_back(layout_.next(v)[i], layout_.current(v)[i]);
    }
  }
  transfer.quantified = manager.cube(quantified);
  if (!renamed.empty()) transfer.renaming = manager.renaming(std::move(renamed));
  transfer.relation = manager.zero();
  for (const EdgeRef& edge : transfer.edges) {
    transfer.relation |= relation(edge, moved);
    if (bdd::node_count(transfer.relation) > most_nodes) {
      transfer.is_too_large = true;
      transfer.relation = Bdd();
      return;
    }
  }
}

void Machines::leave(GroupId g, const Bdd& set, const Visit& visit) {
  if (grouping_.bits(g) == 0) return leave_blocks(g, set, visit);
  std::vector<Transfer>& all = transfers(g);
  for (Transfer& transfer : all) {
    if (transfer.is_made) continue;
    if (!within_limit(layout_.manager(), 10 * most_nodes, [&] { make(g, transfer); }))
      transfer.is_too_large = true;
  }
  if (std::ranges::any_of(all, [](const Transfer& t) { return t.is_too_large; }))
    return leave_blocks(g, set, visit);
  for (const Transfer& transfer : all) {
    const Bdd image =
        transfer.renaming
            ? bdd::and_exists(set, transfer.relation, transfer.quantified, *transfer.renaming)
            : bdd::and_exists(set, transfer.relation, transfer.quantified);
    if (!image.is_false()) visit(transfer.to, image);
  }
}

}  // namespace hardbop::image
