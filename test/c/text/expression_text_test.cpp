// SPDX-License-Identifier: MIT
#include "c/text/expression_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "c/text/expression_value.hpp"

namespace hardbop::c {
namespace {

/// Names of one letter.
struct Letters : TextNames {
  bool is_name(const TokenStream& tokens) const override {
    return tokens.is(TextToken::Kind::Name);
  }
  TextNode name(TokenStream& tokens) override {
    TextNode out;
    out.kind = TextNode::Kind::Name;
    out.at = tokens.now().at;
    out.value = static_cast<unsigned char>(tokens.take().text.front());
    if (out.value >= 'A' && out.value <= 'Z') out.kind = TextNode::Kind::Element;
    return out;
  }
};

struct Result {
  ExpressionText text;
  std::string error;
};

Result read(std::string_view source, const ExpressionOptions& options = {}) {
  Result out;
  Diagnostics diagnostics;
  Letters letters;
  const TokenSyntax syntax = expression_tokens();
  TokenStream tokens(scan({source, syntax}), diagnostics, {.deepest = 200});
  try {
    out.text = read_expression(tokens, letters, options);
    if (!tokens.is_at_end()) tokens.fail("the end");
  } catch (const SyntaxError&) {
    const Diagnostic& first = diagnostics.all().front();
    out.error = fmt::format("{}: {}", first.at.begin, first.text);
  }
  return out;
}

/// With all parentheses.
std::string shown(const ExpressionText& text, TextNode::Id id) {
  constexpr std::array names{"||", "&&", "|", "^", "&", "==", "!=", "<", "<=", ">", ">=",
                             "<<", ">>", "+", "-", "*", "/",  "%",  "!", "-",  "~", "+"};
  const TextNode& node = text.nodes[id];
  const char* const op = names[static_cast<std::size_t>(node.op)];
  switch (node.kind) {
    case TextNode::Kind::Number: return std::to_string(node.value);
    case TextNode::Kind::Name: return {static_cast<char>(node.value)};
    case TextNode::Kind::Element:
      return fmt::format("{}[{}]", static_cast<char>(node.value), shown(text, node.a));
    case TextNode::Kind::Unary: return fmt::format("({}{})", op, shown(text, node.a));
    case TextNode::Kind::Binary:
      return fmt::format("({}{}{})", shown(text, node.a), op, shown(text, node.b));
    case TextNode::Kind::Choice:
      return fmt::format("({}?{}:{})", shown(text, node.a), shown(text, node.b),
                         shown(text, node.c));
    case TextNode::Kind::Cast:
      return fmt::format("({}{} {})", node.type.is_signed ? "i" : "u", node.type.bits,
                         shown(text, node.a));
    case TextNode::Kind::Truth: return fmt::format("(bool {})", shown(text, node.a));
  }
  return {};
}

std::string shown(std::string_view source) {
  const Result result = read(source);
  if (!result.error.empty()) return result.error;
  return shown(result.text, static_cast<TextNode::Id>(result.text.nodes.size() - 1));
}

TEST(ExpressionText, operators_bind_as_in_c) {
  EXPECT_EQ(shown("a || b && c | d ^ e & f == g < h << i + j * k"),
            "(a||(b&&(c|(d^(e&(f==(g<(h<<(i+(j*k))))))))))");
  EXPECT_EQ(shown("a * b + c << d > e != f & g ^ h | i && j || k"),
            "((((((((((a*b)+c)<<d)>e)!=f)&g)^h)|i)&&j)||k)");
  EXPECT_EQ(shown("a - b - c / d % e"), "((a-b)-((c/d)%e))");
  EXPECT_EQ(shown("!a + -b * ~c - +d"), "(((!a)+((-b)*(~c)))-(+d))");
  EXPECT_EQ(shown("a ? b : c ? d : e"), "(a?b:(c?d:e))");
  EXPECT_EQ(shown("(a + b) * c"), "((a+b)*c)");
}

TEST(ExpressionText, an_array_has_an_index) {
  EXPECT_EQ(shown("A[b + 1] * c"), "(A[(b+1)]*c)");
  EXPECT_EQ(shown("-A[B[c ? d : e]]"), "(-A[B[(c?d:e)]])");
  EXPECT_EQ(shown("A + b"), "2: expected '[', found '+'");
  EXPECT_EQ(shown("A[b)"), "3: expected ']', found ')'");
  EXPECT_EQ(shown("A[b][c]"), "4: expected the end, found '['");
}

TEST(ExpressionText, casts_are_to_integer_types) {
  EXPECT_EQ(shown("(unsigned char)a + (short)b"), "((u8 a)+(i16 b))");
  EXPECT_EQ(shown("(long long)a"), "(i64 a)");
  EXPECT_EQ(shown("(_Bool)-a"), "(bool (-a))");
}

TEST(ExpressionText, numbers_have_c_s_types) {
  const auto type = [](std::string_view text, unsigned long_bits) {
    const TextNumber read = read_number(text, long_bits);
    if (!read.problem.empty()) return read.problem;
    return fmt::format("{}{} {}", read.type.is_signed ? "i" : "u", read.type.bits, read.value);
  };
  EXPECT_EQ(type("5", 32), "i32 5");
  EXPECT_EQ(type("5u", 32), "u32 5");
  EXPECT_EQ(type("5UL", 64), "u64 5");
  EXPECT_EQ(type("5L", 32), "i32 5");
  EXPECT_EQ(type("0", 32), "i32 0");
  EXPECT_EQ(type("017", 32), "i32 15");
  EXPECT_EQ(type("4294967295", 32), "i64 4294967295") << "decimal ones stay signed";
  EXPECT_EQ(type("0xFFFFFFFF", 32), "u32 4294967295");
  EXPECT_EQ(type("18446744073709551615", 64), "u64 18446744073709551615");
  for (const char* const wrong : {"0x", "08", "5lll", "12ab", "0xg"})
    EXPECT_EQ(type(wrong, 32), "this is not a C integer") << wrong;
  EXPECT_EQ(type("18446744073709551616", 64), "this number needs more than 64 bits");
}

TEST(ExpressionText, characters_are_numbers) {
  EXPECT_EQ(shown("'a'"), "97");
  EXPECT_EQ(shown(R"('\n' + '\'' + '\\')"), "((10+39)+92)");
  EXPECT_EQ(shown("''"), "0: this character constant is not closed");
  EXPECT_EQ(shown("'ab'"), "0: this character constant is not closed");
  EXPECT_EQ(shown("'\\q'"), "0: unknown escape sequence");
  EXPECT_EQ(shown("'a"), "0: this is not closed");
}

TEST(ExpressionText, what_is_missing_is_said) {
  EXPECT_EQ(shown(""), "0: expected an expression, found the end of the file");
  EXPECT_EQ(shown("a +"), "3: expected an expression, found the end of the file");
  EXPECT_EQ(shown("(a b"), "3: expected ')', found 'b'");
  EXPECT_EQ(shown("a ? b"), "5: expected ':', found the end of the file");
  EXPECT_EQ(shown("(int"), "4: expected ')', found the end of the file");
}

TEST(ExpressionText, nesting_is_bounded_and_chains_where_asked) {
  for (const std::string_view open : {"(", "!", "a?", "(int)", "a+(", "A["}) {
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += open;
    EXPECT_NE(shown(deep).find("nested more than 200 levels deep"), std::string::npos) << open;
  }
  std::string sum = "a";
  for (int i = 0; i < 100'000; ++i) sum += "+a";
  EXPECT_EQ(read(sum).error, "");
  EXPECT_NE(read(sum, {.bounds_chains = true}).error.find("nested more than"), std::string::npos);
}

TEST(ExpressionText, odd_bytes_are_errors_and_no_crash) {
  const std::string text = "(a == 'b') ? 0x1F << c : (char)d";
  for (const std::string_view bytes : {std::string_view("\0", 1), std::string_view("\xFF\x80"),
                                       std::string_view("\xC3"), std::string_view("\xE2\x82")})
    for (std::size_t i = 0; i <= text.size(); ++i)
      EXPECT_NE(read(text.substr(0, i) + std::string(bytes) + text.substr(i)).error, "") << i;
}

/// Constants, and variables that are pointers.
struct Words : TextMeaning {
  words::Expressions e;
  std::vector<std::string> problems;

  ExprId constant(WordType type, std::uint64_t value) override {
    return e.constant(static_cast<words::Width>(type.bits), value);
  }
  ExprId unary(words::Op op, ExprId a) override { return e.unary(op, a); }
  ExprId binary(words::Op op, ExprId a, ExprId b) override { return e.binary(op, a, b); }
  ExprId conditional(ExprId condition, ExprId a, ExprId b) override {
    return e.conditional(condition, a, b);
  }
  ExprId resize(ExprId a, WordType type, bool is_signed) override {
    return e.resize(a, static_cast<words::Width>(type.bits), is_signed);
  }
  ExprId is_not_zero(ExprId a) override {
    return e.unary(words::Op::Not, e.binary(words::Op::Equal, a, e.constant(e.width(a), 0)));
  }
  bool is_constant(ExprId a) const override { return e.is_constant(a); }
  bool is_zero(ExprId a) const override { return e.is_constant(a, 0); }
  TextValue name(const TextNode& node) override {
    return {e.variable(static_cast<words::VariableId>(node.value), 32), {32, false, true}};
  }
  TextValue problem(SourceSpan /*at*/, std::string text) override {
    problems.push_back(std::move(text));
    return number({}, 0);
  }
};

std::string value_of(std::string_view source) {
  Words words;
  const Result result = read(source);
  if (!result.error.empty()) return result.error;
  const TextValue value = words.value(result.text);
  if (!words.problems.empty()) return words.problems.front();
  const WordType type{64, true};
  const words::Node& node = words.e.node(words.converted(value, type));
  return node.op == words::Op::Constant ? std::to_string(static_cast<std::int64_t>(node.value))
                                        : "a word";
}

TEST(ExpressionValue, promotions_are_those_of_c) {
  EXPECT_EQ(value_of("-1 < 0u"), "0");
  EXPECT_EQ(value_of("-1 < 4294967295"), "1") << "which is a long long";
  EXPECT_EQ(value_of("(unsigned char)255 + 1"), "256");
  EXPECT_EQ(value_of("(signed char)255"), "-1");
  EXPECT_EQ(value_of("~(unsigned short)0"), "-1");
  EXPECT_EQ(value_of("(_Bool)256 + !0"), "2");
  EXPECT_EQ(value_of("-8 >> 1"), "-4");
  EXPECT_EQ(value_of("-7 / 2 * 10 + -7 % 2"), "-31");
  EXPECT_EQ(value_of("1 << 4ll"), "16");
  EXPECT_EQ(value_of("(1 == 1) == (2 == 2)"), "1");
  EXPECT_EQ(value_of("0 ? -1 : 1u"), "1");
  EXPECT_EQ(value_of("1 / 0"), "this divides by zero");
}

TEST(ExpressionValue, pointers_are_compared_with_pointers_and_null) {
  EXPECT_EQ(value_of("p == 0"), "a word");
  EXPECT_EQ(value_of("p != p"), "0");
  EXPECT_EQ(value_of("p == 1"), "cannot compare a pointer with a number");
  EXPECT_EQ(value_of("p < p"), "pointers can only be compared with == and !=");
  EXPECT_EQ(value_of("p << 1"), "pointers can only be compared with == and !=");
  EXPECT_EQ(value_of("-p"), "a pointer is not a number");
  EXPECT_EQ(value_of("!p && 1"), "a word");
}

}  // namespace
}  // namespace hardbop::c
