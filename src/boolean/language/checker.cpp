// SPDX-License-Identifier: MIT
// Scopes are filled from outside inwards (globals, a thread's globals, a procedure's formals
// and locals); then each procedure's statements are walked once.
#include "boolean/language/checker.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/util/spelling.hpp"
#include "boolean/language/scopes.hpp"

namespace hardbop::bp {

namespace {

using Scope = VariableRef::Scope;

// Looking for names that resemble an unknown one stops after comparing this many pairs of
// characters in all: a text with many of both would keep us for hours.
constexpr std::size_t max_spelling_work = 30'000'000;

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

class Checker {
 public:
  Checker(const Program& program, Diagnostics& diagnostics)
      : program_(program),
        diagnostics_(diagnostics),
        shared_(program.names.size()),
        thread_(program.names.size()),
        locals_(program.names.size()),
        threads_(program.names.size()),
        procedures_(program.names.size()),
        thread_procedures_(program.names.size()),
        labels_(program.names.size()),
        reported_(program.names.size()),
        assigned_(program.names.size()) {}

  Symbols run() {
    symbols_.thread_globals.resize(program_.threads.size());
    symbols_.procedures.resize(program_.procedures.size());
    symbols_.node_variables.resize(program_.nodes.size());
    symbols_.ref_variables.resize(program_.refs.size());
    symbols_.ref_statements.resize(program_.refs.size(), no_index);
    symbols_.callees.resize(program_.statements.size(), no_index);
    discard_ = program_.names.find("_");
    for (ProcedureId p = 0; p < program_.procedures.size(); ++p) count_results(p);

    globals(program_.items, shared_, Scope::Shared, symbols_.shared);
    add_procedures(program_.items, procedures_);
    for (const Item& item : program_.items) {
      if (item.kind == Item::Kind::Procedure) procedure(item.index);
      if (item.kind == Item::Kind::Thread) thread(item.index);
    }
    unused(shared_, "global");
    find_threads_by_name();
    diagnostics_.sort();
    return std::move(symbols_);
  }

 private:
  const Program& program_;
  Diagnostics& diagnostics_;
  Symbols symbols_;
  ScopeLevel<DeclaredVariable> shared_;
  ScopeLevel<DeclaredVariable> thread_;
  ScopeLevel<DeclaredVariable> locals_;
  ScopeLevel<bool> threads_;
  ScopeLevel<ProcedureId> procedures_;
  ScopeLevel<ProcedureId> thread_procedures_;
  ScopeLevel<std::uint32_t> labels_;  // of the procedure: the statement
  ScopeLevel<bool> reported_;         // undeclared names already reported in the procedure
  ScopeLevel<bool> assigned_;         // names on the left of the statement
  NameId discard_ = NameTable::none;
  std::size_t spelling_work_ = 0;

  [[nodiscard]] std::string name_of(NameId name) const { return quote_name(program_.text(name)); }

  void concurrent(SourceSpan at) {
    if (!symbols_.concurrent || at.begin < symbols_.concurrent->begin) symbols_.concurrent = at;
  }

  // Declarations

  void declare(ScopeLevel<DeclaredVariable>& level, NameRef ref, DeclaredVariable variable) {
    variable.at = ref.at;
    if (ref.name == discard_) {
      diagnostics_.error(program_.span(ref), "'_' cannot be declared", "it discards a result");
      return;
    }
    if (const DeclaredVariable* earlier = level.add(ref.name, variable)) {
      diagnostics_.error(
          program_.span(ref), fmt::format("{} is declared twice", name_of(ref.name)),
          fmt::format("first declared in line {}", program_.source->line_number(earlier->at)));
    }
  }

  void globals(const std::vector<Item>& items, ScopeLevel<DeclaredVariable>& level, Scope scope,
               std::vector<NameRef>& list) {
    for (const Item& item : items) {
      if (item.kind != Item::Kind::Decl) continue;
      const Range names = program_.statements[item.index].names;
      for (std::uint32_t i = 0; i < names.count; ++i) {
        const NameRef ref = program_.refs[names.first + i];
        const VariableRef variable(scope, static_cast<std::uint32_t>(list.size()));
        symbols_.ref_variables[names.first + i] = variable;
        declare(level, ref, {variable});
        list.push_back(ref);
      }
    }
    for (const Item& item : items)
      if (item.kind == Item::Kind::Decl) expressions(program_.statements[item.index].exprs);
    reported_.clear();
  }

