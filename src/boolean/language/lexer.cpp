// SPDX-License-Identifier: MIT
#include "boolean/language/lexer.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "base/util/invariant.hpp"

namespace hardbop::bp {

namespace {

enum CharClass : std::uint8_t { Other = 0, Blank = 1, Digit = 2, Letter = 4, Inner = 8 };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\n', '\r', '\f', '\v'})
    classes[static_cast<unsigned char>(c)] = Blank;
  for (unsigned c = '0'; c <= '9'; ++c) classes[c] = Digit | Inner;
  for (unsigned c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 'a' + 'A'] = Letter | Inner;
  classes['_'] = Letter | Inner;
  classes['$'] = classes['#'] = classes['.'] = Inner;
  return classes;
}

constexpr std::array<std::uint8_t, 256> classes = make_classes();

bool is(char c, std::uint8_t wanted) {
  return (classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

constexpr std::array<std::string_view, keyword_count> keyword_texts = {
#define HARDBOP_KEYWORD_TEXT(kind, text) text,
    HARDBOP_KEYWORDS(HARDBOP_KEYWORD_TEXT)
#undef HARDBOP_KEYWORD_TEXT
};

std::string describe_bytes(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes.front());
  if (first >= 0x21 && first < 0x7F) return fmt::format("character '{}'", bytes.front());
  return fmt::format("byte 0x{:02X}", first);
}

}  // namespace

Lexer::Lexer(std::string_view text, NameTable& names, std::vector<Comment>& comments,
             Diagnostics& diagnostics)
    : text_(text), names_(names), comments_(comments), diagnostics_(diagnostics) {
  HARDBOP_INVARIANT(names.size() == 0, "keywords should be the first names");
  for (const std::string_view keyword : keyword_texts) static_cast<void>(names.intern(keyword));
}

char Lexer::look(SourceOffset ahead) const {
  const std::size_t at = at_ + std::size_t{ahead};
  return at < text_.size() ? text_[at] : '\0';
}

Token Lexer::make(TokenKind kind, SourceOffset length) {
  const Token token{kind, {at_, at_ + length}, NameTable::none};
  at_ += length;
  return token;
}

void Lexer::cut_short(SourceSpan opener, std::string text, std::string hint) {
  diagnostics_.error(opener, std::move(text), std::move(hint));
  at_ = static_cast<SourceOffset>(text_.size());
  cut_short_ = true;
}

void Lexer::skip_block_comment() {
  const std::size_t close = text_.find("*/", at_ + 2);
  if (close == std::string_view::npos) {
    cut_short({at_, at_ + 2}, "this comment is not closed", "end it with '*/'");
    return;
  }
  const auto end = static_cast<SourceOffset>(close + 2);
  comments_.push_back({{at_, end}});
  at_ = end;
}

bool Lexer::at_comment() const {
  return text_[at_] == '/' && (look(1) == '/' || look(1) == '*');
}

/// Whether a token follows.
bool Lexer::skip_blanks_and_comments() {
  while (at_ < text_.size()) {
    if (is(text_[at_], Blank)) {
      ++at_;
    } else if (!at_comment()) {
      return true;
    } else if (look(1) == '/') {
      std::size_t end = text_.find('\n', at_);
      if (end == std::string_view::npos) end = text_.size();
      SourceOffset last = static_cast<SourceOffset>(end);
      while (is(text_[last - 1], Blank)) --last;
      comments_.push_back({{at_, last}});
      at_ = static_cast<SourceOffset>(end);
    } else {
      skip_block_comment();
    }
  }
  return false;
}

Token Lexer::next() {
  while (skip_blanks_and_comments()) {
    const char c = text_[at_];
    if (is(c, Letter)) return word();
    if (is(c, Digit)) return number();
    const SourceOffset start = at_;
    if (const Token token = punctuation(); token.kind != TokenKind::EndOfFile) return token;
    // Unknown bytes: one message for a whole run of them.
    while (at_ < text_.size() && !is(text_[at_], Blank | Letter | Digit) && !at_comment()) {
      const SourceOffset here = at_;
      if (punctuation().kind != TokenKind::EndOfFile) {
        at_ = here;
        break;
      }
      ++at_;
    }
    diagnostics_.error({start, at_},
                       fmt::format("unexpected {}", describe_bytes(text_.substr(start, 1))));
  }
  return make(TokenKind::EndOfFile, 0);
}

bool Lexer::followed_by(char c) const {
  std::size_t at = at_;
  while (at < text_.size()) {
    if (is(text_[at], Blank)) {
      ++at;
    } else if (text_.substr(at, 2) == "//") {
      at = std::min(text_.find('\n', at), text_.size());
    } else if (text_.substr(at, 2) == "/*") {
      const std::size_t close = text_.find("*/", at + 2);
      at = close == std::string_view::npos ? text_.size() : close + 2;
    } else {
      return text_[at] == c;
    }
  }
  return false;
}

Token Lexer::word() {
  SourceOffset end = at_ + 1;
  while (end < text_.size() && is(text_[end], Inner)) ++end;
  Token token = make(TokenKind::Name, end - at_);
  token.name = names_.intern(text_.substr(token.span.begin, end - token.span.begin));
  if (token.name < keyword_count) token.kind = static_cast<TokenKind>(token.name);
  return token;
}

Token Lexer::number() {
  SourceOffset end = at_ + 1;
  while (end < text_.size() && is(text_[end], Digit)) ++end;
  Token token = make(TokenKind::Number, end - at_);
  token.name = names_.intern(text_.substr(token.span.begin, end - token.span.begin));
  return token;
}

Token Lexer::name_in_braces(const Token& left_brace) {
  at_ = left_brace.span.begin;
  const std::size_t close = text_.find('}', at_);
  if (close == std::string_view::npos) {
    cut_short(left_brace.span, "this name is not closed", "end it with '}'");
    return make(TokenKind::EndOfFile, 0);
  }
  Token token = make(TokenKind::Name, static_cast<SourceOffset>(close + 1 - at_));
  token.name = names_.intern(text_.substr(token.span.begin, token.span.end - token.span.begin));
  return token;
}

/// EndOfFile, without moving, where no token starts.
Token Lexer::punctuation() {
  using enum TokenKind;
  const auto after = [this](char second) { return look(1) == second; };
  switch (text_[at_]) {
    case '(': return make(LeftParen, 1);
    case ')': return make(RightParen, 1);
    case '[': return make(LeftBracket, 1);
    case ']': return make(RightBracket, 1);
    case '{': return make(LeftBrace, 1);
    case '}': return make(RightBrace, 1);
    case ',': return make(Comma, 1);
    case ';': return make(Semicolon, 1);
    case '\'': return make(Prime, 1);
    case '^': return make(Xor, 1);
    case '~': return make(Not, 1);
    case '?': return make(Question, 1);
    case '*': return make(Star, 1);
    case '>': return make(Greater, 1);
    case ':': return after('=') ? make(Assign, 2) : make(Colon, 1);
    case '|': return make(Or, after('|') ? 2 : 1);
    case '&': return make(And, after('&') ? 2 : 1);
    case '!': return after('=') ? make(NotEqual, 2) : make(Not, 1);
    case '-': return after('>') ? make(Implies, 2) : make(EndOfFile, 0);
    case '<': return after('=') && look(2) == '>' ? make(Equivalent, 3) : make(Less, 1);
    case '=':
      if (after('=')) return look(2) == '>' ? make(Implies, 3) : make(EqualsTwice, 2);
      return after('>') ? make(Implies, 2) : make(Equals, 1);
    default: return make(EndOfFile, 0);
  }
}

std::string describe(TokenKind kind) {
  if (static_cast<NameId>(kind) < keyword_count)
    return fmt::format("'{}'", keyword_texts[static_cast<NameId>(kind)]);
  switch (kind) {
    case TokenKind::Name: return "a name";
    case TokenKind::Number: return "a number";
    case TokenKind::EndOfFile: return "the end of the file";
    case TokenKind::LeftParen: return "'('";
    case TokenKind::RightParen: return "')'";
    case TokenKind::LeftBracket: return "'['";
    case TokenKind::RightBracket: return "']'";
    case TokenKind::LeftBrace: return "'{'";
    case TokenKind::RightBrace: return "'}'";
    case TokenKind::Comma: return "','";
    case TokenKind::Semicolon: return "';'";
    case TokenKind::Colon: return "':'";
    case TokenKind::Less: return "'<'";
    case TokenKind::Greater: return "'>'";
    case TokenKind::Prime: return "'''";
    case TokenKind::Assign: return "':='";
    case TokenKind::Equals: return "'='";
    case TokenKind::EqualsTwice: return "'=='";
    case TokenKind::NotEqual: return "'!='";
    case TokenKind::Equivalent: return "'<=>'";
    case TokenKind::Implies: return "'=>'";
    case TokenKind::Or: return "'|'";
    case TokenKind::Xor: return "'^'";
    case TokenKind::And: return "'&'";
    case TokenKind::Not: return "'!'";
    case TokenKind::Question: return "'?'";
    case TokenKind::Star: return "'*'";
    default: return "this";
  }
}

}  // namespace hardbop::bp
