// SPDX-License-Identifier: MIT
#include "boolean/engine/store/procedure_text.hpp"

namespace hardbop::engine {

namespace {

constexpr std::uint64_t global_bit = std::uint64_t{1} << 63U;
/// At most so many words of a procedure or a vertex do not belong to a list.
constexpr std::size_t fixed_words = 8;

class TextWriter {
 public:
  TextWriter(const bp::Graph& graph, const std::vector<Digest>& names,
             const std::vector<bp::VertexId>& marks)
      : graph_(graph), names_(names), marked_(graph.vertices().size()) {
    for (const bp::VertexId v : marks) marked_[v] = true;
    for (const bp::NameRef& name : graph.symbols().shared)
      globals_.push_back(digest_of(graph.program().text(name.name)).low | global_bit);
  }

  Digest text(bp::ProcedureId p) {
    const bp::GraphProcedure& procedure = graph_.procedure(p);
    count_ = 0;
    make_room(fixed_words);
    add(procedure.formals, procedure.locals);
    add(procedure.results, procedure.vertices.count);
    first_ = procedure.vertices.first;
    add(relative(procedure.entry), relative(procedure.exit));
    expression(procedure.enforce);
    for (std::uint32_t i = 0; i < procedure.vertices.count; ++i) vertex(first_ + i);
    return digest_of(std::span<const std::uint64_t>(words_).first(count_));
  }

 private:
  const bp::Graph& graph_;
  const std::vector<Digest>& names_;    // of procedures
  std::vector<std::uint64_t> globals_;  // by slot
  std::vector<bool> marked_;
  std::vector<std::uint64_t> words_;  // the first count_ of them, and room for more
  std::size_t count_ = 0;
  bp::VertexId first_ = 0;

  /// For all that is added next: every word of the program comes by here.
  void make_room(std::size_t more) {
    if (words_.size() < count_ + more) [[unlikely]]
      grow(more);
  }
  [[gnu::noinline]] void grow(std::size_t more) { words_.resize(2 * (count_ + more)); }
  void add(std::uint64_t word) { words_[count_++] = word; }
  void add(std::uint64_t high, std::uint64_t low) { add((high << 32U) | low); }
  [[nodiscard]] std::uint64_t relative(bp::VertexId v) const {
    return v == bp::no_index ? v : v - first_;
  }
  [[nodiscard]] std::uint64_t variable(bp::Slot slot) const {
    return slot < globals_.size() ? globals_[slot] : slot - globals_.size();
  }

  /// Nodes are in post-order, so their operators say how they belong together.
  void expression(bp::ExprRange range) {
    const bp::Program& program = graph_.program();
    const std::size_t nodes = range.empty() ? 0 : range.root - range.first + 1;
    make_room(1 + 2 * nodes);
    add(nodes);
    for (std::uint32_t node = range.first; node <= range.root; ++node) {
      const bp::Op op = program.nodes[node].op;
      add(static_cast<std::uint64_t>(op));
      if (op == bp::Op::Name || op == bp::Op::NextName)
        add(variable(graph_.slot(graph_.symbols().node_variables[node])));
    }
  }

  void vertex(bp::VertexId v) {
    const bp::Vertex& vertex = graph_.vertex(v);
    const std::uint64_t flags = (vertex.has_constrain ? 1U : 0U) | (marked_[v] ? 2U : 0U);
    make_room(fixed_words + vertex.targets.count);
    add(static_cast<std::uint64_t>(vertex.kind), flags);
    add(relative(vertex.next), relative(vertex.otherwise));
    if (vertex.kind == bp::VertexKind::Skip || vertex.kind == bp::VertexKind::Error) return;
    if (vertex.callee != bp::no_index) {
      add(names_[vertex.callee].low);
      add(names_[vertex.callee].high);
    }
    add(vertex.targets.count, vertex.exprs.count);
    for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
      add(relative(graph_.targets()[vertex.targets.first + i]));
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
      expression(graph_.program().expressions[vertex.exprs.first + i]);
    if (vertex.kind == bp::VertexKind::Goto) return;  // its names are labels
    make_room(1 + vertex.names.count);
    add(vertex.names.count);
    for (std::uint32_t i = 0; i < vertex.names.count; ++i)
      add(variable(graph_.left_hand_side(vertex.names.first + i)));
  }
};

}  // namespace

std::vector<Digest> procedure_texts(const bp::Graph& graph, const std::vector<Digest>& names,
                                    const std::vector<bp::VertexId>& marks) {
  TextWriter writer(graph, names, marks);
  std::vector<Digest> out;
  out.reserve(graph.procedures().size());
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) out.push_back(writer.text(p));
  return out;
}

std::vector<Digest> procedure_names(const bp::Graph& graph) {
  std::vector<Digest> out;
  out.reserve(graph.procedures().size());
  for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p)
    out.push_back(digest_of(graph.procedure_name(p)));
  return out;
}

}  // namespace hardbop::engine
