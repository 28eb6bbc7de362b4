// SPDX-License-Identifier: MIT
#include "product/api/check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <new>
#include <optional>

#include "base/certificate/claim.hpp"
#include "base/util/budget.hpp"
#include "base/util/invariant.hpp"
#include "base/util/spelling.hpp"
#include "base/util/statistics.hpp"
#include "boolean/engine/explicit/draw.hpp"
#include "boolean/engine/summary/summary_engine.hpp"
#include "product/api/certificate.hpp"
#include "product/api/engines.hpp"
#include "product/api/implementation.hpp"
#include "product/api/invariants.hpp"
#include "product/api/properties.hpp"
#include "product/api/results.hpp"
#include "product/api/stores.hpp"
#include "product/api/temporal.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop {

namespace {

/// A larger bound on context switches or rounds counts as this one; no search gets so far.
constexpr std::uint64_t most_switches = 1'000'000'000;

/// Why no engine can be asked about the program; empty where one can.
std::string unsupported(const Program::Implementation& program) {
  const auto at = [&](SourceSpan span) {
    const Location place = api::locate(program.source(), span.begin);
    return fmt::format("{}:{}:{}", place.file, place.line, place.column);
  };
  const bp::Symbols& symbols = program.symbols();
  if (symbols.foreign)
    return fmt::format("references to another thread's variables ('x$') are not supported, at {}",
                       at(*symbols.foreign));
  return {};
}

/// What is asked, and of whom.
struct Plan {
  std::optional<engine::EngineRow> engine;
  std::optional<bp::Threads> threads;      // of a concurrent program
  std::vector<bp::ProcedureId> entries{};  // of a sequential one
  std::string reason{};                    // why nothing can be known
};

class Check {
 public:
  Check(const Program::Implementation& program, const Question& question,
        std::shared_ptr<engine::SnapshotStore> store)
      : program_(program),
        question_(question),
        budget_(api::make_budget(question)),
        files_(api::open_store(question)),
        store_(files_ ? std::make_shared<engine::SnapshotStore>(files_) : std::move(store)) {
    answer_.input = program.source().name();
    answer_.inputs = {{answer_.input, certify::sha256(program.source().text())}};
    answer_.warnings = program.warnings();
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
    api::add_problems(files_.get(), answer_);
    return std::move(answer_);
  }

 private:
  const Program::Implementation& program_;
  const Question& question_;
  Budget budget_;
  std::shared_ptr<FileStore> files_;
  std::shared_ptr<engine::SnapshotStore> store_;  // may be null
  Statistics statistics_;
  Answer answer_;
  std::optional<log::EngineLog> log_;
  std::optional<api::Certificate> certificate_;  // where one is wanted
  std::size_t searches_left_ = 0;                // with temporal properties
  double search_start_ = 0;                      // by the budget's clock

  void decide() {
    std::optional<engine::EngineRow> engine = choose_engine();
    const api::TemporalQuestions temporal(program_, question_, answer_.errors);
    api::Results results(program_, question_, api::properties(program_, question_, answer_.errors),
                         answer_);
    const Plan plan = make_plan(std::move(engine));
    if (!answer_.errors.empty()) return;
    announce(plan, results, temporal);
    if (!plan.reason.empty()) return;
    searches_left_ = temporal.size() + (results.properties().empty() ? 0 : 1) +
                     (question_.coverage ? 1 : 0) + (question_.invariants ? 1 : 0);
    if (question_.certify) start_certificate(plan);
    if (plan.threads) {
      decide_concurrent(plan, results);
      return finish_certificate();
    }
    if (question_.coverage) cover(plan);
    if (question_.invariants) {
      begin_search();
      answer_.invariants = api::find_invariants(program_, plan.entries, budget_);
      tell();
    }
    if (!results.properties().empty()) decide_reachability(plan, results);
    if (temporal.end_with_formula()) answer_.engine = "temporal";
    temporal.decide(*plan.engine, query_of(plan), budget_, statistics_,
                    answer_.results.data() + results.properties().size(),
                    {certificate_ ? &*certificate_ : nullptr, [&] { tell(); }});
    finish_certificate();
  }

