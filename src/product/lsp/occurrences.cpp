// SPDX-License-Identifier: MIT
// Walks over the pools of the syntax. Statements of a procedure are reached from its body; the
// arrays of Symbols stand beside the pools, so each name is looked up where it is written.
#include "product/lsp/occurrences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hardbop::lsp {

namespace {

class Finder {
 public:
  Finder(const bp::Program& program, const bp::Symbols& symbols)
      : program_(program), symbols_(symbols) {}

  std::vector<Occurrence> run() {
    walk_items(program_.items);
    for (bp::ProcedureId id = 0; id != program_.procedures.size(); ++id) walk_procedure(id);
    std::ranges::sort(found_, {}, [](const Occurrence& one) { return one.at.begin; });
    return std::move(found_);
  }

 private:
  const bp::Program& program_;
  const bp::Symbols& symbols_;
  bp::ProcedureId procedure_ = bp::no_index;
  std::uint32_t thread_ = bp::no_index;
  std::vector<Occurrence> found_{};

  void add(bp::NameRef name, Symbol symbol, bool is_definition) {
    found_.push_back({program_.span(name), symbol, is_definition, ""});
  }

  /// Declarations of globals, and names of threads; procedures come later.
  void walk_items(const std::vector<bp::Item>& items) {
    for (const bp::Item& item : items) {
      if (item.kind == bp::Item::Kind::Decl) walk_statement(item.index);
      if (item.kind != bp::Item::Kind::Thread) continue;
      const bp::Thread& thread = program_.threads[item.index];
      add(thread.name, {SymbolKind::Thread, 0, item.index}, true);
      thread_ = item.index;
      walk_items(thread.items);
      thread_ = bp::no_index;
    }
  }

  void walk_procedure(bp::ProcedureId id) {
    const bp::Procedure& procedure = program_.procedures[id];
    add(procedure.name, {SymbolKind::Procedure, 0, id}, true);
    procedure_ = id;
    thread_ = procedure.thread;
    for (std::uint32_t i = 0; i != procedure.formals.count; ++i)
      add(program_.refs[procedure.formals.first + i], {SymbolKind::Local, id, i}, true);
    walk_sequence(procedure.body);
    procedure_ = bp::no_index;
  }

  void walk_sequence(std::uint32_t first) {
    std::vector<std::uint32_t> waiting{first};  // no recursion over the input
    while (!waiting.empty()) {
      const std::uint32_t index = waiting.back();
      waiting.pop_back();
      if (index == bp::no_index) continue;
      const bp::Statement& statement = program_.statements[index];
      walk_statement(index);
      waiting.insert(waiting.end(), {statement.next, statement.body, statement.otherwise});
    }
  }

  void walk_statement(std::uint32_t index) {
    const bp::Statement& statement = program_.statements[index];
    for (std::uint32_t i = 0; i != statement.labels.count; ++i) {
      const bp::NameRef label = program_.refs[statement.labels.first + i];
      add(label, {SymbolKind::Label, procedure_, label.name}, true);
    }
    const bool is_goto = statement.kind == bp::StatementKind::Goto ||
                         statement.kind == bp::StatementKind::StartThreadGoto;
    const bool is_declaration = statement.kind == bp::StatementKind::Decl;
    for (std::uint32_t i = 0; i != statement.names.count; ++i) {
      const std::uint32_t ref = statement.names.first + i;
      const bp::NameRef name = program_.refs[ref];
      if (is_goto)
        add(name, {SymbolKind::Label, procedure_, name.name}, false);
      else
        add_variable(name, symbols_.ref_variables[ref], is_declaration);
    }
    if (statement.target.name != bp::NameTable::none)
      add(statement.target, {SymbolKind::Procedure, 0, symbols_.callees[index]}, false);
    for (std::uint32_t i = 0; i != statement.exprs.count; ++i)
      walk_expression(program_.expressions[statement.exprs.first + i]);
  }

  void walk_expression(bp::ExprRange range) {
    if (range.empty()) return;
    for (std::uint32_t i = range.first; i <= range.root; ++i) {
      const bp::Expr& node = program_.nodes[i];
      if (node.op == bp::Op::Name || node.op == bp::Op::NextName)
        add_variable({node.name(), node.at}, symbols_.node_variables[i], false);
    }
  }

  void add_variable(bp::NameRef name, bp::VariableRef variable, bool is_definition) {
    switch (variable.scope()) {
      case bp::VariableRef::Scope::Shared:
        return add(name, {SymbolKind::Global, 0, variable.index()}, is_definition);
      case bp::VariableRef::Scope::Thread:
        return add(name, {SymbolKind::ThreadGlobal, thread_, variable.index()}, is_definition);
      case bp::VariableRef::Scope::Local:
        return add(name, {SymbolKind::Local, procedure_, variable.index()}, is_definition);
      case bp::VariableRef::Scope::Discard: return;
    }
  }
};

std::string signature(const bp::Program& program, const bp::Symbols& symbols, bp::ProcedureId id) {
  const bp::Procedure& procedure = program.procedures[id];
  std::vector<std::string_view> formals;
  for (std::uint32_t i = 0; i != procedure.formals.count; ++i)
    formals.push_back(program.text(program.refs[procedure.formals.first + i].name));
  const std::uint32_t results = symbols.procedures[id].results;
  const std::string type = results == 0 ? "void" : fmt::format("bool<{}>", results);
  return fmt::format("procedure {} {}({})", type, program.text(procedure.name.name),
                     fmt::join(formals, ", "));
}

}  // namespace

std::vector<Occurrence> find_occurrences(const bp::Program& program, const bp::Symbols& symbols) {
  return Finder(program, symbols).run();
}

std::string describe(const bp::Program& program, const bp::Symbols& symbols,
                     const Occurrence& occurrence) {
  const std::string_view name = program.source->text(occurrence.at);
  const Symbol& symbol = occurrence.symbol;
  const auto procedure_name = [&](bp::ProcedureId id) {
    return program.text(program.procedures[id].name.name);
  };
  switch (symbol.kind) {
    case SymbolKind::Global: return fmt::format("global variable {}", name);
    case SymbolKind::ThreadGlobal:
      return symbol.owner == bp::no_index
                 ? fmt::format("variable {} of a thread", name)
                 : fmt::format("variable {} of thread {}", name,
                               program.text(program.threads[symbol.owner].name.name));
    case SymbolKind::Local: {
      const bool is_formal = symbol.index < program.procedures[symbol.owner].formals.count;
      return fmt::format("{} {} of {}", is_formal ? "parameter" : "local variable", name,
                         procedure_name(symbol.owner));
    }
    case SymbolKind::Procedure: return signature(program, symbols, symbol.index);
    case SymbolKind::Label:
      return fmt::format("label {} of {}", name, procedure_name(symbol.owner));
    case SymbolKind::Thread: return fmt::format("thread {}", name);
    default: break;
  }
  return {};
}

}  // namespace hardbop::lsp
