// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <optional>

#include "base/util/budget.hpp"
#include "base/util/invariant.hpp"
#include "base/util/spelling.hpp"
#include "base/util/statistics.hpp"
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/explicit/draw.hpp"
#include "boolean/engine/fixpoint/algorithms.hpp"
#include "boolean/engine/fixpoint/fixpoint_engine.hpp"
#include "boolean/trace/replay.hpp"
#include "boolean/trace/replay_interleaved.hpp"
#include "product/api/certificate.hpp"
#include "product/api/convert.hpp"
#include "product/api/engines.hpp"
#include "product/api/image_options.hpp"
#include "product/api/implementation.hpp"
#include "product/api/properties.hpp"
#include "product/api/temporal.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop {

namespace {

/// A larger bound on context switches or rounds counts as this one; no search gets so far.
constexpr std::uint64_t most_switches = 1'000'000'000;
/// Each costs a formula a copy of the shared globals.
constexpr std::uint32_t most_switches_of_formulas = 1000;
constexpr const char* sequential_algorithm = "ef";
constexpr const char* concurrent_algorithm = "cs";

/// Of a name or a file; nothing where there is no such.
std::optional<std::string> algorithm_text(const std::string& name) {
  if (const engine::Algorithm* const known = engine::find_algorithm(name))
    return std::string(known->text);
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
  return {};
}

/// The thread from the start of a program whose threads it does not declare, or none.
bp::ProcedureId first_thread(const Program::Implementation& program, const Question& question,
                             std::vector<Message>& errors) {
  const bool declared = bp::Threads::are_declared(program.graph());
  if (declared && question.entries.empty()) return bp::no_index;
  const std::vector<bp::ProcedureId> entries = api::entries(program, question, errors);
  const auto refuse = [&](const char* why) {
    Message& message = errors.emplace_back();
    message.at.file = program.source().name();
    message.text = why;
  };
  if (declared) refuse("--entry: the threads of this program say where they start");
  if (entries.size() > 1) refuse("--entry: a concurrent program starts in one procedure");
  return entries.empty() ? bp::no_index : entries.front();
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
      if (answer_.results.empty()) throw;  // nothing can be said yet
      answer_.certificate.clear();
      if (question_.certify) answer_.no_certificate = "memory exhausted";
      for (PropertyResult& result : answer_.results)
        if (result.verdict == Verdict::Unknown) result.reason = "memory exhausted";
    }
    api::add_statistics(statistics_, budget_, answer_);
    return std::move(answer_);
  }

 private:
  const Program::Implementation& program_;
  const Question& question_;
  Budget budget_;
  Statistics statistics_;
  Answer answer_;
  std::vector<engine::EngineInfo> engines_;
  std::vector<bp::Target> properties_;
  std::size_t searches_left_ = 0;  // with temporal properties

  void decide() {
    engines_ = api::boolean_engines(image_options());
    const engine::EngineInfo* const info = choose_engine();
    const api::TemporalQuestions temporal(program_, question_, answer_.errors);
    std::string reason = unsupported(program_);
    properties_ = api::properties(program_, question_, answer_.errors);
    const bool concurrent = program_.symbols().concurrent.has_value();
    if (concurrent && question_.certify) refuse("no certificate: the program is concurrent");
    if (temporal.asks() && question_.certify)
      refuse("no certificate: temporal properties have none");
    const bp::ProcedureId first =
        concurrent ? first_thread(program_, question_, answer_.errors) : bp::no_index;
    if (question_.context_switches && question_.rounds)
      refuse("--context-switches and --rounds exclude each other");
    engine::Query query;
    if (!concurrent && (reason.empty() || !question_.entries.empty()))
      query.entries = api::entries(program_, question_, answer_.errors);
    if (question_.trace_shortest == "expanded") {
      query.shortest = engine::Shortest::Expanded;
    } else if (question_.trace_shortest != "hierarchical") {
      refuse(
          fmt::format("no such kind of shortest trace: {}", quote_name(question_.trace_shortest)));
    }
    std::optional<bp::Threads> threads;
    if (concurrent && answer_.errors.empty()) threads.emplace(program_.graph(), first);
    if (info != nullptr && info->name == "fixpoint" && reason.empty() && answer_.errors.empty())
      reason = choose_algorithm(query.algorithm, threads);
    if (info != nullptr && info->name == "image" && concurrent && reason.empty())
      reason = "the image engine is for sequential programs";
    if (question_.certify && !concurrent && !reason.empty())
      refuse(fmt::format("no certificate: {}", reason));
    if (!answer_.errors.empty()) return;
    for (const bp::Target& property : properties_) add_result(property, reason);
    temporal.announce(reason, answer_.results);
    if (answer_.results.empty() && question_.certify)
      answer_.no_certificate = "there is nothing to check";
    if (answer_.results.empty())
      answer_.nothing = question_.all_labels ? "the program has no label"
                                             : "no assertion, and no label ERROR or SLIC_ERROR";
    tell();
    if (!reason.empty()) return;
    searches_left_ = temporal.size() + (properties_.empty() ? 0 : 1) + (question_.coverage ? 1 : 0);
    if (concurrent) return decide_concurrent(*threads, query.algorithm);
    query.state_limit = question_.state_limit;
    query.economies = {!question_.no_live, !question_.no_modref, !question_.no_slice,
                       !question_.no_compress};
    if (question_.coverage) cover(*info, query);
    if (!properties_.empty()) decide_reachability(*info, query);
    temporal.decide(*info, query, budget_, statistics_, answer_.results.data() + properties_.size(),
                    [&] { tell(); });
  }

  void tell() const {
    if (question_.on_answer) question_.on_answer(answer_);
  }

  /// Each search has its share of the time that is left.
  void begin_search() { budget_.begin_question(searches_left_--, question_.timeout_per_property); }

  void decide_reachability(const engine::EngineInfo& info, engine::Query& query) {
    query.want_traces = question_.traces || question_.certify;
    for (const bp::Target& property : properties_) query.targets.push_back(property.vertices);
    begin_search();
    const auto findings = info.make()->run(program_.graph(), query, budget_, statistics_);
    for (std::size_t i = 0; i < findings.size(); ++i) conclude(i, findings[i], query);
    tell();
    if (question_.certify)
      api::add_certificate(program_, query, properties_, findings, budget_, answer_);
  }

  [[nodiscard]] engine::Bound bound() const {
    const auto limit = [](std::uint64_t typed) {
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(typed, most_switches));
    };
    if (question_.context_switches)
      return {engine::Bound::Kind::Switches, limit(*question_.context_switches)};
    if (question_.rounds) return {engine::Bound::Kind::Rounds, limit(*question_.rounds)};
    return {};
  }

  [[nodiscard]] std::vector<engine::ConcurrentFinding> ask(
      const bp::Threads& threads, const engine::ConcurrentQuery& query,
      const engine::AlgorithmChoice& algorithm) {
    if (answer_.engine == "fixpoint")
      return engine::evaluate_interleavings(threads, query, algorithm, budget_, statistics_);
    const auto way = question_.engine == "explicit"  ? &engine::explore_interleavings
                     : question_.engine == "summary" ? &engine::simulate_interleavings
                                                     : &engine::decide_concurrent;
    return way(threads, query, budget_, statistics_);
  }

  void decide_concurrent(const bp::Threads& threads, const engine::AlgorithmChoice& algorithm) {
    engine::ConcurrentQuery query;
    query.bound = bound();
    query.state_limit = question_.state_limit;
    query.economies = {!question_.no_live, !question_.no_modref, !question_.no_slice,
                       !question_.no_compress};
    if (question_.coverage) {
      const std::vector<bp::VertexId> statements = all_statements();
      for (const bp::VertexId v : statements) query.targets.push_back({v});
      begin_search();
      report_coverage(statements, ask(threads, query, algorithm));
      query.targets.clear();
    }
    if (properties_.empty()) return;
    query.want_traces = question_.traces;
    for (const bp::Target& property : properties_) query.targets.push_back(property.vertices);
    begin_search();
    const auto findings = ask(threads, query, algorithm);
    for (std::size_t i = 0; i < findings.size(); ++i)
      conclude_concurrent(threads, i, findings[i], query);
  }

  void conclude_concurrent(const bp::Threads& threads, std::size_t i,
                           const engine::ConcurrentFinding& finding,
                           const engine::ConcurrentQuery& query) {
    PropertyResult& result = answer_.results[i];
    result.reason = finding.reason;
    if (finding.outcome == engine::Outcome::Unreachable) {
      const bool bounded = query.bound.kind != engine::Bound::Kind::None;
      result.verdict = bounded ? Verdict::HoldsBounded : Verdict::Holds;
      if (bounded) result.reason = bound_text();
    }
    if (finding.outcome != engine::Outcome::Reached) return;
    set_reached(i, finding.reached, query.targets[i]);
    if (!finding.trace) {
      if (question_.traces && result.reason.empty())
        result.reason = fmt::format("no trace: {}", budget_.reason());
      return;
    }
    if (const auto objection = trace::replay(threads, *finding.trace, query.targets[i]))
      throw InternalError(
          fmt::format("the trace of {} does not replay: {}", result.property, *objection));
    result.trace = api::to_public(threads, *finding.trace, question_.trace_limit);
    result.trace->note = finding.note;
    name_arrival(i);
  }

  [[nodiscard]] std::string bound_text() const {
    const bool rounds = question_.rounds.has_value();
    const std::uint64_t limit = rounds ? *question_.rounds : *question_.context_switches;
    return fmt::format("within {} {}{}", limit, rounds ? "round" : "context switch",
                       limit == 1 ? "" : (rounds ? "s" : "es"));
  }

  [[nodiscard]] std::vector<bp::VertexId> all_statements() const {
    const bp::Graph& graph = program_.graph();
    std::vector<bp::VertexId> statements;
    for (bp::VertexId v = 0; v < graph.vertices().size(); ++v) {
      const bp::VertexKind kind = graph.vertex(v).kind;
      if (kind != bp::VertexKind::Exit && kind != bp::VertexKind::Error) statements.push_back(v);
    }
    return statements;
  }

  /// Asks for every statement, apart from the properties: those may need traces.
  void cover(const engine::EngineInfo& info, engine::Query query) {
    const bp::Graph& graph = program_.graph();
    const std::vector<bp::VertexId> statements = all_statements();
    for (const bp::VertexId v : statements) query.targets.push_back({v});
    begin_search();
    report_coverage(statements, info.make()->run(graph, query, budget_, statistics_));
  }

  template <typename Finding>
  void report_coverage(const std::vector<bp::VertexId>& statements,
                       const std::vector<Finding>& findings) {
    const bp::Graph& graph = program_.graph();
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
    const auto found = question_.engine == "auto" ? engines_.begin()
                                                  : std::ranges::find(engines_, question_.engine,
                                                                      &engine::EngineInfo::name);
    if (found == engines_.end()) {
      refuse(fmt::format("no engine {}", quote_name(question_.engine)));
      return nullptr;
    }
    answer_.engine = found->name;
    return &*found;
  }

  /// A name, or a file that is read and checked here. Why it cannot be asked about this program.
  [[nodiscard]] std::string choose_algorithm(engine::AlgorithmChoice& choice,
                                             const std::optional<bp::Threads>& threads) {
    choice.frontier = !question_.no_frontier;
    std::string name = question_.algorithm;
    if (name == "auto") name = threads ? concurrent_algorithm : sequential_algorithm;
    const engine::Algorithm* const known = engine::find_algorithm(name);
    if (known != nullptr && (known->name == concurrent_algorithm) != threads.has_value())
      return fmt::format("the algorithm {} is for {} programs", name,
                         threads ? "sequential" : "concurrent");
    if (std::string reason = beyond_algorithms(threads); !reason.empty()) return reason;
    const std::optional<std::string> text = algorithm_text(name);
    if (!text) {
      SpellingHint hint(name);
      for (const engine::Algorithm& one : engine::algorithms()) hint.offer(one.name);
      Message& error = answer_.errors.emplace_back();
      error.at.file = name;
      error.text = "no such algorithm, and no file that can be read";
      error.hint = hint.hint();
      return {};
    }
    choice.source = std::make_shared<const SourceFile>(name, *text);
    std::optional<engine::Interleaving> interleaving;
    if (threads) interleaving.emplace(engine::Interleaving{*threads, bound().limit});
    const Diagnostics problems = engine::check_algorithm(
        engine::ProgramRelations(program_.graph(), interleaving), choice.source);
    for (const Message& message : api::to_messages(problems, *choice.source))
      answer_.errors.push_back(message);
    return {};
  }

  [[nodiscard]] image::BooleanOptions image_options() {
    std::vector<std::string> problems;
    image::BooleanOptions out{api::image_options(question_, problems)};
    for (std::string& problem : problems) refuse(std::move(problem));
    constexpr std::uint64_t most = 1'000'000;
    out.recursion_bound = static_cast<unsigned>(std::min(question_.recursion_bound, most));
    return out;
  }

  /// Why the threads, or the bound, are not for algorithms; empty where they are.
  [[nodiscard]] std::string beyond_algorithms(const std::optional<bp::Threads>& threads) const {
    if (!threads) return {};
    if (bound().kind != engine::Bound::Kind::Switches)
      return "the fixpoint engine decides concurrent programs within --context-switches only";
    if (bound().limit > most_switches_of_formulas)
      return fmt::format("the fixpoint engine allows at most {} context switches",
                         most_switches_of_formulas);
    const std::optional<SourceOffset> beyond = engine::beyond_formulas(*threads);
    if (!beyond) return {};
    const Location at = api::locate(program_.source(), *beyond);
    return fmt::format("the fixpoint engine does not support this, at {}:{}:{}", at.file, at.line,
                       at.column);
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
    if (finding.outcome == engine::Outcome::Unreachable) result.verdict = Verdict::Holds;
    result.reason = finding.reason;
    if (finding.outcome == engine::Outcome::Reached)
      set_reached(i, finding.reached, query.targets[i]);
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
    name_arrival(i);
  }

  void set_reached(std::size_t i, bp::VertexId vertex, const std::vector<bp::VertexId>& targets) {
    answer_.results[i].verdict = Verdict::Violated;
    const auto reached = std::ranges::find(targets, vertex);
    place(answer_.results[i], properties_[i], static_cast<std::size_t>(reached - targets.begin()));
  }

  /// Says at the end of a trace what it arrived at.
  void name_arrival(std::size_t i) {
    PropertyResult& result = answer_.results[i];
    std::string& arrival = result.trace->end.statement;
    if (result.kind == PropertyResult::Kind::Assert) {
      arrival = "assertion fails";
    } else {
      arrival = fmt::format("{}: {}", properties_[i].label, arrival);
    }
  }
};

}  // namespace

