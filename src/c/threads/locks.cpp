// SPDX-License-Identifier: MIT
#include "c/threads/locks.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;
using words::Op;

/// On all ways to a statement.
struct Held {
  bool is_reached = false;
  std::uint32_t atomic = 0;  // sections that the thread is in
  std::set<LockId> held;
  std::set<LockId> zero;  // in this atomic section

  friend bool operator==(const Held&, const Held&) = default;
};

std::set<LockId> common(const std::set<LockId>& a, const std::set<LockId>& b) {
  std::set<LockId> out;
  std::ranges::set_intersection(a, b, std::inserter(out, out.end()));
  return out;
}

class LockFinder {
 public:
  LockFinder(const Expanded& expanded, const std::vector<Accesses>& accesses,
             const std::vector<bool>& is_concurrent)
      : expanded_(expanded),
        program_(expanded.program),
        accesses_(accesses),
        is_concurrent_(is_concurrent),
        before_(program_.statements.size()) {}

  Locks run() {
    find_candidates();
    touched_.resize(program_.statements.size());
    for (StatementId s = 0; s < accesses_.size(); ++s) note_touched(s);
    for (const ThreadCopy& thread : expanded_.threads) follow(thread.entry);
    std::vector<bool> is_lock(cells_.size(), true);
    for (StatementId s = 0; s < before_.size(); ++s) drop_others(s, is_lock);
    return describe(is_lock);
  }

 private:
  struct Touched {
    std::set<LockId> written;
    LockId sets = none;  // that it assigns exactly
    std::set<LockId> read;
  };

  const Expanded& expanded_;
  const Program& program_;
  const std::vector<Accesses>& accesses_;
  const std::vector<bool>& is_concurrent_;
  std::vector<Held> before_;
  std::vector<Access> cells_;                                      // by lock
  std::map<std::pair<ObjectId, std::uint64_t>, LockId> by_place_;  // of exact accesses
  std::vector<Touched> touched_;

  // What is tested for zero

  [[nodiscard]] bool is_zero(ExprId id) const {
    return program_.exprs[id].kind == Expr::Kind::Constant && program_.exprs[id].value == 0;
  }

  /// Scalars that are zero where a condition is as it is said to be.
  void find_zeros(ExprId id, bool is_true, std::vector<ExprId>& out) const {
    const Expr& expr = program_.exprs[id];
    if (expr.kind != Expr::Kind::Operation) return;
    const bool is_truth = expr.type.bits == 1;
    if (expr.op == Op::Not && is_truth) return find_zeros(expr.a, !is_true, out);
    if (is_truth && expr.op == (is_true ? Op::And : Op::Or)) {
      find_zeros(expr.a, is_true, out);
      return find_zeros(expr.b, is_true, out);
    }
    if (expr.op == Op::Equal && is_zero(expr.b)) find_zeros_of(expr.a, is_true, out);
  }

  /// Scalars that are zero where a word is, or is not.
  void find_zeros_of(ExprId word, bool is_zero, std::vector<ExprId>& out) const {
    const Expr& expr = program_.exprs[word];
    if (is_zero && expr.kind == Expr::Kind::Load) out.push_back(word);
    if (expr.kind != Expr::Kind::Operation) return;
    if (expr.op == Op::ZeroExtend || expr.op == Op::SignExtend)
      return find_zeros_of(expr.a, is_zero, out);
    if (expr.type.bits == 1) return find_zeros(word, !is_zero, out);
    if (expr.op != Op::Or || !is_zero) return;
    find_zeros_of(expr.a, is_zero, out);
    find_zeros_of(expr.b, is_zero, out);
  }

