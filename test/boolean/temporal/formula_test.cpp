// SPDX-License-Identifier: MIT
#include "boolean/temporal/asking.hpp"
#include "boolean/temporal/monitor.hpp"
#include "boolean/temporal/properties.hpp"

namespace hardbop::test {
namespace {

constexpr const char* two_labels = R"(decl a, b, X;
void main(f) begin decl a; L: skip; a := f; p(); assert(b); end
void p() begin L: skip; M: b := *; end)";

std::string error_of(const std::string& text, temporal::Logic logic) {
  const Sample sample(two_labels);
  const SourceFile source("formula", text);
  Diagnostics diagnostics;
  const auto formula = temporal::parse_formula(source, {0, static_cast<SourceOffset>(text.size())},
                                               logic, sample.graph(), diagnostics);
  if (formula || diagnostics.all().empty()) return {};
  return render(diagnostics.all().front(), source);
}

/// Equal formulas are equal pools with the same root.
void expect_same(const std::string& one, const std::string& other,
                 temporal::Logic logic = temporal::Logic::Ltl) {
  const Sample sample(two_labels);
  const temporal::Formula a = read_formula(sample.graph(), one, logic);
  const temporal::Formula b = read_formula(sample.graph(), other, logic);
  EXPECT_EQ(a.nodes(), b.nodes()) << one << " and " << other;
  EXPECT_EQ(a.root(), b.root()) << one << " and " << other;
}

TEST(Formulas, operators_bind_as_the_manual_says) {
  expect_same("a & b U a", "a & (b U a)");
  expect_same("a U b U a", "a U (b U a)");
  expect_same("a => b => a", "a => (b => a)");
  expect_same("a = b U b", "(a = b) U b");
  expect_same("!a U b", "(!a) U b");
  expect_same("G a & b", "(G a) & b");
  expect_same("a | b & a", "a | (b & a)");
  expect_same("X a U b", "(X a) U b");
}

TEST(Formulas, there_are_several_spellings) {
  expect_same("[] <> a", "GF a");
  expect_same("G F a", "GF a");
  expect_same("a -> b", "a ==> b");
  expect_same("a <=> b", "a == b");
  expect_same("a && !b || 1", "a & ~b | true");
  expect_same("E[a U b]", "E[(a) U (b)]", temporal::Logic::Ctl);
  expect_same("AG a", "!EF !a", temporal::Logic::Ctl);
  expect_same("E[a & b U b]", "E[(a & b) U b]", temporal::Logic::Ctl);
}

TEST(Formulas, names_mean_what_they_say) {
  const Sample sample(two_labels);
  const auto atoms = [&](const std::string& text) {
    return read_formula(sample.graph(), text, temporal::Logic::Ltl).atoms();
  };
  EXPECT_EQ(atoms("@L").front().vertices.size(), 2U) << "label L of any procedure";
  EXPECT_EQ(atoms("@p.L").front().vertices.size(), 1U);
  EXPECT_EQ(atoms("a").front().kind, temporal::Atom::Kind::Global);
  EXPECT_EQ(atoms("main.a").front().kind, temporal::Atom::Kind::Local);
  EXPECT_EQ(atoms("main.f").front().slot, sample.graph().globals());
  EXPECT_EQ(atoms("\"X\"").front().slot, 2U) << "in quotes it is the variable";
}

TEST(Formulas, errors_have_places) {
  using enum temporal::Logic;
  EXPECT_EQ(error_of("G (a", Ltl),
            "formula:1:5: error: expected ')', found the end of the formula\n  G (a\n      ^\n");
  EXPECT_NE(error_of("F f", Ltl).find("with its procedure: main.f"), std::string::npos);
  EXPECT_NE(error_of("F @K", Ltl).find("formula:1:4: error: no label 'K'"), std::string::npos);
  EXPECT_NE(error_of("in(q)", Ltl).find("no procedure 'q'"), std::string::npos);
  EXPECT_NE(error_of("AG a", Ltl).find("Question::ctl"), std::string::npos);
  EXPECT_NE(error_of("G a", Ctl).find("write EG or AG"), std::string::npos);
  EXPECT_NE(error_of("a U b", Ctl).find("write E[a U b] or A[a U b]"), std::string::npos);
  EXPECT_NE(error_of("a & *", Ltl).find("not allowed in formulas"), std::string::npos);
  EXPECT_NE(error_of("F T", Ltl).find("true and false"), std::string::npos);
  EXPECT_NE(error_of("a b", Ltl).find("expected the end of the formula, found 'b'"),
            std::string::npos);
  EXPECT_NE(error_of("", Ltl).find("expected a formula, found the end"), std::string::npos);
  EXPECT_NE(error_of("2", Ltl).find("0, 1 or a name"), std::string::npos);
  EXPECT_NE(error_of(std::string(2000, '('), Ltl).find("nested more than 500 levels deep"),
            std::string::npos);
  EXPECT_NE(error_of(std::string(2000, '!') + "a", Ltl).find("nested more than 500 levels deep"),
            std::string::npos);
}

TEST(Formulas, odd_bytes_are_errors_and_no_crash) {
  const std::string text = "G (a => F @L) & in(p)";
  for (const std::string_view bytes : {std::string_view("\0", 1), std::string_view("\xFF\x80"),
                                       std::string_view("\xC3"), std::string_view("\xE2\x82")})
    for (std::size_t i = 0; i <= text.size(); ++i)
      for (const auto logic : {temporal::Logic::Ltl, temporal::Logic::Ctl})
        EXPECT_NE(error_of(text.substr(0, i) + std::string(bytes) + text.substr(i), logic), "");
}

TEST(Monitors, odd_lines_are_errors_and_no_crash) {
  const Sample sample(two_labels);
  const std::string text = "monitor m\ninitial s\nerror e\ns: when a & @L go e\n";
  const auto errors = [&](std::string changed) {
    const SourceFile source("m", std::move(changed));
    Diagnostics diagnostics;
    static_cast<void>(temporal::parse_monitor(source, sample.graph(), diagnostics));
    return diagnostics.errors();
  };
  EXPECT_EQ(errors(text), 0U);
  EXPECT_EQ(errors(text + "s: when " + std::string(100'000, '(') + " go e\n"), 1U);
  EXPECT_GT(errors(text + std::string("\0 \xFF :\n", 6)), 0U);
  for (std::size_t i = 0; i < text.size(); ++i) static_cast<void>(errors(text.substr(i)));
}

TEST(Properties, a_file_has_one_a_line) {
  const Sample sample(two_labels);
  const SourceFile source("f.prop",
                          "# comment\n\nsafe: ltl G !failed // why\nback: ctl AG EF @L\n"
                          "end: terminates\n");
  Diagnostics diagnostics;
  const auto found = temporal::parse_properties(source, sample.graph(), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].name, "safe");
  EXPECT_EQ(found[0].text, "G !failed");
  EXPECT_EQ(found[1].kind, temporal::TemporalProperty::Kind::Ctl);
  EXPECT_EQ(found[2].kind, temporal::TemporalProperty::Kind::Termination);
}

TEST(Properties, errors_are_in_the_file) {
  const Sample sample(two_labels);
  const SourceFile source("f.prop",
                          "one ltl G a\ntwo: foo\nthree: ltl G q\nfour: terminates now\n");
  Diagnostics diagnostics;
  EXPECT_TRUE(temporal::parse_properties(source, sample.graph(), diagnostics).empty());
  ASSERT_EQ(diagnostics.errors(), 4U);
  EXPECT_EQ(source.locate(diagnostics.all()[2].at.begin), (LineColumn{3, 14}));
}

TEST(Monitors, the_first_rule_that_applies_is_taken) {
  const Sample sample(two_labels);
  const SourceFile source(
      "m", "initial s\nerror e\ns: when a go t\ns: when true go e\nt: when b go s\n");
  Diagnostics diagnostics;
  const auto monitor = temporal::parse_monitor(source, sample.graph(), diagnostics);
  ASSERT_TRUE(monitor);
  const temporal::Position position = temporal::position_at(sample.graph(), sample.label("M"));
  bp::Valuation frame(sample.graph().frame_size(position.procedure));
  EXPECT_EQ(monitor->states[monitor->next(monitor->initial, position, frame)], "e");
  frame.set(0, true);
  const auto t = monitor->next(monitor->initial, position, frame);
  EXPECT_EQ(monitor->states[t], "t");
  EXPECT_EQ(monitor->next(t, position, frame), t) << "where no rule applies, the state stays";
}

TEST(Monitors, a_proposition_that_grows_beyond_measure_is_refused) {
  const Sample sample(two_labels);
  std::string guard = "a";
  for (int i = 0; i < 100; ++i) guard += i % 2 == 0 ? " = b" : " = a";
  const SourceFile source("m", "initial s\nerror e\ns: when " + guard + " go e\n");
  Diagnostics diagnostics;
  EXPECT_FALSE(temporal::parse_monitor(source, sample.graph(), diagnostics));
  ASSERT_GE(diagnostics.errors(), 1U);
  EXPECT_EQ(diagnostics.all().front().text, "the proposition is too large");
}

TEST(Monitors, a_state_without_rules_is_likely_a_slip) {
  const Sample sample(two_labels);
  const SourceFile source("m", "initial one\nerror bad\none: when a go bda\n");
  Diagnostics diagnostics;
  EXPECT_FALSE(temporal::parse_monitor(source, sample.graph(), diagnostics));
  ASSERT_EQ(diagnostics.errors(), 1U);
  EXPECT_EQ(diagnostics.all().front().hint, "did you mean 'bad'?");
}

}  // namespace
}  // namespace hardbop::test
