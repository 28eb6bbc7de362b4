// SPDX-License-Identifier: MIT
#include "boolean/language/program_builder.hpp"

#include <fmt/format.h>

#include "base/util/invariant.hpp"

namespace hardbop::bp {

// Names

NameId ProgramBuilder::intern(const std::string& text) {
  const auto [place, is_new] = ids_.try_emplace(text, static_cast<NameId>(names_.size()));
  if (is_new) {
    names_.push_back(&place->first);
    places_.push_back(no_index);
  }
  return place->second;
}

SourceOffset ProgramBuilder::write(NameId name) {
  const SourceOffset at = here();
  if (places_[name] == no_index) places_[name] = at;
  text_ += *names_[name];
  return at;
}

NameRef ProgramBuilder::write(const std::string& name) {
  const NameId id = intern(name);
  return {id, write(id)};
}

Range ProgramBuilder::write_list(const std::vector<Name>& names) {
  const Range out{static_cast<std::uint32_t>(program_.refs.size()),
                  static_cast<std::uint32_t>(names.size())};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text_ += ", ";
    program_.refs.push_back(write(*names[i]));
  }
  return out;
}

// Expressions

Range ProgramBuilder::write_list(const std::vector<NamedTerm>& terms) {
  const Range out{static_cast<std::uint32_t>(program_.expressions.size()),
                  static_cast<std::uint32_t>(terms.size())};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i > 0) text_ += ", ";
    write_expression(terms[i]);
  }
  return out;
}

void ProgramBuilder::write_expression(const NamedTerm& term) {
  const auto first = static_cast<std::uint32_t>(program_.nodes.size());
  std::vector<std::uint32_t> operands;  // nodes that no operator has taken yet
  const auto take = [&] {
    const std::uint32_t node = operands.back();
    operands.pop_back();
    return node;
  };
  for (const NamedTerm::Node& node : term.nodes()) {
    Expr expr;
    expr.op = node.op;
    expr.grouped = node.grouped;
    const Spelling spelling = spelling_of(node.op);
    if (node.op == Op::Not || !spelling.between.empty()) static_cast<void>(take());
    if (!spelling.between_second.empty()) expr.middle = take();
    if (!spelling.between.empty()) expr.left = take();
    if (node.name != nullptr) expr.left = intern(*node.name);
    operands.push_back(static_cast<std::uint32_t>(program_.nodes.size()));
    program_.nodes.push_back(expr);
  }
  const ExprRange range{first, static_cast<std::uint32_t>(program_.nodes.size()) - 1};
  write_infix(range);
  program_.expressions.push_back(range);
}

/// The text of the nodes, and their places in it. A stack of our own, as expressions can be deep.
void ProgramBuilder::write_infix(ExprRange range) {
  struct Work {
    std::uint32_t node = no_index;  // none: `text`
    std::string_view text;
    std::uint32_t place_of = no_index;  // the node whose operator the text is
  };
  std::vector<Work> work{{range.root, "", no_index}};
  while (!work.empty()) {
    const Work next = work.back();
    work.pop_back();
    if (next.place_of != no_index) program_.nodes[next.place_of].at = here();
    text_ += next.text;
    if (next.node == no_index) continue;
    Expr& node = program_.nodes[next.node];
    const Spelling spelling = spelling_of(node.op);
    if (node.grouped) text_ += '(';
    node.at = here();
    text_ += spelling.before;
    if (node.grouped) work.push_back({no_index, ")", no_index});
    if (!spelling.after.empty()) work.push_back({no_index, spelling.after, no_index});
    if (node.op == Op::Name || node.op == Op::NextName) node.at = write(node.name());
    if (node.op == Op::Not || !spelling.between.empty())
      work.push_back({next.node - 1, "", no_index});
    if (!spelling.between_second.empty()) {
      work.push_back({no_index, spelling.between_second, no_index});
      work.push_back({node.middle, "", no_index});
    }
    if (!spelling.between.empty()) {
      work.push_back({no_index, spelling.between, next.node});
      work.push_back({node.left, "", no_index});
    }
  }
}

// Declarations

