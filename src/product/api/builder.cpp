// SPDX-License-Identifier: MIT
// Wrong use is found before anything is added, so that an exception leaves the builder as it was.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <stdexcept>

#include "boolean/language/lexer.hpp"
#include "boolean/language/program_builder.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/builder.hpp>

namespace hardbop {

// Expressions

Expression&& Expression::append(const Expression& other) && {
  if (&other == this) {
    const std::vector<Node> copy = nodes_;
    nodes_.insert(nodes_.end(), copy.begin(), copy.end());
  } else {
    nodes_.insert(nodes_.end(), other.nodes_.begin(), other.nodes_.end());
  }
  return std::move(*this);
}

Expression&& Expression::apply(Kind kind) && {
  nodes_.push_back({kind, {}});
  return std::move(*this);
}

namespace {

Expression chain(const std::vector<Expression>& parts, bool of_none,
                 Expression (*join)(Expression, const Expression&)) {
  if (parts.empty()) return of_none;
  Expression out = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) out = join(std::move(out), parts[i]);
  return out;
}

}  // namespace

Expression Expression::all_of(const std::vector<Expression>& parts) {
  return chain(parts, true, [](Expression a, const Expression& b) { return std::move(a) & b; });
}

Expression Expression::any_of(const std::vector<Expression>& parts) {
  return chain(parts, false, [](Expression a, const Expression& b) { return std::move(a) | b; });
}

namespace api {

enum class NameKind : std::uint8_t { Word, WordOrNumber };

/// A procedure, thread, if or while that has not ended.
struct OpenBlock {
  enum class Kind : std::uint8_t { Procedure, Thread, If, Else, While };

  Kind kind = Kind::Procedure;
  std::string name{};         // Procedure, Thread
  bool only_declares = true;  // Procedure: so far

  [[nodiscard]] std::string describe() const {
    switch (kind) {
      case Kind::Procedure: return fmt::format("procedure {}", quote_name(name));
      case Kind::Thread: return fmt::format("thread {}", quote_name(name));
      case Kind::If: return "an 'if'";
      case Kind::Else: return "an 'else'";
      case Kind::While: return "a 'while'";
    }
    return {};
  }
};

}  // namespace api

using api::NameKind;
using api::OpenBlock;

namespace {

static_assert(static_cast<int>(Expression::Kind::True) == static_cast<int>(bp::Op::True));
static_assert(static_cast<int>(Expression::Kind::Any) == static_cast<int>(bp::Op::Star));
static_assert(static_cast<int>(Expression::Kind::Next) == static_cast<int>(bp::Op::NextName));
static_assert(static_cast<int>(Expression::Kind::Xor) == static_cast<int>(bp::Op::Xor));
static_assert(static_cast<int>(Expression::Kind::Differ) == static_cast<int>(bp::Op::NotEqual));
static_assert(static_cast<int>(Expression::Kind::Conditional) ==
              static_cast<int>(bp::Op::Conditional));

std::size_t operands_of(bp::Op op) {
  if (op < bp::Op::Not) return 0;
  if (op == bp::Op::Not) return 1;
  return op == bp::Op::Conditional ? 3 : 2;
}

/// Whether an operand is written in parentheses: wherever a reader might wonder.
bool is_grouped(bp::Op outer, bp::Op inner, bool is_first) {
  const bool is_infix = inner > bp::Op::Not && inner != bp::Op::Choose;
  if (!is_infix || outer == bp::Op::Choose) return false;
  const bool is_chain = outer == inner && (outer == bp::Op::And || outer == bp::Op::Or);
  return !is_chain || !is_first;
}

/// Whether the language reads the text as one name. A keyword is none.
bool is_name(std::string_view text, NameKind kind) {
  bp::NameTable table;
  std::vector<bp::Comment> comments;
  Diagnostics diagnostics;
  bp::Lexer lexer(text, table, comments, diagnostics);
  bp::Token token = lexer.next();
  if (token.kind == bp::TokenKind::LeftBrace) token = lexer.name_in_braces(token);
  const bool is_right_kind =
      token.kind == bp::TokenKind::Name ||
      (kind == NameKind::WordOrNumber && token.kind == bp::TokenKind::Number);
  return is_right_kind && token.span.begin == 0 && token.span.end == text.size();
}

}  // namespace

struct ProgramBuilder::State {
  explicit State(std::string of) : name(std::move(of)) {}

  std::string name;
  bp::NamePool pool{};
  std::map<std::pair<std::string, NameKind>, bp::Name> spellings{};
  bp::ProgramBuilder program{};
  std::vector<OpenBlock> open{};
  std::vector<std::string> labels{};  // of the next statement
  std::uint32_t line = 1;             // to be written next

