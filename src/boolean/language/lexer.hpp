// SPDX-License-Identifier: MIT
// Tokens of a Boolean program, one at a time. The lexer cannot know whether `{`
// opens a block or a name (`{x==5}`): it answers LeftBrace, and the parser, which
// knows, asks for the name with `name_in_braces`.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "base/util/source.hpp"
#include "boolean/language/ast.hpp"
#include "boolean/language/names.hpp"

namespace hardbop::bp {

// clang-format would indent the list further with every line, and never settle.
// clang-format off
#define HARDBOP_KEYWORDS(X) \
  X(Abortif, "abortif") X(Assert, "assert") X(Assume, "assume") X(AtomicBegin, "atomic_begin") \
  X(AtomicEnd, "atomic_end") X(Begin, "begin") X(Bool, "bool") X(Call, "call") \
  X(Choose, "choose") X(Constrain, "constrain") X(Dead, "dead") X(Decl, "decl") X(Dfs, "dfs") \
  X(Do, "do") X(Else, "else") X(Elsif, "elsif") X(End, "end") X(EndThread, "end_thread") \
  X(Enforce, "enforce") X(FalseWord, "F") X(FalseLong, "false") X(Fi, "fi") X(Goto, "goto") \
  X(If, "if") X(Od, "od") X(Print, "print") X(Return, "return") X(Schoose, "schoose") \
  X(Skip, "skip") X(StartThread, "start_thread") X(TrueWord, "T") X(TrueLong, "true") \
  X(Then, "then") X(Thread, "thread") X(Void, "void") X(While, "while")
// clang-format on

enum class TokenKind : std::uint8_t {
#define HARDBOP_KEYWORD_KIND(kind, text) kind,
  HARDBOP_KEYWORDS(HARDBOP_KEYWORD_KIND)
#undef HARDBOP_KEYWORD_KIND
  // The keywords come first, in the order in which NameTable holds them.
  Name,
  Number,
  EndOfFile,
  LeftParen,
  RightParen,
  LeftBracket,
  RightBracket,
  LeftBrace,
  RightBrace,
  Comma,
  Semicolon,
  Colon,
  Less,
  Greater,
  Prime,
  Assign,  // :=
  Equals,  // = (assigns or compares)
  EqualsTwice,
  NotEqual,
  Equivalent,  // == != <=>
  Implies,
  Or,
  Xor,
  And,
  Not,
  Question,
  Star,
};

constexpr NameId keyword_count = static_cast<NameId>(TokenKind::Name);

struct Token {
  TokenKind kind = TokenKind::EndOfFile;
  SourceSpan span;
  NameId name = NameTable::none;  // Name, Number

  [[nodiscard]] bool is_keyword() const { return static_cast<NameId>(kind) < keyword_count; }
};

class Lexer {
 public:
  /// Interns the keywords into `names`, which must be empty, and appends to the others.
  Lexer(std::string_view text, NameTable& names, std::vector<Comment>& comments,
        Diagnostics& diagnostics);

  [[nodiscard]] Token next();
  /// Whether `c` is the first character after blanks and comments.
  [[nodiscard]] bool followed_by(char c) const;
  /// After a LeftBrace: the name that starts with it, braces included.
  [[nodiscard]] Token name_in_braces(const Token& left_brace);
  /// Whether the text ended inside a comment or a name, which was reported.
  [[nodiscard]] bool cut_short() const { return cut_short_; }

 private:
  std::string_view text_;
  NameTable& names_;
  std::vector<Comment>& comments_;
  Diagnostics& diagnostics_;
  SourceOffset at_ = 0;
  bool cut_short_ = false;

  [[nodiscard]] char look(SourceOffset ahead = 0) const;
  void cut_short(SourceSpan opener, std::string text, std::string hint);
  [[nodiscard]] bool at_comment() const;
  bool skip_blanks_and_comments();
  void skip_block_comment();
  Token word();
  Token number();
  Token punctuation();
  Token make(TokenKind kind, SourceOffset length);
};

/// The token as it should be named in a message: "'fi'", "a name", "the end of the file".
[[nodiscard]] std::string describe(TokenKind kind);

}  // namespace hardbop::bp