  [[nodiscard]] std::set<LockId> zeros(StatementId s, bool is_true) const {
    std::vector<ExprId> loads;
    find_zeros(program_.statements[s].values[0], is_true, loads);
    std::set<LockId> out;
    for (const ExprId load : loads) {
      const Expr& at = program_.exprs[program_.exprs[load].a];
      if (at.kind != Expr::Kind::Address) continue;
      const auto found = by_place_.find({at.object, at.value});
      if (found == by_place_.end()) continue;
      const Access& cell = cells_[found->second];
      if (cell.to - cell.from == program_.exprs[load].type.bits / 8U) out.insert(found->second);
    }
    return out;
  }

  [[nodiscard]] static bool tests(const Statement& statement) {
    const bool awaits = statement.kind == Kind::Thread && statement.step == ThreadStep::Await;
    return awaits || statement.kind == Kind::Assume || statement.kind == Kind::Branch;
  }

  /// Scalars that are tested for zero somewhere, and set to a number other than zero.
  void find_candidates() {
    std::set<std::pair<ObjectId, std::uint64_t>> tested;
    for (const Statement& statement : program_.statements) {
      if (!tests(statement)) continue;
      std::vector<ExprId> loads;
      find_zeros(statement.values[0], true, loads);
      find_zeros(statement.values[0], false, loads);
      for (const ExprId load : loads) {
        const Expr& at = program_.exprs[program_.exprs[load].a];
        if (at.kind == Expr::Kind::Address) tested.insert({at.object, at.value});
      }
    }
    // Each thread of a crowd has locals of its own, which keep nobody out.
    for (const ThreadCopy& thread : expanded_.threads)
      if (thread.is_crowd)
        std::erase_if(tested, [&](const auto& place) {
          return std::ranges::find(thread.locals, place.first) != thread.locals.end();
        });
    for (StatementId s = 0; s < accesses_.size(); ++s) {
      if (!sets_number(s)) continue;
      for (const Access& access : accesses_[s].all)
        if (access.is_write && access.is_exact && tested.contains({access.what.id, access.from}) &&
            by_place_.try_emplace({access.what.id, access.from}, static_cast<LockId>(cells_.size()))
                .second)
          cells_.push_back(access);
    }
  }

  [[nodiscard]] bool sets_number(StatementId s) const {
    const Statement& statement = program_.statements[s];
    return statement.kind == Kind::Assign &&
           program_.exprs[statement.values[0]].kind == Expr::Kind::Constant;
  }

  void note_touched(StatementId s) {
    for (const Access& access : accesses_[s].all)
      for (LockId lock = 0; lock < cells_.size(); ++lock) {
        if (!access.overlaps(cells_[lock])) continue;
        (access.is_write ? touched_[s].written : touched_[s].read).insert(lock);
        const bool is_same = access.from == cells_[lock].from && access.to == cells_[lock].to;
        if (access.is_write && access.is_exact && is_same && sets_number(s))
          touched_[s].sets = lock;
      }
  }

  // What is held

  [[nodiscard]] bool takes(StatementId s, LockId lock, const Held& now) const {
    return touched_[s].sets == lock && !is_zero(program_.statements[s].values[0]) &&
           now.atomic > 0 && now.zero.contains(lock);
  }
  [[nodiscard]] bool frees(StatementId s, LockId lock, const Held& now) const {
    return touched_[s].sets == lock && is_zero(program_.statements[s].values[0]) &&
           now.held.contains(lock);
  }

  /// After a statement, on one of its two ways.
  [[nodiscard]] Held step(StatementId s, bool is_true) const {
    const Statement& statement = program_.statements[s];
    Held now = before_[s];
    const bool is_step = statement.kind == Kind::Thread;
    if (is_step &&
        (statement.step == ThreadStep::BeginAtomic || statement.step == ThreadStep::Await))
      ++now.atomic;
    if (tests(statement) && now.atomic > 0) now.zero.merge(zeros(s, is_true));
    if (is_step && statement.step == ThreadStep::EndAtomic && now.atomic > 0) --now.atomic;
    if (now.atomic == 0) now.zero.clear();
    for (const LockId lock : touched_[s].written) {
      const bool is_taken = takes(s, lock, now);
      now.zero.erase(lock);
      now.held.erase(lock);
      if (is_taken) now.held.insert(lock);
    }
    return now;
  }