void ProgramBuilder::declare(const std::vector<Name>& names) {
  if (!open_.empty()) {
    static_cast<void>(add({.kind = StatementKind::Decl, .names = names}));
    return;
  }
  const std::uint32_t index = start(StatementKind::Decl);
  text_ += "decl ";
  program_.statements[index].names = write_list(names);
  end_statement(index);
  program_.items.push_back({Item::Kind::Decl, index});
}

void ProgramBuilder::enforce(const NamedTerm& condition) {
  text_ += "  ";
  const std::uint32_t index = start(StatementKind::Enforce);
  text_ += "enforce ";
  program_.statements[index].exprs = write_list(std::vector<NamedTerm>{condition});
  link(index);
  program_.procedures[open_.back().owner].enforce = index;
  end_statement(index);
}

void ProgramBuilder::begin_procedure(const std::string& name, std::uint32_t results,
                                     const std::vector<Name>& formals) {
  Procedure procedure;
  procedure.span.begin = here();
  procedure.is_typed = true;
  procedure.results = results;
  text_ += results == 0 ? "void " : fmt::format("bool<{}> ", results);
  procedure.name = write(name);
  text_ += '(';
  procedure.formals = write_list(formals);
  text_ += ") begin";
  procedure.body_begin = here();
  text_ += '\n';
  const auto index = static_cast<std::uint32_t>(program_.procedures.size());
  program_.items.push_back({Item::Kind::Procedure, index});
  program_.procedures.push_back(procedure);
  open_.push_back({Sequence::Kind::Body, index, no_index, no_index});
}

void ProgramBuilder::end_procedure() {
  HARDBOP_INVARIANT(open_.size() == 1, "a procedure should end when its ifs have");
  text_ += "end";
  program_.procedures[open_.back().owner].span.end = here();
  text_ += '\n';
  open_.pop_back();
}

// Statements

std::uint32_t ProgramBuilder::start(StatementKind kind) {
  const auto index = static_cast<std::uint32_t>(program_.statements.size());
  Statement statement;
  statement.kind = kind;
  statement.span.begin = here();
  program_.statements.push_back(statement);
  return index;
}

void ProgramBuilder::write_label(const std::string& label, std::uint32_t statement) {
  Range& labels = program_.statements[statement].labels;
  labels.first = static_cast<std::uint32_t>(program_.refs.size());
  if (label.empty()) {
    text_ += "  ";
  } else {
    program_.refs.push_back(write(label));
    labels.count = 1;
    text_ += ": ";
  }
  program_.statements[statement].span.begin = here();
}

void ProgramBuilder::end_statement(std::uint32_t statement, const std::string& comment) {
  const SourceOffset end = text_.back() == ' ' ? here() - 1 : here();  // `return ;` has a blank
  program_.statements[statement].span.end = program_.statements[statement].end = end;
  text_ += ';';
  if (!comment.empty()) {
    text_ += "  ";
    const SourceOffset begin = here();
    text_ += "// " + comment;
    program_.comments.push_back({{begin, here()}});
  }
  text_ += '\n';
}

void ProgramBuilder::link(std::uint32_t statement) {
  Sequence& sequence = open_.back();
  if (sequence.last != no_index) {
    program_.statements[sequence.last].next = statement;
  } else if (sequence.kind == Sequence::Kind::Body) {
    program_.procedures[sequence.owner].body = statement;
  } else if (sequence.kind == Sequence::Kind::Then) {
    program_.statements[sequence.owner].body = statement;
  } else {
    program_.statements[sequence.owner].otherwise = statement;
  }
  sequence.last = statement;
}

std::uint32_t ProgramBuilder::add(const Draft& draft) {
  const std::uint32_t index = start(draft.kind);
  write_label(draft.label, index);
  Statement statement = program_.statements[index];
  write_basic(draft, statement);
  program_.statements[index] = statement;
  link(index);
  end_statement(index, draft.comment);
  return index;
}

