// SPDX-License-Identifier: MIT
// Whatever the bytes: the parser answers with a program or with errors that have a place.
// A program can be printed; the print parses, in either dialect, to the same program and is
// its own print. The checker takes every program, and one without errors has a graph whose
// every edge leads somewhere. A text that starts with '$' is of the dialect of SATABS.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "boolean/language/checker.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/language/parser.hpp"
#include "boolean/language/printer.hpp"

namespace {

using namespace hardbop;
using namespace hardbop::bp;

void demand(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "the fuzzer found: %s\n", what);
  std::abort();
}

void render_all(const Diagnostics& diagnostics, const SourceFile& source) {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    demand(diagnostic.at.begin <= diagnostic.at.end, "a place that ends before it starts");
    demand(diagnostic.at.end <= source.text().size(), "a place outside of the text");
    demand(!render(diagnostic, source).empty(), "an empty message");
  }
}

void reprint(const Program& program, const std::string& printed, Dialect dialect) {
  Diagnostics diagnostics;
  const auto source = std::make_shared<SourceFile>("printed.bp", printed);
  const Program again = parse_program(source, dialect, diagnostics);
  demand(!diagnostics.has_errors(), "a print that does not parse");
  demand(diagnostics.warnings() == 0, "a print that dialects read differently");
  demand(same_program(program, again), "a print that is another program");
  demand(again.comments.size() == program.comments.size(), "a print that loses a comment");
  demand(print_program(again) == printed, "a print that is not its own print");
}

void walk(const Graph& graph) {
  const auto inside = [&](VertexId v) { return v == no_index || v < graph.vertices().size(); };
  for (VertexId v = 0; v < graph.vertices().size(); ++v) {
    const Vertex& vertex = graph.vertex(v);
    demand(inside(vertex.next) && inside(vertex.otherwise), "an edge to nowhere");
    demand(!graph.statement_text(v).empty(), "a statement without text");
    for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
      demand(graph.targets()[vertex.targets.first + i] < graph.vertices().size(),
             "a goto to nowhere");
  }
  for (const GraphProcedure& procedure : graph.procedures())
    demand(procedure.entry < graph.vertices().size(), "a procedure without entry");
  for (const GraphLabel& label : graph.labels())
    demand(label.vertex < graph.vertices().size(), "a label without vertex");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  const bool satabs = text.starts_with('$');
  if (satabs) text.erase(0, 1);
  Diagnostics diagnostics;
  const auto source = std::make_shared<SourceFile>("fuzz.bp", std::move(text));
  const Program program =
      parse_program(source, satabs ? Dialect::Satabs : Dialect::Standard, diagnostics);
  if (diagnostics.has_errors()) {
    render_all(diagnostics, *source);
    return 0;
  }
  const std::string printed = print_program(program);
  reprint(program, printed, Dialect::Standard);
  reprint(program, printed, Dialect::Satabs);
  const Symbols symbols = check_program(program, diagnostics);
  render_all(diagnostics, *source);
  if (!diagnostics.has_errors()) walk(Graph(program, symbols));
  return 0;
}
