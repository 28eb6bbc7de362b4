// SPDX-License-Identifier: MIT
#include "c/threads/narrow.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "c/il/builder.hpp"

namespace hardbop::c {

namespace {

/// Smaller ones are left as they are.
constexpr std::size_t many_cells = 8;

class Narrower {
 public:
  explicit Narrower(Program& program)
      : program_(program), build_(program), is_fixed_(program.objects.size()) {
    for (const Statement& statement : program.statements) {
      for (const ExprId value : statement.values) find_uses(value);
      for (const Place& place : statement.places) use(place.address, place.type);
    }
    for (const Object& object : program.objects)
      for (const InitialValue& initial : object.initial) find_uses(initial.value);
  }

  void run() {
    for (ObjectId id = 0; id < program_.objects.size(); ++id)
      if (can_be_narrowed(id)) narrow(id);
    if (moved_.empty()) return;
    for (std::size_t s = 0; s < program_.statements.size(); ++s) {
      for (std::size_t i = 0; i < program_.statements[s].values.size(); ++i)
        program_.statements[s].values[i] = rewrite(program_.statements[s].values[i]);
      for (std::size_t i = 0; i < program_.statements[s].places.size(); ++i)
        program_.statements[s].places[i].address =
            rewrite(program_.statements[s].places[i].address);
    }
  }

 private:
  using Uses = std::map<std::uint64_t, Type>;  // by offset

  Program& program_;
  Builder build_;
  std::vector<bool> is_fixed_;  // its address is used in other ways than to access a scalar
  std::map<ObjectId, Uses> uses_;
  std::map<ObjectId, std::map<std::uint64_t, std::uint64_t>> moved_;  // offsets
  std::set<ExprId> seen_;
  std::map<ExprId, ExprId> exprs_;

  void find_uses(ExprId id) {
    if (id == none || !seen_.insert(id).second) return;
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Address) is_fixed_[expr.object] = true;
    if (expr.kind == Expr::Kind::Load) return use(expr.a, expr.type);
    for (const ExprId operand : {expr.a, expr.b, expr.c}) find_uses(operand);
  }

  /// An access.
  void use(ExprId address, Type type) {
    const Expr& expr = program_.exprs[address];
    if (expr.kind != Expr::Kind::Address) return find_uses(address);
    const auto [found, is_new] = uses_[expr.object].try_emplace(expr.value, type);
    if (!is_new && found->second.bits != type.bits) is_fixed_[expr.object] = true;
  }

  [[nodiscard]] bool can_be_narrowed(ObjectId id) const {
    const Object& object = program_.objects[id];
    const auto found = uses_.find(id);
    if (is_fixed_[id] || found == uses_.end() || object.storage == Object::Storage::String ||
        object.is_constant || !object.has_cells || object.cells.size() < many_cells)
      return false;
    std::uint64_t end = 0;
    for (const auto& [offset, type] : found->second) {
      if (offset < end || offset + type.bits / 8U > object.size) return false;
      end = offset + type.bits / 8U;
    }
    for (const InitialValue& initial : object.initial)
      if (!is_zero(initial.value)) return false;
    return true;
  }

  [[nodiscard]] bool is_zero(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    return expr.kind == Expr::Kind::Constant && expr.value == 0;
  }

  void narrow(ObjectId id) {
    Object& object = program_.objects[id];
    std::vector<Cell> cells;
    std::uint32_t size = 0;
    std::vector<std::pair<std::uint64_t, Type>> wide_first(uses_.at(id).begin(),
                                                           uses_.at(id).end());
    std::ranges::stable_sort(wide_first, std::greater{},
                             [](const auto& use) { return use.second.bits; });
    for (const auto& [offset, type] : wide_first) {
      Cell cell{size, type, ""};
      for (const Cell& old : object.cells)
        if (old.offset == offset) {
          cell.name = old.name;
          cell.is_owner = old.is_owner;
          cell.is_thread = old.is_thread;
        }
      cells.push_back(cell);
      moved_[id][offset] = size;
      size += type.bits / 8U;
    }
    object.cells = std::move(cells);
    object.size = size;
    object.initial.clear();
  }

  ExprId rewrite(ExprId id) {
    if (id == none) return none;
    if (const auto found = exprs_.find(id); found != exprs_.end()) return found->second;
    const Expr expr = program_.exprs[id];
    ExprId out = id;
    if (expr.kind == Expr::Kind::Address) {
      if (const auto found = moved_.find(expr.object); found != moved_.end())
        out = build_.address(expr.object, found->second.at(expr.value));
    } else {
      Expr changed = expr;
      changed.a = rewrite(expr.a);
      changed.b = rewrite(expr.b);
      changed.c = rewrite(expr.c);
      if (changed != expr) out = build_.rebuilt(changed);
    }
    return exprs_[id] = out;
  }
};

}  // namespace

void narrow_objects(Program& program) {
  Narrower(program).run();
}

}  // namespace hardbop::c
