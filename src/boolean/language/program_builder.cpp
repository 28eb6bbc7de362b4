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

/// Two blanks a level, as the printer has it.
void ProgramBuilder::indent(std::size_t less) {
  const std::size_t levels = open_.size() + (thread_ == no_index ? 0 : 1);
  text_.append(2 * (levels - less), ' ');
}

/// Of the thread that is open, or of the program.
std::vector<Item>& ProgramBuilder::items() {
  return thread_ == no_index ? program_.items : program_.threads[thread_].items;
}

void ProgramBuilder::declare(const std::vector<Name>& names) {
  std::vector<Declared> variables;
  variables.reserve(names.size());
  for (const Name name : names) variables.push_back({name, {}});
  declare_with_values(variables);
}

void ProgramBuilder::declare_with_values(const std::vector<Declared>& variables) {
  const std::uint32_t index = start(StatementKind::Decl);
  write_label("", index);
  text_ += "decl ";
  Range values;
  program_.statements[index].names = write_list(variables, values);
  program_.statements[index].exprs = values;
  if (open_.empty()) {
    items().push_back({Item::Kind::Decl, index});
  } else {
    link(index);
  }
  end_statement(index);
}

/// If one of them has an initialiser, there is a range for each: an empty one for the others.
Range ProgramBuilder::write_list(const std::vector<Declared>& variables, Range& values) {
  const Range out{static_cast<std::uint32_t>(program_.refs.size()),
                  static_cast<std::uint32_t>(variables.size())};
  values.first = static_cast<std::uint32_t>(program_.expressions.size());
  for (const Declared& variable : variables) {
    if (&variable != &variables.front()) text_ += ", ";
    program_.refs.push_back(write(*variable.name));
    if (variable.value) {
      text_ += " := ";
      write_expression(*variable.value);
      values.count = out.count;
    } else {
      program_.expressions.emplace_back();
    }
  }
  if (values.count == 0) program_.expressions.resize(values.first);
  return out;
}

void ProgramBuilder::enforce(const NamedTerm& condition) {
  indent();
  const std::uint32_t index = start(StatementKind::Enforce);
  text_ += "enforce ";
  program_.statements[index].exprs = write_list(std::vector<NamedTerm>{condition});
  link(index);
  program_.procedures[open_.back().owner].enforce = index;
  end_statement(index);
}

void ProgramBuilder::begin_procedure(const std::string& name, std::optional<std::uint32_t> results,
                                     const std::vector<Name>& formals) {
  indent();
  Procedure procedure;
  procedure.span.begin = here();
  procedure.thread = thread_;
  procedure.is_typed = results.has_value();
  procedure.results = results.value_or(0);
  if (results) text_ += *results == 0 ? "void " : fmt::format("bool<{}> ", *results);
  procedure.name = write(name);
  text_ += '(';
  procedure.formals = write_list(formals);
  text_ += ") begin";
  procedure.body_begin = here();
  text_ += '\n';
  const auto index = static_cast<std::uint32_t>(program_.procedures.size());
  items().push_back({Item::Kind::Procedure, index});
  program_.procedures.push_back(procedure);
  open_.push_back({Sequence::Kind::Body, index, no_index, no_index});
}

void ProgramBuilder::end_procedure() {
  HARDBOP_INVARIANT(open_.size() == 1, "a procedure should end when its ifs have");
  indent(1);
  text_ += "end";
  program_.procedures[open_.back().owner].span.end = here();
  text_ += '\n';
  open_.pop_back();
}

void ProgramBuilder::begin_thread(const std::string& name, std::optional<std::uint32_t> copies) {
  Thread thread;
  thread.span.begin = here();
  text_ += "thread ";
  thread.name = write(name);
  thread.has_copies = copies.has_value();
  thread.copies = copies.value_or(1);
  if (copies) text_ += fmt::format(" * {}", *copies);
  text_ += " begin";
  thread.body_begin = here();
  text_ += '\n';
  thread_ = static_cast<std::uint32_t>(program_.threads.size());
  program_.items.push_back({Item::Kind::Thread, thread_});
  program_.threads.push_back(std::move(thread));
}

