// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "boolean/export/c.hpp"
#include "boolean/export/chc.hpp"
#include "boolean/export/promela.hpp"
#include "product/api/properties.hpp"
#include <hardbop/export.hpp>

namespace hardbop {

namespace {

/// What a person finds at the top of the text, by language.
std::vector<std::string> explanation(ExportLanguage language) {
  switch (language) {
    case ExportLanguage::Chc:
      return {"sat: no run reaches it; unsat: some run does.",
              "Variables: g_x a global now, l_x a local, r_1 a result; .entry at the procedure's "
              "entry,",
              ".next after the step, .argument and .exit of a callee."};
    case ExportLanguage::C:
      return {"A run reaches it if and only if a run of this program calls reach_error()."};
    case ExportLanguage::Promela:
      return {"A run reaches it if and only if a run of this program fails an assertion.",
              "g_x is the global x, l2_x the local x of procedure 2, pc the place of the run."};
  }
  return {};
}

class Export {
 public:
  Export(const Program::Implementation& program, const ExportOptions& options)
      : program_(program), options_(options) {}

  ExportResult run() {
    const bp::Symbols& symbols = program_.symbols();
    if (symbols.concurrent) refuse(*symbols.concurrent, "concurrent programs cannot be exported");
    if (symbols.foreign)
      refuse(*symbols.foreign, "references to another thread's variables cannot be exported");
    Question question;
    question.labels = options_.labels;
    question.all_labels = options_.all_labels;
    question.entries = options_.entries;
    const std::vector<bp::Target> properties = api::properties(program_, question, errors_);
    exporting::Problem problem{program_.graph(), {}, {}, {}};
    if (errors_.empty()) problem.entries = api::entries(program_, question, errors_);
    describe(properties, problem);
    std::string text;
    if (errors_.empty()) text = write(problem);
    std::string error;
    for (const Message& message : errors_) error += message.to_string();
    return {std::move(text), std::move(error)};
  }

 private:
  const Program::Implementation& program_;
  const ExportOptions& options_;
  std::vector<Message> errors_;

  void refuse(SourceSpan span, std::string text) {
    errors_.push_back({Message::Kind::Error, api::locate(program_.source(), span.begin),
                       std::move(text), "", excerpt(span, program_.source())});
  }

  void describe(const std::vector<bp::Target>& properties, exporting::Problem& problem) const {
    problem.about = {
        fmt::format("hardbop export: {}", program_.source().name()),
        properties.empty() ? "There is nothing to check." : "Can a run reach one of these?"};
    for (const bp::Target& property : properties) {
      problem.about.push_back("  " + property.name);
      problem.targets.insert(problem.targets.end(), property.vertices.begin(),
                             property.vertices.end());
    }
    const std::vector<std::string> lines = explanation(options_.to);
    problem.about.insert(problem.about.end(), lines.begin(), lines.end());
  }

  std::string write(const exporting::Problem& problem) {
    switch (options_.to) {
      case ExportLanguage::Chc: return exporting::to_chc(problem);
      case ExportLanguage::C: return exporting::to_c(problem);
      case ExportLanguage::Promela: break;
    }
    const bp::Graph& graph = program_.graph();
    const bp::VertexId call = exporting::find_calls(problem).recursive;
    if (call == bp::no_index) return exporting::to_promela(problem);
    const bp::Vertex& vertex = graph.vertex(call);
    refuse(program_.program().statements[vertex.statement].span,
           fmt::format("recursive programs cannot be exported to Promela: {} is recursive",
                       quote_name(graph.procedure_name(vertex.callee))));
    return {};
  }
};

}  // namespace

ExportResult export_program(const Program& program, const ExportOptions& options) {
  return Export(program.implementation(), options).run();
}

}  // namespace hardbop
