// SPDX-License-Identifier: MIT
#include "c/threads/split.hpp"

#include <algorithm>
#include <map>

#include "c/il/builder.hpp"
#include "c/threads/private_objects.hpp"

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;

/// One statement becomes several, the last of which is what is left of it.
class Splitter {
 public:
  Splitter(Program& program, Builder& build, const std::vector<bool>& is_private)
      : program_(program), build_(build), is_private_(is_private) {}

  void split(Function& function, FunctionId id, StatementId s) {
    Statement statement = program_.statements[s];
    const bool is_atomic = statement.kind == Kind::Thread && statement.step == ThreadStep::Await;
    const bool is_call = statement.kind == Kind::Call &&
                         std::ranges::any_of(statement.places, [&](const Place& place) {
                           return is_shared(place.address);
                         });
    if (is_atomic || (!is_call && count(statement) < 2)) return;
    function_ = &function;
    id_ = id;
    original_ = statement;
    made_.clear();
    kept_.clear();
    if (is_call) return split_call(std::move(statement), s);
    for (ExprId& value : statement.values) value = flatten(value);
    for (Place& place : statement.places) place.address = flatten(place.address);
    statement.start = {};
    append(std::move(statement));
    place(s);
  }

 private:
  Program& program_;
  Builder& build_;
  const std::vector<bool>& is_private_;
  Function* function_ = nullptr;
  FunctionId id_;
  Statement original_;
  std::vector<Statement> made_;  // next and otherwise: numbers in here, but for the last one
  std::map<ExprId, ExprId> kept_;

  [[nodiscard]] bool is_shared(ExprId address) const {
    const ObjectId root = root_of(program_, address);
    return root == none || !is_private_[root];
  }

  void count(ExprId id, std::vector<ExprId>& seen, std::size_t& out) const {
    if (id == none || std::ranges::find(seen, id) != seen.end()) return;
    seen.push_back(id);
    const Expr& expr = program_.exprs[id];
    for (const ExprId operand : {expr.a, expr.b, expr.c}) count(operand, seen, out);
    if (expr.kind == Expr::Kind::Load && is_shared(expr.a)) ++out;
  }

  [[nodiscard]] std::size_t count(const Statement& statement) const {
    std::size_t out = 0;
    std::vector<ExprId> seen;
    for (const ExprId value : statement.values) count(value, seen, out);
    for (const Place& place : statement.places) {
      count(place.address, seen, out);
      if (is_shared(place.address)) ++out;
    }
    return out;
  }

  [[nodiscard]] bool reads_shared(ExprId id) const {
    std::size_t out = 0;
    std::vector<ExprId> seen;
    count(id, seen, out);
    return out != 0;
  }

  /// What a call returns is stored in a step of its own.
  void split_call(Statement call, StatementId s) {
    for (ExprId& value : call.values) value = flatten(value);
    std::vector<Place> places = call.places;
    for (Place& place : places) {
      const ExprId address = flatten(place.address);
      place.address = build_.is_fixed(address) ? address : keep(address);
    }
    for (Place& place : call.places) place = temporary(place.type);
    const std::vector<Place> results = call.places;
    const bool initialises = call.initialises;
    append(std::move(call));
    for (std::size_t i = 0; i < places.size(); ++i) {
      assign(places[i], build_.load(results[i]));
      made_.back().initialises = initialises;
    }
    place(s);
  }

  /// The next one follows it, unless it says otherwise.
  std::size_t append(Statement statement) {
    statement.at = original_.at;
    statement.scope = original_.scope;
    if (made_.empty()) {
      statement.start = original_.start;
      statement.label = original_.label;
      statement.loop = original_.loop;
    }
    made_.push_back(std::move(statement));
    made_.back().next = made_.size() == 0 ? none : static_cast<StatementId>(made_.size());
    return made_.size() - 1;
  }

