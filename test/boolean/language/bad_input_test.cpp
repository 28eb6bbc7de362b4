// SPDX-License-Identifier: MIT
// Texts no person writes. Each gets a message with a place or a right answer, without
// overflowing the stack and in time that is linear in the text: the limit is far above what
// any of them takes, and far below what a quadratic step would.
#include <ctime>
#include <gtest/gtest.h>

#include "boolean/language/parsing.hpp"
#include "repetitions.hpp"

namespace hardbop::bp::test {
namespace {

constexpr std::size_t many = hardbop::test::repetitions(200'000);
constexpr double max_seconds = 10;

using Strings = std::vector<std::string>;

std::string repeat(std::string_view piece, std::size_t times) {
  std::string out;
  out.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

/// The pieces made of each number below `times`.
template <typename Make>
std::string each(std::size_t times, const Make& make) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += make(i);
  return out;
}

std::string main_with(const std::string& statements) {
  return "main() begin\n" + statements + "\nend\n";
}

/// Everything this layer does with a text, within the time.
class Processed {
 public:
  explicit Processed(std::string text) : Processed(std::move(text), std::clock()) {}

  [[nodiscard]] Strings errors() const { return checked_.errors(); }
  [[nodiscard]] std::size_t error_count() const { return checked_.diagnostics.errors(); }
  [[nodiscard]] std::size_t warning_count() const { return checked_.diagnostics.warnings(); }
  [[nodiscard]] const std::string& printed() const { return printed_; }
  [[nodiscard]] std::size_t vertices() const { return vertices_; }

 private:
  Checked checked_;
  std::string printed_;
  std::size_t vertices_ = 0;

  Processed(std::string text, std::clock_t start) : checked_(std::move(text)) {
    for (const Diagnostic& diagnostic : checked_.diagnostics.all())
      EXPECT_FALSE(render(diagnostic, *checked_.source).empty());
    if (checked_.fine()) {
      printed_ = print_program(checked_.program);
      const Parsed again(printed_);
      EXPECT_TRUE(same_program(checked_.program, again.program));
      vertices_ = Graph(checked_.program, checked_.symbols).vertices().size();
    }
    // The processor's time: the machine may be busy with other things.
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, max_seconds);
  }
};

TEST(BadInput, an_empty_text_is_an_empty_program) {
  for (const std::string text : {"", " ", "\n\n", ";", ";;", "// only\n", "\xEF\xBB\xBF"}) {
    const Processed processed(text);
    EXPECT_EQ(processed.errors(), Strings());
    EXPECT_EQ(processed.vertices(), 0U);
  }
}

TEST(BadInput, what_is_not_closed_is_reported_where_it_opens) {
  EXPECT_EQ(Processed("decl a;\n  /* open").errors(), Strings{"2:3: this comment is not closed"});
  EXPECT_EQ(Processed("/*/").errors(), Strings{"1:1: this comment is not closed"});
  EXPECT_EQ(Processed("decl {a;\nmain() begin end").errors(),
            Strings{"1:6: this name is not closed"});
  EXPECT_EQ(Processed("main() begin x := {a").errors(), Strings{"1:19: this name is not closed"});
  EXPECT_EQ(Processed("main() begin if a then while b do skip; /* x").errors(),
            Strings{"1:41: this comment is not closed"});
}

TEST(BadInput, a_text_that_ends_early_gets_one_message) {
  EXPECT_EQ(Processed("main() begin if a then while b do skip;").errors(),
            Strings{"1:40: expected 'od', found the end of the file"});
  EXPECT_EQ(Processed("main() begin a := (b &").errors(),
            Strings{"1:23: expected an expression, found the end of the file"});
  EXPECT_EQ(Processed("thread t begin main() begin if (a) { while (b) { skip; ").errors(),
            Strings{"1:56: expected '}', found the end of the file"});
  EXPECT_EQ(Processed("decl").errors(),
            Strings{"1:5: expected a variable, found the end of the file"});
}

TEST(BadInput, bytes_outside_of_the_language_are_named) {
  using namespace std::string_literals;
  EXPECT_EQ(Processed("decl a\0;\n"s).errors(), Strings{"1:7: unexpected byte 0x00"});
  EXPECT_EQ(Processed("decl a; @#\n").errors(), Strings{"1:9: unexpected character '@'"});
  EXPECT_EQ(Processed("decl \xC3\xA4;\n").errors(), Strings{"1:6: unexpected byte 0xC3"});
  EXPECT_EQ(Processed(std::string(1'000'000, '\0')).errors(), Strings{"1:1: unexpected byte 0x00"});
  EXPECT_EQ(Processed(repeat("\xFF ", many)).error_count(), many);
}

TEST(BadInput, an_identifier_may_have_megabytes) {
  const std::string name(3'000'000, 'x');
  const std::string text =
      "decl " + name + ";\nmain() begin\n  " + name + " := !" + name + ";\nend\n";
  const Processed processed(text);
  EXPECT_EQ(processed.errors(), Strings());
  EXPECT_EQ(processed.vertices(), 2U);
  const Processed unknown(main_with("  assert " + name + "y;"));
  ASSERT_EQ(unknown.error_count(), 1U);
  EXPECT_LT(unknown.errors().front().size(), 200U);
  EXPECT_EQ(Processed("decl " + std::string(3'000'000, '7') + ";").error_count(), 1U);
  EXPECT_EQ(Processed("decl {" + name + "\n" + name + "};").errors(), Strings());
}

TEST(BadInput, expressions_nest_as_deep_as_they_like) {
  const std::string parens = repeat("(", many) + "a" + repeat(")", many);
  EXPECT_EQ(Processed("decl a;" + main_with("assert " + parens + ";")).errors(), Strings());
  EXPECT_EQ(Processed("decl a;" + main_with("assert " + repeat("!", many) + "a;")).errors(),
            Strings());
  const std::string chosen = repeat("choose(", many) + "a" + repeat(", T)", many);
  EXPECT_EQ(Processed("decl a;" + main_with("a := " + chosen + ";")).errors(), Strings());
  const std::string right = repeat("(a & ", many) + "a" + repeat(")", many);
  EXPECT_EQ(Processed("decl a;" + main_with("a := " + right + ";")).errors(), Strings());
}

TEST(BadInput, an_unclosed_nest_of_brackets_gets_one_message) {
  EXPECT_EQ(Processed(main_with("assert " + repeat("(", many) + "a;")).error_count(), 1U);
  EXPECT_EQ(Processed(main_with("assert " + repeat("!", many) + ";")).error_count(), 1U);
  EXPECT_EQ(Processed(main_with("a := T" + repeat(")", many) + ";")).error_count(), 1U);
  EXPECT_EQ(Processed(main_with("a := " + repeat("a ? ", many) + "T;")).error_count(), 1U);
}

TEST(BadInput, chains_may_have_a_million_operands) {
  constexpr std::size_t million = hardbop::test::repetitions(1'000'000);
  for (const std::string op : {"&", "=>"}) {
    const Processed processed("decl a;" + main_with("assert a" + repeat(op + "a", million) + ";"));
    EXPECT_EQ(processed.errors(), Strings());
    EXPECT_EQ(processed.vertices(), 3U);
  }
  EXPECT_EQ(Processed("decl a;" + main_with("a := " + repeat("a ? T : ", many) + "F;")).errors(),
            Strings());
  const std::string middle = repeat("a ? ", many) + "T" + repeat(" : F", many);
  EXPECT_EQ(Processed("decl a;" + main_with("a := " + middle + ";")).errors(), Strings());
}

TEST(BadInput, statements_nest_up_to_a_limit_that_is_reported) {
  const auto ifs = [](std::size_t depth) {
    return main_with(repeat("if * then ", depth) + "skip;" + repeat("fi\n", depth));
  };
  const auto loops = [](std::size_t depth) {
    return "main() {" + repeat("while (*) {", depth) + "skip;" + repeat("}", depth) + "}";
  };
  EXPECT_EQ(Processed(ifs(1999)).errors(), Strings());
  EXPECT_EQ(Processed(loops(1999)).errors(), Strings());
  const Strings too_deep = {"2:20001: statements are nested more than 2000 levels deep"};
  EXPECT_EQ(Processed(ifs(50'000)).errors(), too_deep);
  EXPECT_EQ(Processed(loops(50'000)).error_count(), 1U);
  EXPECT_EQ(Processed(main_with(repeat("if * then skip; else ", 50'000))).error_count(), 1U);
}

TEST(BadInput, deep_nests_do_not_blow_up_in_print) {
  const Processed processed("main() {" + repeat("while (*) {", 1900) + repeat("skip;", many) +
                            repeat("}", 1900) + "}");
  EXPECT_EQ(processed.errors(), Strings());
  EXPECT_LT(processed.printed().size(), 200 * many);
}

TEST(BadInput, a_chain_of_alternatives_may_be_long) {
  constexpr std::size_t length = hardbop::test::repetitions(100'000);
  const Processed words(
      main_with("if * then skip; " + repeat("elsif * then skip;\n", length) + "fi"));
  EXPECT_EQ(words.errors(), Strings());
  EXPECT_EQ(words.vertices(), 2 * length + 3);
  const Processed braces("main() { if (*) { skip; }" + repeat(" else if (*) { skip; }\n", length) +
                         "}");
  EXPECT_EQ(braces.errors(), Strings());
  EXPECT_EQ(braces.printed(), words.printed());
}

TEST(BadInput, labels_may_be_many) {
  const auto label = [](std::size_t i) { return fmt::format("L{}: ", i); };
  EXPECT_EQ(Processed(main_with(each(many, label) + "skip;")).errors(), Strings());
  EXPECT_EQ(Processed(main_with(repeat("L: ", many) + "skip;")).errors(), Strings());
  EXPECT_EQ(Processed(main_with(each(many, [&](std::size_t i) { return label(i) + "skip;\n"; })))
                .errors(),
            Strings());
  EXPECT_EQ(Processed(main_with(repeat("L: skip; ", many))).error_count(), many - 1);
  const auto jump = [](std::size_t i) { return fmt::format("goto L{0}; L{0}: ", i); };
  EXPECT_EQ(Processed(main_with(each(many, jump) + "skip;")).errors(), Strings());
  const std::string targets =
      "L0" + each(many - 1, [](std::size_t i) { return fmt::format(", L{}", i); });
  EXPECT_EQ(Processed(main_with(each(many, label) + "skip; goto " + targets + ";")).errors(),
            Strings());
}

TEST(BadInput, unknown_names_among_many_known_ones_are_all_counted) {
  const auto known = [](std::size_t i) { return fmt::format("{}L{:06}", i == 0 ? "" : ", ", i); };
  const auto unknown = [](std::size_t i) { return fmt::format("M{:06} := T; ", i); };
  const std::string globals = "decl " + each(many, known) + ";";
  EXPECT_EQ(Processed(globals + main_with(each(many, unknown))).error_count(), many);
  const auto jump = [](std::size_t i) { return fmt::format("L{0:06}: goto M{0:06}; ", i); };
  EXPECT_EQ(Processed(main_with(each(many, jump))).error_count(), many);
  const auto call = [](std::size_t i) { return fmt::format("p{:07}(); ", i); };
  const auto procedure = [](std::size_t i) { return fmt::format("q{:07}() begin end\n", i); };
  EXPECT_EQ(Processed(each(many, procedure) + main_with(each(many, call))).error_count(), many);
}

TEST(BadInput, declarations_may_be_many) {
  const auto decl = [](std::size_t i) { return fmt::format("decl v{};", i); };
  const auto initialised = [](std::size_t i) { return fmt::format("decl v{} := *;", i); };
  EXPECT_EQ(Processed(each(many, decl)).warning_count(), many);
  EXPECT_EQ(Processed(main_with(each(many, decl))).vertices(), 1U);
  EXPECT_EQ(Processed(main_with(each(many, initialised))).vertices(), many + 1);
  EXPECT_EQ(Processed(each(many, initialised) + main_with("")).errors(), Strings());
  EXPECT_EQ(Processed(repeat("decl v;", many)).error_count(), many - 1);
  EXPECT_EQ(Processed("decl v" + repeat(", v", many) + ";").error_count(), many);
}

TEST(BadInput, lists_may_be_wide) {
  const auto name = [](std::size_t i) { return fmt::format("{}v{}", i == 0 ? "" : ", ", i); };
  const std::string names = each(many, name);
  EXPECT_EQ(
      Processed("decl " + names + ";" + main_with(names + " := " + names + "; dead " + names + ";"))
          .errors(),
      Strings());
  EXPECT_EQ(Processed("p(" + names + ") begin return " + names + "; end " +
                      main_with("decl " + names + "; " + names + " := p(" + names + "); "))
                .errors(),
            Strings());
}

TEST(BadInput, procedures_and_threads_may_be_many) {
  const auto procedure = [](std::size_t i) { return fmt::format("p{}() begin end ", i); };
  const auto thread = [](std::size_t i) {
    return fmt::format("thread t{} begin main() begin end end ", i);
  };
  EXPECT_EQ(Processed(each(many, procedure)).vertices(), many);
  EXPECT_EQ(Processed(repeat("p() begin end ", many)).error_count(), many - 1);
  EXPECT_EQ(Processed(each(many, thread)).errors(), Strings());
  EXPECT_EQ(Processed(repeat("thread t begin main() begin end end ", many)).error_count(),
            many - 1);
}

TEST(BadInput, errors_may_be_many) {
  EXPECT_EQ(Processed(main_with(repeat("x := ;", many))).error_count(), many);
  EXPECT_EQ(Processed(main_with(repeat("x := (T;", many))).error_count(), many);
  EXPECT_EQ(Processed(main_with(repeat("if then fi ", many))).error_count(), many);
  EXPECT_EQ(Processed(main_with(repeat("fi skip; ", many))).error_count(), many);
  EXPECT_EQ(Processed(main_with(repeat("fi ", many))).error_count(), 1U);
  EXPECT_EQ(Processed(repeat("decl ;", many)).error_count(), many);
  EXPECT_EQ(Processed(repeat("void ", many)).error_count(), many);
  EXPECT_EQ(Processed(repeat("p( ", many)).error_count(), 1U);
  EXPECT_EQ(Processed(repeat("end ", many)).error_count(), 1U);
  EXPECT_EQ(Processed(main_with(repeat("{ ", many) + repeat("} ", many))).error_count(), 1U);
}

TEST(BadInput, statements_nothing_leads_to_may_be_many) {
  EXPECT_EQ(Processed(main_with(repeat("return; ", many))).warning_count(), many - 1);
  const std::string nest =
      repeat("return; while (*) { ", 1900) + repeat("skip; ", many) + repeat("}", 1900);
  EXPECT_EQ(Processed("main() {" + nest + "}").warning_count(), 1900U);
  const std::string labelled =
      repeat("return; while (*) { ", 1900) + "L: " + repeat("skip; ", many) + repeat("}", 1900);
  EXPECT_EQ(Processed("main() {" + labelled + "}").warning_count(), 0U);
}

TEST(BadInput, comments_and_blanks_may_be_many) {
  EXPECT_EQ(Processed(repeat("/**/", many) + "decl a;" + repeat("// c\n", many)).errors(),
            Strings());
  EXPECT_EQ(Processed(repeat("\n", 5'000'000)).printed(), "");
  EXPECT_EQ(
      Processed(main_with(repeat("x := /* c */ f /* c */ (); ", many) + "/* c */")).error_count(),
      many + 1);
  EXPECT_EQ(Processed("decl a" + repeat(" /* c */\n", many) + ";").errors(), Strings());
  EXPECT_EQ(
      Processed("decl a;" + main_with(repeat("skip;" + std::string(50, ' ') + "\n\n\n", many)))
          .errors(),
      Strings());
  EXPECT_EQ(Processed(main_with("skip" + repeat(";", many))).errors(), Strings());
}

}  // namespace
}  // namespace hardbop::bp::test
