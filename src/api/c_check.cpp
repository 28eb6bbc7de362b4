// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "api/c_certificate.hpp"
#include "api/c_invariants.hpp"
#include "api/c_ltl.hpp"
#include "api/c_read.hpp"
#include "api/c_rules.hpp"
#include "api/image_options.hpp"
#include "api/messages.hpp"
#include "api/predicates.hpp"
#include "api/race.hpp"
#include "api/source_lines.hpp"
#include "c/explain.hpp"
#include "c/harness.hpp"
#include "c/lower.hpp"
#include "c/replay.hpp"
#include "c/waypoints.hpp"
#include "certify/claim.hpp"
#include "engine/image/image_engine.hpp"
#include "flow/ltg_lasso.hpp"
#include "slam/loop.hpp"
#include "slam/solver.hpp"
#include "util/invariant.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

using c::Sink;

/// Of a function that calls itself; deeper recursion ends as unknown.
constexpr std::uint32_t most_copies = 512;

c::Errors errors_of(const CQuestion& question) {
  if (!question.rules.empty()) return c::Errors::None;
  return question.property == "no-overflow" ? c::Errors::Overflows : c::Errors::Calls;
}

class CheckC {
 public:
  CheckC(const c::Program& program, const std::vector<CSource>& sources,
         const CQuestion& c_question, const Question& question, const engine::ImageOptions& options,
         const api::WovenRule* rule)
      : program_(program),
        rule_(rule),
        options_(options),
        sources_(sources),
        lines_(sources),
        c_question_(c_question),
        question_(question),
        budget_(api::make_budget(question)) {}

  /// What a certificate is to say that it is about.
  void certify(std::string claim) { claim_ = std::move(claim); }

  /// Instead of the property.
  void ask(const api::CFormulas& formulas, std::size_t formula) {
    formulas_ = &formulas;
    formula_ = formula;
  }

  void run(CAnswer& out) {
    PropertyResult& result = out.answer.results.emplace_back();
    result.kind = asks_termination() ? PropertyResult::Kind::Termination
                  : asks_ltl()       ? PropertyResult::Kind::Ltl
                                     : PropertyResult::Kind::Assert;
    result.property = asks_ltl() ? formulas_->title(formula_) : c_question_.property;
    result.procedure = "main";
    if (rule_ != nullptr) {
      result.kind = PropertyResult::Kind::Rule;
      result.property = "rule " + rule_->name;
    }
    if (program_.main == c::none) {
      result.reason = "there is no function main";
      return;
    }
    question_.engine == "slam" ? decide_by_refinement(out, result) : decide(out, result);
    api::add_statistics(statistics_, budget_, out.answer);
  }

 private:
  const c::Program& program_;
  const api::WovenRule* rule_;  // that the program is to keep, or null
  engine::ImageOptions options_;
  const std::vector<CSource>& sources_;
  api::SourceLines lines_;
  const CQuestion& c_question_;
  const Question& question_;
  Budget budget_;
  Statistics statistics_;
  std::string claim_;
  ltg::VariableId remembers_ = 0;  // of the graph that watches loops
  const api::CFormulas* formulas_ = nullptr;
  std::size_t formula_ = 0;
  api::CLasso lasso_;  // of the formula

