// SPDX-License-Identifier: MIT
// Equality of programs up to layout: what `fmt` must keep.
#include "boolean/language/ast.hpp"

namespace hardbop::bp {

namespace {

class Comparison {
 public:
  Comparison(const Program& a, const Program& b) : a_(a), b_(b) {}

  [[nodiscard]] bool items(const std::vector<Item>& a, const std::vector<Item>& b) const {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!item(a[i], b[i])) return false;
    return true;
  }

 private:
  const Program& a_;
  const Program& b_;

  [[nodiscard]] bool item(const Item& a, const Item& b) const {
    if (a.kind != b.kind) return false;
    switch (a.kind) {
      case Item::Kind::Decl: return statement(a_.statements[a.index], b_.statements[b.index]);
      case Item::Kind::Procedure: return procedure(a_.procedures[a.index], b_.procedures[b.index]);
      case Item::Kind::Thread: return thread(a_.threads[a.index], b_.threads[b.index]);
    }
    return false;
  }

  [[nodiscard]] bool name(NameRef a, NameRef b) const {
    if (a.name == NameTable::none || b.name == NameTable::none) return a.name == b.name;
    return a_.text(a.name) == b_.text(b.name);
  }

  [[nodiscard]] bool names(Range a, Range b) const {
    if (a.count != b.count) return false;
    for (std::uint32_t i = 0; i < a.count; ++i)
      if (!name(a_.refs[a.first + i], b_.refs[b.first + i])) return false;
    return true;
  }

  [[nodiscard]] bool node(const Expr& a, const Expr& b, std::uint32_t a_first,
                          std::uint32_t b_first) const {
    if (a.op != b.op) return false;
    switch (a.op) {
      case Op::Name:
      case Op::NextName: return a_.text(a.name()) == b_.text(b.name());
      case Op::Conditional:
        return a.left - a_first == b.left - b_first && a.middle - a_first == b.middle - b_first;
      case Op::False:
      case Op::True:
      case Op::Star:
      case Op::Not: return true;
      default: return a.left - a_first == b.left - b_first;
    }
  }

  [[nodiscard]] bool expression(ExprRange a, ExprRange b) const {
    if (a.empty() || b.empty()) return a.empty() == b.empty();
    if (a.root - a.first != b.root - b.first) return false;
    for (std::uint32_t i = 0; i <= a.root - a.first; ++i)
      if (!node(a_.nodes[a.first + i], b_.nodes[b.first + i], a.first, b.first)) return false;
    return true;
  }

  [[nodiscard]] bool expressions(Range a, Range b) const {
    if (a.count != b.count) return false;
    for (std::uint32_t i = 0; i < a.count; ++i)
      if (!expression(a_.expressions[a.first + i], b_.expressions[b.first + i])) return false;
    return true;
  }

  /// Recursion is as deep as statements nest, which the parser bounds; chains of elsif,
  /// which it does not bound, are followed by the loop.
  [[nodiscard]] bool statement(const Statement& first, const Statement& second) const {
    const Statement* a = &first;
    const Statement* b = &second;
    while (true) {
      if (a->kind != b->kind || a->has_constrain != b->has_constrain ||
          a->is_elsif != b->is_elsif || a->has_else != b->has_else)
        return false;
      if (!names(a->labels, b->labels) || !names(a->names, b->names) ||
          !expressions(a->exprs, b->exprs) || !name(a->target, b->target) ||
          !sequence(a->body, b->body))
        return false;
      const bool chained = a->otherwise != no_index && b->otherwise != no_index &&
                           a_.statements[a->otherwise].is_elsif &&
                           b_.statements[b->otherwise].is_elsif;
      if (!chained) return sequence(a->otherwise, b->otherwise);
      a = &a_.statements[a->otherwise];
      b = &b_.statements[b->otherwise];
    }
  }

  [[nodiscard]] bool sequence(std::uint32_t a, std::uint32_t b) const {
    while (a != no_index && b != no_index) {
      if (!statement(a_.statements[a], b_.statements[b])) return false;
      a = a_.statements[a].next;
      b = b_.statements[b].next;
    }
    return a == b;
  }

  [[nodiscard]] bool procedure(const Procedure& a, const Procedure& b) const {
    return name(a.name, b.name) && a.is_dfs == b.is_dfs && a.is_typed == b.is_typed &&
           a.results == b.results && names(a.formals, b.formals) && sequence(a.body, b.body);
  }

  [[nodiscard]] bool thread(const Thread& a, const Thread& b) const {
    return name(a.name, b.name) && a.copies == b.copies && a.has_copies == b.has_copies &&
           items(a.items, b.items);
  }
};

}  // namespace

bool same_program(const Program& a, const Program& b) {
  return Comparison(a, b).items(a.items, b.items);
}

}  // namespace hardbop::bp
