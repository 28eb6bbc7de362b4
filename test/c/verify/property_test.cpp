// SPDX-License-Identifier: MIT
#include "c/verify/property.hpp"

#include <gtest/gtest.h>

#include "c/verify/engine.hpp"
#include "c/verify/formulas.hpp"
#include "c/verify/rules.hpp"

namespace hardbop::verify {

namespace {

struct Row {
  std::string_view name;
  PropertyKind kind;
  bool is_own;
  bool is_sv_comp;
  bool is_decided;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      {"assertions", Assertions(), true, false, true},
      {"memory", Memory(), true, false, true},
      {"arithmetic", Arithmetic(), true, false, true},
      {"overflow", Overflow(), true, false, true},
      {"leaks", Leaks(), true, false, true},
      {"cleanup", Cleanup(), true, false, true},
      {"races", Races(), true, false, true},
      {"deadlock", Deadlock(), true, false, true},
      {"termination", Termination(), true, true, true},
      {"unreach-call", Assertions(), false, true, true},
      {"no-overflow", Overflow(), false, true, true},
      {"valid-memsafety", MemorySafety(), false, true, true},
      {"valid-memcleanup", Cleanup(), false, true, true},
      {"no-data-race", Races(), false, true, true},
  };
  return all;
}

std::string name_in_file(std::string_view text) {
  const auto known = read_property_file(text);
  return known ? known->property.name : "";
}

}  // namespace

TEST(Property, every_name_is_read) {
  EXPECT_EQ(known_properties().size(), rows().size());
  for (const Row& row : rows()) {
    const auto known = find_property(row.name);
    ASSERT_TRUE(known) << row.name;
    EXPECT_EQ(known->property.name, row.name);
    EXPECT_EQ(known->property.kind.index(), row.kind.index()) << row.name;
    EXPECT_EQ(known->is_own, row.is_own) << row.name;
    EXPECT_EQ(known->is_sv_comp, row.is_sv_comp) << row.name;
    EXPECT_EQ(is_decided(known->property, engines()), row.is_decided) << row.name;
  }
  for (const char* const name : {"", "Assertions", "assertion", "ltl", "rule lock", "auto"})
    EXPECT_FALSE(find_property(name)) << name;
}

TEST(Property, a_program_is_read_for_it) {
  const auto reading = [](std::string_view name) {
    return reading_for({&find_property(name)->property, 1}, {});
  };
  EXPECT_EQ(reading("assertions").errors, c::Errors::Calls);
  EXPECT_FALSE(reading("assertions").error_labels);
  EXPECT_TRUE(reading("unreach-call").error_labels);
  EXPECT_EQ(reading("overflow").errors, c::Errors::Overflows);
  EXPECT_EQ(reading("termination").errors, c::Errors::None);
}

TEST(Property, what_others_can_check_of_it) {
  for (const KnownProperty& known : known_properties()) {
    const Property& property = known.property;
    const bool has_errors = property.is<Assertions>() || property.is<Overflow>();
    const bool has_places = has_errors || !property.defects().empty();
    EXPECT_EQ(property.is_safety(), has_places || property.is_of_threads()) << property.name;
    EXPECT_EQ(property.has_certificates(), property.is_safety() || property.is<Termination>())
        << property.name;
    EXPECT_EQ(property.has_witnesses(), has_errors || property.is<Termination>()) << property.name;
    EXPECT_EQ(property.nothing.empty(), !has_places) << property.name;
    EXPECT_EQ(property.is_by_place, has_places && known.is_own) << property.name;
  }
  EXPECT_EQ(find_property("memory")->property.defects(), c::Defects{c::Defect::Memory});
  EXPECT_EQ(find_property("arithmetic")->property.defects(), c::Defects{c::Defect::Arithmetic});
  EXPECT_EQ(find_property("overflow")->property.defects(), c::Defects());
}

TEST(Property, some_are_asked_where_nothing_is_said) {
  std::vector<std::string> names;
  for (const Property& property : usual_properties()) names.push_back(property.name);
  EXPECT_EQ(names, (std::vector<std::string>{"assertions", "memory", "arithmetic"}));
}

TEST(Property, names_are_read_once_each) {
  EXPECT_TRUE(read_properties({}).properties.empty());
  const ReadProperties read =
      read_properties({"overflow", "nonsense", "termination", "overflow", "Overflow"});
  ASSERT_EQ(read.properties.size(), 2U);
  EXPECT_TRUE(read.properties[0].is<Overflow>());
  EXPECT_TRUE(read.properties[1].is<Termination>());
  EXPECT_EQ(read.unknown, (std::vector<std::string>{"nonsense", "Overflow"}));
}

TEST(Property, files_of_sv_comp_are_read) {
  const auto check = [](const std::string& formula) {
    return name_in_file("CHECK( init(main()), LTL(" + formula + ") )\n");
  };
  EXPECT_EQ(check("G ! call(reach_error())"), "unreach-call");
  EXPECT_EQ(check("G ! call(__VERIFIER_error())"), "unreach-call");
  EXPECT_EQ(check("G ! label(ERROR)"), "unreach-call");
  EXPECT_EQ(check("F end"), "termination");
  EXPECT_EQ(check("G ! overflow"), "no-overflow");
  EXPECT_EQ(check("G ! data-race"), "no-data-race");
  EXPECT_EQ(check("G valid-memcleanup"), "valid-memcleanup");
  EXPECT_EQ(name_in_file("CHECK( init(main()), LTL(G valid-free) )\n"
                         "CHECK( init(main()), LTL(G valid-deref) )\n"
                         "CHECK( init(main()), LTL(G valid-memtrack) )\n"),
            "valid-memsafety");
  EXPECT_EQ(check("G def-behavior"), "");
  EXPECT_EQ(name_in_file("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n"), "");
  EXPECT_EQ(name_in_file(""), "");
}

TEST(Property, formulas_and_rules_are_properties) {
  const std::vector<std::string> texts{"G {x > 0}", "F ("};
  const auto formulas = std::make_shared<Formulas>(texts);
  EXPECT_TRUE(has_errors(formulas->problems()));
  ASSERT_EQ(formulas->size(), 1U);
  const Property formula = formula_property(formulas, 0);
  EXPECT_EQ(formula.name, "ltl G {x > 0}");
  EXPECT_FALSE(formula.is_safety() || formula.has_witnesses());

  const ReadRules read = read_rules({{"once", "once.slic", "f.entry { abort \"called\"; }"}});
  EXPECT_TRUE(read.messages.empty());
  const Property rule = rule_property(read.rules.at(0));
  EXPECT_EQ(rule.name, "rule once");
  EXPECT_TRUE(rule.is_safety());
  EXPECT_FALSE(rule.has_witnesses());
  EXPECT_EQ(reading_for({&rule, 1}, {}).watched, std::vector<std::string>{"f"});
}

}  // namespace hardbop::verify