  /// Where a run needs more copies than there are, with more of them; there is an end to that, too.
  void decide(CAnswer& out, PropertyResult& result) {
    const auto copies = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(c_question_.recursion, 1, most_copies));
    c::Bounds bounds{copies, c_question_.heap};
    while (decide_within(bounds, out, result) == Sink::Kind::Bound && !c_question_.bounds_given &&
           bounds.recursion < most_copies) {
      bounds.recursion *= 4;
      bounds.heap *= 2;
    }
  }

  /// What keeps it from being decided; Error where nothing does.
  Sink::Kind decide_within(const c::Bounds& bounds, CAnswer& out, PropertyResult& result) {
    budget_.enter("making the model");
    c::Model model = c::lower(
        program_, bounds, c_question_.pointers == "star" ? c::Pointers::Star : c::Pointers::Direct,
        &budget_);
    if (budget_.poll() != StopReason::None) {
      result.reason = budget_.reason();
      return Sink::Kind::Error;
    }
    std::vector<std::vector<ltg::BlockId>> targets(3);
    for (const Sink& sink : model.sinks)
      targets[static_cast<std::size_t>(sink.kind)].push_back(sink.block);
    if (asks_termination()) targets[0] = {watch_loops(model)};
    if (asks_ltl()) targets[0] = {watch_formula(model)};
    engine::ImageOptions options = options_;
    options.wanted = 1;
    const auto findings =
        engine::run_image(model.graph, targets, true, options, budget_, statistics_);
    const engine::ImageFinding& error = findings[0];
    if (error.outcome == engine::Outcome::Reached && !error.run) {
      result.reason = "an error can be reached, but there was no time to find a run";
    } else if (error.outcome == engine::Outcome::Reached && asks_ltl()) {
      unsatisfied(model, *error.run, result);
    } else if (error.outcome == engine::Outcome::Reached && asks_termination()) {
      endless(model, *error.run, result);
    } else if (error.outcome == engine::Outcome::Reached) {
      violated(model, *error.run, out, result);
    } else if (error.outcome == engine::Outcome::Unknown) {
      result.reason = error.reason;
    } else {
      const Sink::Kind kept = not_reached(model, findings, result);
      if (c_question_.witness && result.verdict == Verdict::Holds && !asks_ltl() &&
          rule_ == nullptr)
        add_proof(model, out);
      return kept;
    }
    return Sink::Kind::Error;
  }

  /// The error cannot be reached as far as the model goes: how far is that?
  Sink::Kind not_reached(const c::Model& model, const std::vector<engine::ImageFinding>& findings,
                         PropertyResult& result) const {
    for (const Sink::Kind kind : {Sink::Kind::Unsupported, Sink::Kind::Bound}) {
      const engine::ImageFinding& finding = findings[static_cast<std::size_t>(kind)];
      if (finding.outcome == engine::Outcome::Unreachable) continue;
      result.reason = finding.reason;
      if (finding.outcome == engine::Outcome::Unknown) return Sink::Kind::Error;
      if (!finding.run) {
        result.reason = "a statement that is not supported, or a bound, can be reached";
        return Sink::Kind::Error;
      }
      const Sink& sink = arrived(model, *finding.run);
      result.reason =
          fmt::format("{}{} at {}", kind == Sink::Kind::Bound ? "" : "unsupported: ", sink.text,
                      place(sink.at));
      if (kind == Sink::Kind::Bound && c_question_.bounds_given) {
        result.verdict = Verdict::HoldsBounded;
        result.reason = "within the given bounds on recursion and heap";
      }
      return kind;
    }
    result.verdict = Verdict::Holds;
    result.reason.clear();
    return Sink::Kind::Error;
  }

  [[nodiscard]] static const Sink& arrived(const c::Model& model, const ltg::Run& run) {
    const ltg::BlockId block = run.back().block;
    return *std::find_if(model.sinks.begin(), model.sinks.end(),
                         [&](const Sink& sink) { return sink.block == block; });
  }

  /// What the model takes for a run may be undefined in C: then nothing is known.
  bool follows(const c::Replayed& replayed, PropertyResult& result) const {
    if (replayed.kind == c::Replayed::Kind::Differs && rule_ != nullptr && rule_->watches) {
      result.reason = "what is watched depends on whether an address is used again";
      return false;
    }
    if (replayed.kind == c::Replayed::Kind::Differs)
      throw InternalError("a run of the model is none of C: " + replayed.text);
    if (replayed.kind == c::Replayed::Kind::Follows) return true;
    result.reason = fmt::format("unsupported: {} at {}", replayed.text, place(replayed.at));
    return false;
  }

  void violated(const c::Model& model, const ltg::Run& run, CAnswer& out,
                PropertyResult& result) const {
    const Sink& sink = arrived(model, run);
    if (!follows(c::replay(program_, model, run, &sink), result)) return;
    const c::Explanation explanation = c::explain(program_, model, run, sink.at);
    result.verdict = Verdict::Violated;
    result.at = location(sink.at);
    if (explanation.end.function != c::none)
      result.procedure = program_.functions[explanation.end.function].name;
    if (rule_ != nullptr) result.reason = rule_->message(sink.text);
    if (question_.traces) result.trace = trace(explanation);
    if (rule_ != nullptr) return;
    if (c_question_.harness && c::depends_on_uninitialised(program_, model, run, sink)) {
      Message& warning = out.messages.emplace_back();
      warning.kind = Message::Kind::Warning;
      warning.at = location(sink.at);
      warning.text =
          "the run depends on variables that are not initialised, which a harness cannot set";
    }
    if (c_question_.harness)
      out.harness = c::harness(program_, explanation, paths(), errors_of(c_question_));
    if (c_question_.witness) add_witness(c::waypoints(program_, model, run, sink), out);
  }

  void add_witness(const c::Way& way, CAnswer& out) const {
    CWitness witness = make_witness("G ! " + way.error);
    add_waypoints(way.points, witness);
    if (witness.waypoints.empty() || !witness.waypoints.back().assumption.empty()) {
      out.no_witness = "the error is not in the file itself";
      return;
    }
    out.witness = std::move(witness);
  }

  void add_proof(const c::Model& model, CAnswer& out) const {
    CWitness witness =
        make_witness(asks_termination()                      ? "F end"
                     : c_question_.property == "no-overflow" ? "G ! overflow"
                                                             : "G ! call(reach_error())");
    witness.kind = CWitness::Kind::Correctness;
    if (!asks_termination()) add_waypoints(api::loop_invariants(program_, model), witness);
    out.witness = std::move(witness);
  }

  [[nodiscard]] CWitness make_witness(const std::string& formula) const {
    CWitness witness;
    for (const CSource& source : sources_)
      witness.inputs.push_back({source.path, certify::sha256(source.text)});
    witness.specification = fmt::format("CHECK( init(main()), LTL({}) )", formula);
    witness.data_model =
        program_.data_model.pointer_bits == 64 ? CDataModel::Lp64 : CDataModel::Ilp32;
    return witness;
  }

  /// Those in other files than the input are left out.
  void add_waypoints(const std::vector<c::Waypoint>& points, CWitness& witness) const {
    for (const c::Waypoint& point : points) {
      const Location at = location(point.at);
      if (!is_input(at.file)) continue;
      std::string function =
          point.function == c::none ? "" : program_.functions[point.function].name;
      function.erase(std::min(function.find('.'), function.size()));
      witness.waypoints.push_back({at, function, point.assumption});
    }
  }

  [[nodiscard]] bool is_input(const std::string& path) const {
    return std::any_of(sources_.begin(), sources_.end(),
                       [&](const CSource& source) { return source.path == path; });
  }

  [[nodiscard]] std::vector<std::string> paths() const {
    std::vector<std::string> out;
    for (const CSource& source : sources_) out.push_back(source.path);
    return out;
  }

  // Refinement

  void decide_by_refinement(CAnswer& out, PropertyResult& result) {
    out.answer.engine = "slam";
    if (asks_termination()) {
      result.reason = "the refinement loop does not decide termination";
      return;
    }
    if (asks_ltl()) {
      result.reason = "the refinement loop does not decide formulas";
      return;
    }
    slam::Procedures procedures(program_, c_question_.heap);
    if (!procedures.problem().empty()) {
      result.reason = "unsupported: " + procedures.problem();
      return;
    }
    const auto solver = slam::make_solver(procedures.expressions());
    if (!solver) {
      result.reason =
          "there is no Z3 (install libz3-dev and build again), or too little memory for it";
      return;
    }
    slam::LoopOptions loop_options;
    if (c_question_.iterations) loop_options.iterations = *c_question_.iterations;
    loop_options.predicates =
        api::read_predicates(c_question_.predicates, procedures, out.answer.errors);
    if (!out.answer.errors.empty()) return out.answer.results.clear();
    slam::Loop loop(
        procedures, *solver, loop_options, [&](const c::Position& at) { return line(at); }, budget_,
        statistics_);
    loop.observe([&](const slam::Iteration& iteration) { show(iteration); });
    slam::Abstraction proof = loop.abstract();
    for (const Sink::Kind kind : {Sink::Kind::Error, Sink::Kind::Unsupported, Sink::Kind::Bound}) {
      std::vector<ltg::BlockId> sinks;
      for (const Sink& sink : procedures.model().sinks)
        if (sink.kind == kind) sinks.push_back(sink.block);
      if (sinks.empty()) continue;
      slam::LoopResult found = loop.run(sinks);
      proof = std::move(found.abstraction);
      if (found.kind == slam::LoopResult::Kind::Unreachable) continue;
      result.reason = found.reason;
      if (found.kind == slam::LoopResult::Kind::Unknown) return;
      if (kind == Sink::Kind::Error) return violated(procedures.model(), found.run, out, result);
      const Sink& sink = arrived(procedures.model(), found.run);
      result.reason =
          fmt::format("{}{} at {}", kind == Sink::Kind::Bound ? "" : "unsupported: ", sink.text,
                      place(sink.at));
      return;
    }
    result.verdict = Verdict::Holds;
    result.reason.clear();
    if (question_.certify) api::certify_c(procedures, proof, claim_, budget_, out.answer);
  }

  void show(const slam::Iteration& iteration) const {
    if (!c_question_.on_iteration) return;
    const std::string input = sources_.front().path;
    c_question_.on_iteration(
        {iteration.number,
         api::abstraction_text(input, iteration.predicates, iteration.abstraction->text),
         api::predicates_text(input, iteration.predicates)});
  }

  [[nodiscard]] std::string line(const c::Position& at) const {
    const Location where = location(at);
    return lines_.line(where.file, where.line);
  }

  // Termination

  [[nodiscard]] bool asks_termination() const {
    return !asks_ltl() && c_question_.property == "termination";
  }

  /// The block that is reached where a run has no end.
  ltg::BlockId watch_loops(c::Model& model) {
    const flow::Lasso lasso = flow::add_lasso(model.graph);
    model.blocks.resize(model.graph.blocks.size());
    model.variables.resize(model.graph.variables.size());
    model.inputs.resize(model.graph.inputs.size());
    remembers_ = lasso.remembers;
    return lasso.closed;
  }

  void endless(const c::Model& model, const ltg::Run& run, PropertyResult& result) const {
    if (!follows(c::replay(program_, model, run, nullptr), result)) return;
    const c::Position at = head(model, run, round_of(run));
    result.verdict = Verdict::Violated;
    result.at = location(at);
    result.diverging = {place(at)};
    if (question_.traces) add_lasso(model, run, at, result);
  }

  /// The point at which the round begins.
  [[nodiscard]] std::size_t round_of(const ltg::Run& run) const {
    return static_cast<std::size_t>(
        std::find_if(run.begin(), run.end(),
                     [&](const ltg::Point& point) { return point.variables[remembers_] != 0; }) -
        run.begin());
  }

  void add_lasso(const c::Model& model, const ltg::Run& run, const c::Position& at,
                 PropertyResult& result) const {
    const std::size_t round = round_of(run);
    const c::Explanation all = c::explain(program_, model, run, at);
    const auto before =
        std::count_if(all.steps.begin(), all.steps.end(),
                      [&](const c::ExplainedStep& step) { return step.point < round; });
    result.trace = trace(all);
    TraceLoop& loop = result.trace->loop.emplace();
    loop.first_step = std::min(static_cast<std::size_t>(before), result.trace->steps.size());
    loop.length = all.steps.size() - loop.first_step;
  }

  /// The first statement of the round.
  [[nodiscard]] c::Position head(const c::Model& model, const ltg::Run& run,
                                 std::size_t first) const {
    const c::StatementId s = head_statement(model, run, first);
    return s == c::none ? c::Position() : program_.statements[s].at;
  }

  [[nodiscard]] static c::StatementId head_statement(const c::Model& model, const ltg::Run& run,
                                                     std::size_t first) {
    for (std::size_t i = first; i < run.size(); ++i)
      if (const c::StatementId s = model.blocks[run[i].block].statement; s != c::none) return s;
    return c::none;
  }

  // Formulas

  [[nodiscard]] bool asks_ltl() const { return formulas_ != nullptr; }

  ltg::BlockId watch_formula(c::Model& model) {
    lasso_ = formulas_->watch(program_, model, formula_);
    remembers_ = lasso_.lasso.remembers;
    return lasso_.lasso.closed;
  }

  void unsatisfied(c::Model& model, const ltg::Run& run, PropertyResult& result) const {
    if (!follows(c::replay(program_, model, run, nullptr, true), result)) return;
    if (formulas_->satisfies(program_, model, lasso_, run))
      throw InternalError("a run that should violate the formula satisfies it");
    result.verdict = Verdict::Violated;
    const std::size_t round = round_of(run);
    const c::Position at = head(model, run, round);
    result.at = location(at);
    if (!question_.traces) return;
    add_lasso(model, run, at, result);
    if (head_statement(model, run, round) != c::none) return;
    const bool has_ended = std::any_of(run.begin(), run.end(), [&](const ltg::Point& point) {
      return point.block == lasso_.terminated;
    });
    result.trace->loop->kind = has_ended ? TraceLoop::Kind::Terminated : TraceLoop::Kind::Failed;
  }

  // Traces

  [[nodiscard]] Location location(const c::Position& at) const {
    return {at.file < program_.files.size() ? program_.files[at.file] : "", at.line, at.column};
  }

  [[nodiscard]] std::string place(const c::Position& at) const {
    const Location where = location(at);
    return fmt::format("{}:{}:{}", where.file, where.line, where.column);
  }

  [[nodiscard]] TraceStep step(const c::ExplainedStep& from) const {
    TraceStep out;
    out.kind = from.kind == c::ExplainedStep::Kind::Call     ? TraceStep::Kind::Call
               : from.kind == c::ExplainedStep::Kind::Return ? TraceStep::Kind::Return
                                                             : TraceStep::Kind::Step;
    out.depth = from.depth;
    if (from.function != c::none) out.procedure = program_.functions[from.function].name;
    out.at = location(from.at);
    out.statement = lines_.line(out.at.file, out.at.line);
    for (const c::CellValue& value : from.values) {
      VariableValue& shown = out.state.emplace_back();
      shown.name = value.name;
      shown.number = value.value;
    }
    return out;
  }

  [[nodiscard]] Trace trace(const c::Explanation& explanation) const {
    Trace out;
    out.length = std::to_string(explanation.steps.size());
    out.hierarchical_length = explanation.steps.size();
    for (const c::ExplainedStep& from : explanation.steps) {
      if (out.steps.size() >= question_.trace_limit) {
        out.truncated = true;
        break;
      }
      out.steps.push_back(step(from));
    }
    out.end = step(explanation.end);
    return out;
  }
};

