// SPDX-License-Identifier: MIT
// Predicate abstraction, procedure by procedure, as in SLAM's c2bp: the value of a predicate after
// a statement is its weakest precondition before the statement, in terms of the predicates there. A
// callee's predicates on its parameters become formals, those on its result become results. What a
// call may have changed of the caller's knowledge is computed again after the call.
#include "c/slam/abstraction.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hardbop::slam {

using bp::NamedTerm;
using bp::StatementKind;

Abstractor::Abstractor(Procedures& procedures, const Predicates& predicates, Cubes cubes,
                       const Exclusions& exclusions, AbstractBodies& bodies, Budget& budget,
                       SourceLine source)
    : procedures_(procedures),
      predicates_(predicates),
      exclusions_(exclusions),
      bodies_(bodies),
      cubes_(std::move(cubes)),
      budget_(budget),
      source_(std::move(source)),
      turns_(procedures) {}

void Abstractor::add(bp::Draft draft, const StatementMeaning& meaning) {
  body_.statements.push_back({std::move(draft), meaning});
}

bp::Name Abstractor::label(BlockId b) {
  return bodies_.names.intern(fmt::format("B{}", b));
}

void Abstractor::Updates::add(bp::Name name, NamedTerm value) {
  names.push_back(name);
  values.push_back(std::move(value));
}

bp::Draft Abstractor::Updates::draft(const Condition& constrain) const {
  return {.kind = StatementKind::Assign, .names = names, .values = values, .constrain = constrain};
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
      names_[predicate] = bodies_.names.intern(
          number == 0 ? fmt::format("{{{}}}", text) : fmt::format("{{{} #{}}}", text, number));
    }
  };
  name(everybody);
  for (const Procedure& procedure : procedures_.all()) name(procedure.function);
}

