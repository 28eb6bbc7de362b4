// SPDX-License-Identifier: MIT
// An edit marks what is removed by its place in the program's pools, so any set of edits can be
// applied at once. Then every list is rebuilt from what is not marked, and printed.
#include "boolean/language/shrink/edits.hpp"

#include <algorithm>

#include "boolean/language/printer.hpp"

namespace hardbop::bp {

namespace {

using EditKind = Edit::Kind;

bool is_atom(Op op) {
  return op <= Op::NextName;
}

/// Calls `visit(operand)` for each, from left to right.
template <typename Visit>
void for_each_operand(const Program& program, std::uint32_t node, Visit visit) {
  const Expr& expr = program.nodes[node];
  if (is_atom(expr.op)) return;
  if (expr.op != Op::Not) visit(expr.left);
  if (expr.op == Op::Conditional) visit(expr.middle);
  visit(node - 1);
}

/// Calls `visit(statement)` for those of a sequence, nested ones after the one they are in.
template <typename Visit>
void for_each_statement(const Program& program, std::uint32_t first, const Visit& visit) {
  for (std::uint32_t s = first; s != no_index; s = program.statements[s].next) {
    visit(s);
    for_each_statement(program, program.statements[s].body, visit);
    for_each_statement(program, program.statements[s].otherwise, visit);
  }
}

class Editor {
 public:
  Editor(const Program& program, const Symbols& symbols)
      : old_(program),
        symbols_(symbols),
        new_(program),
        fates_(program.statements.size(), Fate::Keep),
        dropped_refs_(program.refs.size(), false),
        dropped_expressions_(program.expressions.size(), false),
        dropped_procedures_(program.procedures.size(), false),
        dropped_threads_(program.threads.size(), false),
        operand_(program.nodes.size(), no_index) {}

  void apply(const Edit& edit) {
    switch (edit.kind) {
      case EditKind::DropProcedure: return drop_procedure(edit.index);
      case EditKind::DropThread: dropped_threads_[edit.index] = true; return;
      case EditKind::DropStatement: fates_[edit.index] = Fate::Drop; return;
      case EditKind::KeepBody: fates_[edit.index] = Fate::Body; return;
      case EditKind::KeepElse: fates_[edit.index] = Fate::Else; return;
      case EditKind::ToSkip: return to_skip(edit.index);
      case EditKind::DropVariable: return drop_variable(edit);
      case EditKind::DropResult: return drop_result(edit.index, edit.which);
      case EditKind::CallToChoice: return call_to_choice(edit.index);
      case EditKind::DropTarget: return drop_target(edit.index, edit.which);
      case EditKind::DropConstrain: return drop_constrain(edit.index);
      case EditKind::DropInitialiser: return drop_initialiser(edit.index, edit.which);
      case EditKind::DropName: dropped_refs_[edit.index] = true; return;
      case EditKind::ReplaceByOperand: operand_[edit.index] = edit.which; return;
      case EditKind::ReplaceByConstant: new_.nodes[edit.index].op = edit.op; return;
    }
  }

  std::string finish() {
    new_.comments.clear();
    for (std::uint32_t s = 0; s < old_.statements.size(); ++s) filter(s);
    for (Procedure& procedure : new_.procedures) {
      procedure.formals = filter_refs(procedure.formals);
      procedure.body = link(procedure.body);
    }
    for (Thread& thread : new_.threads) filter_items(thread.items);
    filter_items(new_.items);
    for (ExprRange& expression : new_.expressions) rebuild(expression);
    return print_program(new_);
  }

 private:
  enum class Fate : std::uint8_t { Keep, Drop, Body, Else };

  const Program& old_;
  const Symbols& symbols_;
  Program new_;
  std::vector<Fate> fates_;
  std::vector<bool> dropped_refs_;
  std::vector<bool> dropped_expressions_;
  std::vector<bool> dropped_procedures_;
  std::vector<bool> dropped_threads_;
  std::vector<std::uint32_t> operand_;  // which stands for the node

  // Marking

  void drop_procedure(ProcedureId p) {
    dropped_procedures_[p] = true;
    for (std::uint32_t s = 0; s < old_.statements.size(); ++s)
      if (symbols_.callees[s] == p) call_to_choice(s);
  }

  void to_skip(std::uint32_t s) {
    Statement& statement = new_.statements[s];
    statement.kind = StatementKind::Skip;
    statement.names = statement.exprs = {};
    statement.has_constrain = false;
  }