void ProgramBuilder::end_thread() {
  HARDBOP_INVARIANT(open_.empty(), "a thread should end when its procedures have");
  text_ += "end";
  program_.threads[thread_].span.end = here();
  text_ += '\n';
  thread_ = no_index;
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
  if (!label.empty()) labels_.push_back(label);
  if (labels_.empty()) indent();
  for (const std::string& one : labels_) {
    program_.refs.push_back(write(one));
    ++labels.count;
    text_ += ": ";
  }
  labels_.clear();
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
  } else if (sequence.kind != Sequence::Kind::Else) {
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
    case StatementKind::Return: with_values("return "); break;
    case StatementKind::Assert: with_values("assert "); break;
    case StatementKind::Assume: write_assume(draft, statement); break;
    case StatementKind::Assign: write_assignment(draft, statement); break;
    case StatementKind::Call:
    case StatementKind::StartThreadCall: write_call(draft, statement); break;
    case StatementKind::StartThreadGoto: with_names("start_thread goto "); break;
    case StatementKind::AtomicBegin: text_ += "atomic_begin"; break;
    case StatementKind::AtomicEnd: text_ += "atomic_end"; break;
    case StatementKind::EndThread: text_ += "end_thread"; break;
    case StatementKind::Print:
      with_values("print(");
      text_ += ')';
      break;
    default: HARDBOP_INVARIANT(false, "a draft should be a simple statement");
  }
}

void ProgramBuilder::write_call(const Draft& draft, Statement& statement) {
  if (draft.kind == StatementKind::StartThreadCall) text_ += "start_thread ";
  statement.names = write_list(draft.names);
  if (!draft.names.empty()) text_ += " := ";
  statement.target = write(draft.callee);
  text_ += '(';
  statement.exprs = write_list(draft.values);
  text_ += ')';
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

void ProgramBuilder::condition(std::uint32_t statement, const NamedTerm& condition,
                               std::string_view word) {
  program_.statements[statement].exprs = write_list(std::vector<NamedTerm>{condition});
  text_ += word;
  program_.statements[statement].span.end = here();
  text_ += '\n';
}

std::uint32_t ProgramBuilder::begin_if(const NamedTerm& condition, const std::string& label) {
  const std::uint32_t index = start(StatementKind::If);
  write_label(label, index);
  text_ += "if ";
  this->condition(index, condition, " then");
  link(index);
  open_.push_back({Sequence::Kind::Then, index, index, no_index});
  return index;
}

std::uint32_t ProgramBuilder::begin_elsif(const NamedTerm& condition) {
  indent(1);
  const std::uint32_t index = start(StatementKind::If);
  Statement& owner = program_.statements[open_.back().owner];
  owner.has_else = true;
  owner.otherwise = index;
  program_.statements[index].is_elsif = true;
  text_ += "elsif ";
  this->condition(index, condition, " then");
  open_.back() = {Sequence::Kind::Then, index, open_.back().head, no_index};
  return index;
}

void ProgramBuilder::begin_else() {
  indent(1);
  text_ += "else";
  Statement& owner = program_.statements[open_.back().owner];
  owner.has_else = true;
  owner.else_end = here();
  text_ += '\n';
  open_.back() = {Sequence::Kind::Else, open_.back().owner, open_.back().head, no_index};
}

/// All of a chain ends where its head ends.
void ProgramBuilder::end_if() {
  indent(1);
  text_ += "fi";
  std::uint32_t branch = open_.back().head;
  while (true) {
    program_.statements[branch].end = here();
    branch = program_.statements[branch].otherwise;
    if (branch == no_index || !program_.statements[branch].is_elsif) break;
  }
  text_ += '\n';
  open_.pop_back();
}

std::uint32_t ProgramBuilder::begin_while(const NamedTerm& condition) {
  const std::uint32_t index = start(StatementKind::While);
  write_label("", index);
  text_ += "while ";
  this->condition(index, condition, " do");
  link(index);
  open_.push_back({Sequence::Kind::Loop, index, no_index, no_index});
  return index;
}

void ProgramBuilder::end_while() {
  indent(1);
  text_ += "od";
  program_.statements[open_.back().owner].end = here();
  text_ += '\n';
  open_.pop_back();
}

std::shared_ptr<const Program> ProgramBuilder::finish(std::string name) {
  HARDBOP_INVARIANT(open_.empty() && thread_ == no_index,
                    "a program should end when its procedures have");
  program_.source = std::make_shared<const SourceFile>(std::move(name), std::move(text_));
  for (NameId id = 0; id < names_.size(); ++id) {
    const SourceOffset end = places_[id] + static_cast<SourceOffset>(names_[id]->size());
    static_cast<void>(program_.names.intern(program_.source->text({places_[id], end})));
  }
  return std::make_shared<const Program>(std::move(program_));
}

}  // namespace hardbop::bp
