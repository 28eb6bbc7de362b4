// SPDX-License-Identifier: MIT
#include "c/threads/visible.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "c/threads/accesses.hpp"
#include "c/threads/locks.hpp"

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;

/// Where main may run beside others: not before it creates a thread, nor after it has seen the end
/// of all.
class Concurrency {
 public:
  explicit Concurrency(const Expanded& expanded)
      : program_(expanded.program), out_(program_.statements.size()) {
    bool others_create = false;
    for (StatementId s = 0; s < program_.statements.size(); ++s) {
      const Statement& statement = program_.statements[s];
      if (statement.thread != 0) out_[s] = true;
      others_create = others_create || (statement.thread != 0 && is(statement, ThreadStep::Create));
    }
    follow(expanded.threads[0].entry, others_create);
  }
  std::vector<bool> take() { return std::move(out_); }

 private:
  const Program& program_;
  std::vector<bool> out_;

  static bool is(const Statement& statement, ThreadStep step) {
    return statement.kind == Kind::Thread && statement.step == step;
  }

  /// Threads that may run, to a fixed point.
  void follow(StatementId entry, bool others_create) {
    std::map<StatementId, std::set<std::uint64_t>> running{{entry, {}}};
    std::vector<StatementId> open{entry};
    while (!open.empty()) {
      const StatementId s = open.back();
      open.pop_back();
      const Statement& statement = program_.statements[s];
      std::set<std::uint64_t> now = running.at(s);
      if (!now.empty()) out_[s] = true;
      if (is(statement, ThreadStep::Create)) now.insert(statement.created);
      if (is(statement, ThreadStep::Join) && !others_create)
        if (const Expr& number = program_.exprs[statement.values[0]];
            number.kind == Expr::Kind::Constant)
          now.erase(number.value);
      for (const StatementId to : {statement.next, statement.otherwise}) {
        if (to == none) continue;
        const auto [found, is_new] = running.try_emplace(to, now);
        const std::size_t before = found->second.size();
        found->second.insert(now.begin(), now.end());
        if (is_new || found->second.size() != before) open.push_back(to);
      }
    }
  }
};

class VisibilityFinder {
 public:
  explicit VisibilityFinder(const Expanded& expanded)
      : expanded_(expanded),
        program_(expanded.program),
        is_concurrent_(Concurrency(expanded).take()),
        accesses_(find_accesses(program_)),
        locks_(find_locks(expanded, accesses_, is_concurrent_)),
        out_(program_.statements.size()) {
    for (const ThreadCopy& thread : expanded.threads)
      if (thread.is_crowd) crowd_locals_.insert(thread.locals.begin(), thread.locals.end());
    for (StatementId s = 0; s < accesses_.size(); ++s) note(s);
    for (StatementId s = 0; s < accesses_.size(); ++s) classify(s);
  }

  Visible take() { return {std::move(out_), std::move(locks_)}; }

 private:
  /// An access of a thread, with the locks that it holds.
  using Use = std::tuple<std::uint64_t, std::uint64_t, bool, std::uint32_t, std::set<LockId>>;

  const Expanded& expanded_;
  const Program& program_;
  std::vector<bool> is_concurrent_;
  std::vector<Accesses> accesses_;
  Locks locks_;
  std::vector<Visibility> out_;
  std::map<Pointee, std::set<Use>> uses_;
  std::set<ObjectId> crowd_locals_;

  void note(StatementId s) {
    if (!is_concurrent_[s]) return;
    for (const Access& access : accesses_[s].all)
      uses_[access.what].emplace(access.from, access.to, access.is_write,
                                 program_.statements[s].thread, locks_.uses[s].held);
  }

  [[nodiscard]] static bool are_disjoint(const std::set<LockId>& a, const std::set<LockId>& b) {
    return std::ranges::none_of(a, [&](LockId lock) { return b.contains(lock); });
  }

  /// A local of one of many threads: each has its own.
  [[nodiscard]] bool is_of_crowd(const Access& access) const {
    return access.what.kind == Pointee::Kind::Object && crowd_locals_.contains(access.what.id);
  }

  /// Somebody else may access it at the same time, and one of both writes.
  [[nodiscard]] bool is_contended(StatementId s, const Access& access) const {
    const std::uint32_t thread = program_.statements[s].thread;
    const std::set<LockId>& held = locks_.uses[s].held;
    if (is_of_crowd(access)) return false;
    const bool is_crowd = expanded_.threads[thread].is_crowd;
    return std::ranges::any_of(uses_.at(access.what), [&](const Use& use) {
      const auto& [from, to, writes, other, with] = use;
      return (other != thread || is_crowd) && (writes || access.is_write) && from < access.to &&
             access.from < to && are_disjoint(held, with);
    });
  }

  /// What it does to a lock is known.
  [[nodiscard]] bool is_of_lock(StatementId s, const Access& access) {
    for (LockId lock = 0; lock < locks_.cells.size(); ++lock) {
      const Access& cell = locks_.cells[lock];
      const bool is_it = locks_.is_plain[lock] && access.is_exact && access.what == cell.what &&
                         access.from == cell.from && access.to == cell.to;
      if (!is_it) continue;
      if (!access.is_write) return locks_.tests[s].contains(lock);
      out_[s].takes = out_[s].takes || locks_.uses[s].takes == lock;
      out_[s].frees = out_[s].frees || locks_.uses[s].frees == lock;
      return locks_.uses[s].takes == lock || locks_.uses[s].frees == lock;
    }
    return false;
  }

  void classify(StatementId s) {
    const Statement& statement = program_.statements[s];
    Visibility& out = out_[s];
    out.is_concurrent = is_concurrent_[s];
    if (!out.is_concurrent) return;
    for (const Access& access : accesses_[s].all) {
      if (is_of_lock(s, access) || !is_contended(s, access)) continue;
      (access.is_write ? out.writes : out.reads) = true;
    }
    const bool is_join = statement.kind == Kind::Thread && statement.step == ThreadStep::Join;
    const bool is_wait = statement.kind == Kind::Thread && statement.step == ThreadStep::Await;
    out.reads = out.reads || is_join;
    out.may_end = accesses_[s].may_fault || is_join || is_wait || statement.kind == Kind::Assume ||
                  statement.kind == Kind::Error || statement.kind == Kind::Fault ||
                  statement.kind == Kind::Halt || statement.kind == Kind::Unsupported;
  }
};

}  // namespace

Visible find_visible(const Expanded& expanded) {
  return VisibilityFinder(expanded).take();
}

}  // namespace hardbop::c