  [[nodiscard]] bp::Name spell(const std::string& text, NameKind kind = NameKind::Word);
  [[nodiscard]] std::vector<bp::Name> spell(const std::vector<std::string>& texts,
                                            NameKind kind = NameKind::Word);
  [[nodiscard]] bp::NamedTerm term(const Expression& expression, bool may_have_next = false);
  [[nodiscard]] std::vector<bp::NamedTerm> terms(const std::vector<Expression>& expressions);

  void require_no_label(std::string_view what) const;
  void require_top_level(std::string_view what) const;
  void require_procedure(std::string_view what) const;
  void begin_statement(std::string_view what);
  void nest(std::string_view what, OpenBlock::Kind kind);
  void require_if(std::string_view what) const;
  std::uint32_t add(std::string_view what, const bp::Draft& draft);
};

namespace {

[[noreturn]] void refuse(std::string_view what, const std::string& why) {
  throw std::logic_error(fmt::format("ProgramBuilder::{}: {}", what, why));
}

void require_some(bool some, std::string_view what, std::string_view of) {
  if (!some) refuse(what, fmt::format("at least one {} is needed", of));
}

}  // namespace

// Names and expressions

bp::Name ProgramBuilder::State::spell(const std::string& text, NameKind kind) {
  bp::Name& spelled = spellings[{text, kind}];
  if (spelled != nullptr) return spelled;
  const std::string in_braces = fmt::format("{{{}}}", text);
  const bool has_line = text.find_first_of("\r\n") != std::string::npos;
  if (!has_line && is_name(text, kind)) {
    spelled = pool.intern(text);
  } else if (!text.empty() && !has_line && is_name(in_braces, kind)) {
    spelled = pool.intern(in_braces);
  } else {
    spellings.erase({text, kind});
    throw std::logic_error(fmt::format(
        "ProgramBuilder: {} cannot be a name; one has at least one character, no '}}' and no line "
        "break",
        quote_name(text)));
  }
  return spelled;
}

std::vector<bp::Name> ProgramBuilder::State::spell(const std::vector<std::string>& texts,
                                                   NameKind kind) {
  std::vector<bp::Name> out;
  for (const std::string& text : texts) out.push_back(spell(text, kind));
  return out;
}

bp::NamedTerm ProgramBuilder::State::term(const Expression& expression, bool may_have_next) {
  std::vector<bp::NamedTerm::Node> nodes;
  std::vector<std::size_t> operands;  // of operators that come later
  for (const Expression::Node& node : expression.nodes()) {
    const auto op = static_cast<bp::Op>(node.kind);
    if (op == bp::Op::NextName && !may_have_next)
      throw std::logic_error(
          fmt::format("ProgramBuilder: the next value of {} is known only to the constrain of an "
                      "assignment",
                      quote_name(node.name)));
    const std::size_t first = operands.size() - operands_of(op);
    for (std::size_t i = first; i < operands.size(); ++i) {
      bp::NamedTerm::Node& operand = nodes[operands[i]];
      operand.grouped = is_grouped(op, operand.op, i == first);
    }
    operands.resize(first);
    operands.push_back(nodes.size());
    const bool has_name = op == bp::Op::Name || op == bp::Op::NextName;
    nodes.push_back({op, false, has_name ? spell(node.name) : nullptr});
  }
  return bp::NamedTerm(nodes);
}

std::vector<bp::NamedTerm> ProgramBuilder::State::terms(
    const std::vector<Expression>& expressions) {
  std::vector<bp::NamedTerm> out;
  for (const Expression& expression : expressions) out.push_back(term(expression));
  return out;
}

// What may stand where

void ProgramBuilder::State::require_no_label(std::string_view what) const {
  if (!labels.empty())
    refuse(what, fmt::format("label {} has no statement", quote_name(labels.front())));
}

void ProgramBuilder::State::require_top_level(std::string_view what) const {
  if (!open.empty() && open.back().kind != OpenBlock::Kind::Thread)
    refuse(what, fmt::format("{} has not ended", open.back().describe()));
}

void ProgramBuilder::State::require_procedure(std::string_view what) const {
  if (open.empty() || open.back().kind == OpenBlock::Kind::Thread)
    refuse(what, "begin a procedure first");
}

/// The last check before a statement is written.
void ProgramBuilder::State::begin_statement(std::string_view what) {
  require_procedure(what);
  open.back().only_declares = false;
  for (std::string& label : labels) program.label_next(std::move(label));
  labels.clear();
}

/// A statement that has others in it.
void ProgramBuilder::State::nest(std::string_view what, OpenBlock::Kind kind) {
  if (open.size() >= bp::max_nesting)
    refuse(what, fmt::format("statements can be nested at most {} levels deep", bp::max_nesting));
  begin_statement(what);
  open.push_back({kind, {}, false});
}

