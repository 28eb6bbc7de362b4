// SPDX-License-Identifier: MIT
// Control-flow graphs for those who look at them: statements that follow each other are one block.
#include <algorithm>

#include "product/api/c_read.hpp"
#include "product/api/c_trace.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/page.hpp>

namespace hardbop {

namespace {

using BlockKind = FlowBlock::Kind;

/// The graph of one procedure, a vertex for each statement.
class FlowGraph {
 public:
  std::size_t add(BlockKind kind, std::optional<Location> at) {
    vertices_.push_back({kind, std::move(at), {}});
    return vertices_.size() - 1;
  }
  void connect(std::size_t from, std::size_t to, const char* label = "") {
    vertices_[from].next.emplace_back(to, label);
  }

  /// With blocks for what can be reached from the entry.
  [[nodiscard]] ControlFlow get(std::string name, std::size_t entry) {
    ControlFlow out;
    out.procedure = std::move(name);
    find_order(entry);
    std::vector<std::size_t> block(vertices_.size(), 0);
    for (const std::size_t v : order_) {
      if (v == entry || !continues_[v]) out.blocks.emplace_back();
      block[v] = v == entry || !continues_[v] ? out.blocks.size() - 1 : block[before_[v]];
      FlowBlock& mine = out.blocks[block[v]];
      const Vertex& vertex = vertices_[v];
      if (vertex.kind != BlockKind::Plain) mine.kind = vertex.kind;
      if (vertex.at && (mine.statements.empty() || mine.statements.back() != *vertex.at))
        mine.statements.push_back(*vertex.at);
    }
    for (const std::size_t v : order_)
      for (const auto& [to, label] : vertices_[v].next)
        if (to == entry || !continues_[to]) out.edges.push_back({block[v], block[to], label});
    return out;
  }

 private:
  struct Vertex {
    BlockKind kind;
    std::optional<Location> at;
    std::vector<std::pair<std::size_t, const char*>> next;
  };
  std::vector<Vertex> vertices_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> before_;  // of those that continue a block
  std::vector<bool> continues_;

  /// Depth first, so that a block's vertices follow each other.
  void find_order(std::size_t entry) {
    std::vector<std::size_t> arrivals(vertices_.size(), 0);
    std::vector<bool> seen(vertices_.size(), false);
    std::vector<std::size_t> open{entry};
    seen[entry] = true;
    while (!open.empty()) {
      const std::size_t v = open.back();
      open.pop_back();
      order_.push_back(v);
      const auto& next = vertices_[v].next;
      for (auto at = next.rbegin(); at != next.rend(); ++at) {
        ++arrivals[at->first];
        if (seen[at->first]) continue;
        seen[at->first] = true;
        open.push_back(at->first);
      }
    }
    before_.assign(vertices_.size(), 0);
    continues_.assign(vertices_.size(), false);
    for (const std::size_t v : order_) {
      if (vertices_[v].next.size() != 1) continue;
      const std::size_t to = vertices_[v].next.front().first;
      const BlockKind kind = vertices_[to].kind;
      before_[to] = v;
      continues_[to] = arrivals[to] == 1 && (kind == BlockKind::Plain || kind == BlockKind::Branch);
    }
  }
};

BlockKind block_kind(bp::VertexKind kind) {
  switch (kind) {
    case bp::VertexKind::Branch: return BlockKind::Branch;
    case bp::VertexKind::Exit: return BlockKind::Exit;
    case bp::VertexKind::Error: return BlockKind::Error;
    default: return BlockKind::Plain;
  }
}

ControlFlow flow_of(const Program& program, const bp::Graph& graph, bp::ProcedureId p) {
  const bp::GraphProcedure& procedure = graph.procedure(p);
  const std::uint32_t first = procedure.vertices.first;
  const SourceFile& source = program.implementation().source();
  FlowGraph out;
  for (std::uint32_t i = 0; i < procedure.vertices.count; ++i) {
    const bp::Vertex& vertex = graph.vertex(first + i);
    std::optional<Location> at;
    if (vertex.kind != bp::VertexKind::Exit) {
      const LineColumn place = source.locate(vertex.at);
      at = {program.name(), place.line, place.column};
    }
    out.add(block_kind(vertex.kind), std::move(at));
  }
  for (std::uint32_t i = 0; i < procedure.vertices.count; ++i) {
    const bp::Vertex& vertex = graph.vertex(first + i);
    const bool is_choice = vertex.otherwise != bp::no_index;
    for (std::uint32_t t = 0; t < vertex.targets.count; ++t)
      out.connect(i, graph.targets()[vertex.targets.first + t] - first);
    if (vertex.next != bp::no_index) out.connect(i, vertex.next - first, is_choice ? "T" : "");
    if (is_choice) out.connect(i, vertex.otherwise - first, "F");
  }
  return out.get(std::string(graph.procedure_name(p)), procedure.entry - first);
}

BlockKind block_kind(c::Statement::Kind kind) {
  switch (kind) {
    case c::Statement::Kind::Branch: return BlockKind::Branch;
    case c::Statement::Kind::Return:
    case c::Statement::Kind::Halt: return BlockKind::Exit;
    case c::Statement::Kind::Error:
    case c::Statement::Kind::Fault:
    case c::Statement::Kind::Unsupported: return BlockKind::Error;
    default: return BlockKind::Plain;
  }
}

/// Checks that Clang's tree does not show, such as that of a subscript, are no branches.
bool is_fault(const c::Program& program, c::StatementId id) {
  return id != c::none && program.statements[id].kind == c::Statement::Kind::Fault;
}

ControlFlow flow_of(const c::Program& program, const c::Function& function) {
  std::map<c::StatementId, std::size_t> number;
  FlowGraph out;
  for (const c::StatementId id : function.statements) {
    const c::Statement& statement = program.statements[id];
    const bool checks = is_fault(program, statement.next) || is_fault(program, statement.otherwise);
    number[id] = out.add(checks ? BlockKind::Plain : block_kind(statement.kind),
                         api::to_location(program, statement.at));
  }
  for (const c::StatementId id : function.statements) {
    const c::Statement& statement = program.statements[id];
    const bool is_choice = statement.otherwise != c::none && !is_fault(program, statement.next) &&
                           !is_fault(program, statement.otherwise);
    const auto connect = [&](c::StatementId to, const char* label) {
      if (to == c::none || is_fault(program, to) || !number.contains(to)) return;
      out.connect(number[id], number[to], is_choice ? label : "");
    };
    connect(statement.next, statement.is_negated ? "F" : "T");
    connect(statement.otherwise, statement.is_negated ? "T" : "F");
  }
  return out.get(function.name, number.at(function.entry));
}

}  // namespace

std::vector<ControlFlow> find_control_flow(const Program& program) {
  const bp::Graph& graph = program.implementation().graph();
  std::vector<ControlFlow> out;
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    out.push_back(flow_of(program, graph, p));
  return out;
}

std::vector<ControlFlow> find_c_control_flow(const std::vector<CSource>& sources,
                                             const COptions& options) {
  std::vector<ControlFlow> out;
  const c::ParseResult parsed = c::parse(api::to_sources(sources), api::to_reading(options));
  if (!parsed.program) return out;
  for (const c::FunctionId id : parsed.program->functions.ids()) {
    const c::Function& function = parsed.program->functions[id];
    if (function.is_defined && !function.is_library && id != parsed.program->environment &&
        function.entry != c::none)
      out.push_back(flow_of(*parsed.program, function));
  }
  return out;
}

}  // namespace hardbop
