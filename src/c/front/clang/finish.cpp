// SPDX-License-Identifier: MIT
// After everything is lowered: calls are adapted to their functions, and unreachable statements are
// removed.
#include "c/front/clang/translator.hpp"
#include "c/il/checks.hpp"
#include "c/il/first_statements.hpp"
#include "c/il/reached.hpp"

namespace hardbop::c {

using Kind = Statement::Kind;

/// Old code calls functions with other types than they have; what C converts is converted.
std::string Translator::check_call(Statement& call) {
  const Function& callee = program_.functions[call.callee];
  if (call.values.size() != callee.parameters.size())
    return "call of " + callee.name + " with a wrong number of arguments";
  for (std::size_t i = 0; i < call.values.size(); ++i) {
    const Type from = build_.expr(call.values[i]).type;
    const Type to = callee.parameters[i].type;
    if (from.is_float != to.is_float)
      return "call of " + callee.name + " with an argument of a wrong type";
    call.values[i] = to.is_float ? convert_to_float(call.values[i], from, to, {})
                                 : build_.resize(call.values[i], to, from.is_signed);
  }
  if (call.places.empty()) return {};
  if (call.places.size() != callee.results.size())
    return "call of " + callee.name + " with a wrong result type";
  for (std::size_t i = 0; i < call.places.size(); ++i)
    if (call.places[i].type.bits != callee.results[i].bits ||
        call.places[i].type.is_float != callee.results[i].is_float)
      return "call of " + callee.name + " with a wrong result type";
  return {};
}

void Translator::check_calls() {
  for (StatementId id = 0; id < build_.next_statement(); ++id) {
    if (program_.statements[id].kind != Kind::Call || program_.statements[id].callee.is_none())
      continue;
    Statement call = program_.statements[id];
    const std::string problem = check_call(call);
    if (!problem.empty()) {
      call.kind = Kind::Unsupported;
      call.text = problem;
      call.callee = FunctionId();
      call.values.clear();
      call.places.clear();
    }
    program_.statements[id] = std::move(call);
  }
}

/// Temporaries that only unreachable statements had are no locals.
void Translator::remove_unused_temporaries() {
  std::vector<bool> used(program_.objects.size());
  std::vector<bool> seen(program_.exprs.size());
  std::vector<ExprId> open;
  for (const Statement& statement : program_.statements) {
    open.insert(open.end(), statement.values.begin(), statement.values.end());
    for (const Place& place : statement.places) open.push_back(place.address);
  }
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    if (id == none || seen[id]) continue;
    seen[id] = true;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Address) used[expr.object] = true;
    open.insert(open.end(), {expr.a, expr.b, expr.c});
  }
  for (Function& function : program_.functions)
    std::erase_if(function.locals, [&](ObjectId local) {
      return program_.objects[local].is_temporary && !used[local];
    });
}

/// The functions that a statement calls or takes the address of.
std::set<FunctionId> Translator::mentioned_in(const Statement& statement) const {
  std::set<FunctionId> out;
  if (!statement.callee.is_none()) out.insert(statement.callee);
  std::vector<ExprId> open = statement.values;
  for (const Place& place : statement.places) open.push_back(place.address);
  for (std::set<ExprId> seen; !open.empty();) {
    const ExprId id = open.back();
    open.pop_back();
    if (id == none || !seen.insert(id).second) continue;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::FunctionAddress) out.insert(expr.function);
    open.insert(open.end(), {expr.a, expr.b, expr.c});
  }
  return out;
}

/// Ends statements Unsupported, and keeps what is to be known of what comes behind them.
void Translator::end_unsupported() {
  const std::vector<bool> is_check = find_checks(program_);
  std::vector<std::set<StatementId>> before;
  for (const Function& function : program_.functions)
    before.push_back(function.is_defined ? statements_reached(program_, function)
                                         : std::set<StatementId>());
  for (Statement& statement : program_.statements)
    if (statement.kind == Kind::Unsupported) statement.next = none;
  for (const FunctionId f : program_.functions.ids()) {
    Function& function = program_.functions[f];
    if (!function.is_defined) continue;
    const std::set<StatementId> left = statements_reached(program_, function);
    std::set<FunctionId> mentions;
    for (const StatementId s : before[f.index()]) {
      if (left.contains(s)) continue;
      const Statement& statement = program_.statements[s];
      mentions.merge(mentioned_in(statement));
      if (statement.kind == Kind::Unsupported && !is_check[s])
        function.behind.unsupported.push_back({statement.at, statement.text});
    }
    function.behind.mentions.assign(mentions.begin(), mentions.end());
    for (const FirstStatement& first : first_statements(program_, function))
      if (before[f.index()].contains(first.statement) && !left.contains(first.statement))
        function.behind.starts.push_back(first.at);
  }
}

/// Keeps where C's statements start that are left out next.
void Translator::note_left_out() {
  for (Function& function : program_.functions) {
    if (!function.is_defined || function.is_library) continue;
    const std::set<StatementId> reached = statements_reached(program_, function);
    for (const FirstStatement& first : first_statements(program_, function))
      if (!reached.contains(first.statement)) function.dead.push_back(first.at);
  }
}

void Translator::remove_unreachable() {
  note_left_out();
  end_unsupported();
  std::vector<Statement> kept;
  for (Function& function : program_.functions) {
    if (!function.is_defined) continue;
    const std::set<StatementId> reached = statements_reached(program_, function);
    std::unordered_map<StatementId, StatementId> moved;
    std::vector<StatementId> order;
    for (const StatementId id : function.statements) {
      if (!reached.contains(id)) continue;
      moved[id] = static_cast<StatementId>(kept.size() + order.size());
      order.push_back(id);
    }
    const auto follow = [&](StatementId id) { return id == none ? none : moved.at(id); };
    function.statements.clear();
    for (const StatementId id : order) {
      Statement statement = std::move(program_.statements[id]);
      statement.next = follow(statement.next);
      statement.otherwise = follow(statement.otherwise);
      function.statements.push_back(static_cast<StatementId>(kept.size()));
      kept.push_back(std::move(statement));
    }
    function.entry = follow(function.entry);
  }
  program_.statements = std::move(kept);
}

}  // namespace hardbop::c
