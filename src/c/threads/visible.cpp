// SPDX-License-Identifier: MIT
#include "c/threads/visible.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "c/memory/points_to.hpp"
#include "c/threads/private_objects.hpp"

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;

struct Accesses {
  Pointees reads;
  Pointees writes;
  bool may_fault = false;
};

class VisibilityFinder {
 public:
  explicit VisibilityFinder(const Expanded& expanded)
      : program_(expanded.program), points_to_(expanded.program), out_(program_.statements.size()) {
    mark_concurrent();
    std::vector<Accesses> all;
    for (const Statement& statement : program_.statements) all.push_back(accesses(statement));
    for (StatementId s = 0; s < all.size(); ++s) note(s, all[s]);
    for (StatementId s = 0; s < all.size(); ++s) classify(s, all[s]);
  }

  std::vector<Visibility> take() { return std::move(out_); }

 private:
  struct Users {
    std::set<std::uint32_t> readers;
    std::set<std::uint32_t> writers;
  };

  const Program& program_;
  PointsTo points_to_;
  std::vector<Visibility> out_;
  std::map<Pointee, Users> users_;

  /// All but what main does before it creates a thread.
  void mark_concurrent() {
    std::vector<StatementId> open;
    for (StatementId s = 0; s < program_.statements.size(); ++s) {
      const Statement& statement = program_.statements[s];
      if (statement.thread != 0) out_[s].is_concurrent = true;
      if (statement.kind == Kind::Thread && statement.step == ThreadStep::Create)
        open.push_back(statement.next);
    }
    while (!open.empty()) {
      const StatementId top = open.back();
      open.pop_back();
      if (top == none || out_[top].is_concurrent) continue;
      out_[top].is_concurrent = true;
      open.push_back(program_.statements[top].next);
      open.push_back(program_.statements[top].otherwise);
    }
  }

  [[nodiscard]] bool is_sure(ExprId address, Type type) const {
    const Expr& expr = program_.exprs[address];
    return expr.kind == Expr::Kind::Address &&
           expr.value + type.bits / 8U <= program_.objects[expr.object].size;
  }

  void add_address(ExprId address, Type type, Pointees& to, Accesses& out) const {
    if (!is_sure(address, type)) out.may_fault = true;
    const Pointees found = points_to_.of(address);
    to.insert(found.begin(), found.end());
  }

  void add_reads(ExprId id, std::set<ExprId>& seen, Accesses& out) const {
    if (id == none || !seen.insert(id).second) return;
    const Expr& expr = program_.exprs[id];
    for (const ExprId operand : {expr.a, expr.b, expr.c}) add_reads(operand, seen, out);
    if (expr.kind == Expr::Kind::Load) add_address(expr.a, expr.type, out.reads, out);
  }

  [[nodiscard]] Accesses accesses(const Statement& statement) const {
    Accesses out;
    std::set<ExprId> seen;
    for (const ExprId value : statement.values) add_reads(value, seen, out);
    for (const Place& place : statement.places) {
      add_reads(place.address, seen, out);
      add_address(place.address, place.type, out.writes, out);
    }
    if (statement.kind == Kind::Free) {
      const Pointees freed = points_to_.of(statement.values[0]);
      out.writes.insert(freed.begin(), freed.end());
      out.may_fault = true;
    }
    return out;
  }

  void note(StatementId s, const Accesses& found) {
    if (!out_[s].is_concurrent) return;
    for (const Pointee& one : found.reads)
      users_[one].readers.insert(program_.statements[s].thread);
    for (const Pointee& one : found.writes)
      users_[one].writers.insert(program_.statements[s].thread);
  }

  /// Somebody writes it, and somebody else accesses it.
  [[nodiscard]] bool is_shared(const Pointee& pointee) const {
    const auto found = users_.find(pointee);
    if (found == users_.end() || found->second.writers.empty()) return false;
    std::set<std::uint32_t> all = found->second.readers;
    all.insert(found->second.writers.begin(), found->second.writers.end());
    return all.size() > 1;
  }

  void classify(StatementId s, const Accesses& found) {
    const Statement& statement = program_.statements[s];
    Visibility& out = out_[s];
    if (!out.is_concurrent) return;
    const auto shared = [&](const Pointee& one) { return is_shared(one); };
    out.reads = std::ranges::any_of(found.reads, shared);
    out.writes = std::ranges::any_of(found.writes, shared);
    const bool is_join = statement.kind == Kind::Thread && statement.step == ThreadStep::Join;
    const bool is_wait = statement.kind == Kind::Thread && statement.step == ThreadStep::Await;
    out.reads = out.reads || is_join || is_wait;
    out.may_end = found.may_fault || is_join || is_wait || statement.kind == Kind::Assume ||
                  statement.kind == Kind::Error || statement.kind == Kind::Fault ||
                  statement.kind == Kind::Halt || statement.kind == Kind::Unsupported;
  }
};

}  // namespace

std::vector<Visibility> find_visible(const Expanded& expanded) {
  return VisibilityFinder(expanded).take();
}

}  // namespace hardbop::c