  void call_to_choice(std::uint32_t s) {
    Statement& statement = new_.statements[s];
    if (statement.kind != StatementKind::Call || statement.names.empty()) {
      fates_[s] = Fate::Drop;
      return;
    }
    statement.kind = StatementKind::Assign;
    statement.exprs = {static_cast<std::uint32_t>(new_.expressions.size()), statement.names.count};
    for (std::uint32_t i = 0; i < statement.names.count; ++i) {
      const auto node = static_cast<std::uint32_t>(new_.nodes.size());
      new_.nodes.push_back({Op::Star, false, statement.span.begin, 0, 0});
      new_.expressions.push_back({node, node});
      const bool discards = is_discard(statement.names.first + i);
      dropped_expressions_.push_back(discards);
      if (discards) dropped_refs_[statement.names.first + i] = true;
    }
  }

  [[nodiscard]] bool is_discard(std::uint32_t ref) const {
    return symbols_.ref_variables[ref].scope() == VariableRef::Scope::Discard;
  }

  void drop_target(std::uint32_t s, std::uint32_t which) {
    const Statement& statement = new_.statements[s];
    dropped_refs_[statement.names.first + which] = true;
    dropped_expressions_[statement.exprs.first + which] = true;
  }

  void drop_constrain(std::uint32_t s) {
    Statement& statement = new_.statements[s];
    if (!statement.has_constrain) return;
    statement.has_constrain = false;
    dropped_expressions_[statement.exprs.first + statement.exprs.count - 1] = true;
  }

  void drop_initialiser(std::uint32_t s, std::uint32_t which) {
    new_.expressions[old_.statements[s].exprs.first + which] = {};
  }

  void drop_result(ProcedureId p, std::uint32_t which) {
    if (new_.procedures[p].results > 0) --new_.procedures[p].results;
    for_each_statement(old_, old_.procedures[p].body, [&](std::uint32_t s) {
      const Statement& statement = old_.statements[s];
      if (statement.kind == StatementKind::Return && which < statement.exprs.count)
        dropped_expressions_[statement.exprs.first + which] = true;
    });
    for (std::uint32_t s = 0; s < old_.statements.size(); ++s)
      if (symbols_.callees[s] == p && which < old_.statements[s].names.count)
        dropped_refs_[old_.statements[s].names.first + which] = true;
  }

  void drop_variable(const Edit& edit) {
    dropped_refs_[edit.index] = true;
    const VariableRef variable = symbols_.ref_variables[edit.index];
    if (variable.scope() == VariableRef::Scope::Shared) {
      for (std::uint32_t s = 0; s < old_.statements.size(); ++s) forget(s, variable, edit.op);
    } else if (variable.scope() == VariableRef::Scope::Local) {
      const ProcedureId p = edit.which;
      for_each_statement(old_, old_.procedures[p].body,
                         [&](std::uint32_t s) { forget(s, variable, edit.op); });
      drop_argument(p, edit.index - old_.procedures[p].formals.first);
    }
  }

  /// Where the name is that of a formal, calls lose an argument.
  void drop_argument(ProcedureId p, std::uint32_t which) {
    if (which >= old_.procedures[p].formals.count) return;
    for (std::uint32_t s = 0; s < old_.statements.size(); ++s)
      if (symbols_.callees[s] == p && which < old_.statements[s].exprs.count)
        dropped_expressions_[old_.statements[s].exprs.first + which] = true;
  }

  /// Takes a variable out of one statement.
  void forget(std::uint32_t s, VariableRef variable, Op op) {
    const Statement& statement = old_.statements[s];
    for (std::uint32_t i = 0; i < statement.exprs.count; ++i) {
      const ExprRange range = old_.expressions[statement.exprs.first + i];
      for (std::uint32_t node = range.first; node <= range.root; ++node) {
        const bool is_name = old_.nodes[node].op == Op::Name || old_.nodes[node].op == Op::NextName;
        if (is_name && symbols_.node_variables[node] == variable) new_.nodes[node].op = op;
      }
    }
    if (statement.kind == StatementKind::Goto || statement.kind == StatementKind::StartThreadGoto)
      return;
    for (std::uint32_t i = 0; i < statement.names.count; ++i) {
      const std::uint32_t ref = statement.names.first + i;
      if (symbols_.ref_variables[ref] != variable) continue;
      if (statement.kind == StatementKind::Call) {
        new_.refs[ref].name = new_.names.intern("_");
      } else {
        dropped_refs_[ref] = true;
        if (i < statement.exprs.count) dropped_expressions_[statement.exprs.first + i] = true;
      }
    }
  }

  // Making lists anew

  Range filter_refs(Range range) {
    Range kept{static_cast<std::uint32_t>(new_.refs.size()), 0};
    for (std::uint32_t i = 0; i < range.count; ++i) {
      if (dropped_refs_[range.first + i]) continue;
      new_.refs.push_back(new_.refs[range.first + i]);
      ++kept.count;
    }
    return kept;
  }

