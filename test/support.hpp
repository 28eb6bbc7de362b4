// SPDX-License-Identifier: MIT
// What tests of several layers need.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <string_view>

#include "boolean/language/checker.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/language/parser.hpp"
#include "repetitions.hpp"

namespace hardbop::test {

/// Figure 1 of [ball00]: R can be reached in 6 steps, 16 with those inside calls; S cannot.
constexpr const char* figure_1 = R"(decl g;
main() begin
  decl h;
  h := !g; A(g,h); skip; A(g,h); skip;
  if (g) then R: skip; else S: skip; fi
end
A(a1,a2) begin
  if (a1) then A(a2,a1); skip; else g := a2; fi
end)";

/// A program from text that must be free of errors.
class Sample {
 public:
  explicit Sample(std::string text)
      : source_(std::make_shared<const SourceFile>("test.bp", std::move(text))),
        program_(bp::parse_program(source_, bp::Dialect::Standard, diagnostics_)),
        symbols_(checked()),
        graph_(program_, symbols_) {}

  [[nodiscard]] const bp::Graph& graph() const { return graph_; }

  [[nodiscard]] bp::ProcedureId procedure(std::string_view name) const {
    return program_.find_procedure(name);
  }
  /// The vertex of the only label of that name.
  [[nodiscard]] bp::VertexId label(std::string_view name) const {
    for (const bp::GraphLabel& label : graph_.labels())
      if (program_.text(label.name) == name) return label.vertex;
    ADD_FAILURE() << "no label " << name;
    return bp::no_index;
  }
  /// The error vertices of all assertions, in the order of the text.
  [[nodiscard]] std::vector<bp::VertexId> errors() const {
    std::vector<bp::VertexId> found;
    for (bp::VertexId v = 0; v < graph_.vertices().size(); ++v)
      if (graph_.vertex(v).kind == bp::VertexKind::Error) found.push_back(v);
    return found;
  }

 private:
  Diagnostics diagnostics_;
  std::shared_ptr<const SourceFile> source_;
  bp::Program program_;
  bp::Symbols symbols_;
  bp::Graph graph_;

  bp::Symbols checked() {
    fail_on_errors();
    bp::Symbols symbols = bp::check_program(program_, diagnostics_);
    fail_on_errors();
    return symbols;
  }
  void fail_on_errors() const {
    if (!diagnostics_.has_errors()) return;
    for (const Diagnostic& diagnostic : diagnostics_.all())
      if (diagnostic.severity == Severity::Error) ADD_FAILURE() << render(diagnostic, *source_);
    throw std::runtime_error("the sample has errors");
  }
};

}  // namespace hardbop::test
