// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "c/il/interpreter.hpp"
#include "c/programs.hpp"
#include "c/rules/parser.hpp"
#include "c/rules/shipped.hpp"
#include "c/rules/weaver.hpp"

namespace hardbop::rules {

namespace {

/// "2:7: text" for each, with a hint in brackets.
std::vector<std::string> complaints(const std::string& text) {
  const SourceFile file("rule.slic", text);
  Diagnostics diagnostics;
  static_cast<void>(parse_rule(file, "r", diagnostics));
  std::vector<std::string> out;
  for (const Diagnostic& one : diagnostics.all()) {
    const LineColumn at = file.locate(one.at.begin);
    out.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + one.text +
                  (one.hint.empty() ? "" : " [" + one.hint + "]"));
  }
  return out;
}

using Lines = std::vector<std::string>;

/// A program with a rule in it, run with the same choice everywhere.
struct Woven {
  Diagnostics diagnostics;
  c::Program program;

  Woven(const std::string& rule_text, const std::string& program_text) {
    const Rule rule = parse_rule(SourceFile("r.slic", rule_text), "r", diagnostics);
    c::ParseOptions options;
    options.watched = rule.functions();
    options.errors = c::Errors::None;
    c::ParseResult parsed = c::parse({{"p.c", program_text}}, options);
    for (const c::Finding& finding : parsed.findings)
      EXPECT_NE(finding.severity, c::Finding::Severity::Error) << finding.text;
    program = std::move(parsed.program).value_or(c::Program{});
    weave(rule, program, diagnostics);
  }

  [[nodiscard]] c::Outcome run(std::uint64_t choice = 0) const {
    c::InterpreterOptions options;
    options.choose = [choice](const c::Statement&, c::Type, std::size_t) { return choice; };
    return c::interpret(program, options);
  }

  /// What the rule says, or "kept".
  [[nodiscard]] std::string outcome(std::uint64_t choice = 0) const {
    const c::Outcome out = run(choice);
    if (out.kind == c::Outcome::Kind::Error) return out.text;
    return out.kind == c::Outcome::Kind::Ended ? "kept" : "stopped " + out.text;
  }