/// What of a question is not asked of C.
std::vector<std::string> beyond_c(const CQuestion& c_question, const Question& question) {
  std::vector<std::string> out;
  const auto refuse = [&](bool is_asked, const char* what) {
    if (is_asked) out.push_back(fmt::format("{} is not for C programs", what));
  };
  refuse(!question.labels.empty(), "--label");
  refuse(question.all_labels, "--all-labels");
  refuse(!question.ctl.empty(), "--ctl");
  refuse(question.terminates, "--terminates (but --property termination is)");
  refuse(!question.properties.empty(), "--properties");
  refuse(!question.monitors.empty(), "--monitor");
  refuse(!question.entries.empty(), "--entry");
  refuse(question.context_switches.has_value(), "--context-switches");
  refuse(question.rounds.has_value(), "--rounds");
  refuse(question.coverage, "--coverage");
  const bool refines =
      !c_question.predicates.empty() || c_question.iterations || c_question.on_iteration;
  if (refines && question.engine != "slam")
    out.emplace_back("--predicates, --iterations and --keep are for --engine slam");
  if (question.certify && question.engine != "slam")
    out.emplace_back("certificates of C programs are made by --engine slam");
  if (question.engine != "auto" && question.engine != "image" && question.engine != "slam")
    out.emplace_back("C programs are decided by --engine image or slam");
  return out;
}

