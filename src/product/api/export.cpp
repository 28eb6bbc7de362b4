// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "boolean/export/boogie.hpp"
#include "boolean/export/c.hpp"
#include "boolean/export/chc.hpp"
#include "boolean/export/moped.hpp"
#include "boolean/export/promela.hpp"
#include "boolean/export/promela_threads.hpp"
#include "boolean/logic/parse.hpp"
#include "product/api/messages.hpp"
#include "product/api/properties.hpp"
#include "words/export/aiger.hpp"
#include "words/export/btor2.hpp"
#include "words/transform/from_bp.hpp"
#include <hardbop/export.hpp>

namespace hardbop {

namespace {

/// What a person finds at the top of the text, by language.
std::vector<std::string> explanation(ExportLanguage language, bool is_claim, bool has_threads) {
  switch (language) {
    case ExportLanguage::Chc:
      return {"sat: no run reaches it; unsat: some run does.",
              "Variables: g_x a global now, l_x a local, r_1 a result; .entry at the procedure's "
              "entry,",
              ".next after the step, .argument and .exit of a callee."};
    case ExportLanguage::C:
      return {"A run reaches it if and only if a run of this program calls reach_error()."};
    case ExportLanguage::Promela: {
      const std::string names =
          "g_x is the global x, l2_x the local x of procedure 2, pc the place of the run.";
      if (is_claim) return {names};
      const std::string meaning =
          "A run reaches it if and only if a run of this program fails an assertion.";
      if (!has_threads) return {meaning, names};
      return {meaning, names,
              "Threads may wait for ever: use pan's option -E. At most 250 run at a time."};
    }
    case ExportLanguage::Moped:
      return {"A run reaches it if and only if label ERROR is reachable: moped FILE ERROR"};
    case ExportLanguage::Boogie:
      return {"A run reaches it if and only if a run from start fails an assertion."};
    case ExportLanguage::Aiger:
    case ExportLanguage::Aag:
    case ExportLanguage::Btor2:
      return {"A run reaches it if and only if a bad state is reachable.",
              "pc is the place of the run; f.0.x is the variable x of procedure f."};
  }
  return {};
}

std::string_view language_name(ExportLanguage language) {
  if (language == ExportLanguage::Promela) return "Promela";
  return language == ExportLanguage::Btor2 ? "BTOR2" : "AIGER";
}

class Export {
 public:
  Export(const Program::Implementation& program, const ExportOptions& options)
      : program_(program), options_(options) {}