void ProgramBuilder::write_basic(const Draft& draft, Statement& statement) {
  statement.exprs.first = static_cast<std::uint32_t>(program_.expressions.size());
  const auto with_names = [&](std::string_view word) {
    text_ += word;
    statement.names = write_list(draft.names);
  };
  const auto with_values = [&](std::string_view word) {
    text_ += word;
    statement.exprs = write_list(draft.values);
  };
  switch (draft.kind) {
    case StatementKind::Skip: text_ += "skip"; break;
    case StatementKind::Goto: with_names("goto "); break;
    case StatementKind::Dead: with_names("dead "); break;
    case StatementKind::Decl: with_names("decl "); break;
    case StatementKind::Return: with_values("return "); break;
    case StatementKind::Assert: with_values("assert "); break;
    case StatementKind::Assume: write_assume(draft, statement); break;
    case StatementKind::Assign: write_assignment(draft, statement); break;
    case StatementKind::Call:
      with_names("");
      if (!draft.names.empty()) text_ += " := ";
      statement.target = write(draft.callee);
      with_values("(");
      text_ += ')';
      break;
    default: HARDBOP_INVARIANT(false, "a draft should be a simple statement");
  }
}

/// A constrain without an assignment is an assumption in which 'x is x.
void ProgramBuilder::write_assume(const Draft& draft, Statement& statement) {
  if (draft.constrain) text_ += ' ';
  statement.span.begin = here();
  text_ += draft.constrain ? "constrain " : "assume ";
  write_expression(draft.constrain ? *draft.constrain : draft.values.front());
  statement.exprs.count = 1;
  const ExprRange range = program_.expressions.back();
  for (std::uint32_t node = range.first; node <= range.root; ++node)
    if (program_.nodes[node].op == Op::NextName) program_.nodes[node].op = Op::Name;
}

void ProgramBuilder::write_assignment(const Draft& draft, Statement& statement) {
  statement.names = write_list(draft.names);
  text_ += " := ";
  statement.exprs = write_list(draft.values);
  if (!draft.constrain) return;
  text_ += " constrain ";
  write_expression(*draft.constrain);
  ++statement.exprs.count;
  statement.has_constrain = true;
}

// Branches

void ProgramBuilder::condition(std::uint32_t statement, const NamedTerm& condition) {
  program_.statements[statement].exprs = write_list(std::vector<NamedTerm>{condition});
  text_ += " then";
  program_.statements[statement].span.end = here();
  text_ += '\n';
}

std::uint32_t ProgramBuilder::begin_if(const NamedTerm& condition, const std::string& label) {
  const std::uint32_t index = start(StatementKind::If);
  write_label(label, index);
  text_ += "if ";
  this->condition(index, condition);
  link(index);
  open_.push_back({Sequence::Kind::Then, index, index, no_index});
  return index;
}

std::uint32_t ProgramBuilder::begin_elsif(const NamedTerm& condition) {
  text_ += "  ";
  const std::uint32_t index = start(StatementKind::If);
  Statement& owner = program_.statements[open_.back().owner];
  owner.has_else = true;
  owner.otherwise = index;
  program_.statements[index].is_elsif = true;
  text_ += "elsif ";
  this->condition(index, condition);
  open_.back() = {Sequence::Kind::Then, index, open_.back().head, no_index};
  return index;
}

void ProgramBuilder::begin_else() {
  text_ += "  else";
  Statement& owner = program_.statements[open_.back().owner];
  owner.has_else = true;
  owner.else_end = here();
  text_ += '\n';
  open_.back() = {Sequence::Kind::Else, open_.back().owner, open_.back().head, no_index};
}

/// All of a chain ends where its head ends.
void ProgramBuilder::end_if() {
  text_ += "  fi";
  std::uint32_t branch = open_.back().head;
  while (true) {
    program_.statements[branch].end = here();
    branch = program_.statements[branch].otherwise;
    if (branch == no_index || !program_.statements[branch].is_elsif) break;
  }
  text_ += '\n';
  open_.pop_back();
}

std::shared_ptr<const Program> ProgramBuilder::finish(std::string name) {
  HARDBOP_INVARIANT(open_.empty(), "a program should end when its procedures have");
  program_.source = std::make_shared<const SourceFile>(std::move(name), std::move(text_));
  for (NameId id = 0; id < names_.size(); ++id) {
    const SourceOffset end = places_[id] + static_cast<SourceOffset>(names_[id]->size());
    static_cast<void>(program_.names.intern(program_.source->text({places_[id], end})));
  }
  return std::make_shared<const Program>(std::move(program_));
}

}  // namespace hardbop::bp
