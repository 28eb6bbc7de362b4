// SPDX-License-Identifier: MIT
// What tests of several layers need.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <string_view>

#include "boolean/language/checked_program.hpp"
#include "boolean/language/checker.hpp"
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
  explicit Sample(std::string text) : checked_(checked(std::move(text))) {}

  [[nodiscard]] const bp::Graph& graph() const { return checked_.graph(); }

  [[nodiscard]] bp::ProcedureId procedure(std::string_view name) const {
    return checked_.program().find_procedure(name);
  }
  /// The vertex of the only label of that name.
  [[nodiscard]] bp::VertexId label(std::string_view name) const {
    for (const bp::GraphLabel& label : graph().labels())
      if (checked_.program().text(label.name) == name) return label.vertex;
    ADD_FAILURE() << "no label " << name;
    return bp::no_index;
  }
  /// The error vertices of all assertions, in the order of the text.
  [[nodiscard]] std::vector<bp::VertexId> errors() const {
    std::vector<bp::VertexId> found;
    for (bp::VertexId v = 0; v < graph().vertices().size(); ++v)
      if (graph().vertex(v).kind == bp::VertexKind::Error) found.push_back(v);
    return found;
  }

 private:
  bp::CheckedProgram checked_;

  static bp::CheckedProgram checked(std::string text) {
    Diagnostics diagnostics;
    const auto source = std::make_shared<const SourceFile>("test.bp", std::move(text));
    auto program = std::make_shared<const bp::Program>(
        bp::parse_program(source, bp::Dialect::Standard, diagnostics));
    fail_on_errors(*source, diagnostics);
    bp::Symbols symbols = bp::check_program(*program, diagnostics);
    fail_on_errors(*source, diagnostics);
    return {std::move(program), std::move(symbols)};
  }
  static void fail_on_errors(const SourceFile& source, const Diagnostics& diagnostics) {
    if (!diagnostics.has_errors()) return;
    for (const Diagnostic& diagnostic : diagnostics.all())
      if (diagnostic.severity == Severity::Error) ADD_FAILURE() << render(diagnostic, source);
    throw std::runtime_error("the sample has errors");
  }
};

}  // namespace hardbop::test
