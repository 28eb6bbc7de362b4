// SPDX-License-Identifier: MIT
#include "base/util/scanner.hpp"

#include <array>
#include <gtest/gtest.h>
#include <string>

#include "base/util/token_stream.hpp"

namespace hardbop {
namespace {

using namespace std::string_view_literals;
using Kind = TextToken::Kind;

constexpr std::array marks{"<"sv, "<="sv, "<=>"sv, "("sv, ")"sv, ";"sv};
constexpr std::array keywords{"if"sv};
constexpr std::array comments{"//"sv};
constexpr std::array quotes{Quote{}};
constexpr TokenSyntax small{.marks = marks,
                            .keywords = keywords,
                            .line_comments = comments,
                            .quotes = quotes,
                            .name_starts = CharacterSet("$"),
                            .name_parts = CharacterSet("'"),
                            .has_block_comments = true};

std::string shown(const TextToken& token) {
  constexpr std::array names{"end", "name", "keyword", "number", "quoted", "mark", "unclosed", "?"};
  std::string out = names[static_cast<std::size_t>(token.kind)];
  return token.text.empty() ? out : out + ":" + std::string(token.text);
}

std::string scanned(std::string_view text, const TokenSyntax& syntax = small) {
  std::string out;
  for (const TextToken& token : scan({text, syntax})) out += shown(token) + " ";
  return out.substr(0, out.size() - 1);
}

TEST(Scanner, tokens_are_names_numbers_marks_and_quoted_texts) {
  EXPECT_EQ(scanned("if x' <= $1 12ab \"a b\""),
            "keyword:if name:x' mark:<= name:$1 number:12 name:ab quoted:\"a b\" end");
  EXPECT_EQ(scanned("a$b"), "name:a name:$b end") << "what starts a name need not be part of one";
}

TEST(Scanner, the_longest_mark_is_taken) {
  EXPECT_EQ(scanned("<=><=<<"), "mark:<=> mark:<= mark:< mark:< end");
}

TEST(Scanner, comments_are_blanks) {
  EXPECT_EQ(scanned("a // b\n/* c \n d */e/**/"), "name:a name:e end");
  EXPECT_EQ(scanned("a /* b"), "name:a unclosed:/* end");
  EXPECT_EQ(scanned("a /*/ b"), "name:a unclosed:/* end");
}

TEST(Scanner, a_part_of_a_text_has_its_own_end) {
  const std::string_view text = "abc def \"x\"";
  Scanner scanner(text, {4, 9}, small);
  const TextToken name = scanner.next();
  EXPECT_EQ(name.text, "def");
  EXPECT_EQ(name.at, (SourceSpan{4, 7}));
  EXPECT_EQ(scanner.next().kind, Kind::Unclosed);
  const TextToken end = scanner.next();
  EXPECT_EQ(end.kind, Kind::End);
  EXPECT_EQ(end.at, (SourceSpan{9, 9}));
  EXPECT_EQ(scanner.next().kind, Kind::End) << "again and again";
}

TEST(Scanner, a_quoted_text_ends_on_its_line_unless_it_may_have_lines) {
  EXPECT_EQ(scanned("\"a\nb\" c"), "unclosed:\" name:b unclosed:\" end");
  constexpr std::array of_lines{Quote{'{', '}', Quote::Escape::None, true}};
  EXPECT_EQ(scanned("{a\nb} c", {.quotes = of_lines}), "quoted:{a\nb} name:c end");
}

TEST(Scanner, quoted_texts_can_hold_what_ends_them) {
  constexpr std::array doubled{Quote{'"', '"', Quote::Escape::Doubled, true}};
  EXPECT_EQ(scanned(R"("a""b" """" "")", {.quotes = doubled}),
            R"(quoted:"a""b" quoted:"""" quoted:"" end)");
  constexpr std::array escaped{Quote{'\'', '\'', Quote::Escape::Backslash}};
  EXPECT_EQ(scanned(R"('\'' '\\' '\)", {.quotes = escaped}),
            R"(quoted:'\'' quoted:'\\' unclosed:' end)");
}

TEST(Scanner, words_go_up_to_a_blank_or_what_ends_them) {
  const TokenSyntax& lisp = s_expressions::syntax;
  EXPECT_EQ(
      scanned("(set-info :x \"a b\") ; c\n(n1+! -2)", lisp),
      "mark:( name:set-info name::x quoted:\"a b\" mark:) mark:( name:n1+! name:-2 mark:) end");
  EXPECT_EQ(scanned("a;b", lisp), "name:a end");
}

TEST(Scanner, a_number_can_have_letters) {
  EXPECT_EQ(scanned("0x1Fu+1", {.has_long_numbers = true}), "number:0x1Fu ?:+ number:1 end");
}

TEST(Scanner, odd_bytes_are_unknown_a_character_at_a_time) {
  EXPECT_EQ(scanned("a \xC3\xA4\xE2\x82\xAC b"), "name:a ?:\xC3\xA4 ?:\xE2\x82\xAC name:b end");
  const auto tokens = scan({std::string_view("\0a\xFF\x80\xC3", 5), small});
  ASSERT_EQ(tokens.size(), 5U);
  EXPECT_EQ(tokens[0].kind, Kind::Unknown);
  EXPECT_EQ(tokens[1].kind, Kind::Name);
  EXPECT_EQ(tokens[2].at, (SourceSpan{2, 4})) << "bytes that continue nothing stay together";
  EXPECT_EQ(tokens[3].at, (SourceSpan{4, 5}));
}

TEST(Scanner, every_byte_alone_and_in_pairs_is_scanned_to_the_end) {
  std::string text = "ab";
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      text[0] = static_cast<char>(a);
      text[1] = static_cast<char>(b);
      const auto tokens = scan({text, small});
      ASSERT_LE(tokens.size(), 3U);
      ASSERT_EQ(tokens.back().at.end, 2U);
    }
  }
}

struct Stream {
  SourceFile file;
  Diagnostics diagnostics;
  TokenStream tokens;

