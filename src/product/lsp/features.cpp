// SPDX-License-Identifier: MIT
#include "product/lsp/features.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "product/lsp/reachable.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop::lsp {

namespace {

// Numbers of the protocol.
constexpr int error_severity = 1;
constexpr int warning_severity = 2;

int symbol_number(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::Procedure:
    case SymbolKind::Relation:
    case SymbolKind::Query: return 12;  // Function
    case SymbolKind::Type: return 23;   // Struct
    case SymbolKind::Label: return 20;  // Key
    case SymbolKind::Thread: return 2;  // Module
    default: return 13;                 // Variable
  }
}

Json location_of(const Document& document, SourceSpan at) {
  return {{"uri", document.uri()}, {"range", document.positions().range(at)}};
}

/// `what` is a label to check, or the number of a query to solve.
Json lens(const Document& document, SourceSpan at, const std::string& title,
          const std::string& command, const Json& what) {
  return {
      {"range", document.positions().range(at)},
      {"command", {{"title", title}, {"command", command}, {"arguments", {document.uri(), what}}}}};
}

Json system_lenses(const Document& document) {
  Json out = Json::array();
  for (const SourceSpan at : document.queries())
    out.push_back(lens(document, at, "solve", "hardbop.solve", out.size()));
  return out;
}

std::string values_text(const TraceStep& step) {
  std::string out;
  for (const VariableValue& variable : step.state)
    out += fmt::format("{}{}={}", out.empty() ? "" : ", ", variable.name,
                       std::get<bool>(variable.value) ? 1 : 0);
  return out;
}

Json trace_of(const Document& document, const Trace& trace) {
  Json steps = Json::array();
  for (const TraceStep& step : trace.steps) {
    const SourceOffset begin =
        document.positions().offset(step.at.line - 1, std::uint64_t{step.at.column} - 1);
    const auto end = static_cast<SourceOffset>(begin + step.statement.size());
    steps.push_back({{"range", document.positions().range({begin, end})},
                     {"depth", step.depth},
                     {"statement", step.statement},
                     {"values", values_text(step)}});
  }
  return steps;
}

}  // namespace

Json diagnostics_json(const Document& document) {
  Json out = Json::array();
  for (const Diagnostic& one : document.diagnostics().all()) {
    const bool is_error = one.severity == Severity::Error;
    out.push_back({{"range", document.positions().range(one.at)},
                   {"severity", is_error ? error_severity : warning_severity},
                   {"source", "hardbop"},
                   {"message", one.hint.empty() ? one.text : one.text + "\nhint: " + one.hint}});
  }
  return out;
}

Json hover_json(const Document& document, SourceOffset offset) {
  const Occurrence* const found = document.occurrence_at(offset);
  if (found == nullptr) return nullptr;
  std::string text = found->about;
  if (document.program() != nullptr) {
    text = describe(*document.program(), document.symbols(), *found);
    if (const std::string values = reachable_values(document, *found); !values.empty())
      text += "\n" + values;
  }
  return {{"contents", {{"kind", "plaintext"}, {"value", text}}},
          {"range", document.positions().range(found->at)}};
}

Json definition_json(const Document& document, SourceOffset offset) {
  const Occurrence* const found = document.occurrence_at(offset);
  if (found == nullptr) return nullptr;
  for (const Occurrence& one : document.occurrences())
    if (one.is_definition && one.symbol == found->symbol) return location_of(document, one.at);
  return nullptr;
}

Json references_json(const Document& document, SourceOffset offset, bool with_definition) {
  Json out = Json::array();
  const Occurrence* const found = document.occurrence_at(offset);
  if (found == nullptr) return out;
  for (const Occurrence& one : document.occurrences())
    if (one.symbol == found->symbol && (with_definition || !one.is_definition))
      out.push_back(location_of(document, one.at));
  return out;
}

Json symbols_json(const Document& document) {
  Json out = Json::array();
  for (const Occurrence& one : document.occurrences()) {
    if (!one.is_definition || one.symbol.kind == SymbolKind::Local) continue;
    out.push_back(
        {{"name", std::string(document.text().substr(one.at.begin, one.at.end - one.at.begin))},
         {"kind", symbol_number(one.symbol.kind)},
         {"location", location_of(document, one.at)}});
  }
  return out;
}

Json formatting_json(const Document& document) {
  const FormatResult formatted = format(std::string(document.text()), document.language());
  if (!formatted.text) return nullptr;
  if (*formatted.text == document.text()) return Json::array();
  return Json::array({{{"range", document.positions().whole()}, {"newText", *formatted.text}}});
}

Json lenses_json(const Document& document) {
  if (document.language() == Language::Calculus) return system_lenses(document);
  Json out = Json::array();
  const bp::Program* const program = document.program();
  if (program == nullptr) return out;
  for (const Occurrence& one : document.occurrences()) {
    if (one.symbol.kind != SymbolKind::Label || !one.is_definition) continue;
    const bp::NameRef procedure = program->procedures[one.symbol.owner].name;
    const std::string_view label = program->source->text(one.at);
    out.push_back(lens(document, one.at, "check this label", "hardbop.check",
                       fmt::format("{}.{}", program->text(procedure.name), label)));
  }
  for (const bp::Statement& statement : program->statements)
    if (statement.kind == bp::StatementKind::Assert)
      out.push_back(lens(document, statement.span, "check the assertions", "hardbop.check", ""));
  return out;
}

CheckedPlace check_place(const Document& document, const std::string& label, double seconds) {
  const ParseResult parsed = parse(std::string(document.text()), {.name = document.uri()});
  if (!parsed.program) return {"the program has errors", Json::array()};
  Question question;
  if (!label.empty()) question.labels = {label};
  question.timeout = seconds;
  question.traces = true;
  const Answer answer = check(*parsed.program, question);
  if (!answer.errors.empty()) return {answer.errors.front().text, Json::array()};
  CheckedPlace out{"", Json::array()};
  for (const PropertyResult& result : answer.results) {
    out.message += fmt::format("{}{}: {}", out.message.empty() ? "" : "; ", result.property,
                               to_string(result.verdict));
    if (!result.reason.empty()) out.message += " (" + result.reason + ")";
    if (result.trace && out.trace.empty()) out.trace = trace_of(document, *result.trace);
  }
  if (out.message.empty()) out.message = "there is nothing to check";
  return out;
}

std::string solve_query(const Document& document, std::size_t query, double seconds) {
  SolveOptions options;
  options.timeout = seconds;
  Solution solution = solve(std::string(document.text()), options);
  if (solution.errors != 0) return "the system has errors";
  if (!solution.internal_error.empty()) return solution.internal_error;
  if (query >= solution.queries.size()) return "there is no such query";
  solution.queries = {solution.queries[query]};
  return to_text(solution);
}

}  // namespace hardbop::lsp
