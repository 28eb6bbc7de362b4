// SPDX-License-Identifier: MIT
#include "boolean/language/dot.hpp"

#include <fmt/format.h>
#include <iterator>

namespace hardbop::bp {

namespace {

constexpr std::size_t longest_text = 80;

class Drawing {
 public:
  explicit Drawing(const Graph& graph) : graph_(graph) {}

  std::string run() {
    write("digraph program {{\n");
    write("  node [shape=box, fontname=monospace, fontsize=10];\n");
    write("  edge [color=blue, fontsize=9];\n");
    for (ProcedureId p = 0; p < graph_.procedures().size(); ++p) cluster(p);
    for (VertexId v = 0; v < graph_.vertices().size(); ++v) arrows(v);
    write("}}\n");
    return std::move(out_);
  }

 private:
  const Graph& graph_;
  std::string out_;

  template <typename... Arguments>
  void write(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
  }

  [[nodiscard]] std::string text_of(VertexId v) const {
    const Vertex& vertex = graph_.vertex(v);
    const std::uint32_t line = graph_.program().source->locate(vertex.at).line;
    switch (vertex.kind) {
      case VertexKind::Exit:
        return fmt::format("exit of {}", graph_.procedure_name(vertex.procedure));
      case VertexKind::Error: return fmt::format("error: assertion of line {}", line);
      default: return fmt::format("{}: {}{}", line, labels_of(vertex), graph_.statement_text(v));
    }
  }

  [[nodiscard]] std::string labels_of(const Vertex& vertex) const {
    std::string out;
    const Program& program = graph_.program();
    const Range labels = program.statements[vertex.statement].labels;
    for (std::uint32_t i = 0; i < labels.count; ++i)
      out += fmt::format("{}: ", program.text(program.refs[labels.first + i].name));
    return out;
  }

  void cluster(ProcedureId p) {
    const GraphProcedure& procedure = graph_.procedure(p);
    write("  subgraph cluster_{} {{\n    label={};\n", p, dot_string(graph_.procedure_name(p)));
    write("    entry{0} [shape=point]; entry{0} -> v{1};\n", p, procedure.entry);
    for (std::uint32_t i = 0; i < procedure.vertices.count; ++i) {
      const VertexId v = procedure.vertices.first + i;
      write("    v{} [label={}{}];\n", v, dot_string(text_of(v)), style_of(graph_.vertex(v).kind));
    }
    write("  }}\n");
  }

  [[nodiscard]] static std::string_view style_of(VertexKind kind) {
    switch (kind) {
      case VertexKind::Branch: return ", shape=diamond";
      case VertexKind::Exit: return ", shape=oval";
      case VertexKind::Error: return ", shape=octagon, color=red";
      default: return "";
    }
  }

  void arrows(VertexId v) {
    const Vertex& vertex = graph_.vertex(v);
    switch (vertex.kind) {
      case VertexKind::Goto:
        for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
          write("  v{} -> v{};\n", v, graph_.targets()[vertex.targets.first + i]);
        break;
      case VertexKind::Branch:
      case VertexKind::Assert:
        write("  v{} -> v{} [label=T];\n", v, vertex.next);
        write("  v{} -> v{} [label=F];\n", v, vertex.otherwise);
        break;
      case VertexKind::Call:
        write("  v{} -> v{} [color=green];\n", v, graph_.procedure(vertex.callee).entry);
        write("  v{} -> v{} [color=black, style=dashed, constraint=false];\n",
              graph_.procedure(vertex.callee).exit, vertex.next);
        write("  v{} -> v{} [style=invis];\n", v, vertex.next);
        break;
      default:
        if (vertex.next != no_index) write("  v{} -> v{};\n", v, vertex.next);
    }
  }
};

}  // namespace

std::string graph_dot(const Graph& graph) {
  return Drawing(graph).run();
}

std::string dot_string(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size() && out.size() < longest_text; ++i) {
    const char c = text[i];
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20U ? ' ' : c;
  }
  if (out.size() >= longest_text) {
    while ((static_cast<unsigned char>(out.back()) & 0x80U) != 0) out.pop_back();
    out += "...";
  }
  return out + "\"";
}

}  // namespace hardbop::bp
