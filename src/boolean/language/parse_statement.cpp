// SPDX-License-Identifier: MIT
// Statements. After an error the parser skips to the next ';', closing word or word
// that starts a statement, so that one slip costs one message.
#include <fmt/format.h>

#include "base/util/spelling.hpp"
#include "boolean/language/parser_state.hpp"

namespace hardbop::bp {

namespace {

/// What the writer of a word that is no keyword may have meant by it.
std::string keyword_hint(std::string_view word) {
  if (word == "elif" || word == "elseif") return "did you mean 'elsif'?";
  if (word == "endif") return "did you mean 'fi'?";
  if (word == "endwhile" || word == "done") return "did you mean 'od'?";
  SpellingHint hint(word);
  for (const std::string_view keyword : {"assert", "assume", "begin", "constrain", "else", "elsif",
                                         "end", "goto", "print", "return", "skip", "then", "while"})
    hint.offer(keyword);
  return hint.hint();
}

}  // namespace

bool starts_statement(TokenKind kind) {
  switch (kind) {
    case TokenKind::Abortif:
    case TokenKind::Assert:
    case TokenKind::Assume:
    case TokenKind::AtomicBegin:
    case TokenKind::AtomicEnd:
    case TokenKind::Call:
    case TokenKind::Dead:
    case TokenKind::Decl:
    case TokenKind::EndThread:
    case TokenKind::Goto:
    case TokenKind::If:
    case TokenKind::Print:
    case TokenKind::Return:
    case TokenKind::Skip:
    case TokenKind::StartThread:
    case TokenKind::While: return true;
    default: return false;
  }
}

unsigned& Parser::open(TokenKind closer) {
  switch (closer) {
    case TokenKind::End: return open_[0];
    case TokenKind::Fi: return open_[1];
    case TokenKind::Od: return open_[2];
    default: return open_[3];  // '}'
  }
}

bool Parser::at_closer() const {
  switch (token_.kind) {
    case TokenKind::End:
    case TokenKind::Fi:
    case TokenKind::Od:
    case TokenKind::Else:
    case TokenKind::Elsif:
    case TokenKind::RightBrace:
    case TokenKind::EndOfFile: return true;
    default: return false;
  }
}

/// Whether the closing word at hand closes something that is open further out.
bool Parser::closes_something() {
  switch (token_.kind) {
    case TokenKind::EndOfFile: return true;
    case TokenKind::Else:
    case TokenKind::Elsif: return open(TokenKind::Fi) != 0;
    default: return open(token_.kind) != 0;
  }
}

void Parser::skip_to_statement() {
  while (!at_closer() && !starts_statement(token_.kind) && !at_item_word()) {
    if (accept(TokenKind::Semicolon)) break;
    advance();
  }
  recovering_ = false;
}

/// Past the next `word`, if it comes before the next statement.
void Parser::skip_to_statement_after(TokenKind word) {
  do {
    advance();
  } while (last_kind_ != word && !at_closer() && !starts_statement(token_.kind) && !at_item_word());
  recovering_ = false;
}

/// The statements up to a closing word that something open waits for.
std::uint32_t Parser::sequence() {
  std::uint32_t first = no_index;
  std::uint32_t last = no_index;
  while (true) {
    while (accept(TokenKind::Semicolon)) continue;
    if (at_item_word()) break;
    if (at_closer()) {
      if (closes_something()) break;
      error_here(fmt::format("unexpected {}", describe(token_.kind)));
      while (at_closer() && !closes_something()) advance();
      recovering_ = false;
      continue;
    }
    const std::uint32_t index = statement();
    if (index == no_index) continue;
    (last == no_index ? first : program_.statements[last].next) = index;
    last = index;
  }
  return first;
}

/// The statements of a block and the word that closes it.
std::uint32_t Parser::block(TokenKind closer, SourceSpan opener) {
  ++open(closer);
  const std::uint32_t first = sequence();
  --open(closer);
  close(closer, opener);
  return first;
}

void Parser::close(TokenKind closer, SourceSpan opener) {
  if (accept(closer)) return;
  if (recovering_) return;
  unexpected(describe(closer),
             fmt::format("to close the '{}' of line {}", program_.source->text(opener),
                         program_.source->line_number(opener.begin)));
}

std::uint32_t Parser::statement() {
  if (depth_ >= max_nesting) {
    error_here(fmt::format("statements are nested more than {} levels deep", max_nesting));
    while (!is_at(TokenKind::EndOfFile)) advance();
    reported_at_ = token_.span.begin;
    return no_index;
  }
  ++depth_;
  const auto index = static_cast<std::uint32_t>(program_.statements.size());
  program_.statements.emplace_back();
  Statement statement;
  statement.labels.first = static_cast<std::uint32_t>(program_.refs.size());
  if (labelled(statement)) {
    if (statement.span.end == 0) statement.span.end = last_.end;
    statement.end = last_.end;
    end_of_statement(statement);
  } else {
    statement.kind = StatementKind::Skip;
    statement.span.end = statement.end = last_.end;
    skip_to_statement();
  }
  program_.statements[index] = statement;
  --depth_;
  return index;
}

void Parser::start_lists(Statement& statement) {
  statement.span.begin = token_.span.begin;
  statement.names.first = static_cast<std::uint32_t>(program_.refs.size());
  statement.exprs.first = static_cast<std::uint32_t>(program_.expressions.size());
}

/// Labels, then the statement itself. A name may turn out to be either.
bool Parser::labelled(Statement& statement) {
  while (true) {
    start_lists(statement);
    if (is_at(TokenKind::Number)) {
      const NameRef ref{token_.name, token_.span.begin};
      advance();
      if (!expect(TokenKind::Colon, "after a number that labels a statement")) return false;
      add_label(statement, ref);
    } else if (is_at(TokenKind::Name) || is_at(TokenKind::LeftBrace)) {
      NameRef ref;
      if (!expect_name(ref, "a name")) return false;
      if (!accept(TokenKind::Colon)) return after_name(statement, ref);
      add_label(statement, ref);
    } else {
      return basic(statement);
    }
  }
}

void Parser::add_label(Statement& statement, NameRef ref) {
  program_.refs.push_back(ref);
  ++statement.labels.count;
}

/// A statement that starts with a name and is not a label.
bool Parser::after_name(Statement& statement, NameRef first) {
  switch (token_.kind) {
    case TokenKind::LeftParen: return call(statement, first);
    case TokenKind::Comma:
    case TokenKind::Assign:
    case TokenKind::Equals: return assignment(statement, first);
    case TokenKind::EqualsTwice: unexpected("':='", "'==' compares; ':=' assigns"); return false;
    default: {
      const std::string_view word = program_.text(first.name);
      std::string hint = keyword_hint(word);
      if (hint.empty() && word.front() == '{')
        hint = "a '{' here begins a name; a block follows 'if (...)' or 'while (...)'";
      unexpected(fmt::format("':=', '(' or ':' after {}", quote_name(word)), std::move(hint));
      return false;
    }
  }
}

bool Parser::assignment(Statement& statement, NameRef first) {
  statement.kind = StatementKind::Assign;
  statement.names = {static_cast<std::uint32_t>(program_.refs.size()), 1};
  program_.refs.push_back(first);
  if (accept(TokenKind::Comma) && !name_list(statement, "a variable")) return false;
  if (!accept(TokenKind::Assign) && !accept(TokenKind::Equals)) {
    unexpected("':='");
    return false;
  }
  const bool brace = is_at(TokenKind::LeftBrace);
  if (brace || (is_at(TokenKind::Name) && lexer_.followed_by('('))) {
    if (!brace) return call_by_name(statement);
    // {f}(...) is a call as well: take the name, look, and give it back as an operand.
    token_ = lexer_.name_in_braces(token_);
    if (is_at(TokenKind::Name) && lexer_.followed_by('(')) return call_by_name(statement);
  }
  if (!expression_list(statement)) return false;
  if (!accept(TokenKind::Constrain)) return true;
  next_state_allowed_ = true;
  statement.has_constrain = expression(statement);
  next_state_allowed_ = false;
  return statement.has_constrain;
}

bool Parser::call_by_name(Statement& statement) {
  const NameRef callee{token_.name, token_.span.begin};
  advance();
  return call(statement, callee);
}

bool Parser::call(Statement& statement, NameRef callee) {
  statement.kind = StatementKind::Call;
  statement.target = callee;
  return arguments(statement);
}

/// `(`, expressions or nothing, `)`.
bool Parser::arguments(Statement& statement) {
  if (!expect(TokenKind::LeftParen, "before the arguments")) return false;
  if (accept(TokenKind::RightParen)) return true;
  return expression_list(statement) && expect(TokenKind::RightParen, "after the arguments");
}

bool Parser::expression_list(Statement& statement) {
  do {
    if (!expression(statement)) return false;
  } while (accept(TokenKind::Comma));
  return true;
}

bool Parser::name_list(Statement& statement, std::string_view what) {
  do {
    NameRef ref;
    if (!expect_name(ref, what)) return false;
    program_.refs.push_back(ref);
    ++statement.names.count;
  } while (accept(TokenKind::Comma));
  return true;
}

bool Parser::label_list(Statement& statement) {
  do {
    if (!label_name(statement)) return false;
  } while (accept(TokenKind::Comma));
  return true;
}

bool Parser::label_name(Statement& statement) {
  NameRef ref{token_.name, token_.span.begin};
  if (is_at(TokenKind::Number)) {
    advance();
  } else if (!expect_name(ref, "a label")) {
    return false;
  }
  program_.refs.push_back(ref);
  ++statement.names.count;
  return true;
}

bool Parser::basic(Statement& statement) {
  const auto simple = [&](StatementKind kind) {
    statement.kind = kind;
    advance();
    return true;
  };
  switch (token_.kind) {
    case TokenKind::Skip: return simple(StatementKind::Skip);
    case TokenKind::AtomicBegin: return simple(StatementKind::AtomicBegin);
    case TokenKind::AtomicEnd: return simple(StatementKind::AtomicEnd);
    case TokenKind::EndThread: return simple(StatementKind::EndThread);
    case TokenKind::Goto: return simple(StatementKind::Goto) && label_list(statement);
    case TokenKind::Dead: return simple(StatementKind::Dead) && name_list(statement, "a variable");
    case TokenKind::Print: return simple(StatementKind::Print) && arguments(statement);
    case TokenKind::Assert: return simple(StatementKind::Assert) && expression(statement);
    case TokenKind::Assume: return simple(StatementKind::Assume) && expression(statement);
    case TokenKind::Constrain: return simple(StatementKind::Assume) && constraint(statement);
    case TokenKind::Abortif: return simple(StatementKind::Assume) && negated(statement);
    case TokenKind::Decl: return simple(StatementKind::Decl) && declared_names(statement);
    case TokenKind::Enforce: return simple(StatementKind::Enforce) && enforce(statement);
    case TokenKind::Return:
      statement.kind = StatementKind::Return;
      advance();
      return is_at(TokenKind::Semicolon) || at_closer() || expression_list(statement);
    case TokenKind::Call: {
      advance();
      NameRef callee;
      return expect_name(callee, "a procedure") && call(statement, callee);
    }
    case TokenKind::StartThread: return start_thread(statement);
    case TokenKind::If: return if_statement(statement);
    case TokenKind::While: return while_statement(statement);
    default: unexpected("a statement"); return false;
  }
}

/// A constrain as a statement is an assumption in which 'x is x.
bool Parser::constraint(Statement& statement) {
  next_state_allowed_ = true;
  const bool fine = expression(statement);
  next_state_allowed_ = false;
  if (!fine) return false;
  const ExprRange range = program_.expressions.back();
  for (std::uint32_t node = range.first; node <= range.root; ++node)
    if (program_.nodes[node].op == Op::NextName) program_.nodes[node].op = Op::Name;
  return true;
}

/// abortif e is assume !e.
bool Parser::negated(Statement& statement) {
  if (!expression(statement)) return false;
  emit(Op::Not, statement.span.begin);
  program_.expressions.back().root = last_node();
  return true;
}

bool Parser::enforce(Statement& statement) {
  if (!expression(statement)) return false;
  if (!enforce_allowed_) {
    diagnostics_.error({statement.span.begin, last_.end},
                       "'enforce' must occur once, before the first statement of the procedure");
  }
  return true;
}

bool Parser::start_thread(Statement& statement) {
  advance();
  if (accept(TokenKind::Goto)) {
    statement.kind = StatementKind::StartThreadGoto;
    return label_name(statement);
  }
  statement.kind = StatementKind::StartThreadCall;
  return expect_name(statement.target, "'goto' or a procedure") && arguments(statement);
}

/// A condition before `then` or `do`. After an error in it, goes on at that word if it comes
/// before the next statement.
bool Parser::condition(Statement& statement, TokenKind word) {
  if (expression(statement)) return true;
  while (!is_at(word) && !at_closer() && !is_at(TokenKind::Semicolon) && !at_item_word() &&
         !starts_statement(token_.kind))
    advance();
  if (!is_at(word)) return false;
  recovering_ = false;
  return true;
}

/// Whether a block comes after a condition. One whose condition lacks its parentheses is
/// reported, and taken as what it was meant to be.
bool Parser::at_block() {
  if (!is_at(TokenKind::LeftBrace)) return false;
  if (last_kind_ == TokenKind::RightParen) return true;
  error_here("the condition before a '{' must be in parentheses");
  recovering_ = false;
  return true;
}

/// `if e then … {elsif e then …} [else …] fi`, or `if (e) {…} [else {…} | else if …]`.
/// A chain of alternatives is a loop here, not recursion, as chains can be long.
bool Parser::if_statement(Statement& statement) {
  const SourceSpan word = token_.span;
  statement.kind = StatementKind::If;
  advance();
  if (!condition(statement, TokenKind::Then)) return false;
  if (at_block()) return if_with_braces(statement);
  return if_with_words(statement, word);
}

std::uint32_t Parser::add_elsif(std::uint32_t parent, Statement& head, const Statement& branch) {
  const auto index = static_cast<std::uint32_t>(program_.statements.size());
  program_.statements.push_back(branch);
  Statement& owner = parent == no_index ? head : program_.statements[parent];
  owner.has_else = true;
  owner.otherwise = index;
  return index;
}

bool Parser::if_with_words(Statement& head, SourceSpan word) {
  std::uint32_t current = no_index;  // the elsif at hand; no_index: the head itself
  const auto branch = [&]() -> Statement& {
    return current == no_index ? head : program_.statements[current];
  };
  if (!expect(TokenKind::Then, "after the condition")) return false;
  head.span.end = last_.end;
  ++open(TokenKind::Fi);
  std::uint32_t first = sequence();
  branch().body = first;
  while (is_at(TokenKind::Elsif)) {
    Statement next;
    next.kind = StatementKind::If;
    next.is_elsif = true;
    start_lists(next);
    next.labels.first = next.names.first;
    advance();
    const bool fine =
        condition(next, TokenKind::Then) && expect(TokenKind::Then, "after the condition");
    next.span.end = last_.end;
    if (!fine) skip_to_statement();
    current = add_elsif(current, head, next);
    first = sequence();
    branch().body = first;
  }
  if (accept(TokenKind::Else)) {
    branch().has_else = true;
    branch().else_end = last_.end;
    first = sequence();
    branch().otherwise = first;
    surplus_branches();
  }
  --open(TokenKind::Fi);
  close(TokenKind::Fi, word);
  end_chain(head);
  return true;
}

/// Branches after the `else`. Where another if is open they are left to that one, as the
/// writer more likely forgot a `fi`.
void Parser::surplus_branches() {
  while ((is_at(TokenKind::Else) || is_at(TokenKind::Elsif)) && open(TokenKind::Fi) == 1) {
    error_here(fmt::format("{} comes after the 'else' of this 'if'", describe(token_.kind)));
    skip_to_statement_after(token_.kind == TokenKind::Elsif ? TokenKind::Then : TokenKind::Else);
    static_cast<void>(sequence());
  }
}

bool Parser::if_with_braces(Statement& head) {
  std::uint32_t current = no_index;
  const auto branch = [&]() -> Statement& {
    return current == no_index ? head : program_.statements[current];
  };
  while (true) {
    branch().span.end = token_.span.end;
    std::uint32_t first = braces();
    branch().body = first;
    if (!accept(TokenKind::Else)) break;
    if (is_at(TokenKind::LeftBrace)) {
      branch().has_else = true;
      branch().else_end = token_.span.end;
      first = braces();
      branch().otherwise = first;
      break;
    }
    Statement next;
    next.kind = StatementKind::If;
    next.is_elsif = true;
    start_lists(next);
    next.labels.first = next.names.first;
    if (!expect(TokenKind::If, "or '{' after 'else'") || !expression(next)) return false;
    if (!at_block()) {
      unexpected("'{' after the condition");
      return false;
    }
    current = add_elsif(current, head, next);
  }
  end_chain(head);
  return true;
}

/// All of a chain ends where its head ends.
void Parser::end_chain(const Statement& head) {
  for (std::uint32_t i = head.otherwise; i != no_index && program_.statements[i].is_elsif;
       i = program_.statements[i].otherwise)
    program_.statements[i].end = last_.end;
}

std::uint32_t Parser::braces() {
  const SourceSpan opener = token_.span;
  advance();
  return block(TokenKind::RightBrace, opener);
}

bool Parser::while_statement(Statement& statement) {
  const SourceSpan word = token_.span;
  statement.kind = StatementKind::While;
  advance();
  if (!condition(statement, TokenKind::Do)) return false;
  if (at_block()) {
    statement.span.end = token_.span.end;
    statement.body = braces();
    return true;
  }
  if (!expect(TokenKind::Do, "after the condition")) return false;
  statement.span.end = last_.end;
  statement.body = block(TokenKind::Od, word);
  return true;
}

/// The ';' after a statement: optional after fi, od and '}', and before a closing word.
void Parser::end_of_statement(const Statement& statement) {
  if (accept(TokenKind::Semicolon) || recovering_) {
    if (recovering_) skip_to_statement();
    return;
  }
  if (last_kind_ == TokenKind::Fi || last_kind_ == TokenKind::Od ||
      last_kind_ == TokenKind::RightBrace || at_closer())
    return;
  std::string hint;
  if (statement.kind == StatementKind::Call && statement.names.empty())
    hint = keyword_hint(program_.text(statement.target.name));
  unexpected("';'", std::move(hint));
  skip_to_statement();
}

}  // namespace hardbop::bp