void ProgramBuilder::State::require_if(std::string_view what) const {
  require_no_label(what);
  if (open.empty() || open.back().kind != OpenBlock::Kind::If)
    refuse(what, open.empty() ? "no 'if' is open"
                              : fmt::format("{} is open, and not an 'if'", open.back().describe()));
}

std::uint32_t ProgramBuilder::State::add(std::string_view what, const bp::Draft& draft) {
  begin_statement(what);
  static_cast<void>(program.add(draft));
  return line++;
}

// Declarations and procedures

ProgramBuilder::ProgramBuilder(std::string name)
    : state_(std::make_unique<State>(std::move(name))) {}
ProgramBuilder::ProgramBuilder(ProgramBuilder&&) noexcept = default;
ProgramBuilder& ProgramBuilder::operator=(ProgramBuilder&&) noexcept = default;
ProgramBuilder::~ProgramBuilder() = default;

void ProgramBuilder::declare(const std::vector<Declaration>& variables) {
  require_some(!variables.empty(), "declare", "variable");
  State& state = *state_;
  std::vector<bp::Declared> declared;
  for (const Declaration& variable : variables) {
    bp::Declared& one = declared.emplace_back();
    one.name = state.spell(variable.name);
    if (variable.initial) one.value = state.term(*variable.initial);
  }
  const bool is_local = !state.open.empty() && state.open.back().kind != OpenBlock::Kind::Thread;
  if (!is_local) state.require_no_label("declare");
  if (is_local && !state.labels.empty()) state.begin_statement("declare");
  state.program.declare_with_values(declared);
  ++state.line;
}

Expression ProgramBuilder::declare(const std::string& name) {
  declare(std::vector<Declaration>{{name, {}}});
  return name;
}

Expression ProgramBuilder::declare(const std::string& name, Expression initial) {
  declare(std::vector<Declaration>{{name, std::move(initial)}});
  return name;
}

void ProgramBuilder::enforce(const Expression& condition) {
  State& state = *state_;
  const bp::NamedTerm term = state.term(condition);
  state.require_procedure("enforce");
  state.require_no_label("enforce");
  if (!state.open.back().only_declares)
    refuse("enforce", "it must stand once, before the statements of the procedure");
  state.open.back().only_declares = false;
  state.program.enforce(term);
  ++state.line;
}

void ProgramBuilder::begin_procedure(const std::string& name,
                                     const std::vector<std::string>& formals,
                                     std::optional<std::uint32_t> results) {
  State& state = *state_;
  const bp::Name spelled = state.spell(name);
  const std::vector<bp::Name> spelled_formals = state.spell(formals);
  state.require_top_level("begin_procedure");
  if (results.value_or(0) > bp::max_results)
    refuse("begin_procedure",
           fmt::format("a procedure can have at most {} results", bp::max_results));
  state.program.begin_procedure(*spelled, results, spelled_formals);
  state.open.push_back({OpenBlock::Kind::Procedure, *spelled});
  ++state.line;
}

void ProgramBuilder::begin_thread(const std::string& name, std::optional<std::uint32_t> copies) {
  State& state = *state_;
  const bp::Name spelled = state.spell(name);
  if (!state.open.empty())
    refuse("begin_thread", fmt::format("{} has not ended", state.open.back().describe()));
  if (copies.value_or(0) > bp::max_copies)
    refuse("begin_thread", fmt::format("a thread can have at most {} copies", bp::max_copies));
  state.program.begin_thread(*spelled, copies);
  state.open.push_back({OpenBlock::Kind::Thread, *spelled});
  ++state.line;
}

void ProgramBuilder::end() {
  State& state = *state_;
  state.require_no_label("end");
  if (state.open.empty()) refuse("end", "nothing is open");
  switch (state.open.back().kind) {
    case OpenBlock::Kind::Procedure: state.program.end_procedure(); break;
    case OpenBlock::Kind::Thread: state.program.end_thread(); break;
    case OpenBlock::Kind::If:
    case OpenBlock::Kind::Else: state.program.end_if(); break;
    case OpenBlock::Kind::While: state.program.end_while(); break;
  }
  state.open.pop_back();
  ++state.line;
}

void ProgramBuilder::label(const std::string& name) {
  const bp::Name spelled = state_->spell(name, NameKind::WordOrNumber);
  state_->require_procedure("label");
  state_->labels.push_back(*spelled);
}

ParseResult ProgramBuilder::finish() {
  State& state = *state_;
  if (!state.open.empty())
    refuse("finish", fmt::format("{} has not ended", state.open.back().describe()));
  ParseResult result =
      state.program.size() >= SourceFile::max_size
          ? api::refused_as_too_large<ParseResult>(state.name)
          : api::check_names(state.program.finish(state.name), OperatorDialect::Standard, {});
  state_ = std::make_unique<State>(state.name);
  return result;
}

// Statements

