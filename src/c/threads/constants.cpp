// SPDX-License-Identifier: MIT
#include "c/threads/constants.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "c/il/builder.hpp"
#include "c/threads/accesses.hpp"
#include "c/threads/private_objects.hpp"

namespace hardbop::c {

namespace {

using Kind = Statement::Kind;

/// Immediate dominators of the statements of all threads [cooper01].
class Dominators {
 public:
  explicit Dominators(const Expanded& expanded)
      : program_(expanded.program),
        order_(program_.statements.size(), none),
        parent_(program_.statements.size(), none) {
    for (const ThreadCopy& thread : expanded.threads) find(thread.entry);
  }

  /// Whether each way of a thread to `s` leads through `first`.
  [[nodiscard]] bool dominates(StatementId first, StatementId s) const {
    while (order_[s] != none && order_[s] > order_[first]) s = parent_[s];
    return order_[s] != none && s == first;
  }
  [[nodiscard]] bool is_reached(StatementId s) const { return order_[s] != none; }

 private:
  const Program& program_;
  std::vector<std::uint32_t> order_;  // reverse postorder
  std::vector<StatementId> parent_;
  std::uint32_t next_ = 0;

  [[nodiscard]] std::vector<StatementId> postorder(StatementId entry) const {
    std::vector<StatementId> out;
    std::vector<bool> seen(program_.statements.size());
    std::vector<std::pair<StatementId, int>> path{{entry, 0}};
    seen[entry] = true;
    while (!path.empty()) {
      auto& [at, way] = path.back();
      if (way == 2) {
        out.push_back(at);
        path.pop_back();
        continue;
      }
      const Statement& statement = program_.statements[at];
      const StatementId to = way++ == 0 ? statement.next : statement.otherwise;
      if (to == none || seen[to]) continue;
      seen[to] = true;
      path.emplace_back(to, 0);
    }
    return out;
  }

  [[nodiscard]] StatementId meet(StatementId a, StatementId b) const {
    while (a != b) {
      while (order_[a] > order_[b]) a = parent_[a];
      while (order_[b] > order_[a]) b = parent_[b];
    }
    return a;
  }

  void find(StatementId entry) {
    std::vector<StatementId> all = postorder(entry);
    std::ranges::reverse(all);
    for (const StatementId s : all) order_[s] = next_++;
    parent_[entry] = entry;
    bool changes = true;
    while (changes) {
      changes = false;
      for (const StatementId s : all)
        for (const StatementId to :
             {program_.statements[s].next, program_.statements[s].otherwise}) {
          if (to == none || to == entry || parent_[s] == none) continue;
          const StatementId met = parent_[to] == none ? s : meet(parent_[to], s);
          if (met == parent_[to]) continue;
          parent_[to] = met;
          changes = true;
        }
    }
  }
};

class Propagator {
 public:
  explicit Propagator(Expanded& expanded)
      : expanded_(expanded), program_(expanded.program), build_(program_) {}

  /// Constants make others constant.
  void run() {
    const Dominators dominators(expanded_);
    for (int round = 0; round < 4; ++round) {
      values_.clear();
      rewritten_.clear();
      find_locals(dominators);
      find_globals();
      if (!rewrite_all()) break;
    }
    clear_unreached();
  }

 private:
  struct Use {
    std::vector<StatementId> reads;
    std::vector<StatementId> writes;
    bool is_odd = false;  // not always as one scalar
  };

  Expanded& expanded_;
  Program& program_;
  Builder build_;
  std::map<ExprId, ExprId> values_;  // by Load: the constant
  std::map<ExprId, ExprId> rewritten_;
  std::map<ObjectId, Use> uses_;

  [[nodiscard]] const Expr& expr(ExprId id) const { return program_.exprs[id]; }

  [[nodiscard]] bool is_whole(ExprId address, Type type) const {
    const Expr& at = expr(address);
    return at.kind == Expr::Kind::Address && at.value == 0 &&
           program_.objects[at.object].cells.size() == 1 &&
           program_.objects[at.object].cells[0].type.bits == type.bits;
  }

  void note_reads(ExprId id, StatementId s) {
    if (id == none) return;
    if (expr(id).kind == Expr::Kind::Load)
      if (const ObjectId root = root_of(program_, expr(id).a); root != none) {
        Use& use = uses_[root];
        use.reads.push_back(s);
        use.is_odd = use.is_odd || !is_whole(expr(id).a, expr(id).type);
      }
    note_reads(expr(id).a, s);
    note_reads(expr(id).b, s);
    note_reads(expr(id).c, s);
  }

  void note_uses() {
    uses_.clear();
    for (StatementId s = 0; s < program_.statements.size(); ++s) {
      const Statement& statement = program_.statements[s];
      for (const ExprId value : statement.values) note_reads(value, s);
      for (const Place& place : statement.places) {
        note_reads(place.address, s);
        const ObjectId root = root_of(program_, place.address);
        if (root == none) continue;
        uses_[root].writes.push_back(s);
        if (!is_whole(place.address, place.type)) uses_[root].is_odd = true;
      }
    }
  }

