// SPDX-License-Identifier: MIT
#include "product/api/c_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>

#include "base/util/invariant.hpp"
#include "boolean/certify/claim.hpp"
#include "c/lower/harness.hpp"
#include "c/memory/numbers.hpp"

namespace hardbop::api {

using c::Sink;

namespace {

constexpr const char* effects = "undefined functions do more on the run than a {} can say";

}  // namespace

std::size_t count_places(const c::Program& program) {
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> places;
  for (const c::Function& function : program.functions)
    for (const c::StatementId s : function.statements) {
      const c::Statement& statement = program.statements[s];
      if (statement.kind == c::Statement::Kind::Error)
        places.emplace(statement.at.file, statement.at.line, statement.at.column);
    }
  return places.size();
}

bool has_gaps(const c::Program& program) {
  return std::ranges::any_of(program.functions, [&](const c::Function& function) {
    return std::ranges::any_of(function.statements, [&](c::StatementId s) {
      return program.statements[s].kind == c::Statement::Kind::Unsupported;
    });
  });
}

void set_not_applicable(std::string reason, PropertyResult& result) {
  if (result.verdict != Verdict::Holds) return;
  result.verdict = Verdict::NotApplicable;
  result.reason = std::move(reason);
}

CReport::CReport(const c::Program& program, const std::vector<CSource>& sources,
                 const CQuestion& c_question, const Question& question, const CProperty* property,
                 const WovenRule* rule)
    : program_(program),
      sources_(sources),
      lines_(sources),
      c_question_(c_question),
      question_(question),
      property_(property),
      rule_(rule) {}

Location CReport::location(const c::Position& at) const {
  return {at.file < program_.files.size() ? program_.files[at.file] : "", at.line, at.column};
}

std::string CReport::place(const c::Position& at) const {
  const Location where = location(at);
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

std::string CReport::line(const c::Position& at) const {
  const Location where = location(at);
  return lines_.line(where.file, where.line);
}

const Sink& CReport::arrived(const c::Model& model, const words::Run& run) {
  const words::BlockId block = run.back().block;
  return *std::ranges::find_if(model.sinks, [&](const Sink& sink) { return sink.block == block; });
}

bool CReport::follows(const c::Replayed& replayed, PropertyResult& result) const {
  if (replayed.kind == c::Replayed::Kind::Differs && rule_ != nullptr && rule_->watches) {
    result.reason = "what is watched depends on whether an address is used again";
    return false;
  }
  if (replayed.kind == c::Replayed::Kind::Differs && program_.environment != c::none) {
    result.reason = "what undefined functions know depends on the numbers of addresses";
    return false;
  }
  if (replayed.kind == c::Replayed::Kind::Differs && c::observes_addresses(program_)) {
    result.reason = "the run depends on the numbers of addresses";
    return false;
  }
  if (replayed.kind == c::Replayed::Kind::Differs)
    throw InternalError("a run of the model is none of C: " + replayed.text);
  if (replayed.kind == c::Replayed::Kind::Follows) return true;
  result.reason = fmt::format("unsupported: {} at {}", replayed.text, place(replayed.at));
  return false;
}

void CReport::violated(const c::Model& model, const words::Run& run, CAnswer& out,
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
  if (property_ == nullptr) return;
  if (c_question_.harness && c::depends_on_uninitialised(program_, model, run, sink)) {
    Message& warning = out.messages.emplace_back();
    warning.kind = Message::Kind::Warning;
    warning.at = location(sink.at);
    warning.text =
        "the run depends on variables that are not initialised, which a harness cannot set";
  }
  const bool needs_environment = (c_question_.harness || c_question_.witness) &&
                                 c::depends_on_environment(program_, model, run, sink);
  if (c_question_.harness && needs_environment)
    out.no_harness = fmt::format(effects, "harness");
  else if (c_question_.harness)
    out.harness = c::harness(program_, explanation, paths(), property_->errors);
  if (c_question_.witness && needs_environment)
    out.no_witness = fmt::format(effects, "witness");
  else if (c_question_.witness)
    add_witness(c::waypoints(program_, model, run, sink), out);
}

std::string CReport::limit(const Sink& sink) const {
  return fmt::format("{}{} at {}", sink.kind == Sink::Kind::Bound ? "" : "unsupported: ", sink.text,
                     place(sink.at));
}

void CReport::add_witness(const c::Way& way, CAnswer& out) const {
  CWitness witness = make_witness("G ! " + way.error);
  add_waypoints(way.points, witness);
  if (witness.waypoints.empty() || !witness.waypoints.back().assumption.empty()) {
    out.no_witness = "the error is not in the file itself";
    return;
  }
  out.witness = std::move(witness);
}

void CReport::add_proof(const std::vector<c::Waypoint>& invariants, CAnswer& out) const {
  CWitness witness = make_witness(std::string(property_->formula));
  witness.kind = CWitness::Kind::Correctness;
  add_waypoints(invariants, witness);
  out.witness = std::move(witness);
}

CWitness CReport::make_witness(const std::string& formula) const {
  CWitness witness;
  for (const CSource& source : sources_)
    witness.inputs.push_back({source.path, certify::sha256(source.text)});
  witness.specification = fmt::format("CHECK( init(main()), LTL({}) )", formula);
  witness.data_model =
      program_.data_model.pointer_bits == 64 ? CDataModel::Lp64 : CDataModel::Ilp32;
  return witness;
}

/// Those in other files than the input are left out.
void CReport::add_waypoints(const std::vector<c::Waypoint>& points, CWitness& witness) const {
  for (const c::Waypoint& point : points) {
    const Location at = location(point.at);
    if (!is_input(at.file)) continue;
    std::string function = point.function == c::none ? "" : program_.functions[point.function].name;
    function.erase(std::min(function.find('.'), function.size()));
    witness.waypoints.push_back({at, function, point.assumption});
  }
}

bool CReport::is_input(const std::string& path) const {
  return std::ranges::any_of(sources_, [&](const CSource& source) { return source.path == path; });
}

std::vector<std::string> CReport::paths() const {
  std::vector<std::string> out;
  for (const CSource& source : sources_) out.push_back(source.path);
  return out;
}

namespace {

c::StatementId first_statement(const c::Model& model, const words::Run& run, std::size_t round) {
  for (std::size_t i = round; i < run.size(); ++i)
    if (const c::StatementId s = model.blocks[run[i].block].statement; s != c::none) return s;
  return c::none;
}

/// Whether the call that all of the round is part of is one of an undefined function.
bool stays_in_environment(const c::Program& program, const c::Model& model, const words::Run& run,
                          std::size_t round) {
  std::ptrdiff_t depth = 0;
  std::ptrdiff_t least = 0;
  c::FunctionId outermost = c::none;
  for (std::size_t i = round; i < run.size(); ++i) {
    const c::BlockMeaning& meaning = model.blocks[run[i].block];
    if (meaning.statement == c::none) continue;
    if (outermost == c::none || depth < least) outermost = meaning.function;
    least = std::min(least, depth);
    const c::Statement::Kind kind = program.statements[meaning.statement].kind;
    if (kind == c::Statement::Kind::Call) ++depth;
    if (kind == c::Statement::Kind::Return) --depth;
  }
  return program.environment != c::none && outermost == program.environment;
}

}  // namespace

c::Position CReport::head(const c::Model& model, const words::Run& run, std::size_t round) const {
  const c::StatementId s = first_statement(model, run, round);
  return s == c::none ? c::Position() : program_.statements[s].at;
}

void CReport::add_round(const c::Model& model, const words::Run& run, std::size_t round,
                        PropertyResult& result) const {
  const c::Position at = head(model, run, round);
  if (stays_in_environment(program_, model, run, round)) {
    result.reason = "an undefined function, which is assumed to return, could go on for ever";
    return;
  }
  result.verdict = Verdict::Violated;
  result.at = location(at);
  if (!question_.traces) return;
  const c::Explanation all = c::explain(program_, model, run, at, round);
  const auto before = std::ranges::count_if(
      all.steps, [&](const c::ExplainedStep& step) { return step.point < round; });
  result.trace = trace(all);
  TraceLoop& loop = result.trace->loop.emplace();
  loop.first_step = std::min(static_cast<std::size_t>(before), result.trace->steps.size());
  loop.length = all.steps.size() - loop.first_step;
}

void CReport::unsatisfied(c::Model& model, const CFormula& formula, const CWatch& watch,
                          const words::Run& run, std::size_t round, PropertyResult& result) const {
  if (!follows(c::replay(program_, model, run, nullptr, true), result)) return;
  if (formula.formulas->satisfies(program_, model, watch, run, round))
    throw InternalError("a run that should violate the formula satisfies it");
  add_round(model, run, round, result);
  if (!result.trace || first_statement(model, run, round) != c::none) return;
  const bool has_ended = std::ranges::any_of(run, [&](const words::Point& point) {
    return point.block < watch.has_ended.size() && watch.has_ended[point.block];
  });
  result.trace->loop->kind = has_ended ? TraceLoop::Kind::Terminated : TraceLoop::Kind::Failed;
}

TraceStep CReport::step(const c::ExplainedStep& from) const {
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
    shown.value = value.value;
  }
  return out;
}

Trace CReport::trace(const c::Explanation& explanation) const {
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

}  // namespace hardbop::api
