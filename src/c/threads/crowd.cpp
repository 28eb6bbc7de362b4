// SPDX-License-Identifier: MIT
#include "c/threads/crowd.hpp"

#include <algorithm>
#include <set>

#include "c/memory/points_to.hpp"
#include "c/threads/private_objects.hpp"

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;
using words::Op;

class CrowdCheck {
 public:
  CrowdCheck(const Expanded& expanded, const ThreadCopy& crowd)
      : expanded_(expanded),
        program_(expanded.program),
        crowd_(crowd),
        number_(static_cast<std::uint32_t>(&crowd - expanded.threads.data())),
        locals_(crowd.locals.begin(), crowd.locals.end()),
        points_to_(program_) {}

  std::string run() {
    if (crowd_.has_own_globals) return "any number of threads with thread-local variables";
    const std::vector<bool> is_private = private_objects(program_);
    for (const ObjectId local : crowd_.locals) {
      const Object& object = program_.objects[local];
      if (!is_private[local] || !object.has_cells || object.cells.size() > most_forgotten)
        return "any number of threads, of which others know locals";
    }
    for (const ThreadCopy& thread : expanded_.threads) check_from(thread.entry);
    return problem_;
  }

 private:
  const Expanded& expanded_;
  const Program& program_;
  const ThreadCopy& crowd_;
  std::uint32_t number_;
  std::set<ObjectId> locals_;
  PointsTo points_to_;
  std::set<StatementId> reached_;
  std::set<ExprId> seen_;
  std::string problem_;

  /// What no way leads to, such as what is for another kind of lock, does not matter.
  void check_from(StatementId entry) {
    std::vector<StatementId> open{entry};
    while (!open.empty()) {
      const StatementId s = open.back();
      open.pop_back();
      if (s == none || !reached_.insert(s).second) continue;
      check(program_.statements[s]);
      open.push_back(program_.statements[s].next);
      open.push_back(program_.statements[s].otherwise);
    }
  }

  void check(const Statement& statement) {
    if (statement.kind == Kind::Thread && statement.step == ThreadStep::Join) {
      const Expr& joined = program_.exprs[statement.values[0]];
      const bool is_followed = joined.kind == Expr::Kind::Constant &&
                               joined.value < expanded_.threads.size() &&
                               !expanded_.threads[joined.value].is_crowd;
      if (!is_followed) problem_ = "any number of threads that are joined";
    }
    if (statement.thread != number_) return;
    for (const ExprId value : statement.values) visit(value);
    for (const Place& place : statement.places) visit(place.address);
  }

  /// Pointers are not made arbitrary; and all have one number.
  void visit(ExprId id) {
    if (id == none || !seen_.insert(id).second) return;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Load)
      if (const ObjectId root = root_of(program_, expr.a); locals_.contains(root))
        if (expr.type.is_pointer || !points_to_.of(id).empty())
          problem_ = "any number of threads with pointers of their own";
    if (crowd_.asks_who && expr.op == Op::Equal && (is_number(expr.a) || is_number(expr.b)))
      problem_ = "any number of threads that know who they are";
    for (const ExprId operand : {expr.a, expr.b, expr.c}) visit(operand);
  }

  [[nodiscard]] bool is_number(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    return expr.kind == Expr::Kind::Constant &&
           (expr.value == number_ || expr.value == number_ + 1);
  }
};

}  // namespace

std::string why_no_crowd(const Expanded& expanded, const ThreadCopy& crowd) {
  return CrowdCheck(expanded, crowd).run();
}

}  // namespace hardbop::c