  explicit Stream(std::string text)
      : file("f", std::move(text)),
        tokens(scan({file.text(), small}), diagnostics, {.deepest = 3}) {}

  template <typename Parse>
  std::string error_of(const Parse& parse) {
    EXPECT_THROW(parse(), SyntaxError);
    const Diagnostic& last = diagnostics.all().back();
    return std::to_string(last.at.begin) + ": " + last.text;
  }
};

TEST(TokenStream, takes_what_is_there_and_says_what_is_missing) {
  Stream s("if (x 5");
  EXPECT_TRUE(s.tokens.accept("if"));
  EXPECT_FALSE(s.tokens.accept("if"));
  EXPECT_TRUE(TokenStream::is_written(s.tokens.ahead(1), "x"));
  s.tokens.expect("(");
  EXPECT_EQ(s.tokens.expect(Kind::Name, "a name").text, "x");
  EXPECT_EQ(s.tokens.since(3), (SourceSpan{3, 5}));
  EXPECT_EQ(s.error_of([&] { s.tokens.expect(")"); }), "6: expected ')', found '5'");
  EXPECT_EQ(s.error_of([&] { s.tokens.expect(Kind::Name, "a name"); }),
            "6: expected a name, found '5'");
}

TEST(TokenStream, the_end_is_named_once_and_never_taken) {
  Stream s("");
  EXPECT_EQ(s.error_of([&] { s.tokens.expect("x"); }),
            "0: expected 'x', found the end of the file");
  EXPECT_THROW(s.tokens.expect("y"), SyntaxError);
  EXPECT_EQ(s.diagnostics.errors(), 1U);
  EXPECT_EQ(s.tokens.take().kind, Kind::End);
  EXPECT_TRUE(s.tokens.is_at_end());
}

TEST(TokenStream, what_is_not_closed_is_said_so) {
  Stream s("\"abc");
  EXPECT_EQ(s.error_of([&] { s.tokens.expect("x"); }), "0: this string is not closed");
}

TEST(TokenStream, quoted_texts_are_no_words) {
  Stream s("\"if\"");
  EXPECT_FALSE(s.tokens.is("\"if\""));
  EXPECT_EQ(s.tokens.now().inside(), "if");
}

TEST(TokenStream, nesting_is_bounded) {
  Stream s("a b");
  const Deeper one(s.tokens);
  const Deeper two(s.tokens);
  { const Deeper three(s.tokens); }
  const Deeper three(s.tokens);
  EXPECT_EQ(s.error_of([&] { const Deeper four(s.tokens); }), "0: nested more than 3 levels deep");
  EXPECT_TRUE(s.tokens.is_at_end()) << "the rest is not read";
  EXPECT_THROW(s.tokens.expect("x"), SyntaxError);
  EXPECT_EQ(s.diagnostics.errors(), 1U);
}

TEST(TokenStream, unknown_tokens_are_reported_and_left_out) {
  Diagnostics diagnostics;
  auto tokens = scan({"a @ b /*", small});
  report_unknown(tokens, diagnostics);
  ASSERT_EQ(tokens.size(), 3U);
  ASSERT_EQ(diagnostics.errors(), 2U);
  EXPECT_EQ(diagnostics.all()[0].text, "unexpected '@'");
  EXPECT_EQ(diagnostics.all()[1].text, "this comment is not closed");
  EXPECT_EQ(diagnostics.all()[1].hint, "end it with '*/'");
}

}  // namespace
}  // namespace hardbop