  void arrive(StatementId to, const Held& after, std::vector<StatementId>& open) {
    if (to == none) return;
    Held joined = after;
    joined.is_reached = true;
    if (before_[to].is_reached) {
      joined.held = common(before_[to].held, after.held);
      joined.zero = common(before_[to].zero, after.zero);
      joined.atomic = std::min(before_[to].atomic, after.atomic);
    }
    if (joined == before_[to]) return;
    before_[to] = std::move(joined);
    open.push_back(to);
  }

  void follow(StatementId entry) {
    before_[entry].is_reached = true;
    std::vector<StatementId> open{entry};
    while (!open.empty()) {
      const StatementId s = open.back();
      open.pop_back();
      arrive(program_.statements[s].next, step(s, true), open);
      arrive(program_.statements[s].otherwise, step(s, false), open);
    }
  }

  // What is a lock

  /// A number other than zero does no harm, whoever writes it.
  void drop_others(StatementId s, std::vector<bool>& is_lock) const {
    if (!before_[s].is_reached || !is_concurrent_[s]) return;
    for (const LockId lock : touched_[s].written) {
      const bool locks = touched_[s].sets == lock && !is_zero(program_.statements[s].values[0]);
      if (!locks && !frees(s, lock, before_[s])) is_lock[lock] = false;
    }
  }

  /// Whether the lock is taken in the atomic section in which it is found to be zero, however that
  /// goes on.
  [[nodiscard]] bool is_taken_after(StatementId s, LockId lock) const {
    std::set<StatementId> seen;
    std::vector<StatementId> open{program_.statements[s].next};
    while (!open.empty()) {
      const StatementId top = open.back();
      open.pop_back();
      if (top == none) return false;
      if (!seen.insert(top).second) continue;
      if (takes(top, lock, before_[top])) continue;
      if (!before_[top].zero.contains(lock)) return false;
      open.push_back(program_.statements[top].next);
      if (program_.statements[top].kind == Kind::Branch)
        open.push_back(program_.statements[top].otherwise);
    }
    return true;
  }

  /// Who has to wait within an atomic section waits for ever: others then matter.
  [[nodiscard]] bool waits_for(StatementId s, LockId lock) const {
    const Statement& statement = program_.statements[s];
    const bool is_stuck = statement.kind == Kind::Thread && before_[s].atomic > 0;
    const bool can_wait = tests(statement) && statement.kind != Kind::Branch;
    return can_wait && !is_stuck && step(s, true).zero.contains(lock) && is_taken_after(s, lock);
  }

  Locks describe(const std::vector<bool>& is_lock) const {
    Locks out;
    out.cells = cells_;
    out.is_plain = is_lock;
    out.uses.resize(before_.size());
    out.tests.resize(before_.size());
    for (StatementId s = 0; s < before_.size(); ++s) {
      if (!before_[s].is_reached) continue;
      for (const LockId lock : before_[s].held)
        if (is_lock[lock]) out.uses[s].held.insert(lock);
      if (!is_concurrent_[s]) continue;
      for (const LockId lock : touched_[s].read) {
        if (before_[s].held.contains(lock) || waits_for(s, lock))
          out.tests[s].insert(lock);
        else
          out.is_plain[lock] = false;
      }
      for (const LockId lock : touched_[s].written) {
        if (takes(s, lock, before_[s]))
          out.uses[s].takes = lock;
        else if (frees(s, lock, before_[s]))
          out.uses[s].frees = lock;
        else
          out.is_plain[lock] = false;
      }
    }
    return out;
  }
};

}  // namespace

Locks find_locks(const Expanded& expanded, const std::vector<Accesses>& accesses,
                 const std::vector<bool>& is_concurrent) {
  return LockFinder(expanded, accesses, is_concurrent).run();
}

}  // namespace hardbop::c