  void add_procedures(const std::vector<Item>& items, ScopeLevel<ProcedureId>& level) {
    for (const Item& item : items) {
      if (item.kind != Item::Kind::Procedure) continue;
      const NameRef name = program_.procedures[item.index].name;
      if (const ProcedureId* earlier = level.add(name.name, item.index)) {
        const SourceOffset at = program_.procedures[*earlier].name.at;
        diagnostics_.error(
            program_.span(name), fmt::format("procedure {} is defined twice", name_of(name.name)),
            fmt::format("first defined in line {}", program_.source->line_number(at)));
      }
    }
  }

  void thread(std::uint32_t index) {
    const Thread& thread = program_.threads[index];
    concurrent(thread.span);
    if (threads_.add(thread.name.name, true) != nullptr) {
      diagnostics_.error(program_.span(thread.name),
                         fmt::format("thread {} is defined twice", name_of(thread.name.name)));
    }
    globals(thread.items, thread_, Scope::Thread, symbols_.thread_globals[index]);
    add_procedures(thread.items, thread_procedures_);
    bool has_main = false;
    for (const Item& item : thread.items) {
      if (item.kind != Item::Kind::Procedure) continue;
      procedure(item.index);
      has_main |= program_.text(program_.procedures[item.index].name.name) == "main";
    }
    if (!has_main) {
      diagnostics_.error(
          program_.span(thread.name),
          fmt::format("thread {} has no procedure 'main'", name_of(thread.name.name)));
    }
    unused(thread_, "global");
    thread_.clear();
    thread_procedures_.clear();
  }

  void unused(const ScopeLevel<DeclaredVariable>& level, std::string_view kind) {
    for (const NameId name : level.names()) {
      const DeclaredVariable& variable = *level.find(name);
      if (variable.mentioned || variable.is_formal) continue;
      diagnostics_.warning(program_.span({name, variable.at}),
                           fmt::format("{} {} is never used", kind, name_of(name)));
    }
  }

  // Procedures

  /// Calls `visit(index)` for each statement of a sequence, outer before inner.
  template <typename Visit>
  void for_each_statement(std::uint32_t first, const Visit& visit) const {
    for (std::uint32_t i = first; i != no_index; i = program_.statements[i].next) {
      visit(i);
      std::uint32_t branch = i;
      while (true) {  // an if and its chain of elsif
        const Statement& statement = program_.statements[branch];
        for_each_statement(statement.body, visit);
        if (statement.otherwise == no_index) break;
        if (!program_.statements[statement.otherwise].is_elsif) {
          for_each_statement(statement.otherwise, visit);
          break;
        }
        branch = statement.otherwise;
        visit(branch);
      }
    }
  }

  /// An untyped procedure has as many results as its returns give.
  void count_results(ProcedureId p) {
    const Procedure& procedure = program_.procedures[p];
    std::uint32_t results = procedure.results;
    bool known = procedure.is_typed;
    for_each_statement(procedure.body, [&](std::uint32_t i) {
      const Statement& statement = program_.statements[i];
      if (statement.kind != StatementKind::Return || statement.exprs.empty()) return;
      if (!known) {
        known = true;
        results = statement.exprs.count;
      } else if (statement.exprs.count != results) {
        diagnostics_.error(
            statement.span,
            fmt::format("{} has {}, but {} returned here", name_of(procedure.name.name),
                        counted(results, "result"),
                        statement.exprs.count == 1 ? std::string("1 is")
                                                   : fmt::format("{} are", statement.exprs.count)));
      }
    });
    symbols_.procedures[p].results = results;
  }

  void procedure(ProcedureId p) {
    const Procedure& procedure = program_.procedures[p];
    declare_locals(p);
    for_each_statement(procedure.body, [&](std::uint32_t i) { collect_labels(p, i); });
    for_each_statement(procedure.body, [&](std::uint32_t i) { statement(i); });
    unreachable(procedure.body);
    unused(locals_, "local");
    locals_.clear();
    labels_.clear();
    reported_.clear();
  }

  void declare_locals(ProcedureId p) {
    const Procedure& procedure = program_.procedures[p];
    Range& locals = symbols_.procedures[p].locals;
    locals.first = static_cast<std::uint32_t>(symbols_.locals.size());
    const auto add = [&](Range names, bool is_formal) {
      for (std::uint32_t i = 0; i < names.count; ++i) {
        const NameRef ref = program_.refs[names.first + i];
        const VariableRef variable(Scope::Local, locals.count++);
        symbols_.ref_variables[names.first + i] = variable;
        symbols_.locals.push_back(ref);
        declare(locals_, ref, {variable, 0, is_formal});
      }
    };
    add(procedure.formals, true);
    for_each_statement(procedure.body, [&](std::uint32_t i) {
      const Statement& statement = program_.statements[i];
      if (statement.kind == StatementKind::Decl) add(statement.names, false);
    });
  }