std::uint32_t ProgramBuilder::add_skip() {
  return state_->add("add_skip", {.kind = bp::StatementKind::Skip});
}

std::uint32_t ProgramBuilder::add_assign(const std::string& variable, const Expression& value) {
  return add_assign(std::vector<std::string>{variable}, {value});
}

std::uint32_t ProgramBuilder::add_assign(const std::vector<std::string>& variables,
                                         const std::vector<Expression>& values,
                                         const std::optional<Expression>& constrain) {
  require_some(!variables.empty(), "add_assign", "variable");
  require_some(!values.empty(), "add_assign", "value");
  bp::Draft draft{.kind = bp::StatementKind::Assign,
                  .names = state_->spell(variables),
                  .values = state_->terms(values)};
  if (constrain) draft.constrain = state_->term(*constrain, true);
  return state_->add("add_assign", draft);
}

std::uint32_t ProgramBuilder::add_call(const std::string& procedure,
                                       const std::vector<Expression>& arguments,
                                       const std::vector<std::string>& results) {
  return state_->add("add_call", {.kind = bp::StatementKind::Call,
                                  .names = state_->spell(results),
                                  .values = state_->terms(arguments),
                                  .callee = *state_->spell(procedure)});
}

std::uint32_t ProgramBuilder::add_return(const std::vector<Expression>& values) {
  return state_->add("add_return",
                     {.kind = bp::StatementKind::Return, .values = state_->terms(values)});
}

std::uint32_t ProgramBuilder::add_goto(const std::vector<std::string>& labels) {
  require_some(!labels.empty(), "add_goto", "label");
  return state_->add("add_goto", {.kind = bp::StatementKind::Goto,
                                  .names = state_->spell(labels, NameKind::WordOrNumber)});
}

std::uint32_t ProgramBuilder::add_assert(const Expression& condition) {
  return state_->add("add_assert",
                     {.kind = bp::StatementKind::Assert, .values = {state_->term(condition)}});
}

std::uint32_t ProgramBuilder::add_assume(const Expression& condition) {
  return state_->add("add_assume",
                     {.kind = bp::StatementKind::Assume, .values = {state_->term(condition)}});
}

std::uint32_t ProgramBuilder::add_dead(const std::vector<std::string>& variables) {
  require_some(!variables.empty(), "add_dead", "variable");
  return state_->add("add_dead",
                     {.kind = bp::StatementKind::Dead, .names = state_->spell(variables)});
}

std::uint32_t ProgramBuilder::add_print(const std::vector<Expression>& values) {
  return state_->add("add_print",
                     {.kind = bp::StatementKind::Print, .values = state_->terms(values)});
}

std::uint32_t ProgramBuilder::add_atomic_begin() {
  return state_->add("add_atomic_begin", {.kind = bp::StatementKind::AtomicBegin});
}

std::uint32_t ProgramBuilder::add_atomic_end() {
  return state_->add("add_atomic_end", {.kind = bp::StatementKind::AtomicEnd});
}

std::uint32_t ProgramBuilder::add_start_thread(const std::string& procedure,
                                               const std::vector<Expression>& arguments) {
  return state_->add("add_start_thread", {.kind = bp::StatementKind::StartThreadCall,
                                          .values = state_->terms(arguments),
                                          .callee = *state_->spell(procedure)});
}

std::uint32_t ProgramBuilder::add_start_thread_at(const std::string& label) {
  return state_->add("add_start_thread_at",
                     {.kind = bp::StatementKind::StartThreadGoto,
                      .names = {state_->spell(label, NameKind::WordOrNumber)}});
}

std::uint32_t ProgramBuilder::add_end_thread() {
  return state_->add("add_end_thread", {.kind = bp::StatementKind::EndThread});
}

// Statements with statements in them

std::uint32_t ProgramBuilder::begin_if(const Expression& condition) {
  const bp::NamedTerm term = state_->term(condition);
  state_->nest("begin_if", OpenBlock::Kind::If);
  static_cast<void>(state_->program.begin_if(term));
  return state_->line++;
}

std::uint32_t ProgramBuilder::begin_elsif(const Expression& condition) {
  const bp::NamedTerm term = state_->term(condition);
  state_->require_if("begin_elsif");
  static_cast<void>(state_->program.begin_elsif(term));
  return state_->line++;
}

void ProgramBuilder::begin_else() {
  state_->require_if("begin_else");
  state_->open.back().kind = OpenBlock::Kind::Else;
  state_->program.begin_else();
  ++state_->line;
}

std::uint32_t ProgramBuilder::begin_while(const Expression& condition) {
  const bp::NamedTerm term = state_->term(condition);
  state_->nest("begin_while", OpenBlock::Kind::While);
  static_cast<void>(state_->program.begin_while(term));
  return state_->line++;
}

}  // namespace hardbop
