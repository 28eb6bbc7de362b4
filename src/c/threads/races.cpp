// SPDX-License-Identifier: MIT
#include "c/threads/races.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

#include "c/il/builder.hpp"
#include "c/threads/private_objects.hpp"

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;
using words::Op;

struct CheckedAccess {
  ExprId address = none;
  std::uint32_t size = 0;
  bool is_write = false;
};

class Checker {
 public:
  explicit Checker(Program& program)
      : program_(program), build_(program), is_private_(private_objects(program)) {
    const Type byte{8, false, false, false};
    const Type word{program.data_model.pointer_bits, false, false, false};
    is_set_ = add_state("race.is_set", byte);
    writes_ = add_state(announced_writes, byte);
    first_ = add_state(announced_first, word);
    last_ = add_state(announced_last, word);
    choice_ = add_state("race.choice", byte);
  }

  void run() {
    for (const FunctionId f : program_.functions.ids()) {
      if (is_exempt(program_.functions[f])) continue;
      function_ = &program_.functions[f];
      const std::map<StatementId, std::uint32_t> depths = atomic_depths();
      const std::vector<StatementId> statements = function_->statements;
      for (const StatementId s : statements)
        if (const auto found = depths.find(s); found != depths.end())
          check(s, found->second > 0 || is_called_atomically(*function_));
    }
  }

 private:
  Program& program_;
  Builder build_;
  std::vector<bool> is_private_;
  Place is_set_, writes_, first_, last_, choice_;
  Function* function_ = nullptr;

  Place add_state(const std::string& name, Type type) {
    Object object;
    object.name = name;
    object.is_temporary = true;
    object.size = type.bits / 8U;
    object.cells = {{0, type, ""}};
    program_.objects.push_back(std::move(object));
    return {build_.address(static_cast<ObjectId>(program_.objects.size() - 1), 0), type};
  }

  /// What threads synchronise with.
  static bool is_exempt(const Function& function) {
    if (!function.is_defined) return true;
    constexpr const char* prefixes[] = {
        "pthread_", "sem_", "mtx_", "cnd_", "thrd_", "call_once", "__run_destructors"};
    return function.is_library && std::ranges::any_of(prefixes, [&](const char* prefix) {
             return function.name.starts_with(prefix);
           });
  }

  static bool is_called_atomically(const Function& function) {
    return function.name.starts_with("__VERIFIER_atomic_");
  }

  /// In how many atomic sections each statement of the function is.
  [[nodiscard]] std::map<StatementId, std::uint32_t> atomic_depths() const {
    std::map<StatementId, std::uint32_t> out{{function_->entry, 0}};
    std::vector<StatementId> open{function_->entry};
    while (!open.empty()) {
      const StatementId s = open.back();
      open.pop_back();
      const Statement& statement = program_.statements[s];
      std::uint32_t depth = out.at(s);
      if (statement.kind == Kind::Thread &&
          (statement.step == ThreadStep::BeginAtomic || statement.step == ThreadStep::Await))
        ++depth;
      if (statement.kind == Kind::Thread && statement.step == ThreadStep::EndAtomic && depth > 0)
        --depth;
      for (const StatementId to : {statement.next, statement.otherwise})
        if (to != none && out.try_emplace(to, depth).second) open.push_back(to);
    }
    return out;
  }

  [[nodiscard]] bool is_shared(ExprId address) const {
    const ObjectId root = root_of(program_, address);
    if (root == none) return true;
    return root < is_private_.size() && !is_private_[root] &&
           !program_.objects[root].is_thread_local && !program_.objects[root].is_constant;
  }

  void find_reads(ExprId id, std::set<ExprId>& seen, std::optional<CheckedAccess>& out) const {
    if (id == none || !seen.insert(id).second) return;
    const Expr& expr = program_.exprs[id];
    for (const ExprId operand : {expr.a, expr.b, expr.c}) find_reads(operand, seen, out);
    if (expr.kind == Expr::Kind::Load && is_shared(expr.a))
      out = CheckedAccess{expr.a, expr.type.bits / 8U, false};
  }

  /// There is at most one, as statements are split.
  [[nodiscard]] std::optional<CheckedAccess> access_of(const Statement& statement) const {
    std::optional<CheckedAccess> out;
    if (statement.kind == Kind::Thread) return out;
    std::set<ExprId> seen;
    for (const ExprId value : statement.values) find_reads(value, seen, out);
    for (const Place& place : statement.places) {
      find_reads(place.address, seen, out);
      if (is_shared(place.address)) out = CheckedAccess{place.address, place.type.bits / 8U, true};
    }
    return out;
  }