  [[nodiscard]] Lines said() const {
    Lines out;
    for (const Diagnostic& one : diagnostics.all()) out.push_back(one.text);
    return out;
  }
};

TEST(RuleParser, shipped_rules_are_correct) {
  EXPECT_GE(shipped_rules().size(), 10U);
  for (const ShippedRule& rule : shipped_rules())
    EXPECT_EQ(complaints(std::string(rule.text)), Lines()) << rule.name;
}

TEST(RuleParser, errors_have_places_and_hints) {
  EXPECT_EQ(complaints("state { int count; }\nf.entry { cuont++; }\n"),
            Lines{"2:11: 'cuont' is not declared [did you mean 'count'?]"});
  EXPECT_EQ(complaints("f.enter { abort; }"),
            Lines{"1:3: 'enter' is not an event [events are entry and exit]"});
  EXPECT_EQ(complaints("f.entry { if ($return) abort; }"),
            Lines{"1:15: the result is available only at the function's exit"});
  EXPECT_EQ(complaints("f.entry { if ($0) abort; }"),
            Lines{"1:15: '$0' is not a parameter [parameters are $1, $2, ... and $return]"});
  EXPECT_EQ(complaints("f.entry [guard $1] { abort; }"),
            Lines{"1:16: this guard needs a watched value [declare it: state { ... } "
                  "watch any;]"});
  EXPECT_EQ(complaints("state { void x; } f.entry { }"),
            Lines{"1:14: expected '*', found 'x' [a variable is an integer or a pointer]"});
  EXPECT_EQ(complaints("state { bool x = 2; int x; } f.entry { }"),
            (Lines{"1:14: 'x' cannot have the initial value 2", "1:25: 'x' is already declared"}));
  EXPECT_EQ(complaints(""), Lines{"1:1: a rule needs a handler [such as 'lock.entry { ... }']"});
}

TEST(RuleParser, all_errors_are_reported) {
  const Lines found = complaints(
      "state { int a = ; float b; }\n"
      "f.entry { a = ; a = 1 }\n"
      "g.entry { x = 1; y = 2; }\n");
  EXPECT_EQ(found,
            (Lines{"1:17: expected a constant, found ';'",
                   "1:19: expected a type, found 'float' [types are int, unsigned, "
                   "bool, enum { ... } and void *]",
                   "2:15: expected an expression, found ';'", "2:23: expected ';', found '}'",
                   "3:11: 'x' is not declared", "3:18: 'y' is not declared"}));
}

TEST(RuleParser, what_is_left_of_a_rule_is_read_to_its_end) {
  for (const ShippedRule& rule : shipped_rules()) {
    const std::string text(rule.text);
    for (std::size_t i = 0; i < text.size(); i += 3) {
      static_cast<void>(complaints(text.substr(0, i)));
      static_cast<void>(complaints(text.substr(i)));
      const Lines found = complaints(text.substr(0, i) + "@" + text.substr(i));
      const std::size_t start = i == 0 ? 0 : text.rfind('\n', i - 1) + 1;
      const std::string line = text.substr(start, text.find('\n', i) - start);
      const bool is_quoted = line.starts_with("//") || line.find('"') != std::string::npos;
      if (i != start && !is_quoted) {
        EXPECT_FALSE(found.empty()) << rule.name << " at " << i;
      }
    }
  }
}

TEST(RuleParser, nesting_without_end_is_an_error) {
  const std::string open(100'000, '(');
  EXPECT_EQ(complaints("f.entry { if (" + open + "1").size(), 1U);
  EXPECT_EQ(complaints("f.entry " + std::string(100'000, '{')).size(), 1U);
  std::string sum = "state { int a; } f.entry { a = 1";
  for (int i = 0; i < 100'000; ++i) sum += " + 1";
  EXPECT_EQ(complaints(sum + "; }").size(), 1U);
}

TEST(RuleParser, odd_bytes_are_errors_and_no_crash) {
  const std::string text = "state { int a = 1; } f.entry [guard $1] { if (a < $1) abort; }";
  for (const std::string_view bytes : {std::string_view("\0", 1), std::string_view("\xFF\x80"),
                                       std::string_view("\xC3"), std::string_view("\xE2\x82")})
    for (std::size_t i = 0; i <= text.size(); ++i)
      EXPECT_FALSE(complaints(text.substr(0, i) + std::string(bytes) + text.substr(i)).empty())
          << i;
}

constexpr const char* lock_rule =
    "state { enum {Unlocked, Locked} s = Unlocked; }\n"
    "lock.entry { if (s == Locked) abort \"twice\"; s = Locked; }\n"
    "unlock.exit { if (s == Unlocked) error \"not held\"; else s = Unlocked; }\n";

TEST(Weaver, functions_without_a_body_have_handlers_around_their_calls) {
  NEEDS_CLANG();
  const std::string head = "void lock(void); void unlock(void); int main(void) { ";
  EXPECT_EQ(Woven(lock_rule, head + "lock(); unlock(); lock(); return 0; }").outcome(), "kept");
  EXPECT_EQ(Woven(lock_rule, head + "lock(); lock(); return 0; }").outcome(), "rule r: twice");
  EXPECT_EQ(Woven(lock_rule, head + "unlock(); return 0; }").outcome(), "rule r: not held");
}

TEST(Weaver, all_operators_and_literals_of_c_are_known) {
  NEEDS_CLANG();
  const auto holds = [](const std::string& condition) {
    const std::string rule =
        "state { int a = -7; unsigned u = 3; }\n"
        "f.entry { if (" +
        condition + ") abort \"so\"; }\n";
    const Woven woven(rule, "void f(int x); int main(void) { f(8); return 0; }");
    EXPECT_EQ(woven.said(), Lines()) << condition;
    return woven.outcome() == "rule r: so";
  };
  EXPECT_TRUE(holds("a / 2 == -3 && a % 2 == -1"));
  EXPECT_TRUE(holds("$1 >> u == 1 && 1 << $1 == 256"));
  EXPECT_TRUE(holds("($1 > 5 ? 'a' : 'b') == 97"));
  EXPECT_TRUE(holds("(unsigned char)a == 249"));
  EXPECT_TRUE(holds("(a == -7) == (u == 3)"));
  EXPECT_TRUE(holds("a > 5u")) << "as unsigned numbers";
  EXPECT_FALSE(holds("a > 4294967295")) << "which is a long long";
}

TEST(Weaver, functions_with_a_body_have_handlers_inside) {
  NEEDS_CLANG();
  const std::string head =
      "int held; void lock(void) { held = 1; } void unlock(void) { if (!held) return; held = 0; } "
      "int main(void) { void (*f)(void) = lock; f(); ";
  EXPECT_EQ(Woven(lock_rule, head + "unlock(); lock(); unlock(); return 0; }").outcome(), "kept");
  EXPECT_EQ(Woven(lock_rule, head + "lock(); return 0; }").outcome(), "rule r: twice");
  EXPECT_EQ(Woven(lock_rule, head + "unlock(); unlock(); return 0; }").outcome(),
            "rule r: not held");
}

TEST(Weaver, functions_without_a_body_are_seen_through_pointers) {
  NEEDS_CLANG();
  const std::string text =
      "void lock(void); void unlock(void); int main(void) { lock(); void (*f)(void) = lock; f(); "
      "unlock(); return 0; }";
  EXPECT_EQ(Woven(lock_rule, text).outcome(), "rule r: twice");
}

TEST(Weaver, an_event_is_seen_once) {
  NEEDS_CLANG();
  const std::string rule =
      "state { int n; } f.entry { n++; } f.exit { n += 10; } "
      "main.exit { if (n != 22) abort; }";
  EXPECT_EQ(Woven(rule, "void f(int); int main(void) { f(1); void (*g)(int) = f; g(2); return 0; }")
                .outcome(),
            "kept");
  EXPECT_EQ(Woven(rule, "void f(int x) {} int main(void) { f(1); f(2); return 0; }").outcome(),
            "kept");
}

TEST(Weaver, arguments_are_those_of_the_call_also_at_the_exit) {
  NEEDS_CLANG();
  const std::string rule = "f.exit { if ($1 != 3 || $2 != -4 || $return != 12) abort; }";
  EXPECT_EQ(Woven(rule,
                  "int f(int a, signed char b) { a = a * -b; b = 0; return a; }"
                  "int main(void) { return f(3, -4); }")
                .outcome(),
            "kept");
  EXPECT_EQ(
      Woven(rule, "int f(int a, signed char b); int main(void) { return f(3, -4); }").outcome(12),
      "kept");
  EXPECT_EQ(Woven(rule, "int f(int a, signed char b); int main(void) { f(3, -4); return 0; }")
                .outcome(13),
            "rule r: broken");
}

TEST(Weaver, arguments_with_effects_are_evaluated_once_and_first) {
  NEEDS_CLANG();
  const std::string rule =
      "state { int last; } g.entry { if (last != 0) abort; last = 1; } "
      "f.entry { if (last != 1 || $1 != 5) abort; last = 2; }";
  const std::string text =
      "void f(int); int g(void) { return 5; } static int n;"
      "int main(void) { n = 1; f(g() * n++); return n; }";
  const Woven woven(rule, text);
  EXPECT_EQ(woven.outcome(), "kept");
  EXPECT_EQ(woven.run().exit_code, 2U);
}

TEST(Weaver, library_functions_keep_their_meaning) {
  NEEDS_CLANG();
  const std::string rule =
      "state { bool freed; } watch malloc.exit.$return;"
      "free.entry [guard $1] { if (freed) abort \"twice\"; freed = true; }"
      "exit.entry { if ($1 == 7) abort \"seven\"; }";
  const std::string head =
      "#include <stdlib.h>\nint main(void) { int *p = malloc(4); int *q = malloc(4); ";
  EXPECT_EQ(Woven(rule, head + "*p = 4; free(p); free(q); return 0; }").outcome(1), "kept");
  EXPECT_EQ(Woven(rule, head + "free(q); exit(7); }").outcome(1), "rule r: seven");
  EXPECT_EQ(Woven(rule, head + "*p = 4; exit(*p); }").run(1).exit_code, 4U);
}

TEST(Weaver, what_is_watched_is_one_of_those_that_pass) {
  NEEDS_CLANG();
  const std::string rule =
      "state { int n; } watch open.entry.$1; open.entry [guard $1] { n = 1; } "
      "use.entry [guard $1] { if (n == 1) abort; }";
  const std::string text =
      "void open(int); void use(int);"
      "int main(void) { open(4); open(5); use(USED); return 0; }";
  EXPECT_EQ(Woven(rule, "#define USED 4\n" + text).outcome(1), "rule r: broken");
  EXPECT_EQ(Woven(rule, "#define USED 5\n" + text).outcome(1), "kept");  // 4 is watched
  EXPECT_EQ(Woven(rule, "#define USED 4\n" + text).outcome(0), "kept");  // nothing is
}

TEST(Weaver, anything_can_be_watched_from_the_start) {
  NEEDS_CLANG();
  const std::string rule =
      "state { bool is_open; } watch any; open.entry [guard $1] { is_open = true; } "
      "use.entry [guard $1] { if (!is_open) abort; }";
  const std::string text =
      "void open(int); void use(int);"
      "int main(void) { open(4); use(4); use(5); return 0; }";
  EXPECT_EQ(Woven(rule, text).outcome(4), "kept");
  EXPECT_EQ(Woven(rule, text).outcome(5), "rule r: broken");
}

TEST(Weaver, expressions_are_those_of_c) {
  NEEDS_CLANG();
  const auto holds = [](const std::string& condition, const std::string& argument) {
    const std::string rule = "state { unsigned u = 1; int i = -1; bool b = true; } f.entry { if (" +
                             condition + ") abort; }";
    return Woven(rule, "void f(" + argument + "); int main(void) { f(-1); return 0; }").outcome() !=
           "kept";
  };
  EXPECT_TRUE(holds("$1 < 0 && i < 0 && -1 < i + 1", "int"));
  EXPECT_TRUE(holds("i > u", "int"));  // as unsigned numbers
  EXPECT_TRUE(holds("$1 == 255 && $1 > i", "unsigned char"));
  EXPECT_TRUE(holds("$1 == i && $1 + 1 == 0", "long long"));
  EXPECT_TRUE(holds("$1 == 0xffffffff", "unsigned"));
  EXPECT_TRUE(holds("($1 & 6) == 6 && ($1 ^ 1) == -2 && ~$1 == 0 && (0 | b)", "int"));
  EXPECT_TRUE(holds("!($1 >= 0) || $1 * 3 != -3", "int"));
  EXPECT_FALSE(holds("$1 - 1 == 0 || $1 <= -2", "int"));
}

TEST(Weaver, what_does_not_fit_the_program_is_an_error) {
  NEEDS_CLANG();
  const std::string text =
      "struct s { int a, b; }; void f(int, struct s, double, char *);"
      "int main(void) { struct s x = {1, 2}; f(1, x, 1.0, 0); f(2, x, 2.0, 0); return 0; }";
  const auto said = [&](const std::string& handler) { return Woven(handler, text).said(); };
  EXPECT_EQ(said("f.entry { if ($5) abort; }"), Lines{"'f' has 4 arguments"});
  EXPECT_EQ(said("f.entry { if ($2) abort; }"),
            Lines{"argument 2 of 'f' is not an integer or a pointer"});
  EXPECT_EQ(said("f.entry { if ($3) abort; }"),
            Lines{"argument 3 of 'f' is not an integer or a pointer"});
  EXPECT_EQ(said("f.exit { if ($return) abort; }"), Lines{"'f' has no result"});
  EXPECT_EQ(said("f.entry { if ($4 == $1) abort; }"),
            Lines{"cannot compare a pointer with a number"});
  EXPECT_EQ(said("f.entry { if ($4 < $4) abort; }"),
            Lines{"pointers can only be compared with == and !="});
  EXPECT_EQ(said("f.entry { if ($4 == NULL && $4 != 0) abort; }"), Lines());
  EXPECT_EQ(said("state { int n; } f.entry { n = $4; }"),
            Lines{"a pointer is assigned to a number"});
  EXPECT_EQ(said("main.entry { if ($1) abort; }"), Lines{"the arguments of 'main' are not known"});
  EXPECT_EQ(said("g.entry { if ($9) abort; }"), Lines{"'g' does not occur in the program"});
}

TEST(Weaver, the_programs_own_errors_are_none) {
  NEEDS_CLANG();
  const std::string rule = "f.entry { abort; }";
  const std::string text =
      "#include <assert.h>\nvoid f(void); void reach_error(void) {} extern int wrong(void);"
      "int main(void) { assert(!wrong()); reach_error(); goto ERROR; ERROR: f(); return 0; }";
  EXPECT_EQ(Woven(rule, text).outcome(0), "rule r: broken");
  EXPECT_EQ(Woven(rule, text).outcome(1), "kept");  // the assertion ended the program
}

TEST(Weaver, halt_ends_the_run_silently) {
  NEEDS_CLANG();
  const Woven woven("f.entry { halt; } g.entry { abort; }",
                    "void f(void); void g(void); int main(void) { f(); g(); return 0; }");
  EXPECT_EQ(woven.run().kind, c::Outcome::Kind::AssumeFailed);
}

}  // namespace

}  // namespace hardbop::rules
