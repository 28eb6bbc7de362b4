// SPDX-License-Identifier: MIT
#include "c/il/specialise.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_map>

#include "c/il/closed_value.hpp"

namespace hardbop::c {

namespace {

constexpr std::size_t most_copied_statements = 100;  // of one function
constexpr unsigned most_specialised = 100;           // copies in all
constexpr int most_levels = 4;                       // of functions that call each other

bool is_closed(const Program& program, ExprId id) {
  return closed_value(program, id).has_value();
}

/// A copy of a function, in which some parameters are constants.
class Specialisation {
 public:
  Specialisation(Program& program, FunctionId function) : program_(program), from_(function) {}

  /// The call then calls the copy.
  void make(StatementId call, unsigned number) {
    made_ = program_.functions.add(program_.functions[from_]);
    Function& copy = program_.functions[made_];
    copy.name += fmt::format(".{}", number);
    for (ObjectId& local : copy.locals) local = copy_object(local);
    const std::set<ObjectId> fixed = fixed_objects();
    const std::vector<Place> parameters = program_.functions[from_].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const ObjectId formal = program_.exprs[parameters[i].address].object;
      const ExprId given = program_.statements[call].values[i];
      if (fixed.contains(formal) && is_closed(program_, given)) constants_[formal] = given;
      program_.functions[made_].parameters[i].address = copy_expr(parameters[i].address);
    }
    copy_statements();
    program_.statements[call].callee = made_;
  }

 private:
  Program& program_;
  FunctionId from_;
  FunctionId made_;
  std::map<ObjectId, ObjectId> objects_;
  std::map<ObjectId, ExprId> constants_;  // by parameter that is one
  std::map<ScopeId, ScopeId> scopes_;
  std::unordered_map<ExprId, ExprId> exprs_;

  ObjectId copy_object(ObjectId id) {
    Object copy = program_.objects[id];
    copy.function = made_;
    copy.scope = copy_scope(copy.scope);
    program_.objects.push_back(std::move(copy));
    return objects_[id] = static_cast<ObjectId>(program_.objects.size() - 1);
  }

  ScopeId copy_scope(ScopeId id) {
    if (id.is_none()) return id;
    const auto known = scopes_.find(id);
    if (known != scopes_.end()) return known->second;
    const ScopeId parent = copy_scope(program_.scopes[id].parent);
    return scopes_[id] = program_.scopes.add({parent});
  }

  /// Objects of one cell that the function only reads, by their names.
  [[nodiscard]] std::set<ObjectId> fixed_objects() const {
    std::set<ObjectId> out;
    const Function& function = program_.functions[from_];
    for (const Place& parameter : function.parameters) {
      const ObjectId formal = program_.exprs[parameter.address].object;
      if (program_.objects[formal].cells.size() == 1) out.insert(formal);
    }
    std::set<ExprId> seen;
    for (const StatementId s : function.statements) {
      const Statement& statement = program_.statements[s];
      for (const Place& place : statement.places) exclude_addresses(place.address, out, seen);
      for (const ExprId value : statement.values) exclude_addresses(value, out, seen);
    }
    return out;
  }

  void exclude_addresses(ExprId id, std::set<ObjectId>& out, std::set<ExprId>& seen) const {
    if (id == none || !seen.insert(id).second) return;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Address) out.erase(expr.object);
    if (expr.kind == Expr::Kind::Load && is_whole(expr)) return;
    for (const ExprId operand : {expr.a, expr.b, expr.c}) exclude_addresses(operand, out, seen);
  }

  [[nodiscard]] bool is_whole(const Expr& load) const {
    const Expr& address = program_.exprs[load.a];
    return address.kind == Expr::Kind::Address && address.value == 0 &&
           program_.objects[address.object].cells.size() == 1 &&
           program_.objects[address.object].cells[0].type.bits == load.type.bits;
  }

  ExprId copy_expr(ExprId id) {
    if (id == none) return none;
    const auto known = exprs_.find(id);
    if (known != exprs_.end()) return known->second;
    Expr copy = program_.exprs[id];
    if (copy.kind == Expr::Kind::Load && is_whole(copy)) {
      const auto constant = constants_.find(program_.exprs[copy.a].object);
      if (constant != constants_.end()) return exprs_[id] = constant->second;
    }
    copy.a = copy_expr(copy.a);
    copy.b = copy_expr(copy.b);
    copy.c = copy_expr(copy.c);
    if (const auto object = objects_.find(copy.object); object != objects_.end())
      copy.object = object->second;
    if (copy == program_.exprs[id]) return exprs_[id] = id;
    program_.exprs.push_back(copy);
    return exprs_[id] = static_cast<ExprId>(program_.exprs.size() - 1);
  }