Answer check(const Program& program, const Question& question) {
  return Check(program.implementation(), question).run();
}

std::vector<EngineDescription> engines() {
  std::vector<EngineDescription> out;
  for (const engine::EngineInfo& info : api::boolean_engines()) {
    out.push_back({info.name, info.description, {}});
    if (info.name != "fixpoint") continue;
    for (const engine::Algorithm& algorithm : engine::algorithms())
      out.back().algorithms.push_back(algorithm.name);
  }
  return out;
}

DrawingResult draw_points(const Program& program, const Question& question) {
  const Program::Implementation& implementation = program.implementation();
  if (std::string reason = unsupported(implementation); !reason.empty())
    return {"", std::move(reason)};
  if (implementation.symbols().concurrent)
    return {"", "points and arrows are those of a sequential program; this one is concurrent"};
  std::vector<Message> errors;
  const std::vector<bp::ProcedureId> entries = api::entries(implementation, question, errors);
  Question also = question;
  also.asserts = true;  // and the labels of errors
  std::vector<bp::VertexId> red;
  for (const bp::Target& target : api::properties(implementation, also, errors))
    red.insert(red.end(), target.vertices.begin(), target.vertices.end());
  if (!errors.empty()) return {"", errors.front().text};
  Budget budget = api::make_budget(question);
  auto [dot, error] = engine::draw_points(implementation.graph(), entries, red, budget);
  return {std::move(dot), std::move(error)};
}

}  // namespace hardbop
