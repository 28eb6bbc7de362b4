// SPDX-License-Identifier: MIT
// Predicate abstraction, procedure by procedure, as SLAM's c2bp does it: a predicate after a
// statement is its weakest precondition before it, in terms of the predicates there. A callee's
// predicates on its parameters are its formals, those on its result are its results; what a call
// may have changed of what its caller knows is looked up anew after it.
#include "slam/abstraction.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ltg/print.hpp"
#include "ltg/substitute.hpp"

namespace hardbop::slam {

using ltg::Op;

Abstractor::Abstractor(Procedures& procedures, const Predicates& predicates,
                       Implications& implications, const Exclusions& exclusions,
                       const CubeOptions& options, SourceLine source)
    : procedures_(procedures),
      predicates_(predicates),
      exclusions_(exclusions),
      cubes_(procedures, implications, options),
      source_(std::move(source)) {}

void Abstractor::line(const std::string& text, LineMeaning meaning) {
  out_.text += text;
  out_.text += '\n';
  out_.lines.push_back(meaning);
}

void Abstractor::body_line(const std::string& text, LineMeaning meaning) {
  body_ += text;
  body_ += '\n';
  body_lines_.push_back(meaning);
}

/// A name is a predicate's text; where two have the same, those after the first have a number.
void Abstractor::name_predicates() {
  std::map<std::string, unsigned> uses;
  const auto name = [&](FunctionId scope) {
    for (const ExprId predicate : predicates_.of(scope)) {
      std::string text = predicates_.text(predicate);
      std::replace(text.begin(), text.end(), '}', ']');
      std::replace(text.begin(), text.end(), '{', '[');
      const unsigned number = uses[text]++;
      names_[predicate] =
          number == 0 ? fmt::format("{{{}}}", text) : fmt::format("{{{} #{}}}", text, number);
    }
  };
  name(everybody);
  for (const Procedure& procedure : procedures_.all()) name(procedure.function);
}

Abstraction Abstractor::run() {
  out_.lines.emplace_back();  // lines count from one
  name_predicates();
  std::vector<std::string> globals;
  for (const ExprId predicate : predicates_.of(everybody)) globals.push_back(names_[predicate]);
  if (!globals.empty()) line(fmt::format("decl {};", fmt::join(globals, ", ")));
  for (const Procedure& procedure : procedures_.all()) abstract_procedure(procedure);
  return std::move(out_);
}

// What is known

std::vector<ExprId> Abstractor::visible() const {
  std::vector<ExprId> out = predicates_.of(everybody);
  const std::vector<ExprId>& own = predicates_.of(procedure_->function);
  out.insert(out.end(), own.begin(), own.end());
  return out;
}

std::vector<ExprId> Abstractor::formals(FunctionId f) const {
  std::vector<ExprId> out;
  for (const ExprId predicate : predicates_.of(f))
    if (predicates_.is_formal(f, predicate)) out.push_back(predicate);
  return out;
}

std::vector<ExprId> Abstractor::results(FunctionId f) const {
  std::vector<ExprId> out;
  for (const ExprId predicate : predicates_.of(f))
    if (predicates_.is_result(f, predicate)) out.push_back(predicate);
  return out;
}

ExprId Abstractor::before(ExprId condition, const std::vector<ltg::Assignment>& assignments) {
  ltg::Substituter substitute(procedures_.expressions(), [&](ExprId leaf) {
    const ltg::Node& node = procedures_.expressions().node(leaf);
    if (node.op != Op::Variable) return leaf;
    for (const ltg::Assignment& assignment : assignments)
      if (assignment.variable == node.value) return assignment.value;
    return leaf;
  });
  return substitute(condition);
}

/// Whether a call may have changed what its caller knows.
bool Abstractor::is_stale(ExprId predicate, BlockId b) const {
  const Call* const call = procedures_.continues(b);
  if (call == nullptr || predicates_.scope(predicate) == everybody) return false;
  const std::set<VariableId>& modified = procedures_.of(call->callee).modified;
  const std::vector<VariableId> variables = procedures_.variables(predicate);
  return std::any_of(variables.begin(), variables.end(), [&](VariableId v) {
    return modified.contains(v) && procedures_.scope(v) == everybody;
  });
}

std::optional<Known> Abstractor::received(BlockId call, ExprId result) {
  const FunctionId callee = procedures_.call(call)->callee;
  const std::set<VariableId>& modified = procedures_.of(callee).modified;
  std::vector<ltg::Assignment> passed;
  for (const ltg::Assignment& assignment : procedures_.graph().blocks[call].assignments)
    if (procedures_.of(callee).parameters.contains(assignment.variable))
      passed.push_back(assignment);
  for (const VariableId v : procedures_.variables(result)) {
    if (!procedures_.of(callee).parameters.contains(v)) continue;
    const auto argument = std::find_if(passed.begin(), passed.end(),
                                       [&](const auto& one) { return one.variable == v; });
    if (argument == passed.end() || procedures_.has_inputs(argument->value)) return std::nullopt;
    for (const VariableId used : procedures_.variables(argument->value))
      if (modified.contains(used)) return std::nullopt;
  }
  const ExprId meaning = before(result, passed);
  return Known{fmt::format("{{{} of {}}}", ltg::to_string(procedures_.graph(), meaning), call),
               meaning};
}

std::vector<Known> Abstractor::known(BlockId b) {
  std::vector<Known> out;
  for (const ExprId predicate : visible())
    if (!is_stale(predicate, b)) out.push_back({names_[predicate], predicate});
  if (const Call* const call = procedures_.continues(b)) {
    for (const ExprId result : results(call->callee))
      if (auto known = received(procedures_.caller(b), result)) out.push_back(*known);
  }
  return out;
}

// Text

void Abstractor::abstract_procedure(const Procedure& procedure) {
  procedure_ = &procedure;
  body_.clear();
  body_lines_.clear();
  made_.clear();
  const std::vector<ExprId> in = formals(procedure.function);
  const std::vector<ExprId> out = results(procedure.function);
  if (procedure.function == procedures_.main()) initialise();
  std::vector<BlockId> blocks = procedure.blocks;
  std::sort(blocks.begin(), blocks.end());
  const auto entry = std::find(blocks.begin(), blocks.end(), procedure.entry);
  std::rotate(blocks.begin(), entry, entry + 1);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    abstract_block(blocks[i], i + 1 < blocks.size() ? blocks[i + 1] : c::none);

  std::vector<std::string> parameters;
  for (const ExprId predicate : in) parameters.push_back(names_[predicate]);
  const std::string type = out.empty() ? "void" : fmt::format("bool<{}>", out.size());
  line("");
  line(fmt::format("{} {}({}) begin", type, procedure.name, fmt::join(parameters, ", ")));
  std::vector<std::string> locals = made_;
  for (const ExprId predicate : predicates_.of(procedure.function))
    if (std::find(in.begin(), in.end(), predicate) == in.end())
      locals.push_back(names_[predicate]);
  if (!locals.empty()) line(fmt::format("  decl {};", fmt::join(locals, ", ")));
  std::vector<Known> all;
  for (const ExprId predicate : visible()) all.push_back({names_[predicate], predicate});
  cubes_.set(&all, procedures_.expressions().truth(true));
  if (const std::string invariant = cubes_.consistent(); !invariant.empty())
    line(fmt::format("  enforce {};", invariant));
  out_.text += body_;
  out_.lines.insert(out_.lines.end(), body_lines_.begin(), body_lines_.end());
  line("end");
}

/// Objects with static storage have their first values.
void Abstractor::initialise() {
  std::vector<ltg::Assignment> first;
  const ltg::Graph& graph = procedures_.graph();
  for (VariableId v = 0; v < graph.variables.size(); ++v) {
    const ltg::Variable& variable = graph.variables[v];
    if (variable.initial)
      first.push_back({v, procedures_.expressions().constant(variable.width, *variable.initial)});
  }
  const std::vector<Known> nothing;
  cubes_.set(&nothing, procedures_.expressions().truth(true));
  std::vector<std::string> names;
  std::vector<std::string> values;
  for (const ExprId predicate : visible()) {
    const std::string value = cubes_.value(before(predicate, first));
    if (value == "*") continue;
    names.push_back(names_[predicate]);
    values.push_back(value);
  }
  if (!names.empty())
    body_line(fmt::format("  {} := {};  // static storage", fmt::join(names, ", "),
                          fmt::join(values, ", ")));
}

std::string Abstractor::comment(BlockId b) const {
  const c::StatementId s = procedures_.model().blocks[b].statement;
  if (s == c::none) return "";
  const c::Position& at = procedures_.program().statements[s].at;
  return fmt::format("  // {}: {}", at.line, source_(at));
}

void Abstractor::abstract_block(BlockId b, BlockId following) {
  const ltg::Block& block = procedures_.graph().blocks[b];
  const std::string label = fmt::format("B{}: ", b);
  if (const c::Sink* const sink = procedures_.sink(b)) {
    const bool is_error = sink->kind == c::Sink::Kind::Error;
    body_line(fmt::format("{}{}skip;  // {}", label, is_error ? "ERROR: " : "", sink->text),
              {b, 0});
    return body_line("  assume F;");
  }
  if (procedures_.leaves(b)) {
    std::vector<std::string> values;
    for (const ExprId result : results(procedure_->function)) values.push_back(names_[result]);
    return body_line(fmt::format("{}return {};", label, fmt::join(values, ", ")), {b, 0});
  }
  if (block.edges.empty()) return body_line(label + "assume F;  // the program ends", {b, 0});
  if (block.edges.size() == 1) return abstract_edge(b, 0, label, following);
  std::vector<std::string> ways;
  for (std::size_t i = 0; i < block.edges.size(); ++i) ways.push_back(fmt::format("B{}_{}", b, i));
  body_line(fmt::format("{}goto {};{}", label, fmt::join(ways, ", "), comment(b)));
  for (std::size_t i = 0; i < block.edges.size(); ++i)
    abstract_edge(b, i, fmt::format("{}: ", ways[i]),
                  i + 1 < block.edges.size() ? c::none : following);
}

std::string Abstractor::excluded(BlockId b, std::size_t edge) const {
  const auto found = exclusions_.find({b, edge});
  if (found == exclusions_.end()) return "";
  const auto literal = [&](ExprId condition, const char* next) -> std::string {
    const ExprId predicate = positive(procedures_.expressions(), condition);
    const auto name = names_.find(predicate);
    if (name == names_.end()) return "F";
    return fmt::format("{}{}{}", predicate == condition ? "" : "!", next, name->second);
  };
  std::vector<std::string> cubes;
  for (const Exclusion& exclusion : found->second) {
    std::vector<std::string> literals;
    for (const ExprId one : exclusion.before) literals.push_back(literal(one, ""));
    for (const ExprId one : exclusion.after) literals.push_back(literal(one, "'"));
    if (std::find(literals.begin(), literals.end(), "F") == literals.end())
      cubes.push_back(fmt::format("!({})", fmt::join(literals, " & ")));
  }
  return cubes.empty() ? "" : fmt::format("{}", fmt::join(cubes, " & "));
}

Abstractor::Updates Abstractor::updates(BlockId b, const std::vector<ExprId>& predicates) {
  Updates out;
  for (const ExprId predicate : predicates) {
    const ExprId weakest = before(predicate, procedures_.graph().blocks[b].assignments);
    if (weakest == predicate && !is_stale(predicate, b)) continue;
    out.names.push_back(names_[predicate]);
    out.values.push_back(cubes_.value(weakest));
  }
  return out;
}

void Abstractor::abstract_edge(BlockId b, std::size_t edge, const std::string& label,
                               BlockId following) {
  const ltg::Edge& way = procedures_.graph().blocks[b].edges[edge];
  const Call* const call = procedures_.call(b);
  const bool calls = call != nullptr && procedures_.of(call->callee).entry == way.to;
  const std::vector<Known> here = known(b);
  cubes_.set(&here, procedures_.expressions().truth(true));
  const std::string guard = cubes_.implied(way.guard);
  const std::string note = procedures_.graph().blocks[b].edges.size() == 1 ? comment(b) : "";
  body_line(guard == "T" ? fmt::format("{}skip;{}", label, note)
                         : fmt::format("{}assume {};{}", label, guard, note),
            {b, edge});
  cubes_.set(&here, way.guard);
  const BlockId to = calls ? call->continuation : way.to;
  if (calls) {
    abstract_call(b);
  } else {
    const Updates changes = updates(b, visible());
    const std::string excludes = excluded(b, edge);
    if (!changes.names.empty())
      body_line(fmt::format("  {} := {}{}{};", fmt::join(changes.names, ", "),
                            fmt::join(changes.values, ", "), excludes.empty() ? "" : " constrain ",
                            excludes));
    else if (!excludes.empty())
      body_line(fmt::format("  constrain {};", excludes));
  }
  if (to != following) body_line(fmt::format("  goto B{};", to));
}

void Abstractor::abstract_call(BlockId b) {
  const Call& call = *procedures_.call(b);
  Updates changes = updates(b, predicates_.of(everybody));
  std::vector<std::string> arguments;
  for (const ExprId predicate : formals(call.callee)) {
    const ExprId weakest = before(predicate, procedures_.graph().blocks[b].assignments);
    arguments.push_back(cubes_.value(weakest));
  }
  if (!changes.names.empty() && !arguments.empty()) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string name = fmt::format("argument{}_{}", b, i);
      made_.push_back(name);
      changes.names.push_back(name);
      changes.values.push_back(arguments[i]);
      arguments[i] = name;
    }
  }
  if (!changes.names.empty())
    body_line(fmt::format("  {} := {};", fmt::join(changes.names, ", "),
                          fmt::join(changes.values, ", ")));
  std::vector<std::string> received_names;
  for (const ExprId result : results(call.callee)) {
    const std::optional<Known> known = received(b, result);
    received_names.push_back(known ? known->name : "_");
    if (known) made_.push_back(known->name);
  }
  body_line(fmt::format("  {}{}{}({});", fmt::join(received_names, ", "),
                        received_names.empty() ? "" : " := ", procedures_.of(call.callee).name,
                        fmt::join(arguments, ", ")));
}

}  // namespace hardbop::slam