  Range filter_expressions(Range range) {
    Range kept{static_cast<std::uint32_t>(new_.expressions.size()), 0};
    for (std::uint32_t i = 0; i < range.count; ++i) {
      if (dropped_expressions_[range.first + i]) continue;
      new_.expressions.push_back(new_.expressions[range.first + i]);
      ++kept.count;
    }
    return kept;
  }

  void filter(std::uint32_t s) {
    Statement& statement = new_.statements[s];
    const bool had_names = !statement.names.empty();
    statement.labels = filter_refs(statement.labels);
    statement.names = filter_refs(statement.names);
    statement.exprs = filter_expressions(statement.exprs);
    const bool needs_names = statement.kind != StatementKind::Call;
    if (had_names && needs_names && statement.names.empty()) fates_[s] = Fate::Drop;
  }

  void filter_items(std::vector<Item>& items) {
    const auto gone = [&](const Item& item) {
      switch (item.kind) {
        case Item::Kind::Decl: return fates_[item.index] == Fate::Drop;
        case Item::Kind::Procedure: return bool{dropped_procedures_[item.index]};
        case Item::Kind::Thread: return bool{dropped_threads_[item.index]};
      }
      return false;
    };
    items.erase(std::remove_if(items.begin(), items.end(), gone), items.end());
  }

  /// What is left of a sequence.
  void collect(std::uint32_t first, std::vector<std::uint32_t>& out) {
    for (std::uint32_t s = first; s != no_index; s = old_.statements[s].next) {
      const Statement& statement = old_.statements[s];
      switch (fates_[s]) {
        case Fate::Drop: break;
        case Fate::Body: collect(statement.body, out); break;
        case Fate::Else: collect(statement.otherwise, out); break;
        case Fate::Keep:
          new_.statements[s].body = link(statement.body);
          new_.statements[s].otherwise = link(statement.otherwise, true);
          new_.statements[s].has_else = new_.statements[s].otherwise != no_index;
          out.push_back(s);
      }
    }
  }

  /// Links what is left of a sequence; an `elsif` stays one where it is all of an else.
  std::uint32_t link(std::uint32_t first, bool is_else = false) {
    std::vector<std::uint32_t> kept;
    collect(first, kept);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      Statement& statement = new_.statements[kept[i]];
      statement.next = i + 1 < kept.size() ? kept[i + 1] : no_index;
      statement.is_elsif = statement.is_elsif && is_else && kept.size() == 1;
    }
    return kept.empty() ? no_index : kept.front();
  }

  /// The node that is written where this one stood.
  [[nodiscard]] std::uint32_t resolved(std::uint32_t node) const {
    while (node < operand_.size() && operand_[node] != no_index) node = operand_[node];
    return node;
  }

  /// Copies an expression to the end of the pool, without what was replaced. From the root
  /// down, nodes learn that they are needed; then those are copied in their order.
  void rebuild(ExprRange& range) {
    if (range.empty()) return;
    const std::uint32_t first = range.first;
    std::vector<bool> needed(range.root - first + 1, false);
    needed[resolved(range.root) - first] = true;
    for (std::uint32_t node = range.root + 1; node-- > first;)
      if (needed[node - first])
        for_each_operand(new_, node,
                         [&](std::uint32_t operand) { needed[resolved(operand) - first] = true; });
    std::vector<std::uint32_t> copy_of(needed.size(), no_index);
    const auto start = static_cast<std::uint32_t>(new_.nodes.size());
    for (std::uint32_t node = first; node <= range.root; ++node) {
      if (!needed[node - first]) continue;
      Expr copy = new_.nodes[node];
      if (!is_atom(copy.op) && copy.op != Op::Not) copy.left = copy_of[resolved(copy.left) - first];
      if (copy.op == Op::Conditional) copy.middle = copy_of[resolved(copy.middle) - first];
      copy_of[node - first] = static_cast<std::uint32_t>(new_.nodes.size());
      new_.nodes.push_back(copy);
    }
    range = {start, static_cast<std::uint32_t>(new_.nodes.size()) - 1};
  }
};

/// Lists the edits there are.
class Lister {
 public:
  Lister(const Program& program, const Symbols& symbols) : program_(program), symbols_(symbols) {}

