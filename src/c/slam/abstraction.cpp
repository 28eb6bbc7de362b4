// SPDX-License-Identifier: MIT
// Predicate abstraction, procedure by procedure, as SLAM's c2bp does it: a predicate after a
// statement is its weakest precondition before it, in terms of the predicates there. A callee's
// predicates on its parameters are its formals, those on its result are its results; what a call
// may have changed of what its caller knows is looked up anew after it.
#include "c/slam/abstraction.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hardbop::slam {

Abstractor::Abstractor(Procedures& procedures, const Predicates& predicates,
                       Implications& implications, const Exclusions& exclusions,
                       AbstractBodies& bodies, const CubeOptions& options, Budget& budget,
                       SourceLine source)
    : procedures_(procedures),
      predicates_(predicates),
      exclusions_(exclusions),
      bodies_(bodies),
      cubes_(procedures, implications, options),
      budget_(budget),
      source_(std::move(source)) {}

void Abstractor::line(const std::string& text, LineMeaning meaning) {
  out_.text += text;
  out_.text += '\n';
  out_.lines.push_back(meaning);
}

void Abstractor::body_line(const std::string& text, LineMeaning meaning) {
  body_.text += text;
  body_.text += '\n';
  body_.lines.push_back(meaning);
}

/// A name is a predicate's text; where two have the same, those after the first have a number.
void Abstractor::name_predicates() {
  std::map<std::string, unsigned> uses;
  const auto name = [&](FunctionId scope) {
    for (const ExprId predicate : predicates_.of(scope)) {
      std::string text = predicates_.text(predicate);
      std::ranges::replace(text, '}', ']');
      std::ranges::replace(text, '{', '[');
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

std::optional<Known> Abstractor::received(BlockId call, ExprId result) {
  const FunctionId callee = procedures_.call(call)->callee;
  const std::set<VariableId>& modified = procedures_.of(callee).modified;
  std::vector<words::Assignment> passed;
  for (const words::Assignment& assignment : procedures_.graph().blocks[call].assignments)
    if (procedures_.of(callee).parameters.contains(assignment.variable))
      passed.push_back(assignment);
  for (const VariableId v : procedures_.variables(result)) {
    if (!procedures_.of(callee).parameters.contains(v)) continue;
    const auto argument =
        std::ranges::find_if(passed, [&](const auto& one) { return one.variable == v; });
    if (argument == passed.end() || procedures_.has_inputs(argument->value)) return std::nullopt;
    for (const VariableId used : procedures_.variables(argument->value))
      if (modified.contains(used)) return std::nullopt;
  }
  const ExprId meaning = procedures_.before(result, passed);
  const std::string& name = names_.at(result);
  return Known{fmt::format("{{{}: {} at B{}}}", procedures_.of(callee).name,
                           name.substr(1, name.size() - 2), call),
               meaning};
}

std::vector<Known> Abstractor::known(BlockId b) {
  std::vector<Known> out;
  for (const ExprId predicate : visible())
    if (!predicates_.is_stale(predicate, b)) out.push_back({names_[predicate], predicate});
  if (const Call* const call = procedures_.continues(b)) {
    for (const ExprId result : results(call->callee))
      if (auto known = received(procedures_.caller(b), result)) out.push_back(*known);
  }
  return out;
}

// Text

/// All that the text of a procedure depends on.
std::string Abstractor::signature(const Procedure& procedure) const {
  std::string out;
  const auto add = [&](const std::vector<ExprId>& predicates) {
    for (const ExprId predicate : predicates)
      out += fmt::format("{}{} ", predicate, names_.at(predicate));
    out += ';';
  };
  add(visible());
  for (const BlockId b : procedure.blocks) {
    if (const Call* const call = procedures_.call(b)) {
      add(formals(call->callee));
      add(results(call->callee));
    }
    for (std::size_t edge = 0; edge < procedures_.graph().blocks[b].edges.size(); ++edge) {
      const auto excluded = exclusions_.find({b, edge});
      if (excluded != exclusions_.end())
        out += fmt::format("{}.{}: {};", b, edge, excluded->second.size());
    }
  }
  return out;
}

void Abstractor::abstract_procedure(const Procedure& procedure) {
  procedure_ = &procedure;
  AbstractBody& known = bodies_[procedure.function];
  const std::string now = signature(procedure);
  if (known.signature != now) {
    body_ = AbstractBody();
    abstract_body(procedure);
    if (budget_.stopped() == StopReason::None) body_.signature = now;
    known = std::move(body_);
  }
  declare(procedure, known);
  for (const auto& [block, index] : known.arrivals)
    out_.arrivals[block] = static_cast<std::uint32_t>(out_.lines.size() + index);
  out_.text += known.text;
  out_.lines.insert(out_.lines.end(), known.lines.begin(), known.lines.end());
  line("end");
}

void Abstractor::abstract_body(const Procedure& procedure) {
  if (procedure.function == procedures_.main()) initialise();
  std::vector<BlockId> blocks = procedure.blocks;
  std::ranges::sort(blocks);
  const auto entry = std::ranges::find(blocks, procedure.entry);
  std::rotate(blocks.begin(), entry, entry + 1);
  for (std::size_t i = 0; i < blocks.size() && budget_.poll() == StopReason::None; ++i)
    abstract_block(blocks[i], i + 1 < blocks.size() ? blocks[i + 1] : c::none);
  std::vector<Known> all;
  for (const ExprId predicate : visible()) all.push_back({names_[predicate], predicate});
  cubes_.set(&all, procedures_.expressions().truth(true));
  body_.invariant = cubes_.consistent(budget_);
}

/// The head: name, formals, local variables, and which values exclude each other.
void Abstractor::declare(const Procedure& procedure, const AbstractBody& body) {
  const std::vector<ExprId> in = formals(procedure.function);
  std::vector<SlotMeaning>& slots = out_.slots[procedure.function];
  for (const ExprId predicate : predicates_.of(everybody)) slots.push_back({predicate, c::none});
  std::vector<std::string> parameters;
  for (const ExprId predicate : in) {
    parameters.push_back(names_[predicate]);
    slots.push_back({predicate, c::none});
  }
  std::vector<std::string> locals;
  for (const ExprId predicate : predicates_.of(procedure.function)) {
    if (std::ranges::find(in, predicate) != in.end()) continue;
    locals.push_back(names_[predicate]);
    slots.push_back({predicate, c::none});
  }
  for (const AbstractBody::Made& made : body.made) {
    locals.push_back(made.name);
    slots.push_back(made.meaning);
  }
  const std::size_t results_count = results(procedure.function).size();
  line("");
  line(fmt::format("{} {}({}) begin",
                   results_count == 0 ? "void" : fmt::format("bool<{}>", results_count),
                   procedure_name(procedure.function), fmt::join(parameters, ", ")));
  if (!locals.empty()) line(fmt::format("  decl {};", fmt::join(locals, ", ")));
  if (!body.invariant.empty()) line(fmt::format("  enforce {};", body.invariant));
}

/// Objects with static storage have their first values.
void Abstractor::initialise() {
  std::vector<words::Assignment> first;
  const words::Graph& graph = procedures_.graph();
  for (VariableId v = 0; v < graph.variables.size(); ++v) {
    const words::Variable& variable = graph.variables[v];
    if (variable.initial)
      first.push_back({v, procedures_.expressions().constant(variable.width, *variable.initial)});
  }
  const std::vector<Known> nothing;
  cubes_.set(&nothing, procedures_.expressions().truth(true));
  std::vector<std::string> names;
  std::vector<std::string> values;
  for (const ExprId predicate : visible()) {
    const std::string value = cubes_.value(procedures_.before(predicate, first));
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
  const words::Block& block = procedures_.graph().blocks[b];
  const std::string label = fmt::format("B{}: ", b);
  body_.arrivals[b] = body_.lines.size();
  if (const c::Sink* const sink = procedures_.sink(b)) {
    const bool is_error = sink->kind == c::Sink::Kind::Error;
    body_line(fmt::format("{}{};  // {}", label, is_error ? "assert F" : "skip", sink->text),
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

std::string Abstractor::excluded(BlockId b, std::size_t edge, const std::vector<Known>& before,
                                 const Names& after) const {
  const auto found = exclusions_.find({b, edge});
  if (found == exclusions_.end()) return "";
  Names names_before;
  for (const Known& known : before) names_before[known.meaning] = known.name;
  std::vector<std::string> cubes;
  for (const Exclusion& exclusion : found->second) {
    std::vector<std::string> literals;
    const auto add = [&](const std::vector<ExprId>& conditions, const Names& names,
                         const char* next) {
      for (const ExprId condition : conditions) {
        const ExprId predicate = positive(procedures_.expressions(), condition);
        const auto name = names.find(predicate);
        if (name == names.end()) return false;
        literals.push_back(
            fmt::format("{}{}{}", predicate == condition ? "" : "!", next, name->second));
      }
      return true;
    };
    if (add(exclusion.before, names_before, "") && add(exclusion.after, after, "'"))
      cubes.push_back(literals.empty() ? "F" : fmt::format("!({})", fmt::join(literals, " & ")));
  }
  return cubes.empty() ? "" : fmt::format(" constrain {}", fmt::join(cubes, " & "));
}

Abstractor::Updates Abstractor::updates(BlockId b, const std::vector<ExprId>& predicates) {
  Updates out;
  for (const ExprId predicate : predicates) {
    const ExprId weakest = procedures_.before(predicate, b);
    if (weakest == predicate && !predicates_.is_stale(predicate, b)) continue;
    out.names.push_back(names_[predicate]);
    out.values.push_back(cubes_.value(weakest));
  }
  return out;
}

void Abstractor::abstract_edge(BlockId b, std::size_t edge, const std::string& label,
                               BlockId following) {
  const words::Edge& way = procedures_.graph().blocks[b].edges[edge];
  const Call* const call = procedures_.call(b);
  const bool calls = procedures_.enters(b, way);
  const std::vector<Known> here = known(b);
  cubes_.set(&here, procedures_.expressions().truth(true));
  const std::string guard = cubes_.implied(way.guard);
  const std::string note = procedures_.graph().blocks[b].edges.size() == 1 ? comment(b) : "";
  cubes_.set(&here, way.guard);
  const Updates changes = calls ? Updates() : updates(b, visible());
  const std::string excludes = calls ? "" : excluded(b, edge, here, names_);
  std::string start = label;
  const LineMeaning meaning{b, edge};
  if (guard != "T" || calls || (changes.names.empty() && excludes.empty())) {
    body_line(guard == "T" ? fmt::format("{}skip;{}", start, note)
                           : fmt::format("{}assume {};{}", start, guard, note),
              meaning);
    start = "  ";
  }
  const bool is_first = start == label;
  const std::string first_note = is_first ? note : "";
  if (calls)
    abstract_call(b, edge, here);
  else if (!changes.names.empty())
    body_line(fmt::format("{}{} := {}{};{}", start, fmt::join(changes.names, ", "),
                          fmt::join(changes.values, ", "), excludes, first_note),
              is_first ? meaning : LineMeaning());
  else if (!excludes.empty())
    body_line(fmt::format("{}{};{}", start, excludes, first_note),
              is_first ? meaning : LineMeaning());
  const BlockId to = calls ? call->continuation : way.to;
  if (to != following) body_line(fmt::format("  goto B{};", to));
}

void Abstractor::abstract_call(BlockId b, std::size_t edge, const std::vector<Known>& here) {
  const Call& call = *procedures_.call(b);
  Updates changes = updates(b, predicates_.of(everybody));
  std::vector<std::string> arguments;
  Names after;
  for (const ExprId predicate : predicates_.of(everybody)) after[predicate] = names_[predicate];
  for (const ExprId predicate : formals(call.callee)) {
    after[predicate] = fmt::format("argument{}_{}", b, arguments.size());
    arguments.push_back(cubes_.value(procedures_.before(predicate, b)));
  }
  const std::string excludes = excluded(b, edge, here, after);
  if ((!changes.names.empty() && !arguments.empty()) || !excludes.empty()) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string name = fmt::format("argument{}_{}", b, i);
      body_.made.push_back({name, {}});
      changes.names.push_back(name);
      changes.values.push_back(arguments[i]);
      arguments[i] = name;
    }
  }
  if (!changes.names.empty())
    body_line(fmt::format("  {} := {}{};", fmt::join(changes.names, ", "),
                          fmt::join(changes.values, ", "), excludes));
  std::vector<std::string> received_names;
  for (const ExprId result : results(call.callee)) {
    const std::optional<Known> known = received(b, result);
    received_names.push_back(known ? known->name : "_");
    if (known) body_.made.push_back({known->name, {known->meaning, b}});
  }
  body_line(fmt::format("  {}{}{}({});", fmt::join(received_names, ", "),
                        received_names.empty() ? "" : " := ", procedure_name(call.callee),
                        fmt::join(arguments, ", ")));
}

std::string Abstractor::procedure_name(FunctionId f) const {
  static const std::set<std::string_view> words{
      "decl",       "dfs",       "void",         "bool",       "begin",
      "end",        "enforce",   "thread",       "skip",       "print",
      "goto",       "return",    "call",         "assert",     "assume",
      "abortif",    "dead",      "if",           "then",       "elsif",
      "else",       "fi",        "while",        "do",         "od",
      "T",          "F",         "true",         "false",      "choose",
      "schoose",    "constrain", "atomic_begin", "atomic_end", "start_thread",
      "end_thread", "init"};
  const std::string& name = procedures_.of(f).name;
  if (f == procedures_.main()) return "main";
  if (name == "main") return "{main()}";
  const bool is_quoted = words.contains(name) || name.find(' ') != std::string::npos;
  return is_quoted ? fmt::format("{{{}}}", name) : name;
}

}  // namespace hardbop::slam
