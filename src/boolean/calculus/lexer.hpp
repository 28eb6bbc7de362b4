// SPDX-License-Identifier: MIT
// Tokens of a fixed-point system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "base/util/source.hpp"

namespace hardbop::calculus {

// clang-format off
#define HARDBOP_CALCULUS_KEYWORDS(X) \
  X(Bool, "bool") X(Count, "count") X(Exists, "exists") X(False, "false") X(Forall, "forall") \
  X(Input, "input") X(Limit, "limit") X(List, "list") X(Mu, "mu") X(Nu, "nu") X(Order, "order") \
  X(Query, "query") X(Relation, "relation") X(Struct, "struct") X(True, "true") X(Type, "type")
#define HARDBOP_CALCULUS_MARKS(X) \
  X(Define, ":=") X(DotDot, "..") X(Iff, "<=>") X(Implies, "=>") X(LessEqual, "<=") \
  X(GreaterEqual, ">=") X(NotEqual, "!=") X(Less, "<") X(Greater, ">") X(Equal, "=") X(Or, "|") \
  X(And, "&") X(Not, "!") X(LeftParen, "(") X(RightParen, ")") X(LeftBracket, "[") \
  X(RightBracket, "]") X(LeftBrace, "{") X(RightBrace, "}") X(Comma, ",") X(Semicolon, ";") \
  X(Colon, ":") X(Dot, ".") X(Plus, "+") X(Minus, "-")
// clang-format on

enum class TokenKind : std::uint8_t {
#define HARDBOP_KIND(kind, text) kind,
  HARDBOP_CALCULUS_KEYWORDS(HARDBOP_KIND) HARDBOP_CALCULUS_MARKS(HARDBOP_KIND)
#undef HARDBOP_KIND
      Name,
  Number,
  EndOfFile,
};

struct Token {
  TokenKind kind = TokenKind::EndOfFile;
  SourceSpan span;
};

/// All tokens, the end of the file last. What is no token is reported and left out.
[[nodiscard]] std::vector<Token> tokenise(std::string_view text, Diagnostics& diagnostics);

/// As a message should name it: "'mu'", "a name", "the end of the file".
[[nodiscard]] std::string describe(TokenKind kind);

}  // namespace hardbop::calculus
