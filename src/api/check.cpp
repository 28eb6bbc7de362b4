// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <optional>

#include "api/certificate.hpp"
#include "api/convert.hpp"
#include "api/implementation.hpp"
#include "api/properties.hpp"
#include "engine/explicit/draw.hpp"
#include "engine/fixpoint/algorithms.hpp"
#include "engine/fixpoint/fixpoint_engine.hpp"
#include "engine/registry.hpp"
#include "trace/replay.hpp"
#include "util/budget.hpp"
#include "util/invariant.hpp"
#include "util/spelling.hpp"
#include "util/statistics.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop {

namespace {

/// Of a name or a file; nothing where there is no such.
std::optional<std::string> algorithm_text(const std::string& name) {
  for (const engine::Algorithm& algorithm : engine::algorithms())
    if (algorithm.name == name) return std::string(algorithm.text);
  std::ifstream file(name, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file || text.size() >= SourceFile::max_size) return std::nullopt;
  return text;
}

/// Why no engine can be asked about the program; empty where one can.
std::string unsupported(const Program::Implementation& program) {
  const auto at = [&](SourceSpan span) {
    const Location place = api::locate(program.source(), span.begin);
    return fmt::format("{}:{}:{}", place.file, place.line, place.column);
  };
  const bp::Symbols& symbols = program.symbols();
  if (symbols.foreign)
    return fmt::format("another thread's copy of a variable ('x$') is not supported, at {}",
                       at(*symbols.foreign));
  if (symbols.concurrent)
    return fmt::format("concurrent programs are not supported yet, at {}", at(*symbols.concurrent));
  return {};
}

class Check {
 public:
  Check(const Program::Implementation& program, const Question& question)
      : program_(program), question_(question), budget_(api::make_budget(question)) {
    answer_.input = program.source().name();
    answer_.engine = question.engine;
  }

  Answer run() {
    try {
      decide();
    } catch (const InternalError& error) {
      answer_.results.clear();
      answer_.internal_error = error.what();
    } catch (const std::bad_alloc&) {
      for (PropertyResult& result : answer_.results)
        if (result.verdict == Verdict::Unknown) result.reason = "memory exhausted";
    }
    write_statistics();
    return std::move(answer_);
  }

 private:
  const Program::Implementation& program_;
  const Question& question_;
  Budget budget_;
  Statistics statistics_;
  Answer answer_;
  std::vector<bp::Target> properties_;

  void decide() {
    const engine::EngineInfo* const info = choose_engine();
    const std::string reason = unsupported(program_);
    properties_ = api::properties(program_, question_, answer_.errors);
    engine::Query query;
    if (reason.empty() || !question_.entries.empty())
      query.entries = api::entries(program_, question_, answer_.errors);
    if (question_.trace_shortest == "expanded") {
      query.shortest = engine::Shortest::Expanded;
    } else if (question_.trace_shortest != "hierarchical") {
      refuse(
          fmt::format("no such kind of shortest trace: {}", quote_name(question_.trace_shortest)));
    }
    if (info != nullptr && info->name == "fixpoint" && reason.empty()) choose_algorithm(query);
    if (question_.certify && !reason.empty()) refuse(fmt::format("no certificate: {}", reason));
    if (!answer_.errors.empty()) return;
    for (const bp::Target& property : properties_) add_result(property, reason);
    if (properties_.empty() && question_.certify)
      answer_.no_certificate = "there is nothing to check";
    if (properties_.empty())
      answer_.nothing = question_.all_labels ? "the program has no label"
                                             : "no assertion, and no label ERROR or SLIC_ERROR";
    if (!reason.empty()) return;
    query.state_limit = question_.state_limit;
    query.economies = {!question_.no_live, !question_.no_modref, !question_.no_slice,
                       !question_.no_compress};
    if (question_.coverage) cover(*info, query);
    if (properties_.empty()) return;
    query.want_traces = question_.traces || question_.certify;
    for (const bp::Target& property : properties_) query.targets.push_back(property.vertices);
    const auto findings = info->make()->run(program_.graph(), query, budget_, statistics_);
    for (std::size_t i = 0; i < findings.size(); ++i) conclude(i, findings[i], query);
    if (question_.certify)
      api::add_certificate(program_, query, properties_, findings, budget_, answer_);
  }

  /// Asks for every statement, apart from the properties: those may need traces.
  void cover(const engine::EngineInfo& info, engine::Query query) {
    const bp::Graph& graph = program_.graph();
    std::vector<bp::VertexId> statements;
    for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
      const bp::VertexKind kind = graph.vertex(v).kind;
      if (kind == bp::VertexKind::Exit || kind == bp::VertexKind::Error) continue;
      statements.push_back(v);
      query.targets.push_back({v});
    }
    const auto findings = info.make()->run(graph, query, budget_, statistics_);
    Coverage& coverage = answer_.coverage.emplace();
    coverage.statements = statements.size();
    for (std::size_t i = 0; i < statements.size(); ++i) {
      const bp::Vertex& vertex = graph.vertex(statements[i]);
      if (findings[i].outcome == engine::Outcome::Unknown) coverage.incomplete = findings[i].reason;
      if (findings[i].outcome != engine::Outcome::Unreachable) continue;
      coverage.unreachable.push_back({std::string(graph.procedure_name(vertex.procedure)),
                                      api::locate(program_.source(), vertex.at),
                                      graph.statement_text(statements[i])});
    }
  }