Abstraction Abstractor::run() {
  name_predicates();
  if (!turns_.empty()) {
    write_threads();
    return std::move(out_);
  }
  std::vector<bp::Name> globals;
  for (const ExprId predicate : predicates_.of(everybody)) globals.push_back(names_[predicate]);
  if (!globals.empty()) builder_.declare(globals);
  for (const Procedure& procedure : procedures_.all()) abstract_procedure(procedure);
  out_.program = builder_.finish("abstraction.bp");
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
  for (const words::Assignment& assignment : procedures_.assignments(call))
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
  const std::string& name = *names_.at(result);
  return Known{bodies_.names.intern(fmt::format("{{{}: {} at B{}}}", procedures_.of(callee).name,
                                                name.substr(1, name.size() - 2), call)),
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

// Procedures

/// All that the statements of a procedure depend on.
std::string Abstractor::signature(const Procedure& procedure) const {
  std::string out;
  const auto add = [&](const std::vector<ExprId>& predicates) {
    for (const ExprId predicate : predicates)
      out += fmt::format("{}{} ", predicate, *names_.at(predicate));
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

/// As in the round before, or made anew.
const AbstractBody& Abstractor::known_body(const Procedure& procedure) {
  procedure_ = &procedure;
  AbstractBody& known = bodies_.all[procedure.function];
  const std::string now = signature(procedure);
  if (known.signature != now) {
    body_ = AbstractBody();
    abstract_body(procedure);
    if (budget_.stopped() == StopReason::None) body_.signature = now;
    known = std::move(body_);
  }
  return known;
}

void Abstractor::abstract_procedure(const Procedure& procedure) {
  const AbstractBody& known = known_body(procedure);
  declare(procedure, known);
  for (const AbstractBody::Statement& statement : known.statements)
    out_.meanings.set(builder_.add(statement.draft), statement.meaning);
  builder_.end_procedure();
}

void Abstractor::abstract_body(const Procedure& procedure) {
  if (!turns_.empty()) {
    abstract_threads();
  } else {
    if (procedure.function == procedures_.main()) initialise();
    std::vector<BlockId> blocks = procedure.blocks;
    std::ranges::sort(blocks);
    const auto entry = std::ranges::find(blocks, procedure.entry);
    std::rotate(blocks.begin(), entry, entry + 1);
    abstract_blocks(blocks);
  }
  std::vector<Known> all;
  for (const ExprId predicate : visible()) all.push_back({names_[predicate], predicate});
  cubes_.set(&all);
  body_.invariant = cubes_.consistent(budget_);
}

void Abstractor::abstract_blocks(const std::vector<BlockId>& blocks) {
  for (std::size_t i = 0; i < blocks.size() && budget_.poll() == StopReason::None; ++i)
    abstract_block(blocks[i], i + 1 < blocks.size() ? blocks[i + 1] : c::none);
}

/// The head: name, formals, local variables, and which values exclude each other.
void Abstractor::declare(const Procedure& procedure, const AbstractBody& body) {
  const std::vector<ExprId> in = formals(procedure.function);
  std::vector<SlotMeaning>& slots = out_.slots[procedure.function];
  for (const ExprId predicate : predicates_.of(everybody)) slots.push_back({predicate, c::none});
  std::vector<bp::Name> parameters;
  for (const ExprId predicate : in) {
    parameters.push_back(names_[predicate]);
    slots.push_back({predicate, c::none});
  }
  std::vector<bp::Name> locals;
  for (const ExprId predicate : predicates_.of(procedure.function)) {
    if (std::ranges::find(in, predicate) != in.end()) continue;
    locals.push_back(names_[predicate]);
    slots.push_back({predicate, c::none});
  }
  for (const AbstractBody::Variable& variable : body.temporaries) {
    locals.push_back(variable.name);
    slots.push_back(variable.meaning);
  }
  builder_.blank_line();
  builder_.begin_procedure(procedure_name(procedure.function),
                           static_cast<std::uint32_t>(results(procedure.function).size()),
                           parameters);
  if (!locals.empty()) builder_.declare(locals);
  if (body.invariant) builder_.enforce(*body.invariant);
}

/// Objects with static storage have their first values.
void Abstractor::initialise() {
  std::vector<words::Assignment> first;
  for (VariableId v = 0; v < procedures_.variable_count(); ++v)
    if (const auto value = procedures_.first_value(v)) first.push_back({v, *value});
  const std::vector<Known> nothing;
  cubes_.set(&nothing);
  Updates initial;
  for (const ExprId predicate : visible()) {
    NamedTerm value = cubes_.value(procedures_.before(predicate, first));
    if (!value.is_any()) initial.add(names_[predicate], std::move(value));
  }
  if (initial.names.empty()) return;
  bp::Draft draft = initial.draft();
  draft.comment = "static storage";
  add(std::move(draft));
}

std::string Abstractor::comment(BlockId b) const {
  const c::StatementId s = procedures_.model().blocks[b].statement;
  if (s == c::none) return "";
  const c::Position& at = procedures_.program().statements[s].at;
  if (at.line == 0) return "";  // what the compiler adds
  return fmt::format("{}: {}", at.line, source_(at));
}

void Abstractor::abstract_block(BlockId b, BlockId following) {
  const words::Block& block = procedures_.graph().blocks[b];
  const StatementMeaning meaning{b, 0, b};
  const NamedTerm impossible = NamedTerm::constant(false);
  bp::Draft draft;
  draft.label = *label(b);
  if (const c::Sink* const sink = procedures_.sink(b)) {
    if (sink->kind == c::Sink::Kind::Error) {
      draft.kind = StatementKind::Assert;
      draft.values = {impossible};
    }
    draft.comment = sink->text;
    add(std::move(draft), meaning);
    return add({.kind = StatementKind::Assume, .values = {impossible}});
  }
  if (procedures_.leaves(b)) {
    draft.kind = StatementKind::Return;
    for (const ExprId result : results(procedure_->function))
      draft.values.push_back(NamedTerm::of(names_[result]));
    return add(std::move(draft), meaning);
  }
  if (block.edges.empty()) {
    draft.kind = StatementKind::Assume;
    draft.values = {impossible};
    draft.comment = "the program ends";
    return add(std::move(draft), meaning);
  }
  if (block.edges.size() == 1) return abstract_edge(b, 0, label(b), following);
  draft.kind = StatementKind::Goto;
  for (std::size_t i = 0; i < block.edges.size(); ++i)
    draft.names.push_back(bodies_.names.intern(fmt::format("B{}_{}", b, i)));
  draft.comment = comment(b);
  const std::vector<bp::Name> ways = draft.names;
  add(std::move(draft), {c::none, 0, b});
  for (std::size_t i = 0; i < ways.size(); ++i)
    abstract_edge(b, i, ways[i], i + 1 < ways.size() ? c::none : following);
}

Abstractor::Condition Abstractor::excluded(BlockId b, std::size_t edge,
                                           const std::vector<Known>& before,
                                           const Names& after) const {
  const auto found = exclusions_.find({b, edge});
  if (found == exclusions_.end()) return std::nullopt;
  Names names_before;
  for (const Known& known : before) names_before[known.meaning] = known.name;
  std::vector<NamedTerm> cubes;
  for (const Exclusion& exclusion : found->second) {
    std::vector<NamedTerm> literals;
    const auto add = [&](const std::vector<ExprId>& conditions, const Names& names, bool is_next) {
      for (const ExprId condition : conditions) {
        const ExprId predicate = positive(procedures_.expressions(), condition);
        const auto name = names.find(predicate);
        if (name == names.end()) return false;
        NamedTerm is_true = is_next ? NamedTerm::next(name->second) : NamedTerm::of(name->second);
        literals.push_back(predicate == condition ? std::move(is_true) : !std::move(is_true));
      }
      return true;
    };
    if (add(exclusion.before, names_before, false) && add(exclusion.after, after, true))
      cubes.push_back(literals.empty() ? NamedTerm::constant(false)
                                       : !NamedTerm::chain(literals, bp::Op::And).in_parentheses());
  }
  if (cubes.empty()) return std::nullopt;
  return NamedTerm::chain(cubes, bp::Op::And);
}

Abstractor::Updates Abstractor::updates(BlockId b, const std::vector<ExprId>& predicates) {
  Updates out;
  for (const ExprId predicate : predicates) {
    const ExprId weakest = procedures_.before(predicate, b);
    if (weakest == predicate && !predicates_.is_stale(predicate, b)) continue;
    out.add(names_[predicate], cubes_.value(weakest));
  }
  return out;
}

/// The statement that comes first has the label, and stands for the edge.
void Abstractor::abstract_edge(BlockId b, std::size_t edge, bp::Name label, BlockId following) {
  const words::Edge& way = procedures_.graph().blocks[b].edges[edge];
  const Call* const call = procedures_.call(b);
  const bool calls = procedures_.enters(b, way);
  const bool is_only = procedures_.graph().blocks[b].edges.size() == 1;
  const std::vector<Known> here = known(b);
  cubes_.set(&here);
  const NamedTerm guard = cubes_.implied(way.guard);
  cubes_.assume(way.guard);
  const Updates changes = calls ? Updates() : updates(b, visible());
  const Condition excludes = calls ? std::nullopt : excluded(b, edge, here, names_);
  bool is_first = true;
  const auto put = [&](bp::Draft draft) {
    if (is_first) draft.label = *label;
    if (is_first && is_only) draft.comment = comment(b);
    add(std::move(draft),
        is_first ? StatementMeaning{b, edge, is_only ? b : c::none} : StatementMeaning());
    is_first = false;
  };
  const bool changes_nothing = changes.names.empty() && !excludes;
  if (!guard.is_constant(true))
    put({.kind = StatementKind::Assume, .values = {guard}});
  else if (calls || changes_nothing)
    put({});
  if (calls)
    abstract_call(b, edge, here);
  else if (!changes.names.empty())
    put(changes.draft(excludes));
  else if (excludes)
    put({.kind = StatementKind::Assume, .constrain = excludes});
  go(b, calls ? call->continuation : way.to, following);
}

void Abstractor::go(BlockId from, BlockId to, BlockId following) {
  if (thread_ != nullptr && to == turns_.scheduler()) return leave(from);
  if (to != following) add({.kind = StatementKind::Goto, .names = {label(to)}});
}

void Abstractor::abstract_call(BlockId b, std::size_t edge, const std::vector<Known>& here) {
  const Call& call = *procedures_.call(b);
  Updates changes = updates(b, predicates_.of(everybody));
  Updates arguments;
  Names after;
  for (const ExprId predicate : predicates_.of(everybody)) after[predicate] = names_[predicate];
  for (const ExprId predicate : formals(call.callee)) {
    after[predicate] =
        bodies_.names.intern(fmt::format("argument{}_{}", b, arguments.names.size()));
    arguments.add(after[predicate], cubes_.value(procedures_.before(predicate, b)));
  }
  const Condition excludes = excluded(b, edge, here, after);
  if ((!changes.names.empty() && !arguments.names.empty()) || excludes) {
    for (std::size_t i = 0; i < arguments.names.size(); ++i) {
      const bp::Name name = arguments.names[i];
      body_.temporaries.push_back({name, {}});
      changes.add(name, std::exchange(arguments.values[i], NamedTerm::of(name)));
    }
  }
  if (!changes.names.empty()) add(changes.draft(excludes));
  bp::Draft draft{.kind = StatementKind::Call, .values = arguments.values};
  draft.callee = procedure_name(call.callee);
  for (const ExprId result : results(call.callee)) {
    const std::optional<Known> known = received(b, result);
    draft.names.push_back(known ? known->name : bodies_.names.intern("_"));
    if (known) body_.temporaries.push_back({known->name, {known->meaning, b}});
  }
  add(std::move(draft));
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
