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

/// Empty if there are errors.
std::string canonical_form(const std::shared_ptr<const SourceFile>& source, Language language,
                           OperatorDialect dialect, Diagnostics& diagnostics) {
  switch (language) {
    case Language::BooleanProgram: {
      const bp::Program program =
          bp::parse_program(source, static_cast<bp::Dialect>(dialect), diagnostics);
      return diagnostics.has_errors() ? "" : bp::print_program(program);
    }
    case Language::Calculus:
      static_cast<void>(calculus::parse(source, diagnostics));
      return diagnostics.has_errors() ? "" : calculus::print_system(source->text());
    case Language::Rule:
      static_cast<void>(rules::parse_rule(*source, "rule", diagnostics));
      return diagnostics.has_errors() ? "" : rules::print_rule(source->text());
  }
  return {};
}

}  // namespace

Language language_of(std::string_view path) {
  if (path.ends_with(".fx")) return Language::Calculus;
  if (path.ends_with(".slic")) return Language::Rule;
  return Language::BooleanProgram;
}

FormatResult format(std::string text, Language language, const ParseOptions& options) {
  FormatResult result;
  if (text.size() >= SourceFile::max_size) {
    result.messages.push_back(api::too_large(options.name));
    result.errors = 1;
    return result;
  }
  Diagnostics diagnostics;
  const auto source = std::make_shared<const SourceFile>(options.name, std::move(text));
  std::string canonical = canonical_form(source, language, options.dialect, diagnostics);
  if (!diagnostics.has_errors()) result.text = std::move(canonical);
  result.messages = api::to_messages(diagnostics, *source);
  result.errors = diagnostics.errors();
  return result;
}

FormatResult format(std::string text, const ParseOptions& options) {
  return format(std::move(text), Language::BooleanProgram, options);
}

}  // namespace hardbop
