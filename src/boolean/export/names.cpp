// SPDX-License-Identifier: MIT
#include "boolean/export/names.hpp"

#include <fmt/format.h>

namespace hardbop::exporting {

std::string identifier(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') ||
                          (c == '_' && (i + 1 == name.size() || name[i + 1] != 'x'));
    if (is_plain) {
      out += c;
    } else {
      out += fmt::format("_x{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string comment(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool joins =
        !out.empty() && ((out.back() == '*' && c == '/') || (out.back() == '/' && c == '*'));
    if (joins) out += ' ';
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7F ? ' ' : c;
  }
  return out;
}

std::string place_comment(const bp::Graph& graph, bp::VertexId v) {
  const bp::Vertex& vertex = graph.vertex(v);
  const LineColumn place = graph.program().source->locate(vertex.at);
  const std::string text = vertex.kind == bp::VertexKind::Error  ? "the assertion fails"
                           : vertex.kind == bp::VertexKind::Exit ? "the end"
                                                                 : graph.statement_text(v);
  return comment(fmt::format("{}:{} {}", place.line, place.column, text));
}

std::string original(std::string_view name) {
  if (identifier(name) == name) return {};
  return fmt::format("  /* {} */", comment(name));
}

std::string heading(const Problem& problem) {
  std::string out;
  for (const std::string& line : problem.about)
    out += fmt::format("{} {}\n", out.empty() ? "/*" : " *", comment(line));
  return out + " */\n";
}

}  // namespace hardbop::exporting