  void find_locals(const Dominators& dominators) {
    note_uses();
    const std::vector<bool> is_private = private_objects(program_);
    for (const auto& [object, use] : uses_) {
      if (!is_private[object] || use.is_odd) continue;
      const auto sets = std::ranges::find_if(
          use.writes, [&](StatementId s) { return settles(s, use, dominators); });
      if (sets == use.writes.end()) continue;
      const Statement& statement = program_.statements[*sets];
      const Place place = statement.places[0];
      const ExprId value = build_.constant(place.type, expr(statement.values[0]).value);
      values_[build_.load(place)] = value;
    }
  }

  /// Whether a write is the last one before each read: all ways to reads lead through it, and to
  /// other writes some do not. So no other write, such as what makes a local arbitrary when its
  /// function is entered again, is between it and a read: a way past that one would miss it.
  [[nodiscard]] bool settles(StatementId sets, const Use& use, const Dominators& dominators) const {
    const Statement& statement = program_.statements[sets];
    if (statement.kind != Kind::Assign || !build_.is_constant(statement.values[0])) return false;
    const auto is_behind = [&](StatementId s) { return dominators.dominates(sets, s); };
    return std::ranges::all_of(
               use.reads,
               [&](StatementId s) { return !dominators.is_reached(s) || is_behind(s); }) &&
           std::ranges::none_of(use.writes, [&](StatementId s) {
             return s != sets && dominators.is_reached(s) && is_behind(s);
           });
  }

  [[nodiscard]] std::optional<std::uint64_t> first_value(const Object& object, std::uint64_t offset,
                                                         Type type) const {
    for (const InitialValue& one : object.initial) {
      const std::uint64_t end = one.offset + one.type.bits / 8U;
      if (end <= offset || offset + type.bits / 8U <= one.offset) continue;
      const bool is_same = one.offset == offset && one.type.bits == type.bits &&
                           expr(one.value).kind == Expr::Kind::Constant;
      return is_same ? std::optional(expr(one.value).value) : std::nullopt;
    }
    return 0;
  }

  /// Scalars of globals to which nothing is written but what they have.
  void find_globals() {
    const std::vector<Accesses> accesses = find_accesses(program_);
    std::vector<std::vector<std::pair<StatementId, Access>>> writes(program_.objects.size());
    std::vector<std::pair<ExprId, Access>> reads;
    for (StatementId s = 0; s < accesses.size(); ++s)
      for (const Access& access : accesses[s].all) {
        if (access.what.kind != Pointee::Kind::Object) continue;
        if (access.is_write)
          writes[access.what.id].emplace_back(s, access);
        else if (access.load != none)
          reads.emplace_back(access.load, access);
      }
    for (const auto& [load, access] : reads) {
      const Object& object = program_.objects[access.what.id];
      const bool can_be = object.storage == Object::Storage::Global && !object.is_temporary &&
                          object.has_cells && access.is_exact && !values_.contains(load) &&
                          !expr(load).type.is_float && !expr(load).type.is_pointer;
      if (!can_be) continue;
      const auto value = first_value(object, access.from, expr(load).type);
      if (value && keeps(writes[access.what.id], access, *value))
        values_[load] = build_.constant(expr(load).type, *value);
    }
  }

  [[nodiscard]] bool keeps(const std::vector<std::pair<StatementId, Access>>& writes,
                           const Access& read, std::uint64_t value) const {
    return std::ranges::all_of(writes, [&](const auto& write) {
      const auto& [s, access] = write;
      if (!access.overlaps(read)) return true;
      const Statement& statement = program_.statements[s];
      return statement.kind == Kind::Assign && access.is_exact && access.from == read.from &&
             access.to == read.to && build_.is_constant(statement.values[0], value);
    });
  }

  ExprId rewrite(ExprId id) {
    if (id == none) return none;
    if (const auto found = rewritten_.find(id); found != rewritten_.end()) return found->second;
    if (const auto found = values_.find(id); found != values_.end()) return found->second;
    const Expr old = expr(id);
    Expr changed = old;
    changed.a = rewrite(old.a);
    changed.b = rewrite(old.b);
    changed.c = rewrite(old.c);
    const ExprId out = changed == old ? id : build_.rebuilt(changed);
    return rewritten_[id] = out;
  }

  /// What no way leads to any more does nothing.
  void clear_unreached() {
    const Dominators now(expanded_);
    for (StatementId s = 0; s < program_.statements.size(); ++s)
      if (!now.is_reached(s)) {
        Statement nothing;
        nothing.at = program_.statements[s].at;
        nothing.thread = program_.statements[s].thread;
        nothing.within = program_.statements[s].within;
        program_.statements[s] = std::move(nothing);
      }
  }

  /// Whether something has become simpler.
  bool rewrite_all() {
    bool out = false;
    for (Statement& statement : program_.statements) {
      for (ExprId& value : statement.values) {
        const ExprId now = rewrite(value);
        out = out || now != value;
        value = now;
      }
      for (Place& place : statement.places) place.address = rewrite(place.address);
      const bool is_known =
          statement.kind == Kind::Branch && build_.is_constant(statement.values[0]);
      if (!is_known) continue;
      if (build_.is_constant(statement.values[0], 0)) statement.next = statement.otherwise;
      statement.otherwise = none;
      statement.kind = Kind::Skip;
      statement.values.clear();
    }
    return out;
  }
};

}  // namespace

void propagate_constants(Expanded& expanded) {
  Propagator(expanded).run();
}

}  // namespace hardbop::c