  void collect_labels(ProcedureId p, std::uint32_t index) {
    const Range labels = program_.statements[index].labels;
    for (std::uint32_t i = 0; i < labels.count; ++i) {
      const NameRef ref = program_.refs[labels.first + i];
      const std::uint32_t* earlier = labels_.add(ref.name, index);
      if (earlier == nullptr) {
        symbols_.labels.push_back({ref.name, p, index, ref.at});
      } else if (*earlier != index) {
        diagnostics_.error(
            program_.span(ref), fmt::format("label {} is defined twice", name_of(ref.name)),
            fmt::format("the first one is in line {}",
                        program_.source->line_number(program_.statements[*earlier].span.begin)));
      }
    }
  }

  // Statements

  void statement(std::uint32_t index) {
    const Statement& statement = program_.statements[index];
    switch (statement.kind) {
      case StatementKind::Goto: gotos(statement); break;
      case StatementKind::StartThreadGoto:
        concurrent(statement.span);
        gotos(statement);
        break;
      case StatementKind::StartThreadCall:
        concurrent(statement.span);
        call(index);
        break;
      case StatementKind::Call:
        if (starts_thread(program_, statement)) asynchronous(statement);
        left_hand_sides(statement);
        call(index);
        break;
      case StatementKind::Assign: assignment(statement); break;
      case StatementKind::Dead: left_hand_sides(statement); break;
      default: break;
    }
    expressions(statement.exprs);
  }

  void asynchronous(const Statement& statement) {
    concurrent(statement.span);
    if (!statement.names.empty())
      diagnostics_.error(statement.span, "a call that starts a thread has no results",
                         "its label begins with ASYNC_");
  }

  void gotos(const Statement& statement) {
    for (std::uint32_t i = 0; i < statement.names.count; ++i) {
      const NameRef ref = program_.refs[statement.names.first + i];
      if (const std::uint32_t* target = labels_.find(ref.name)) {
        symbols_.ref_statements[statement.names.first + i] = *target;
        continue;
      }
      SpellingHint hint(program_.text(ref.name));
      offer(hint, ref.name, labels_.names());
      diagnostics_.error(program_.span(ref),
                         fmt::format("no label {} in this procedure", name_of(ref.name)),
                         hint.hint());
    }
  }

  void assignment(const Statement& statement) {
    left_hand_sides(statement);
    const std::uint32_t values = Program::values(statement).count;
    if (statement.names.count == values) return;
    diagnostics_.error(statement.span,
                       fmt::format("{} but {}", counted(statement.names.count, "variable"),
                                   counted(values, "value")));
  }

  void left_hand_sides(const Statement& statement) {
    for (std::uint32_t i = 0; i < statement.names.count; ++i) {
      const NameRef ref = program_.refs[statement.names.first + i];
      if (ref.name == discard_ && statement.kind != StatementKind::Dead) {
        symbols_.ref_variables[statement.names.first + i] = VariableRef(Scope::Discard, 0);
        continue;
      }
      symbols_.ref_variables[statement.names.first + i] = variable(ref);
      if (assigned_.add(ref.name, true) != nullptr) {
        diagnostics_.error(program_.span(ref),
                           fmt::format("{} is assigned twice in one statement", name_of(ref.name)));
      }
    }
    assigned_.clear();
  }

  void call(std::uint32_t index) {
    const Statement& statement = program_.statements[index];
    const NameRef name = statement.target;
    const ProcedureId* found = thread_procedures_.find(name.name);
    if (found == nullptr) found = procedures_.find(name.name);
    if (found == nullptr) {
      SpellingHint hint(program_.text(name.name));
      offer(hint, name.name, thread_procedures_.names());
      offer(hint, name.name, procedures_.names());
      diagnostics_.error(program_.span(name), fmt::format("no procedure {}", name_of(name.name)),
                         hint.hint());
      return;
    }
    symbols_.callees[index] = *found;
    const std::uint32_t formals = program_.procedures[*found].formals.count;
    if (statement.exprs.count != formals) {
      diagnostics_.error(
          statement.span,
          fmt::format("{} takes {}, but {} given here", name_of(name.name),
                      counted(formals, "argument"),
                      statement.exprs.count == 1 ? std::string("1 is")
                                                 : fmt::format("{} are", statement.exprs.count)));
    }
    const std::uint32_t results = symbols_.procedures[*found].results;
    if (!statement.names.empty() && statement.names.count != results) {
      diagnostics_.error(
          statement.span,
          fmt::format("{} has {}, but {} assigned here", name_of(name.name),
                      counted(results, "result"),
                      statement.names.count == 1 ? std::string("1 is")
                                                 : fmt::format("{} are", statement.names.count)));
    }
  }