  /// Of threads that the program does not declare, the first starts in the only entry.
  void start_certificate(const Plan& plan) {
    std::vector<bp::ProcedureId> entries = plan.entries;
    if (plan.threads && !bp::Threads::are_declared(program_.graph()))
      entries = {plan.threads->initial().front().procedure};
    certificate_.emplace(program_, entries, budget_, answer_);
  }

  void finish_certificate() {
    if (certificate_ && !answer_.results.empty()) certificate_->finish();
  }

  [[nodiscard]] bool is_concurrent() const { return program_.symbols().concurrent.has_value(); }

  void refuse_engine() {
    SpellingHint hint(question_.engine);
    std::vector<std::string> names;
    for (const EngineDescription& known : engines()) hint.offer(names.emplace_back(known.name));
    refuse(fmt::format(
        "unknown engine {}; {}", quote_name(question_.engine),
        hint.hint().empty() ? fmt::format("engines are {}", fmt::join(names, ", ")) : hint.hint()));
  }

  std::optional<engine::EngineRow> choose_engine() {
    for (std::string& problem : api::engine_problems(question_)) refuse(std::move(problem));
    std::optional<engine::EngineRow> row = api::choose_engine(question_, is_concurrent());
    if (row && question_.on_event) {
      log_.emplace(question_.on_event, row->name, program_.graph());
      row = api::choose_engine(question_, is_concurrent(), &*log_);
    }
    if (!row) refuse_engine();
    const bool work_together = is_concurrent() && question_.engine == api::any_engine;
    if (row && !work_together) answer_.engine = row->name;
    return row;
  }

  /// What is wrong with the question goes to the answer's errors.
  [[nodiscard]] Plan make_plan(std::optional<engine::EngineRow> engine) {
    Plan plan{std::move(engine), {}};
    plan.reason = unsupported(program_);
    const bool concurrent = is_concurrent();
    if (concurrent && question_.invariants)
      refuse("no invariants: not available for concurrent programs");
    const bp::ProcedureId first =
        concurrent ? api::first_thread(program_, question_, answer_.errors) : bp::no_index;
    if (question_.context_switches && question_.rounds)
      refuse("Question::context_switches cannot be combined with Question::rounds");
    if (!concurrent && (plan.reason.empty() || !question_.entries.empty()))
      plan.entries = api::entries(program_, question_, answer_.errors);
    if (concurrent && answer_.errors.empty()) plan.threads.emplace(program_.graph(), first);
    if (plan.engine && plan.reason.empty() && answer_.errors.empty()) plan.reason = object(plan);
    if (question_.certify && !plan.reason.empty())
      refuse(fmt::format("no certificate: {}", plan.reason));
    return plan;
  }

  /// Why the engine would know nothing; what is wrong with its options is an error.
  [[nodiscard]] std::string object(const Plan& plan) {
    const engine::Objection objection = plan.engine->objection(
        {program_.graph(), plan.threads ? &*plan.threads : nullptr, bound()});
    if (objection.source) {
      for (Message& message : api::to_messages(objection.errors, *objection.source))
        answer_.errors.push_back(std::move(message));
    } else {
      for (const Diagnostic& one : objection.errors.all()) {
        Message& error = answer_.errors.emplace_back();
        error.at.file = objection.about;
        error.text = one.text;
        error.hint = one.hint;
      }
    }
    return objection.reason;
  }

  void announce(const Plan& plan, api::Results& results, const api::TemporalQuestions& temporal) {
    results.announce(plan.reason);
    temporal.announce(plan.reason, answer_.results);
    if (answer_.results.empty() && question_.certify)
      answer_.no_certificate = "there is nothing to check";
    if (answer_.results.empty())
      answer_.nothing = question_.all_labels ? "the program has no label"
                                             : "no assertion, and no label ERROR or SLIC_ERROR";
    tell();
  }

  void tell() const {
    if (question_.on_answer) question_.on_answer(answer_);
  }