  void refuse(std::string text) {
    answer_.errors.push_back(
        {Message::Kind::Error, {answer_.input, 0, 0}, std::move(text), "", ""});
  }

  const engine::EngineInfo* choose_engine() {
    const engine::EngineInfo* const info = question_.engine == "auto"
                                               ? &engine::engines().front()
                                               : engine::find_engine(question_.engine);
    if (info == nullptr) {
      refuse(fmt::format("no engine {}", quote_name(question_.engine)));
    } else {
      answer_.engine = info->name;
    }
    return info;
  }

  /// A name, or a file that is read and checked here.
  void choose_algorithm(engine::Query& query) {
    query.frontier = !question_.no_frontier;
    const std::optional<std::string> text = algorithm_text(question_.algorithm);
    if (!text) {
      SpellingHint hint(question_.algorithm);
      for (const engine::Algorithm& one : engine::algorithms()) hint.offer(one.name);
      Message& error = answer_.errors.emplace_back();
      error.at.file = question_.algorithm;
      error.text = "no such algorithm, and no file that can be read";
      error.hint = hint.hint();
      return;
    }
    query.algorithm = std::make_shared<const SourceFile>(question_.algorithm, *text);
    const Diagnostics problems =
        engine::check_algorithm(engine::ProgramRelations(program_.graph()), query.algorithm);
    for (const Message& message : api::to_messages(problems, *query.algorithm))
      answer_.errors.push_back(message);
  }

  void add_result(const bp::Target& property, const std::string& reason) {
    PropertyResult result;
    result.kind =
        property.is_assertion() ? PropertyResult::Kind::Assert : PropertyResult::Kind::Label;
    result.property = property.name;
    result.reason = reason;
    place(result, property, 0);
    answer_.results.push_back(std::move(result));
  }

  void place(PropertyResult& result, const bp::Target& property, std::size_t target) const {
    const bp::Graph& graph = program_.graph();
    result.procedure = graph.procedure_name(graph.vertex(property.vertices[target]).procedure);
    result.at = api::locate(program_.source(), property.places[target]);
  }

  void conclude(std::size_t i, const engine::Finding& finding, const engine::Query& query) {
    PropertyResult& result = answer_.results[i];
    switch (finding.outcome) {
      case engine::Outcome::Reached: result.verdict = Verdict::Violated; break;
      case engine::Outcome::Unreachable: result.verdict = Verdict::Holds; break;
      case engine::Outcome::Unknown: result.verdict = Verdict::Unknown; break;
    }
    result.reason = finding.reason;
    if (finding.outcome == engine::Outcome::Reached) {
      const auto& targets = query.targets[i];
      const auto reached = std::find(targets.begin(), targets.end(), finding.reached);
      place(result, properties_[i], static_cast<std::size_t>(reached - targets.begin()));
    }
    if (!finding.trace) {
      if (finding.outcome == engine::Outcome::Reached && query.want_traces)
        result.reason = fmt::format("no trace: {}", budget_.reason());
      return;
    }
    const auto objection =
        trace::replay(program_.graph(), *finding.trace, query.entries, query.targets[i]);
    if (objection)
      throw InternalError(
          fmt::format("the trace of {} does not replay: {}", result.property, *objection));
    if (!question_.traces) return;
    result.trace = api::to_public(
        program_.graph(), trace::expand(program_.graph(), *finding.trace, question_.trace_limit));
    result.trace->note = finding.note;
    std::string& arrival = result.trace->end.statement;
    if (result.kind == PropertyResult::Kind::Assert) {
      arrival = "assertion fails";
    } else {
      arrival = fmt::format("{}: {}", properties_[i].label, arrival);
    }
  }

  void write_statistics() {
    statistics_.set("time.total_s", budget_.seconds());
    statistics_.set("memory.peak_bytes", static_cast<std::uint64_t>(peak_resident_bytes()));
    for (const auto& [path, value] : statistics_.entries())
      answer_.statistics.emplace_back(path, value);
  }
};

}  // namespace

Answer check(const Program& program, const Question& question) {
  return Check(program.implementation(), question).run();
}

std::vector<EngineDescription> engines() {
  std::vector<EngineDescription> out;
  for (const engine::EngineInfo& info : engine::engines())
    out.push_back({info.name, info.description});
  return out;
}

DrawingResult draw_points(const Program& program, const Question& question) {
  const Program::Implementation& implementation = program.implementation();
  if (std::string reason = unsupported(implementation); !reason.empty())
    return {"", std::move(reason)};
  std::vector<Message> errors;
  const std::vector<bp::ProcedureId> entries = api::entries(implementation, question, errors);
  if (!errors.empty()) return {"", errors.front().text};
  Budget budget = api::make_budget(question);
  auto [dot, error] = engine::draw_points(implementation.graph(), entries, budget);
  return {std::move(dot), std::move(error)};
}

}  // namespace hardbop
