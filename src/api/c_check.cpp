// SPDX-License-Identifier: MIT
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <sstream>

#include "api/c_read.hpp"
#include "api/image_options.hpp"
#include "api/messages.hpp"
#include "c/explain.hpp"
#include "c/harness.hpp"
#include "c/lower.hpp"
#include "c/replay.hpp"
#include "c/waypoints.hpp"
#include "certify/claim.hpp"
#include "engine/image/image_engine.hpp"
#include "flow/ltg_lasso.hpp"
#include "util/invariant.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop {

namespace {

using c::Sink;

/// Of a function that calls itself; deeper recursion ends as unknown.
constexpr std::uint32_t most_copies = 512;

/// Lines of the sources, to show statements.
class SourceLines {
 public:
  explicit SourceLines(const std::vector<CSource>& sources) {
    for (const CSource& source : sources) {
      std::vector<std::string>& lines = files_[source.path];
      std::istringstream text(source.text);
      for (std::string line; std::getline(text, line);) lines.push_back(line);
    }
  }

  [[nodiscard]] std::string line(const std::string& file, std::uint32_t number) const {
    const auto found = files_.find(file);
    if (found == files_.end() || number == 0 || number > found->second.size()) return "";
    const std::string& text = found->second[number - 1];
    const std::size_t first = text.find_first_not_of(" \t\r");
    const std::size_t last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

class CheckC {
 public:
  CheckC(const c::Program& program, const std::vector<CSource>& sources,
         const CQuestion& c_question, const Question& question, const engine::ImageOptions& options)
      : program_(program),
        options_(options),
        source_(sources.front()),
        lines_(sources),
        c_question_(c_question),
        question_(question),
        budget_(api::make_budget(question)) {}

  void run(CAnswer& out) {
    PropertyResult& result = out.answer.results.emplace_back();
    result.kind =
        asks_termination() ? PropertyResult::Kind::Termination : PropertyResult::Kind::Assert;
    result.property = c_question_.property;
    result.procedure = "main";
    if (program_.main == c::none) {
      result.reason = "there is no function main";
      return;
    }
    decide(out, result);
    api::add_statistics(statistics_, budget_, out.answer);
  }

 private:
  const c::Program& program_;
  engine::ImageOptions options_;
  const CSource& source_;
  SourceLines lines_;
  const CQuestion& c_question_;
  const Question& question_;
  Budget budget_;
  Statistics statistics_;
  ltg::VariableId remembers_ = 0;  // of the graph that watches loops

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
    engine::ImageOptions options = options_;
    options.wanted = 1;
    const auto findings =
        engine::run_image(model.graph, targets, true, options, budget_, statistics_);
    const engine::ImageFinding& error = findings[0];
    if (error.outcome == engine::Outcome::Reached && !error.run) {
      result.reason = "an error can be reached, but there was no time to find a run";
    } else if (error.outcome == engine::Outcome::Reached && asks_termination()) {
      endless(model, *error.run, result);
    } else if (error.outcome == engine::Outcome::Reached) {
      violated(model, error, out, result);
    } else if (error.outcome == engine::Outcome::Unknown) {
      result.reason = error.reason;
    } else {
      return not_reached(model, findings, result);
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
      const Sink& sink = arrived(model, finding);
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

  [[nodiscard]] static const Sink& arrived(const c::Model& model,
                                           const engine::ImageFinding& finding) {
    const ltg::BlockId block = finding.run->back().block;
    return *std::find_if(model.sinks.begin(), model.sinks.end(),
                         [&](const Sink& sink) { return sink.block == block; });
  }

  /// What the model takes for a run may be undefined in C: then nothing is known.
  bool follows(const c::Replayed& replayed, PropertyResult& result) const {
    if (replayed.kind == c::Replayed::Kind::Differs)
      throw InternalError("a run of the model is none of C: " + replayed.text);
    if (replayed.kind == c::Replayed::Kind::Follows) return true;
    result.reason = fmt::format("unsupported: {} at {}", replayed.text, place(replayed.at));
    return false;
  }

  void violated(const c::Model& model, const engine::ImageFinding& finding, CAnswer& out,
                PropertyResult& result) const {
    const Sink& sink = arrived(model, finding);
    if (!follows(c::replay(program_, model, *finding.run, &sink), result)) return;
    const c::Explanation explanation = c::explain(program_, model, *finding.run, sink.at);
    result.verdict = Verdict::Violated;
    result.at = location(sink.at);
    if (explanation.end.function != c::none)
      result.procedure = program_.functions[explanation.end.function].name;
    if (question_.traces) result.trace = trace(explanation);
    if (c_question_.harness) out.harness = c::harness(program_, explanation);
    if (c_question_.witness) add_witness(c::waypoints(program_, model, *finding.run, sink), out);
  }

  /// Assumptions about other files than the input are left out.
  void add_witness(const c::Way& way, CAnswer& out) const {
    CWitness witness;
    witness.input = source_.path;
    witness.specification = fmt::format("CHECK( init(main()), LTL(G ! {}) )", way.error);
    witness.data_model =
        program_.data_model.pointer_bits == 64 ? CDataModel::Lp64 : CDataModel::Ilp32;
    for (const c::Waypoint& point : way.points) {
      const Location at = location(point.at);
      if (at.file != source_.path) continue;
      const std::string function =
          point.function == c::none ? "" : program_.functions[point.function].name;
      witness.waypoints.push_back({at, function, point.assumption});
    }
    if (witness.waypoints.empty() || !witness.waypoints.back().assumption.empty()) {
      out.no_witness = "the error is not in the file itself";
      return;
    }
    witness.sha256 = certify::sha256(source_.text);
    out.witness = std::move(witness);
  }

  // Termination

  [[nodiscard]] bool asks_termination() const { return c_question_.property == "termination"; }

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
    const auto round = static_cast<std::size_t>(
        std::find_if(run.begin(), run.end(),
                     [&](const ltg::Point& point) { return point.variables[remembers_] != 0; }) -
        run.begin());
    const c::Position at = head(model, run, round);
    result.verdict = Verdict::Violated;
    result.at = location(at);
    result.diverging = {place(at)};
    if (!question_.traces) return;
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
    for (std::size_t i = first; i < run.size(); ++i)
      if (const c::StatementId s = model.blocks[run[i].block].statement; s != c::none)
        return program_.statements[s].at;
    return {};
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
std::vector<std::string> beyond_c(const Question& question) {
  std::vector<std::string> out;
  const auto refuse = [&](bool is_asked, const char* what) {
    if (is_asked) out.push_back(fmt::format("{} is not for C programs", what));
  };
  refuse(!question.labels.empty(), "--label");
  refuse(question.all_labels, "--all-labels");
  refuse(!question.ltl.empty(), "--ltl");
  refuse(!question.ctl.empty(), "--ctl");
  refuse(question.terminates, "--terminates (but --property termination is)");
  refuse(!question.properties.empty(), "--properties");
  refuse(!question.monitors.empty(), "--monitor");
  refuse(!question.entries.empty(), "--entry");
  refuse(question.context_switches.has_value(), "--context-switches");
  refuse(question.rounds.has_value(), "--rounds");
  refuse(question.coverage, "--coverage");
  if (question.certify) out.emplace_back("no certificate: C programs have none");
  if (question.engine != "auto" && question.engine != "image")
    out.emplace_back("C programs are decided by --engine image only");
  return out;
}

}  // namespace

CAnswer check_c(const std::vector<CSource>& sources, const COptions& options,
                const CQuestion& c_question, const Question& question) {
  CAnswer out;
  out.answer.input = sources.empty() ? "" : sources.front().path;
  out.answer.engine = "image";
  const c::ParseResult parsed = api::read_c(sources, options);
  std::vector<Message> messages;
  api::add_messages(parsed, messages);
  for (Message& message : messages)
    (message.kind == Message::Kind::Error ? out.answer.errors : out.messages)
        .push_back(std::move(message));
  std::vector<std::string> problems = beyond_c(question);
  const engine::ImageOptions image = api::image_options(question, problems);
  for (std::string& problem : problems) {
    Message& error = out.answer.errors.emplace_back();
    error.at.file = out.answer.input;
    error.text = std::move(problem);
  }
  if (!parsed.program || !out.answer.errors.empty()) return out;
  if (c_question.property != "unreach-call" && c_question.property != "termination") {
    PropertyResult& result = out.answer.results.emplace_back();
    result.property = c_question.property;
    result.reason = fmt::format("the property {} is not supported for C", c_question.property);
    if (c_question.witness) out.no_witness = "there is none but of a violation";
    return out;
  }
  try {
    CheckC(*parsed.program, sources, c_question, question, image).run(out);
    if (c_question.witness && !out.witness && out.no_witness.empty())
      out.no_witness = "there is none but of a violation";
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