  void copy_statements() {
    const std::vector<StatementId> from = program_.functions[from_].statements;
    std::map<StatementId, StatementId> moved;
    moved[none] = none;
    for (std::size_t i = 0; i < from.size(); ++i)
      moved[from[i]] = static_cast<StatementId>(program_.statements.size() + i);
    for (const StatementId id : from) {
      Statement copy = program_.statements[id];
      copy.next = moved.at(copy.next);
      copy.otherwise = moved.at(copy.otherwise);
      copy.scope = copy_scope(copy.scope);
      for (Place& place : copy.places) place.address = copy_expr(place.address);
      for (ExprId& value : copy.values) value = copy_expr(value);
      program_.statements.push_back(std::move(copy));
    }
    Function& made = program_.functions[made_];
    made.entry = moved.at(made.entry);
    for (StatementId& id : made.statements) id = moved.at(id);
  }
};

class Specialiser {
 public:
  explicit Specialiser(Program& program) : program_(program) {}

  void run() {
    for (int level = 0; level < most_levels && specialise_calls(); ++level) {
    }
    for (int level = 0; level < most_levels && made_ > 0; ++level) remove_uncalled();
  }

 private:
  Program& program_;
  unsigned made_ = 0;
  std::set<FunctionId> replaced_;

  /// Functions that allocate what has no constant size, themselves or by calling such a function.
  [[nodiscard]] std::set<FunctionId> allocators() const {
    std::set<FunctionId> out;
    const auto allocates = [&](const Statement& one) {
      if (one.kind == Statement::Kind::Allocate) return !is_closed(program_, one.values[0]);
      return one.kind == Statement::Kind::Call && out.contains(one.callee) &&
             !std::ranges::all_of(one.values, [&](ExprId id) { return is_closed(program_, id); });
    };
    for (int level = 0; level < most_levels; ++level)
      for (const FunctionId f : program_.functions.ids()) {
        const std::vector<StatementId>& all = program_.functions[f].statements;
        const bool is_small = all.size() <= most_copied_statements && f != program_.main;
        if (is_small && !calls(f, f) && std::ranges::any_of(all, [&](StatementId s) {
              return allocates(program_.statements[s]);
            }))
          out.insert(f);
      }
    return out;
  }

  /// Directly.
  [[nodiscard]] bool calls(FunctionId from, FunctionId to) const {
    return std::ranges::any_of(program_.functions[from].statements,
                               [&](StatementId s) { return program_.statements[s].callee == to; });
  }

  /// What has copies for all its calls does nothing any more.
  void remove_uncalled() {
    std::set<FunctionId> needed{program_.main};
    for (const Expr& expr : program_.exprs)
      if (expr.kind == Expr::Kind::FunctionAddress) needed.insert(expr.function);
    for (const Statement& statement : program_.statements) needed.insert(statement.callee);
    for (const FunctionId f : replaced_)
      if (!needed.contains(f))
        for (const StatementId s : program_.functions[f].statements) clear(program_.statements[s]);
  }

  static void clear(Statement& statement) {
    if (statement.kind == Statement::Kind::Return || statement.kind == Statement::Kind::Branch)
      return;
    statement.kind = statement.next == none ? Statement::Kind::Halt : Statement::Kind::Skip;
    statement.places.clear();
    statement.values.clear();
    statement.callee = {};
  }

  /// Whether there were any.
  bool specialise_calls() {
    const std::set<FunctionId> all = allocators();
    std::vector<StatementId> found;
    for (StatementId s = 0; s < program_.statements.size(); ++s) {
      const Statement& call = program_.statements[s];
      if (call.kind != Statement::Kind::Call || !all.contains(call.callee)) continue;
      const std::size_t expected = program_.functions[call.callee].parameters.size();
      const auto is_given = [&](ExprId id) { return is_closed(program_, id); };
      if (call.values.size() == expected && std::ranges::any_of(call.values, is_given))
        found.push_back(s);
    }
    for (const StatementId s : found) {
      if (made_ == most_specialised) return false;
      replaced_.insert(program_.statements[s].callee);
      Specialisation(program_, program_.statements[s].callee).make(s, ++made_);
    }
    return !found.empty();
  }
};

}  // namespace

void specialise_allocators(Program& program) {
  Specialiser(program).run();
}

}  // namespace hardbop::c
