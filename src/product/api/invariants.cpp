// SPDX-License-Identifier: MIT
// The engine's diagrams are about slots, which procedures share, and have negated edges. Users get
// diagrams about names without such edges.
#include "product/api/invariants.hpp"

#include <map>

#include "boolean/engine/summary/proof.hpp"
#include "boolean/language/targets.hpp"

namespace hardbop::api {

namespace {

constexpr std::uint32_t node_of_false = 0;
constexpr std::uint32_t node_of_true = 1;
/// A formula of more terms than this is left out: people do not read it.
constexpr std::size_t most_terms = 16;

class Naming {
 public:
  Naming(const bp::Graph& graph, const trace::Invariant& invariant, Invariants& out)
      : graph_(graph), invariant_(invariant), out_(out) {
    out_.nodes.resize(2);
  }

  /// Procedures should come one after the other: nodes are shared within one.
  std::uint32_t add(bp::ProcedureId p, trace::DiagramRef root) {
    if (p != procedure_) known_.clear();
    procedure_ = p;
    std::vector<trace::DiagramRef> open{root};
    while (!open.empty()) {
      const trace::DiagramRef ref = open.back();
      if (find(ref)) {
        open.pop_back();
        continue;
      }
      const auto [high, low] = parts(ref);
      const auto named_high = find(high);
      const auto named_low = find(low);
      if (!named_high) open.push_back(high);
      if (!named_low) open.push_back(low);
      if (!named_high || !named_low) continue;
      known_.emplace(key(ref), static_cast<std::uint32_t>(out_.nodes.size()));
      const bp::Slot slot = invariant_.nodes[ref.node()].decision.index;
      out_.nodes.push_back({graph_.slot_name(p, slot), *named_high, *named_low});
      open.pop_back();
    }
    return *find(root);
  }

 private:
  const bp::Graph& graph_;
  const trace::Invariant& invariant_;
  Invariants& out_;
  bp::ProcedureId procedure_ = bp::no_index;
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> known_;  // of the procedure

  [[nodiscard]] static std::pair<std::uint32_t, bool> key(trace::DiagramRef ref) {
    return {ref.node(), ref.negated()};
  }
  [[nodiscard]] std::optional<std::uint32_t> find(trace::DiagramRef ref) const {
    if (ref == trace::diagram_true) return node_of_true;
    if (ref == trace::diagram_false) return node_of_false;
    const auto found = known_.find(key(ref));
    if (found == known_.end()) return std::nullopt;
    return found->second;
  }
  [[nodiscard]] std::pair<trace::DiagramRef, trace::DiagramRef> parts(trace::DiagramRef ref) const {
    const trace::DiagramNode& node = invariant_.nodes[ref.node()];
    if (ref.negated()) return {!node.high, !node.low};
    return {node.high, node.low};
  }
};

/// A term for each way to true; empty if there are many. No way is a dead end but false itself, so
/// this takes as long as the formula is.
std::string formula_of(const Invariants& invariants, std::uint32_t root) {
  if (root <= node_of_true) return root == node_of_true ? "T" : "F";
  struct Way {
    std::uint32_t node;
    std::string term;
  };
  std::string out;
  std::size_t terms = 0;
  std::vector<Way> open{{root, {}}};
  while (!open.empty()) {
    const Way way = std::move(open.back());
    open.pop_back();
    if (way.node == node_of_false) continue;
    if (way.node == node_of_true) {
      if (++terms > most_terms) return {};
      out += (out.empty() ? "" : " | ") + way.term;
      continue;
    }
    const DiagramNode& node = invariants.nodes[way.node];
    const std::string term = way.term.empty() ? "" : way.term + " & ";
    open.push_back({node.low, term + "!" + node.variable});
    open.push_back({node.high, term + node.variable});
  }
  return out;
}

std::vector<std::string> variables_of(const bp::Graph& graph, bp::ProcedureId p) {
  std::vector<std::string> out;
  for (bp::Slot slot = 0; slot != graph.first_result(p); ++slot)
    if (slot >= graph.globals() || !graph.is_hidden(p, slot))
      out.push_back(graph.slot_name(p, slot));
  return out;
}

}  // namespace

Invariants find_invariants(const Program::Implementation& program,
                           const std::vector<bp::ProcedureId>& entries, Budget& budget) {
  Invariants out;
  const bp::Graph& graph = program.graph();
  const engine::Proof found = engine::reachable_states(graph, entries, budget);
  if (!found.invariant) {
    out.incomplete = found.reason;
    return out;
  }
  Naming naming(graph, *found.invariant, out);
  for (const bp::VertexId v : bp::all_statements(graph)) {
    const bp::Vertex& vertex = graph.vertex(v);
    Invariant& one = out.statements.emplace_back();
    one.procedure = graph.procedure_name(vertex.procedure);
    if (!out.variables.contains(one.procedure))
      out.variables.emplace(one.procedure, variables_of(graph, vertex.procedure));
    one.at = locate(program.source(), vertex.at);
    one.statement = graph.statement_text(v);
    one.diagram = naming.add(vertex.procedure, found.invariant->at[v]);
    one.formula = formula_of(out, one.diagram);
  }
  return out;
}

}  // namespace hardbop::api