  // Names in expressions

  void expressions(Range range) {
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const ExprRange expression = program_.expressions[range.first + i];
      for (std::uint32_t n = expression.first; n <= expression.root; ++n) {
        const Expr& node = program_.nodes[n];
        if (node.op == Op::Name || node.op == Op::NextName)
          symbols_.node_variables[n] = variable({node.name(), node.at});
      }
    }
  }

  [[nodiscard]] DeclaredVariable* lookup(NameId name) {
    if (DeclaredVariable* found = locals_.find(name)) return found;
    if (DeclaredVariable* found = thread_.find(name)) return found;
    return shared_.find(name);
  }

  [[nodiscard]] VariableRef variable(NameRef ref) {
    if (DeclaredVariable* found = lookup(ref.name)) {
      found->mentioned = true;
      return found->variable;
    }
    if (DeclaredVariable* found = lookup_foreign(ref)) {
      found->mentioned = true;
      if (!symbols_.foreign || ref.at < symbols_.foreign->begin)
        symbols_.foreign = program_.span(ref);
      return found->variable;
    }
    undeclared(ref);
    return {};
  }

  /// x where x$ is written and x is declared.
  [[nodiscard]] DeclaredVariable* lookup_foreign(NameRef ref) {
    std::string_view text = program_.text(ref.name);
    if (!text.ends_with('$')) return nullptr;
    const NameId own = program_.names.find(text.substr(0, text.size() - 1));
    return own == NameTable::none ? nullptr : lookup(own);
  }

  /// Once a procedure for each name, as the rest would say nothing new.
  void undeclared(NameRef ref) {
    if (reported_.add(ref.name, true) != nullptr) return;
    if (ref.name == discard_) {
      diagnostics_.error(program_.span(ref), "'_' has no value", "it only discards a result");
      return;
    }
    SpellingHint hint(program_.text(ref.name));
    for (const auto* level : {&locals_, &thread_, &shared_}) offer(hint, ref.name, level->names());
    diagnostics_.error(program_.span(ref), fmt::format("{} is not declared", name_of(ref.name)),
                       hint.hint());
  }

  void offer(SpellingHint& hint, NameId wanted, const std::vector<NameId>& candidates) {
    const std::size_t length = program_.text(wanted).size();
    for (const NameId candidate : candidates) {
      if (spelling_work_ > max_spelling_work) return;
      spelling_work_ += length * program_.text(candidate).size();
      hint.offer(program_.text(candidate));
    }
  }

  // Warnings

  /// Whether a label stands on the statement or within it.
  [[nodiscard]] bool has_label(const Statement& statement) const {
    if (!statement.labels.empty()) return true;
    const auto& labels = symbols_.labels;  // in the order of the text
    const auto inside = std::ranges::lower_bound(labels, statement.span.begin, {}, &Label::at);
    return inside != labels.end() && inside->at < statement.end;
  }

  /// A statement right after one that always leaves, which no label leads into.
  void unreachable(std::uint32_t first) {
    std::uint32_t previous = no_index;
    const auto leaves = [&](std::uint32_t i) {
      const StatementKind kind = program_.statements[i].kind;
      return kind == StatementKind::Goto || kind == StatementKind::Return ||
             kind == StatementKind::EndThread;
    };
    for_each_statement(first, [&](std::uint32_t i) {
      const std::uint32_t before = previous;
      previous = i;
      if (before == no_index || program_.statements[before].next != i || !leaves(before)) return;
      const Statement& statement = program_.statements[i];
      const bool is_step = statement.kind != StatementKind::Decl || !statement.exprs.empty();
      if (is_step && !has_label(statement))
        diagnostics_.warning(statement.span, "this statement can never be reached");
    });
  }

  /// Getafix' convention: `init`, then procedures `thread0`, `thread1`, …, and no `main`.
  void find_threads_by_name() {
    if (!program_.threads.empty()) return;
    if (program_.find_procedure("main") != no_index) return;
    const ProcedureId first = program_.find_procedure("thread0");
    if (first != no_index) concurrent(program_.procedures[first].span);
  }
};

}  // namespace

Symbols check_program(const Program& program, Diagnostics& diagnostics) {
  return Checker(program, diagnostics).run();
}

}  // namespace hardbop::bp