  ExportResult run() {
    refuse_threads();
    Question question;
    question.labels = options_.labels;
    question.all_labels = options_.all_labels;
    question.entries = options_.entries;
    std::vector<bp::Target> properties;
    if (options_.ltl.empty())
      properties = api::properties(program_, question, errors_);
    else
      read_claim();
    exporting::Problem problem{program_.graph(), {}, {}, {}};
    if (errors_.empty()) start(question, problem);
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
  std::optional<bp::Threads> threads_;  // of a concurrent program
  std::optional<temporal::Formula> claim_;

  void refuse_threads() {
    const bp::Symbols& symbols = program_.symbols();
    const bool is_promela = options_.to == ExportLanguage::Promela;
    if (symbols.concurrent && !is_promela)
      refuse(*symbols.concurrent, "concurrent programs can be exported to Promela only");
    if (symbols.concurrent && !options_.ltl.empty())
      refuse(*symbols.concurrent, "formulas about concurrent programs cannot be exported");
    if (symbols.foreign)
      refuse(*symbols.foreign, "references to another thread's variables cannot be exported");
  }

  void read_claim() {
    const SourceFile source("ExportOptions::ltl", options_.ltl);
    Diagnostics diagnostics;
    const SourceSpan all{0, static_cast<SourceOffset>(source.text().size())};
    claim_ =
        temporal::parse_formula(source, all, temporal::Logic::Ltl, program_.graph(), diagnostics);
    if (claim_ && exporting::has_next(*claim_))
      diagnostics.error(all, "formulas with X cannot be exported",
                        "a step of the program may be several steps of the model");
    if (options_.to != ExportLanguage::Promela)
      diagnostics.error(all, "formulas can be exported to Promela only");
    for (Message& message : api::to_messages(diagnostics, source))
      errors_.push_back(std::move(message));
  }

  /// Where runs begin.
  void start(const Question& question, exporting::Problem& problem) {
    if (!program_.symbols().concurrent) {
      problem.entries = api::entries(program_, question, errors_);
      return;
    }
    const bp::ProcedureId first = api::first_thread(program_, question, errors_);
    if (!errors_.empty()) return;
    threads_.emplace(program_.graph(), first);
    problem.entries = exporting::thread_procedures(*threads_);
    for (const bp::ProcedureId p : exporting::find_calls(problem).procedures)
      if (!program_.graph().procedure(p).enforce.empty())
        refuse(*program_.symbols().concurrent,
               fmt::format("concurrent programs with 'enforce' cannot be exported: {} has one",
                           quote_name(program_.graph().procedure_name(p))));
  }

  void refuse(SourceSpan span, std::string text) {
    errors_.push_back({Message::Kind::Error, api::locate(program_.source(), span.begin),
                       std::move(text), "", excerpt(span, program_.source())});
  }

  void describe(const std::vector<bp::Target>& properties, exporting::Problem& problem) const {
    problem.about = {fmt::format("hardbop export: {}", program_.source().name())};
    if (claim_) {
      problem.about.insert(problem.about.end(),
                           {"Do all runs satisfy this formula? " + options_.ltl,
                            "They do if and only if no run violates the claim 'asked'."});
    } else {
      problem.about.emplace_back(properties.empty() ? "There is nothing to check."
                                                    : "Can a run reach one of these?");
    }
    for (const bp::Target& property : properties) {
      problem.about.push_back("  " + property.name);
      problem.targets.insert(problem.targets.end(), property.vertices.begin(),
                             property.vertices.end());
    }
    const std::vector<std::string> lines =
        explanation(options_.to, claim_.has_value(), threads_.has_value());
    problem.about.insert(problem.about.end(), lines.begin(), lines.end());
  }

  std::string write(const exporting::Problem& problem) {
    if (options_.to == ExportLanguage::Chc) return exporting::to_chc(problem);
    if (options_.to == ExportLanguage::C) return exporting::to_c(problem);
    if (options_.to == ExportLanguage::Moped) return exporting::to_moped(problem);
    if (options_.to == ExportLanguage::Boogie) return exporting::to_boogie(problem);
    const bp::VertexId call = exporting::find_calls(problem).recursive;
    if (call != bp::no_index) {
      refuse_recursion(call);
      return {};
    }
    if (threads_) return exporting::to_promela(*threads_, problem);
    if (options_.to == ExportLanguage::Promela)
      return exporting::to_promela(problem, claim_ ? &*claim_ : nullptr);
    return write_model(problem);
  }

  void refuse_recursion(bp::VertexId call) {
    const bp::Graph& graph = program_.graph();
    const bp::Vertex& vertex = graph.vertex(call);
    refuse(
        program_.program().statements[vertex.statement].span,
        fmt::format("recursive programs cannot be exported to {}: {} is recursive",
                    language_name(options_.to), quote_name(graph.procedure_name(vertex.callee))));
  }

  std::string write_model(const exporting::Problem& problem) {
    constexpr std::size_t most_blocks = 2'000'000;
    // A call that no path leads to can make procedures recursive for the one who makes copies; a
    // run is never deeper than there are procedures.
    const auto depth = static_cast<unsigned>(problem.graph.procedures().size());
    const std::optional<words::InlinedProgram> program =
        words::inline_calls(problem.graph, problem.entries, depth, most_blocks);
    if (!program) {
      errors_.push_back({Message::Kind::Error, api::locate(program_.source(), 0),
                         "the program is too large for a finite model", "", ""});
      return {};
    }
    words::Goal goal{"reached", {}};
    for (const bp::VertexId v : problem.targets)
      goal.blocks.insert(goal.blocks.end(), program->blocks[v].begin(), program->blocks[v].end());
    words::TransitionSystem system = words::transition_system(program->graph, {goal});
    if (options_.to == ExportLanguage::Btor2) return words::to_btor2(system, problem.about);
    const bool is_binary = options_.to == ExportLanguage::Aiger;
    return words::to_aiger(std::move(system),
                           is_binary ? words::AigerForm::Binary : words::AigerForm::Ascii,
                           problem.about);
  }
};

constexpr ExportFormat formats[] = {
    {"chc", ExportLanguage::Chc, true},   {"c", ExportLanguage::C},
    {"promela", ExportLanguage::Promela}, {"moped", ExportLanguage::Moped},
    {"boogie", ExportLanguage::Boogie},   {"aiger", ExportLanguage::Aiger, true, true},
    {"aag", ExportLanguage::Aag, true},   {"btor2", ExportLanguage::Btor2, true},
};

}  // namespace

std::span<const ExportFormat> export_formats() {
  return formats;
}

const ExportFormat* find_export_format(std::string_view name) {
  for (const ExportFormat& format : formats)
    if (format.name == name) return &format;
  return nullptr;
}

ExportResult export_program(const Program& program, const ExportOptions& options) {
  return Export(program.implementation(), options).run();
}

}  // namespace hardbop
