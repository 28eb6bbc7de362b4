// SPDX-License-Identifier: MIT
// The tokens of a text, for those who show it.
#include "c/front/tokens.hpp"

#include <algorithm>

#include "base/util/diagnostic.hpp"
#include "boolean/language/lexer.hpp"
#include <hardbop/page.hpp>

namespace hardbop {

namespace {

SourceToken::Kind token_kind(const bp::Token& token) {
  if (token.is_keyword()) return SourceToken::Kind::Keyword;
  return token.kind == bp::TokenKind::Number ? SourceToken::Kind::Number : SourceToken::Kind::Name;
}

SourceToken::Kind token_kind(c::TokenKind kind) {
  switch (kind) {
    case c::TokenKind::Keyword: return SourceToken::Kind::Keyword;
    case c::TokenKind::Name: return SourceToken::Kind::Name;
    case c::TokenKind::Number: return SourceToken::Kind::Number;
    case c::TokenKind::String: return SourceToken::Kind::String;
    case c::TokenKind::Comment: return SourceToken::Kind::Comment;
    case c::TokenKind::Directive: return SourceToken::Kind::Directive;
  }
  return SourceToken::Kind::Name;
}

}  // namespace

std::vector<SourceToken> find_tokens(std::string_view text) {
  bp::NameTable names;
  std::vector<bp::Comment> comments;
  Diagnostics diagnostics;
  bp::Lexer lexer(text, names, comments, diagnostics);
  std::vector<SourceToken> out;
  for (bp::Token token = lexer.next(); token.kind != bp::TokenKind::EndOfFile; token = lexer.next())
    if (token.is_keyword() || token.name != bp::NameTable::none)
      out.push_back({token_kind(token), token.span.begin, token.span.end});
  for (const bp::Comment& comment : comments)
    out.push_back({SourceToken::Kind::Comment, comment.span.begin, comment.span.end});
  std::ranges::sort(out, {}, &SourceToken::begin);
  return out;
}

std::vector<SourceToken> find_c_tokens(const std::string& text) {
  std::vector<SourceToken> out;
  for (const c::Token& token : c::find_tokens(text))
    out.push_back({token_kind(token.kind), token.begin, token.end});
  return out;
}

}  // namespace hardbop