  [[nodiscard]] Place temporary(Type type) {
    std::uint8_t bits = 8;
    while (bits < type.bits) bits = static_cast<std::uint8_t>(bits * 2U);
    type.bits = bits;
    Object object;
    object.name = "$step" + std::to_string(program_.objects.size());
    object.storage = Object::Storage::Local;
    object.function = id_;
    object.is_temporary = true;
    object.size = bits / 8U;
    object.cells = {{0, type, ""}};
    object.at = original_.at;
    const auto id = static_cast<ObjectId>(program_.objects.size());
    program_.objects.push_back(std::move(object));
    function_->locals.push_back(id);
    return {build_.address(id, 0), type};
  }

  std::size_t assign(const Place& place, ExprId value) {
    Statement statement;
    statement.kind = Kind::Assign;
    statement.places = {place};
    statement.values = {build_.resize(value, place.type, false)};
    return append(std::move(statement));
  }

  ExprId keep(ExprId value) {
    const Type type = program_.exprs[value].type;
    const Place place = temporary(type);
    assign(place, value);
    return build_.resize(build_.load(place), type, false);
  }

  /// With reads of what is shared done before, one by one.
  ExprId flatten(ExprId id) {
    if (id == none || !reads_shared(id)) return id;
    if (const auto found = kept_.find(id); found != kept_.end()) return found->second;
    const Expr expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Operation && expr.op == words::Op::Conditional &&
        (reads_shared(expr.b) || reads_shared(expr.c)))
      return kept_[id] = choose(expr);
    Expr changed = expr;
    changed.a = flatten(expr.a);
    changed.b = flatten(expr.b);
    changed.c = flatten(expr.c);
    ExprId out = build_.rebuilt(changed);
    if (expr.kind == Expr::Kind::Load && is_shared(expr.a)) out = keep(out);
    return kept_[id] = out;
  }

  ExprId choose(const Expr& expr) {
    const ExprId condition = flatten(expr.a);
    const Place result = temporary(expr.type);
    Statement branch;
    branch.kind = Kind::Branch;
    branch.values = {condition};
    const std::size_t at = append(std::move(branch));
    const std::map<ExprId, ExprId> before = kept_;
    const std::size_t yes = assign(result, flatten(expr.b));
    static_cast<void>(yes);
    const std::size_t end_of_yes = made_.size() - 1;
    kept_ = before;
    made_[at].otherwise = static_cast<StatementId>(made_.size());
    assign(result, flatten(expr.c));
    kept_ = before;
    made_[end_of_yes].next = static_cast<StatementId>(made_.size());
    append(Statement{});
    return build_.resize(build_.load(result), expr.type, false);
  }

  void place(StatementId s) {
    const auto first = static_cast<StatementId>(program_.statements.size());
    const auto real = [&](StatementId local) {
      return local == 0 ? s : static_cast<StatementId>(first + local - 1);
    };
    for (std::size_t i = 0; i < made_.size(); ++i) {
      Statement& one = made_[i];
      const bool is_last = i + 1 == made_.size();
      one.next = is_last ? original_.next : real(one.next);
      if (one.otherwise != none && !is_last) one.otherwise = real(one.otherwise);
      if (i == 0) continue;
      function_->statements.push_back(real(static_cast<StatementId>(i)));
      program_.statements.push_back(one);
    }
    program_.statements[s] = made_[0];
  }
};

}  // namespace

namespace {

bool has_step(const Program& program, ThreadStep step) {
  return std::ranges::any_of(program.statements, [&](const Statement& one) {
    return one.kind == Kind::Thread && one.step == step;
  });
}

}  // namespace

bool has_threads(const Program& program) {
  return has_step(program, ThreadStep::Create);
}

bool has_waits(const Program& program) {
  return has_step(program, ThreadStep::Await) || has_step(program, ThreadStep::Join);
}

void split_accesses(Program& program) {
  Builder build(program);
  const std::vector<bool> is_private = private_objects(program);
  for (const FunctionId f : program.functions.ids()) {
    const std::vector<StatementId> statements = program.functions[f].statements;
    for (const StatementId s : statements)
      Splitter(program, build, is_private).split(program.functions[f], f, s);
  }
  // A statement has one access now: which of C's reads it is does not matter any more.
  for (Expr& expr : program.exprs)
    if (expr.kind == Expr::Kind::Load) expr.value = 0;
}

}  // namespace hardbop::c
