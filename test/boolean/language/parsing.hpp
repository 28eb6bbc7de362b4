// SPDX-License-Identifier: MIT
// What the tests of this layer share: a text taken as far as one wants it.
#pragma once

#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "boolean/language/checker.hpp"
#include "boolean/language/graph.hpp"
#include "boolean/language/parser.hpp"
#include "boolean/language/printer.hpp"

namespace hardbop::bp::test {

/// The messages of one severity as "line:column: text", in the order found.
inline std::vector<std::string> messages(const Diagnostics& diagnostics, const SourceFile& source,
                                         Severity severity) {
  std::vector<std::string> out;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != severity) continue;
    const LineColumn place = source.locate(diagnostic.at.begin);
    out.push_back(fmt::format("{}:{}: {}", place.line, place.column, diagnostic.text));
  }
  return out;
}

/// A text, and the program it parses to.
struct Parsed {
  Diagnostics diagnostics;
  std::shared_ptr<const SourceFile> source;
  Program program;

  explicit Parsed(std::string text, Dialect dialect = Dialect::Standard)
      : source(std::make_shared<SourceFile>("test.bp", std::move(text))),
        program(parse_program(source, dialect, diagnostics)) {}

  [[nodiscard]] bool fine() const { return !diagnostics.has_errors(); }
  [[nodiscard]] std::vector<std::string> errors() const {
    return messages(diagnostics, *source, Severity::Error);
  }
  [[nodiscard]] std::vector<std::string> warnings() const {
    return messages(diagnostics, *source, Severity::Warning);
  }
  /// The hint of each error, in order.
  [[nodiscard]] std::vector<std::string> hints() const {
    std::vector<std::string> out;
    for (const Diagnostic& diagnostic : diagnostics.all())
      if (diagnostic.severity == Severity::Error) out.push_back(diagnostic.hint);
    return out;
  }
};

/// A text that parses, checked as well.
struct Checked : Parsed {
  Symbols symbols;

  explicit Checked(std::string text, Dialect dialect = Dialect::Standard)
      : Parsed(std::move(text), dialect) {
    if (fine()) symbols = check_program(program, diagnostics);
  }
};

/// The text in canonical form.
inline std::string formatted(const std::string& text, Dialect dialect = Dialect::Standard) {
  const Parsed parsed(text, dialect);
  return parsed.fine() ? print_program(parsed.program) : "error: " + parsed.errors().front();
}

/// The statements of a procedure's body, without nested ones.
inline std::vector<const Statement*> body_of(const Program& program, ProcedureId procedure = 0) {
  std::vector<const Statement*> out;
  for (std::uint32_t i = program.procedures[procedure].body; i != no_index;
       i = program.statements[i].next)
    out.push_back(&program.statements[i]);
  return out;
}

}  // namespace hardbop::bp::test