  StatementId emit(Statement statement, const Position& at) {
    statement.at = at;
    program_.statements.push_back(std::move(statement));
    const auto id = static_cast<StatementId>(program_.statements.size() - 1);
    function_->statements.push_back(id);
    return id;
  }

  StatementId emit_step(ThreadStep step, const Position& at, StatementId next) {
    Statement out;
    out.kind = Kind::Thread;
    out.step = step;
    out.next = next;
    if (step == ThreadStep::Await) out.values = {build_.constant(Builder::truth_type, 0)};
    return emit(std::move(out), at);
  }

  StatementId branch(ExprId condition, StatementId yes, StatementId no, const Position& at) {
    Statement out;
    out.kind = Kind::Branch;
    out.values = {condition};
    out.next = yes;
    out.otherwise = no;
    return emit(std::move(out), at);
  }

  StatementId assign(const Place& place, ExprId value, StatementId next, const Position& at) {
    Statement out;
    out.kind = Kind::Assign;
    out.places = {place};
    out.values = {build_.resize(value, place.type, false)};
    out.next = next;
    return emit(std::move(out), at);
  }

  /// Announces the access, and waits for ever.
  StatementId announce(const CheckedAccess& access, const Position& at) {
    Statement halts;
    halts.kind = Kind::Halt;
    StatementId next = emit_step(ThreadStep::Await, at, emit(std::move(halts), at));
    next = emit_step(ThreadStep::EndAtomic, at, next);
    const Type byte = is_set_.type;
    next = assign(is_set_, build_.constant(byte, 1), next, at);
    next = assign(writes_, build_.constant(byte, access.is_write ? 1 : 0), next, at);
    next = assign(last_, build_.plus(access.address, access.size - 1), next, at);
    return assign(first_, access.address, next, at);
  }

  [[nodiscard]] ExprId conflicts(const CheckedAccess& access) {
    const Type word = first_.type;
    const ExprId first = build_.resize(access.address, word, false);
    const ExprId last = build_.resize(build_.plus(access.address, access.size - 1), word, false);
    const ExprId overlaps =
        build_.binary(Op::And, build_.binary(Op::LessEqualUnsigned, first, build_.load(last_)),
                      build_.binary(Op::LessEqualUnsigned, build_.load(first_), last));
    const ExprId one_writes = access.is_write ? build_.constant(Builder::truth_type, 1)
                                              : build_.truth(build_.load(writes_));
    return build_.binary(Op::And, overlaps, one_writes);
  }

  void check(StatementId s, bool is_atomic) {
    const std::optional<CheckedAccess> access = access_of(program_.statements[s]);
    if (!access) return;
    const Position at = program_.statements[s].at;
    const Statement original = program_.statements[s];
    const StatementId moved = emit(original, at);
    program_.statements[moved].start = {};
    program_.statements[moved].label.clear();
    const StatementId on = is_atomic ? moved : emit_step(ThreadStep::EndAtomic, at, moved);
    Statement error;
    error.kind = Kind::Error;
    error.text = access->is_write ? racing_write : racing_read;
    const StatementId checks = branch(conflicts(*access), emit(std::move(error), at), on, at);
    StatementId unset = on;
    if (!is_atomic) {
      unset = branch(build_.truth(build_.load(choice_)), announce(*access, at), on, at);
      Statement chooses;
      chooses.kind = Kind::Arbitrary;
      chooses.places = {choice_};
      chooses.text = "schedule";
      chooses.next = unset;
      unset = emit(std::move(chooses), at);
    }
    Statement first =
        program_.statements[branch(build_.truth(build_.load(is_set_)), checks, unset, at)];
    if (!is_atomic) {
      const StatementId tested = function_->statements.back();
      first = Statement{};
      first.kind = Kind::Thread;
      first.step = ThreadStep::BeginAtomic;
      first.next = tested;
    }
    first.at = at;
    first.start = original.start;
    first.label = original.label;
    first.loop = original.loop;
    first.scope = original.scope;
    program_.statements[s] = std::move(first);
  }
};

}  // namespace

void add_race_checks(Program& program) {
  Checker(program).run();
}

}  // namespace hardbop::c
