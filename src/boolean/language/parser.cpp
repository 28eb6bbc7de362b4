// SPDX-License-Identifier: MIT
// Programs, declarations, procedures and threads.
#include "boolean/language/parser.hpp"

#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "base/util/token_stream.hpp"
#include "boolean/language/parser_state.hpp"

namespace hardbop::bp {

Parser::Parser(std::shared_ptr<const SourceFile> source, Dialect dialect, Diagnostics& diagnostics)
    : dialect_(dialect),
      diagnostics_(diagnostics),
      lexer_(source->text(), program_.names, program_.comments, diagnostics) {
  program_.source = std::move(source);
  reserve(program_.source->text().size());
}

/// Room for most programs of that many bytes. What is not used costs no memory, as the system gives
/// it when it is first touched; to grow would take twice as much for a while.
void Parser::reserve(std::size_t bytes) {
  program_.statements.reserve(bytes / 16);
  program_.nodes.reserve(bytes / 8);
  program_.expressions.reserve(bytes / 12);
  program_.refs.reserve(bytes / 12);
}

void Parser::advance() {
  last_ = token_.span;
  last_kind_ = token_.kind;
  const std::size_t errors = diagnostics_.errors();
  token_ = lexer_.next();
  if (diagnostics_.errors() != errors) reported_at_ = token_.span.begin;
}

bool Parser::accept(TokenKind kind) {
  if (token_.kind != kind) return false;
  advance();
  return true;
}

std::string Parser::found() const {
  switch (token_.kind) {
    case TokenKind::EndOfFile: return describe(token_.kind);
    case TokenKind::Name:
    case TokenKind::Number: return quote_name(program_.text(token_.name));
    default: return quote_name(program_.source->text(token_.span));
  }
}

void Parser::error_here(std::string text, std::string hint) {
  if (recovering_) return;
  recovering_ = true;
  if (is_at(TokenKind::EndOfFile) && lexer_.cut_short()) return;
  if (token_.span.begin == reported_at_) return;
  reported_at_ = token_.span.begin;
  diagnostics_.error(token_.span, std::move(text), std::move(hint));
}

void Parser::unexpected(std::string_view wanted, std::string hint) {
  error_here(missing(wanted, found()), std::move(hint));
}

bool Parser::expect(TokenKind kind, std::string_view where) {
  if (accept(kind)) return true;
  unexpected(fmt::format("{} {}", describe(kind), where));
  return false;
}

bool Parser::expect_name(NameRef& ref, std::string_view what) {
  if (is_at(TokenKind::LeftBrace)) token_ = lexer_.name_in_braces(token_);
  if (is_at(TokenKind::Name)) {
    ref = {token_.name, token_.span.begin};
    advance();
    return true;
  }
  std::string hint;
  if (token_.is_keyword())
    hint = fmt::format("{0} is a keyword; '{{{1}}}' can be a name", describe(token_.kind),
                       program_.source->text(token_.span));
  unexpected(what, std::move(hint));
  return false;
}

bool Parser::number(std::uint32_t& value, std::uint32_t limit, std::string_view what) {
  if (!is_at(TokenKind::Number)) {
    unexpected(fmt::format("a number: {}", what));
    return false;
  }
  const std::string_view digits = program_.text(token_.name);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || value > limit) {
    error_here(fmt::format("{} can be at most {}", what, limit));
    value = limit;
    recovering_ = false;
  }
  advance();
  return true;
}

Program Parser::run() {
  advance();
  while (!is_at(TokenKind::EndOfFile)) {
    if (accept(TokenKind::Semicolon)) continue;
    item(program_.items, no_index);
  }
  return std::move(program_);
}

/// Words that can only begin a declaration of the top level: where one is met inside a
/// procedure, its end is missing.
bool Parser::at_item_word() const {
  switch (token_.kind) {
    case TokenKind::Void:
    case TokenKind::Bool:
    case TokenKind::Dfs:
    case TokenKind::Thread: return true;
    default: return false;
  }
}

/// One declaration, procedure or (outside of a thread) thread block.
void Parser::item(std::vector<Item>& items, std::uint32_t thread) {
  const SourceOffset start = token_.span.begin;
  switch (token_.kind) {
    case TokenKind::Decl: items.push_back({Item::Kind::Decl, statement()}); break;
    case TokenKind::Void:
    case TokenKind::Bool:
    case TokenKind::Dfs:
    case TokenKind::Name:
    case TokenKind::LeftBrace: procedure(items, thread); break;
    case TokenKind::Thread:
      if (thread == no_index) {
        thread_block(items);
        break;
      }
      [[fallthrough]];
    default:
      unexpected(thread == no_index ? "a declaration, procedure or thread"
                                    : "a declaration, a procedure or 'end'");
  }
  if (recovering_) skip_to_item(start);
}

/// To what can begin an item, after the one that began at `start`.
void Parser::skip_to_item(SourceOffset start) {
  while (!is_at(TokenKind::EndOfFile)) {
    const bool moved = token_.span.begin != start;
    if (moved && (is_at(TokenKind::Decl) || at_item_word())) break;
    const bool closed = last_kind_ == TokenKind::End || last_kind_ == TokenKind::RightBrace;
    if (moved && closed && is_at(TokenKind::Name)) break;
    advance();
  }
  recovering_ = false;
}