  std::vector<std::vector<Edit>> run() {
    groups_.resize(group_count);
    for (std::uint32_t t = 0; t < program_.threads.size(); ++t)
      add(Items, {EditKind::DropThread, t, 0, Op::False});
    for (std::uint32_t s = 0; s < program_.statements.size(); ++s) statement(s);
    for (const Item& item : program_.items)
      if (item.kind == Item::Kind::Decl) variables(program_.statements[item.index].names, no_index);
    for (ProcedureId p = 0; p < program_.procedures.size(); ++p) procedure(p);
    for (const ExprRange range : program_.expressions)
      for (std::uint32_t node = range.first; node <= range.root; ++node) expression(node);
    return std::move(groups_);
  }

 private:
  enum Group : std::uint8_t { Items, Statements, Bodies, Variables, Parts, Names, Expressions };
  static constexpr std::size_t group_count = 7;

  const Program& program_;
  const Symbols& symbols_;
  std::vector<std::vector<Edit>> groups_;

  void add(Group group, Edit edit) { groups_[group].push_back(edit); }

  void procedure(ProcedureId p) {
    const Procedure& procedure = program_.procedures[p];
    add(Items, {EditKind::DropProcedure, p, 0, Op::False});
    variables(procedure.formals, p);
    for_each_statement(program_, procedure.body, [&](std::uint32_t s) {
      if (program_.statements[s].kind == StatementKind::Decl)
        variables(program_.statements[s].names, p);
    });
    for (std::uint32_t i = symbols_.procedures[p].results; i-- > 0;)
      add(Parts, {EditKind::DropResult, p, i, Op::False});
  }

  void variables(Range names, ProcedureId p) {
    for (const Op op : {Op::Star, Op::True, Op::False})
      for (std::uint32_t i = 0; i < names.count; ++i)
        add(Variables, {EditKind::DropVariable, names.first + i, p, op});
  }

  void statement(std::uint32_t s) {
    const Statement& statement = program_.statements[s];
    add(Statements, {EditKind::DropStatement, s, 0, Op::False});
    const bool nests =
        statement.kind == StatementKind::If || statement.kind == StatementKind::While;
    const bool is_step = statement.kind > StatementKind::Skip && !nests &&
                         statement.kind != StatementKind::Enforce &&
                         statement.kind != StatementKind::Decl;
    if (is_step) add(Parts, {EditKind::ToSkip, s, 0, Op::False});
    if (statement.body != no_index) add(Bodies, {EditKind::KeepBody, s, 0, Op::False});
    if (statement.otherwise != no_index) add(Bodies, {EditKind::KeepElse, s, 0, Op::False});
    for (std::uint32_t i = 0; i < statement.labels.count; ++i)
      add(Names, {EditKind::DropName, statement.labels.first + i, 0, Op::False});
    switch (statement.kind) {
      case StatementKind::Call:
        if (!statement.names.empty()) add(Parts, {EditKind::CallToChoice, s, 0, Op::False});
        break;
      case StatementKind::Goto:
        for (std::uint32_t i = 0; statement.names.count > 1 && i < statement.names.count; ++i)
          add(Names, {EditKind::DropName, statement.names.first + i, 0, Op::False});
        break;
      case StatementKind::Assign:
        if (statement.has_constrain) add(Parts, {EditKind::DropConstrain, s, 0, Op::False});
        for (std::uint32_t i = 0; statement.names.count > 1 && i < statement.names.count; ++i)
          add(Parts, {EditKind::DropTarget, s, i, Op::False});
        break;
      case StatementKind::Decl:
        for (std::uint32_t i = 0; i < statement.exprs.count; ++i)
          if (!program_.expressions[statement.exprs.first + i].empty())
            add(Parts, {EditKind::DropInitialiser, s, i, Op::False});
        break;
      default: break;
    }
  }

  void expression(std::uint32_t node) {
    const Op op = program_.nodes[node].op;
    for_each_operand(program_, node, [&](std::uint32_t operand) {
      add(Expressions, {EditKind::ReplaceByOperand, node, operand, Op::False});
    });
    if (op == Op::False || op == Op::True) return;
    if (op != Op::Star) add(Expressions, {EditKind::ReplaceByConstant, node, 0, Op::Star});
    add(Expressions, {EditKind::ReplaceByConstant, node, 0, Op::True});
    add(Expressions, {EditKind::ReplaceByConstant, node, 0, Op::False});
  }
};

}  // namespace

std::vector<std::vector<Edit>> edits_of(const Program& program, const Symbols& symbols) {
  return Lister(program, symbols).run();
}

std::string apply(const Program& program, const Symbols& symbols, const Edit* first,
                  const Edit* last) {
  Editor editor(program, symbols);
  for (const Edit* edit = first; edit != last; ++edit) editor.apply(*edit);
  return editor.finish();
}

}  // namespace hardbop::bp
