// SPDX-License-Identifier: MIT
#include "boolean/language/constructs.hpp"

#include <array>
#include <vector>

namespace hardbop::bp {

namespace {

constexpr std::array construct_names = {
#define HARDBOP_CONSTRUCT(name, text) std::string_view(text),
    HARDBOP_CONSTRUCTS(HARDBOP_CONSTRUCT)
#undef HARDBOP_CONSTRUCT
};

class Finder {
 public:
  explicit Finder(const Graph& graph)
      : graph_(graph), program_(graph.program()), symbols_(graph.symbols()) {}

  Constructs run() {
    for (const Expr& node : program_.nodes) expression(node.op);
    for (const Item& item : program_.items)
      if (item.kind == Item::Kind::Decl) global(program_.statements[item.index]);
    calls_.resize(program_.procedures.size());
    for (ProcedureId p = 0; p < program_.procedures.size(); ++p) procedure(p);
    recursion();
    return found_;
  }

 private:
  const Graph& graph_;
  const Program& program_;
  const Symbols& symbols_;
  Constructs found_;
  std::vector<std::vector<ProcedureId>> calls_;

  void mark(Construct construct, bool there = true) {
    if (there) found_.set(static_cast<std::size_t>(construct));
  }

  void expression(Op op) {
    switch (op) {
      case Op::False:
      case Op::True: return mark(Construct::Constant);
      case Op::Star: return mark(Construct::Choice);
      case Op::Name: return;
      case Op::NextName: return mark(Construct::NextValue);
      case Op::Not: return mark(Construct::Not);
      case Op::And: return mark(Construct::And);
      case Op::Or: return mark(Construct::Or);
      case Op::Xor: return mark(Construct::Xor);
      case Op::Equal: return mark(Construct::Equal);
      case Op::NotEqual: return mark(Construct::NotEqual);
      case Op::Implies: return mark(Construct::Implies);
      case Op::Choose: return mark(Construct::Schoose);
      case Op::Conditional: return mark(Construct::Conditional);
    }
  }

  void global(const Statement& declaration) {
    for (std::uint32_t i = 0; i < declaration.exprs.count; ++i) {
      const ExprRange value = program_.expressions[declaration.exprs.first + i];
      mark(Construct::Initialiser, !value.empty());
      for (std::uint32_t node = value.first; node <= value.root; ++node)
        mark(Construct::InitialiserReads, program_.nodes[node].op == Op::Name);
    }
  }

  void procedure(ProcedureId p) {
    const Procedure& procedure = program_.procedures[p];
    const bool is_main = program_.text(procedure.name.name) == "main";
    mark(Construct::Dfs, procedure.is_dfs);
    mark(Construct::Formals, procedure.formals.count > 0 && !is_main);
    mark(Construct::MainFormals, procedure.formals.count > 0 && is_main);
    const std::uint32_t results = symbols_.procedures[p].results;
    mark(Construct::Results, results > 1);
    mark(Construct::Untyped, results > 0 && !procedure.is_typed);
    for (Slot slot = 0; slot < graph_.globals(); ++slot) {
      if (!graph_.is_hidden(p, slot)) continue;
      bool formal = false;
      for (std::uint32_t i = 0; i < procedure.formals.count; ++i)
        formal =
            formal || program_.refs[procedure.formals.first + i].name == symbols_.shared[slot].name;
      mark(formal ? Construct::HidingFormal : Construct::HidingLocal);
    }
    bool returns = false;
    bool only_declarations = true;
    sequence(procedure.body, p, only_declarations, returns);
    mark(Construct::NoReturn, results > 0 && !returns);
  }

  /// `returns`: whether the last statement is a return.
  void sequence(std::uint32_t first, ProcedureId p, bool& only_declarations, bool& returns) {
    for (std::uint32_t s = first; s != no_index; s = program_.statements[s].next) {
      const Statement& one = program_.statements[s];
      returns = one.kind == StatementKind::Return;
      mark(Construct::Label, !one.labels.empty());
      statement(one, s, p, only_declarations);
      if (one.kind != StatementKind::Decl && one.kind != StatementKind::Enforce)
        only_declarations = false;
      bool inner = false;
      sequence(one.body, p, only_declarations, inner);
      sequence(one.otherwise, p, only_declarations, inner);
    }
  }

  void statement(const Statement& one, std::uint32_t s, ProcedureId p, bool only_declarations) {
    switch (one.kind) {
      case StatementKind::Skip: return mark(Construct::Skip);
      case StatementKind::Print: return mark(Construct::Print);
      case StatementKind::Goto:
        return mark(one.names.count > 1 ? Construct::GotoSeveral : Construct::Goto);
      case StatementKind::Return:
        if (!one.exprs.empty()) return mark(Construct::ReturnValues);
        return mark(symbols_.procedures[p].results > 0 ? Construct::ReturnArbitrary
                                                       : Construct::Return);
      case StatementKind::Assign:
        mark(Construct::AssignConstrain, one.has_constrain);
        return mark(one.names.count > 1 ? Construct::AssignParallel : Construct::Assign);
      case StatementKind::Call: return call(one, symbols_.callees[s], p);
      case StatementKind::Assert: return mark(Construct::Assert);
      case StatementKind::Assume: return mark(Construct::Assume);
      case StatementKind::Enforce: return mark(Construct::Enforce);
      case StatementKind::Dead: return mark(Construct::Dead);
      case StatementKind::Decl:
        mark(Construct::LateDecl, !only_declarations);
        for (std::uint32_t i = 0; i < one.exprs.count; ++i)
          mark(Construct::LocalInitialiser, !program_.expressions[one.exprs.first + i].empty());
        return;
      case StatementKind::If:
        mark(one.is_elsif ? Construct::Elsif : Construct::If);
        return mark(Construct::Else,
                    one.has_else && (one.otherwise == no_index ||
                                     !program_.statements[one.otherwise].is_elsif));
      case StatementKind::While: return mark(Construct::While);
      default: return;
    }
  }

  void call(const Statement& one, ProcedureId callee, ProcedureId p) {
    calls_[p].push_back(callee);
    mark(Construct::Call);
    mark(Construct::MainCalled, program_.text(one.target.name) == "main");
    mark(Construct::CallResults, !one.names.empty());
    mark(Construct::CallIgnored, one.names.empty() && symbols_.procedures[callee].results > 0);
    for (std::uint32_t i = 0; i < one.names.count; ++i)
      mark(Construct::Discard,
           symbols_.ref_variables[one.names.first + i].scope() == VariableRef::Scope::Discard);
  }

  void recursion() {
    for (ProcedureId p = 0; p < calls_.size(); ++p) {
      for (const ProcedureId callee : calls_[p])
        mark(callee == p ? Construct::Recursion : Construct::MutualRecursion,
             callee == p || reaches(callee, p));
    }
  }

  [[nodiscard]] bool reaches(ProcedureId from, ProcedureId to) const {
    std::vector<bool> seen(calls_.size(), false);
    std::vector<ProcedureId> waiting{from};
    while (!waiting.empty()) {
      const ProcedureId p = waiting.back();
      waiting.pop_back();
      if (p == to) return true;
      if (seen[p]) continue;
      seen[p] = true;
      waiting.insert(waiting.end(), calls_[p].begin(), calls_[p].end());
    }
    return false;
  }
};

}  // namespace

std::string_view name_of(Construct construct) {
  return construct_names[static_cast<std::size_t>(construct)];
}

Constructs constructs_of(const Graph& graph) {
  return Finder(graph).run();
}

}  // namespace hardbop::bp