/// After `decl`: names, each with or without an initialiser.
bool Parser::declared_names(Statement& statement) {
  bool initialised = false;
  do {
    NameRef ref;
    if (!expect_name(ref, "a variable")) return false;
    program_.refs.push_back(ref);
    ++statement.names.count;
    ExprRange value;
    if (accept(TokenKind::Assign) || accept(TokenKind::Equals)) {
      initialised = true;
      if (!expression(value)) return false;
    }
    program_.expressions.push_back(value);
  } while (accept(TokenKind::Comma));
  if (initialised) {
    statement.exprs.count = statement.names.count;
  } else {
    program_.expressions.resize(statement.exprs.first);
  }
  return true;
}

/// `void`, `bool`, `bool<N>` or nothing.
bool Parser::result_type(Procedure& procedure) {
  procedure.is_typed = true;
  if (accept(TokenKind::Void)) return true;
  if (!accept(TokenKind::Bool)) {
    procedure.is_typed = false;
    return true;
  }
  procedure.results = 1;
  if (!accept(TokenKind::Less)) return true;
  return number(procedure.results, max_results, "the count of results") &&
         expect(TokenKind::Greater, "after the count of results");
}

/// Up to the body: type, name and formals.
bool Parser::header(Procedure& procedure) {
  procedure.is_dfs = accept(TokenKind::Dfs);
  if (!result_type(procedure) || !expect_name(procedure.name, "a procedure's name")) return false;
  if (!expect(TokenKind::LeftParen, "before the formals")) return false;
  procedure.formals.first = static_cast<std::uint32_t>(program_.refs.size());
  if (accept(TokenKind::RightParen)) return true;
  Statement formals;
  if (!name_list(formals, "a formal")) return false;
  procedure.formals.count = formals.names.count;
  return expect(TokenKind::RightParen, "after the formals");
}

/// After an error in a header: to the body, if one comes before the next item.
bool Parser::skip_to_body() {
  while (!is_at(TokenKind::EndOfFile) && !is_at(TokenKind::Decl) && !at_item_word() &&
         !is_at(TokenKind::End)) {
    recovering_ = false;
    if (is_at(TokenKind::Begin)) return true;
    if (is_at(TokenKind::LeftBrace) && last_kind_ == TokenKind::RightParen) return true;
    advance();
  }
  recovering_ = true;
  return false;
}

/// `begin` or '{'. Where it is missing and a statement follows, that is taken as the body.
bool Parser::body_opener(TokenKind& closer) {
  closer = is_at(TokenKind::LeftBrace) ? TokenKind::RightBrace : TokenKind::End;
  if (accept(TokenKind::LeftBrace) || expect(TokenKind::Begin, "or '{' before the body"))
    return true;
  if (!starts_statement(token_.kind)) return false;
  recovering_ = false;
  return true;
}

void Parser::procedure(std::vector<Item>& items, std::uint32_t thread) {
  Procedure procedure;
  procedure.thread = thread;
  procedure.span.begin = token_.span.begin;
  if (!header(procedure) && !skip_to_body()) return;
  const SourceSpan opener = token_.span;
  TokenKind closer = TokenKind::End;
  if (!body_opener(closer)) return;
  procedure.body_begin = last_.end;
  procedure.body = body(procedure, closer, opener);
  procedure.span.end = last_.end;
  items.push_back({Item::Kind::Procedure, static_cast<std::uint32_t>(program_.procedures.size())});
  program_.procedures.push_back(procedure);
  static_cast<void>(accept(TokenKind::Semicolon));
}

/// Declarations, `enforce`, statements and the closing word.
std::uint32_t Parser::body(Procedure& procedure, TokenKind closer, SourceSpan opener) {
  std::uint32_t first = no_index;
  std::uint32_t last = no_index;
  const auto append = [&](std::uint32_t index) {
    (last == no_index ? first : program_.statements[last].next) = index;
    last = index;
  };
  ++open(closer);
  while (is_at(TokenKind::Decl)) append(statement());
  if (is_at(TokenKind::Enforce)) {
    enforce_allowed_ = true;
    append(statement());
    enforce_allowed_ = false;
    if (program_.statements[last].kind == StatementKind::Enforce) procedure.enforce = last;
  }
  append(sequence());
  --open(closer);
  close(closer, opener);
  return first;
}

void Parser::thread_block(std::vector<Item>& items) {
  Thread thread;
  thread.span.begin = token_.span.begin;
  advance();
  if (!expect_name(thread.name, "a thread's name")) return;
  if (accept(TokenKind::Star)) {
    thread.has_copies = true;
    if (!number(thread.copies, max_copies, "the count of copies")) return;
  }
  const SourceSpan opener = token_.span;
  if (!expect(TokenKind::Begin, "before the thread's declarations")) return;
  thread.body_begin = last_.end;
  const auto index = static_cast<std::uint32_t>(program_.threads.size());
  program_.threads.emplace_back();
  while (!is_at(TokenKind::End) && !is_at(TokenKind::EndOfFile)) {
    if (accept(TokenKind::Semicolon)) continue;
    item(thread.items, index);
  }
  close(TokenKind::End, opener);
  thread.span.end = last_.end;
  program_.threads[index] = std::move(thread);
  items.push_back({Item::Kind::Thread, index});
  static_cast<void>(accept(TokenKind::Semicolon));
}

Program parse_program(std::shared_ptr<const SourceFile> source, Dialect dialect,
                      Diagnostics& diagnostics) {
  Program program = Parser(std::move(source), dialect, diagnostics).run();
  diagnostics.sort();  // the lexer is a token ahead
  return program;
}

}  // namespace hardbop::bp
