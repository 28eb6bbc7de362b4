// SPDX-License-Identifier: MIT
#include "boolean/language/lexer.hpp"

#include <gtest/gtest.h>

namespace hardbop::bp {
namespace {

using Strings = std::vector<std::string>;

/// All of a text's tokens, as described in messages; names and numbers as written.
struct Tokens {
  NameTable names;
  std::vector<Comment> comments;
  Diagnostics diagnostics;
  Strings described;

  explicit Tokens(std::string_view text) {
    Lexer lexer(text, names, comments, diagnostics);
    for (Token token = lexer.next(); token.kind != TokenKind::EndOfFile; token = lexer.next()) {
      const bool named = token.kind == TokenKind::Name || token.kind == TokenKind::Number;
      described.push_back(named ? std::string(names.text(token.name)) : describe(token.kind));
    }
  }
};

TEST(Lexer, operators_of_every_dialect_are_one_token_each) {
  EXPECT_EQ(Tokens("=> ==> -> | || ^ & && = == != <=> ! ~").described,
            (Strings{"'=>'", "'=>'", "'=>'", "'|'", "'|'", "'^'", "'&'", "'&'", "'='", "'=='",
                     "'!='", "'<=>'", "'!'", "'!'"}));
  EXPECT_EQ(Tokens("( ) [ ] { } , ; : := < > ' ? *").described,
            (Strings{"'('", "')'", "'['", "']'", "'{'", "'}'", "','", "';'", "':'", "':='", "'<'",
                     "'>'", "'''", "'?'", "'*'"}));
}

TEST(Lexer, the_longest_operator_wins) {
  EXPECT_EQ(Tokens("a==>b").described, (Strings{"a", "'=>'", "b"}));
  EXPECT_EQ(Tokens("a===b").described, (Strings{"a", "'=='", "'='", "b"}));
  EXPECT_EQ(Tokens("a:=b").described, (Strings{"a", "':='", "b"}));
  EXPECT_EQ(Tokens("a<=>b<2>").described, (Strings{"a", "'<=>'", "b", "'<'", "2", "'>'"}));
  EXPECT_EQ(Tokens("!!=!a").described, (Strings{"'!'", "'!='", "'!'", "a"}));
}

TEST(Lexer, names_may_hold_dollar_hash_and_dot_after_their_first_letter) {
  EXPECT_EQ(Tokens("x$ a#1 p.q _ _1 T1 iff").described,
            (Strings{"x$", "a#1", "p.q", "_", "_1", "T1", "iff"}));
}

TEST(Lexer, keywords_are_case_sensitive) {
  EXPECT_EQ(Tokens("if IF F f true TRUE").described,
            (Strings{"'if'", "IF", "'F'", "f", "'true'", "TRUE"}));
}

TEST(Lexer, a_number_ends_at_the_first_letter) {
  EXPECT_EQ(Tokens("007 12ab").described, (Strings{"007", "12", "ab"}));
}

TEST(Lexer, comments_are_kept_aside_without_the_blanks_behind_them) {
  const std::string_view text = "a // one \r\nb /* two\n */ c //";
  const Tokens tokens(text);
  EXPECT_EQ(tokens.described, (Strings{"a", "b", "c"}));
  ASSERT_EQ(tokens.comments.size(), 3U);
  const auto written = [&](std::size_t i) {
    const SourceSpan span = tokens.comments[i].span;
    return text.substr(span.begin, span.end - span.begin);
  };
  EXPECT_EQ(written(0), "// one");
  EXPECT_EQ(written(1), "/* two\n */");
  EXPECT_EQ(written(2), "//");
}

TEST(Lexer, comments_do_not_nest) {
  EXPECT_EQ(Tokens("/* a /* b */ c // d */\n/***/ e /**/").described, (Strings{"c", "e"}));
  EXPECT_EQ(Tokens("// a /* b\nc").described, (Strings{"c"}));
}

TEST(Lexer, a_run_of_unknown_bytes_is_one_error_and_hides_no_comment) {
  const Tokens tokens("a @@`%// @ b\n c / d");
  EXPECT_EQ(tokens.described, (Strings{"a", "c", "d"}));
  EXPECT_EQ(tokens.comments.size(), 1U);
  ASSERT_EQ(tokens.diagnostics.all().size(), 2U);
  EXPECT_EQ(tokens.diagnostics.all()[0].text, "unexpected character '@'");
  EXPECT_EQ(tokens.diagnostics.all()[0].at, (SourceSpan{2, 6}));
  EXPECT_EQ(tokens.diagnostics.all()[1].text, "unexpected character '/'");
}

TEST(Lexer, equal_names_get_equal_numbers) {
  NameTable names;
  const NameId a = names.intern("a");
  for (int i = 0; i < 10'000; ++i) static_cast<void>(names.intern(names.text(a)));
  EXPECT_EQ(names.size(), 1U);
  EXPECT_EQ(names.find("a"), a);
  EXPECT_EQ(names.find("b"), NameTable::none);
}

}  // namespace
}  // namespace hardbop::bp
