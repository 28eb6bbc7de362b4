// SPDX-License-Identifier: MIT
// Sites for code review show a rule's title above each result, so titles name the problem.
#include "product/report/sarif_rules.hpp"

#include <fmt/format.h>

#include "product/report/figures.hpp"

namespace hardbop::report {

namespace {

using Kind = PropertyResult::Kind;

constexpr std::string_view rule_prefix = "rule ";

/// "lock" of "rule lock".
std::string rule_name(const PropertyResult& result) {
  const std::string& property = result.property;
  return property.starts_with(rule_prefix) ? property.substr(rule_prefix.size()) : property;
}

/// Of a rule that the user or Hardbop wrote: its own words, where they are known.
RuleText written_rule_text(const PropertyResult& result, const SarifOptions& options) {
  const std::string name = rule_name(result);
  RuleText out{fmt::format("Rule {} is broken", name),
               fmt::format("A run of the program breaks the temporal rule {}.", name),
               fmt::format("The message of the result says what the rule forbids, and the code "
                           "flow is a run that does it. 'hardbop check --spec {} --trace' prints "
                           "this run.",
                           name)};
  const auto known = options.rules.find(name);
  if (known == options.rules.end() || known->second.empty()) return out;
  out.text = known->second;
  out.title += ". " + out.text.substr(0, out.text.find(". "));
  if (out.title.ends_with('.')) out.title.pop_back();
  return out;
}

/// Of the properties of Boolean programs.
RuleText boolean_text(Kind kind) {
  switch (kind) {
    case Kind::Label:
      return {"Label can be reached", "A run of the program arrives at a statement with the label.",
              "The code flow is a shortest such run; 'hardbop check --label L --trace' prints it. "
              "If the label marks an error, find the first step that the program should not take."};
    case Kind::Assert:
      return {"Assertion can fail",
              "A run of the program arrives at an assert statement whose condition is false.",
              "The code flow is a shortest such run; 'hardbop check --trace' prints it. Its last "
              "step is the assertion that fails."};
    case Kind::Ltl:
      return {"LTL formula is violated",
              "A run of the program does not satisfy the formula of linear temporal logic.",
              "The code flow is such a run: a stem, and often a loop that repeats for ever. "
              "'hardbop check --ltl FORMULA --trace' prints it."};
    case Kind::Ctl:
      return {"CTL formula is violated",
              "An initial state of the program does not satisfy the formula of branching time.",
              "If a run shows why, the code flow has it. 'hardbop check --ctl FORMULA --trace' "
              "prints it."};
    case Kind::Monitor:
      return {"Monitor reaches an error state",
              "A run of the program brings the monitor that runs beside it into an error state.",
              "The code flow is such a run; 'hardbop check --monitor FILE --trace' prints it with "
              "the states of the monitor."};
    default: break;
  }
  return {"Program may run forever", "Some run of the program does not end.",
          "The code flow is such a run: a stem, and a loop that repeats for ever. 'hardbop check "
          "--terminates --trace', for C '--property termination --trace', prints it."};
}

/// Of the properties of C programs.
RuleText c_text(Kind kind) {
  constexpr const char* trace =
      "The code flow is a run that leads there; 'hardbop check --trace' prints it with values, and "
      "'--harness' writes a C file with which the compiled program follows it.";
  switch (kind) {
    case Kind::Assertions:
      return {"Assertion can fail",
              "A run of the C program fails an assert, or calls reach_error or __VERIFIER_error.",
              trace};
    case Kind::Overflow:
      return {"Signed arithmetic can overflow",
              "A run of the C program computes a signed value that its type cannot represent, "
              "which is undefined behaviour.",
              trace};
    case Kind::Memory:
      return {"Invalid memory access",
              "A run of the C program accesses memory through an invalid pointer, or frees it "
              "wrongly.",
              trace};
    case Kind::Arithmetic:
      return {"Division by zero or bad shift",
              "A run of the C program divides by zero, or shifts by a negative amount or by the "
              "width or more.",
              trace};
    case Kind::Leak:
      return {"Memory leak", "A run of the C program loses the last pointer to allocated memory.",
              trace};
    case Kind::Race:
      return {"Data race", "Two threads of the C program access an object at the same time.",
              trace};
    default: break;
  }
  return {"Deadlock", "The threads of the C program can wait for each other for ever.", trace};
}

}  // namespace

std::string percent_encoded(std::string_view text, std::string_view plain) {
  std::string out;
  for (const char letter : text) {
    const bool is_name = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= '0' && letter <= '9');
    if (is_name || plain.find(letter) != std::string_view::npos)
      out += letter;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
  }
  return out;
}

std::string rule_id(const PropertyResult& result) {
  constexpr std::string_view plain = "-._~";
  switch (result.kind) {
    case Kind::Label:
    case Kind::Assert:
    case Kind::Ltl:
    case Kind::Ctl:
    case Kind::Termination:
    case Kind::Monitor: return fmt::format("hardbop/{}", kind_text(result.kind));
    case Kind::Rule: return "rule/" + percent_encoded(rule_name(result), plain);
    default: return "hardbop/" + percent_encoded(result.property, plain);
  }
}

RuleText rule_text(const PropertyResult& result, const SarifOptions& options) {
  switch (result.kind) {
    case Kind::Rule: return written_rule_text(result, options);
    case Kind::Label:
    case Kind::Assert:
    case Kind::Ltl:
    case Kind::Ctl:
    case Kind::Termination:
    case Kind::Monitor: return boolean_text(result.kind);
    default: return c_text(result.kind);
  }
}

}  // namespace hardbop::report