bool is_known(const std::string& property) {
  return property == "unreach-call" || property == "termination" || property == "no-overflow";
}

/// What is left of the time since then.
Question remaining(const Question& question, std::chrono::steady_clock::time_point start) {
  Question out = question;
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
  if (out.timeout) out.timeout = std::max(0.0, *out.timeout - used.count());
  return out;
}

void add(CAnswer&& one, CAnswer& out) {
  const auto append = [](auto& from, auto& to) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  };
  append(one.answer.results, out.answer.results);
  append(one.answer.errors, out.answer.errors);
  append(one.answer.statistics, out.answer.statistics);
  append(one.messages, out.messages);
  if (!one.answer.certificate.empty()) out.answer.certificate = std::move(one.answer.certificate);
  out.answer.engine = one.answer.engine;
  if (!one.harness.empty()) out.harness = std::move(one.harness);
  if (one.witness) out.witness = std::move(one.witness);
  if (!one.no_witness.empty()) out.no_witness = std::move(one.no_witness);
}

void ask(const std::vector<CSource>& sources, const COptions& options, const CQuestion& c_question,
         const Question& question, CAnswer& out) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<api::WovenRule> rules = api::read_rules(c_question, question, out);
  std::vector<Message> messages;
  api::CFormulas formulas(question.ltl, messages);
  Budget budget = api::make_budget(question);
  budget.enter("reading C");
  const auto is_over = [&] { return budget.poll() != StopReason::None; };
  const api::CReading reading{errors_of(c_question), {}, api::watched_functions(rules), is_over};
  const c::ParseResult parsed = question.ltl.empty() ? api::read_c(sources, options, reading)
                                                     : formulas.read(sources, options, is_over);
  if (parsed.is_over) {
    PropertyResult& result = out.answer.results.emplace_back();
    result.property = formulas.size() != 0 ? formulas.title(0) : c_question.property;
    result.kind = formulas.size() != 0                   ? PropertyResult::Kind::Ltl
                  : c_question.property == "termination" ? PropertyResult::Kind::Termination
                                                         : PropertyResult::Kind::Assert;
    result.reason = budget.reason();
    out.is_still_reading = true;
    return;
  }
  api::add_messages(parsed, messages);
  if (parsed.program) formulas.bind(*parsed.program, messages);
  for (Message& message : messages)
    (message.kind == Message::Kind::Error ? out.answer.errors : out.messages)
        .push_back(std::move(message));
  const bool has_proofs = sources.size() == 1 && c_question.rules.empty();
  std::vector<std::string> problems = beyond_c(c_question, question);
  if (question.certify && !has_proofs)
    problems.emplace_back("certificates are of single files, and of no rules");
  const engine::ImageOptions image = api::image_options(question, problems);
  for (std::string& problem : problems) {
    Message& error = out.answer.errors.emplace_back();
    error.at.file = out.answer.input;
    error.text = std::move(problem);
  }
  if (!parsed.program || !out.answer.errors.empty()) return;
  if (!rules.empty())
    return api::check_rules(*parsed.program, sources, c_question, remaining(question, start), image,
                            rules, out);
  if (!is_known(c_question.property)) {
    PropertyResult& result = out.answer.results.emplace_back();
    result.property = c_question.property;
    result.reason = fmt::format("the property {} is not supported for C", c_question.property);
    if (c_question.witness) out.no_witness = "nothing is decided";
    return;
  }
  for (std::size_t i = 0; i < std::max<std::size_t>(formulas.size(), 1); ++i) {
    const Question left = remaining(question, start);
    const auto decide = [&](const Question& asked) {
      CAnswer one;
      one.answer.engine = "image";
      CheckC check(*parsed.program, sources, c_question, asked, image, nullptr);
      check.certify(api::c_claim(sources, options, c_question));
      if (formulas.size() != 0) check.ask(formulas, i);
      check.run(one);
      return one;
    };
    const bool both = question.engine == "auto" && formulas.size() == 0 &&
                      c_question.property != "termination" && !c_question.bounds_given &&
                      slam::has_solver();
    add(both ? api::race(left, {"image", "slam"}, decide) : decide(left), out);
  }
  if (question.certify && out.answer.certificate.empty() && out.answer.no_certificate.empty())
    out.answer.no_certificate = out.answer.results.front().verdict == Verdict::Violated
                                    ? "a violation has none, but --harness and --witness"
                                    : "nothing is decided";
  if (!c_question.witness || out.witness || !out.no_witness.empty()) return;
  const bool is_bounded = out.answer.results.front().verdict == Verdict::HoldsBounded;
  out.no_witness = formulas.size() != 0 ? "there is none of formulas"
                   : is_bounded         ? "there is none within bounds"
                                        : "nothing is decided";
}

}  // namespace

void api::decide_rule(const c::Program& program, const std::vector<CSource>& sources,
                      const CQuestion& c_question, const Question& question,
                      const engine::ImageOptions& options, const WovenRule& rule, CAnswer& out) {
  CheckC(program, sources, c_question, question, options, &rule).run(out);
}

CAnswer check_c(const std::vector<CSource>& sources, const COptions& options,
                const CQuestion& c_question, const Question& question) {
  CAnswer out;
  out.answer.input = sources.empty() ? "" : sources.front().path;
  out.answer.engine = "image";
  try {
    ask(sources, options, c_question, question, out);
  } catch (const InternalError& error) {
    out.answer.results.clear();
    out.answer.internal_error = error.what();
  }
  return out;
}

std::string read_property(const std::string& text) {
  if (text.find("reach_error") != std::string::npos ||
      text.find("__VERIFIER_error") != std::string::npos ||
      text.find("label(ERROR)") != std::string::npos)
    return "unreach-call";
  if (text.find("F end") != std::string::npos) return "termination";
  if (text.find("! overflow") != std::string::npos) return "no-overflow";
  return "";
}

}  // namespace hardbop