  /// Each search has its share of the time that is left.
  void begin_search() {
    search_start_ = budget_.seconds();
    budget_.begin_question(searches_left_--, question_.timeout_per_property);
  }

  /// Without targets.
  [[nodiscard]] engine::Query query_of(const Plan& plan) const {
    engine::Query query;
    query.entries = plan.entries;
    if (question_.trace_shortest == ShortestTrace::Expanded)
      query.shortest = engine::Shortest::Expanded;
    return query;
  }

  void decide_reachability(const Plan& plan, api::Results& results) {
    engine::Query query = query_of(plan);
    query.want_traces = question_.traces || question_.certify;
    query.targets = results.targets();
    begin_search();
    const auto findings =
        make_engine(*plan.engine)->run(program_.graph(), query, budget_, statistics_);
    results.conclude(query, findings, budget_, search_start_);
    tell();
    if (certificate_) certificate_->add(results.properties(), findings);
  }

  /// With the store, if the engine can use one. What is the same for the next question, although
  /// the program is not, says which snapshot is of use.
  [[nodiscard]] std::unique_ptr<engine::Engine> make_engine(const engine::EngineRow& row) const {
    if (!store_ || row.name != engine::summary_row().name) return row.make();
    engine::SummaryOptions options{api::economies_of(question_)};
    options.store = store_;
    options.store_key =
        fmt::format("{}|{}|{}|{}|{}", answer_.input, fmt::join(question_.labels, ","),
                    question_.all_labels, question_.asserts, fmt::join(question_.entries, ","));
    return engine::make_summary_engine(std::move(options));
  }

  [[nodiscard]] transform::Bound bound() const {
    const auto limit = [](std::uint64_t typed) {
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(typed, most_switches));
    };
    if (question_.context_switches)
      return {transform::Bound::Kind::Switches, limit(*question_.context_switches)};
    if (question_.rounds) return {transform::Bound::Kind::Rounds, limit(*question_.rounds)};
    return {};
  }

  void decide_concurrent(const Plan& plan, api::Results& results) {
    engine::ConcurrentQuery query;
    query.bound = bound();
    const auto ask = [&] {
      begin_search();
      return plan.engine->decide_threads(*plan.threads, query, budget_, statistics_);
    };
    if (question_.coverage) {
      const std::vector<bp::VertexId> statements = bp::all_statements(program_.graph());
      for (const bp::VertexId v : statements) query.targets.push_back({v});
      answer_.coverage = api::coverage_of(program_, statements, ask());
    }
    if (results.properties().empty()) return;
    query.want_traces = question_.traces || question_.certify;
    query.targets = results.targets();
    const auto findings = ask();
    results.conclude(*plan.threads, query, findings, budget_, search_start_);
    if (certificate_) certificate_->add(*plan.threads, results.properties(), query.bound, findings);
  }

  /// Asks for every statement, apart from the properties: those may need traces.
  void cover(const Plan& plan) {
    engine::Query query = query_of(plan);
    const std::vector<bp::VertexId> statements = bp::all_statements(program_.graph());
    for (const bp::VertexId v : statements) query.targets.push_back({v});
    begin_search();
    answer_.coverage =
        api::coverage_of(program_, statements,
                         plan.engine->make()->run(program_.graph(), query, budget_, statistics_));
  }

  void refuse(std::string text) {
    answer_.errors.push_back(
        {Message::Kind::Error, {answer_.input, 0, 0}, std::move(text), "", ""});
  }
};

}  // namespace

Answer api::check(const Program::Implementation& program, const Question& question,
                  std::shared_ptr<engine::SnapshotStore> store) {
  return Check(program, question, std::move(store)).run();
}

Answer check(const Program& program, const Question& question) {
  return api::check(program.implementation(), question, nullptr);
}

DrawingResult draw_points(const Program& program, const Question& question) {
  const Program::Implementation& implementation = program.implementation();
  if (std::string reason = unsupported(implementation); !reason.empty())
    return {"", std::move(reason)};
  if (implementation.symbols().concurrent)
    return {"",
            "points and arrows are drawn for sequential programs only; this program is concurrent"};
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
