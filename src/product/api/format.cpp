// SPDX-License-Identifier: MIT
#include "boolean/calculus/parser.hpp"
#include "boolean/calculus/printer.hpp"
#include "boolean/language/parser.hpp"
#include "boolean/language/printer.hpp"
#include "c/rules/parser.hpp"
#include "c/rules/printer.hpp"
#include "product/api/messages.hpp"
#include <hardbop/format.hpp>

namespace hardbop {

namespace {

/// Reads a text, and prints it where there were no errors.
using CanonicalForm = std::string(const std::shared_ptr<const SourceFile>&, OperatorDialect,
                                  Diagnostics&);

std::string canonical_program(const std::shared_ptr<const SourceFile>& source,
                              OperatorDialect dialect, Diagnostics& diagnostics) {
  const bp::Program program =
      bp::parse_program(source, static_cast<bp::Dialect>(dialect), diagnostics);
  return diagnostics.has_errors() ? "" : bp::print_program(program);
}

std::string canonical_system(const std::shared_ptr<const SourceFile>& source,
                             OperatorDialect /*dialect*/, Diagnostics& diagnostics) {
  static_cast<void>(calculus::parse(source, diagnostics));
  return diagnostics.has_errors() ? "" : calculus::print_system(source->text());
}

std::string canonical_rule(const std::shared_ptr<const SourceFile>& source,
                           OperatorDialect /*dialect*/, Diagnostics& diagnostics) {
  static_cast<void>(rules::parse_rule(*source, "rule", diagnostics));
  return diagnostics.has_errors() ? "" : rules::print_rule(source->text());
}

FormatResult formatted(std::string text, const ParseOptions& options, CanonicalForm& form) {
  if (text.size() >= SourceFile::max_size)
    return api::refused_as_too_large<FormatResult>(options.name);
  Diagnostics diagnostics;
  const auto source = std::make_shared<const SourceFile>(options.name, std::move(text));
  std::string canonical = form(source, options.dialect, diagnostics);
  FormatResult result;
  if (!diagnostics.has_errors()) result.text = std::move(canonical);
  result.messages = api::to_messages(diagnostics, *source);
  result.errors = diagnostics.errors();
  return result;
}

}  // namespace

Language language_of(std::string_view path) {
  if (path.ends_with(".fx")) return Language::Calculus;
  if (path.ends_with(".slic")) return Language::Rule;
  return Language::BooleanProgram;
}

FormatResult format(std::string text, Language language, const ParseOptions& options) {
  switch (language) {
    case Language::BooleanProgram: return format(std::move(text), options);
    case Language::Calculus: return formatted(std::move(text), options, canonical_system);
    case Language::Rule: return formatted(std::move(text), options, canonical_rule);
  }
  return {};
}

/// Who formats Boolean programs alone, as the validator does, needs no other parser.
FormatResult format(std::string text, const ParseOptions& options) {
  return formatted(std::move(text), options, canonical_program);
}

}  // namespace hardbop
