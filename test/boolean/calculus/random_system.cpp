// SPDX-License-Identifier: MIT
#include "boolean/calculus/random_system.hpp"

#include <array>
#include <fmt/format.h>
#include <random>
#include <vector>

namespace hardbop::test {

namespace {

constexpr std::array types = {"bool", "E", "N", "P", "A"};

struct Named {
  std::string name;
  std::string type;
};

struct Defined {
  std::string name;
  std::vector<std::string> parameters;  // types
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed), positive_(seed % 3 == 0) {}

  std::string run() {
    std::string out =
        "type E = {a, b, c};\ntype N = 1..5;\ntype A = bool[2];\n"
        "type P = struct { e: E, f: bool };\n";
    const std::size_t count = 2 + below(3);
    for (std::size_t i = 0; i < count; ++i) {
      Defined& one = relations_.emplace_back();
      one.name = fmt::format("R{}", i);
      for (std::size_t j = below(2); j < 2; ++j) one.parameters.emplace_back(types[below(5)]);
    }
    for (std::size_t i = 0; i < count; ++i) out += definition(i);
    for (const Defined& one : relations_) out += fmt::format("list {} limit 1000;\n", one.name);
    return out;
  }

 private:
  std::mt19937_64 random_;
  bool positive_;
  std::vector<Defined> relations_;
  std::vector<Named> scope_;
  std::size_t defining_ = 0;
  bool plain_ = false;
  int fresh_ = 0;

  std::size_t below(std::size_t bound) { return random_() % bound; }

  std::string definition(std::size_t i) {
    defining_ = i;
    const std::size_t kind = below(5);
    plain_ = kind == 0;
    std::string parameters;
    scope_.clear();
    for (const std::string& type : relations_[i].parameters) {
      scope_.push_back({fmt::format("p{}", scope_.size()), type});
      parameters +=
          fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", scope_.back().name, type);
    }
    const char* const word = plain_ ? "relation" : kind < 4 ? "mu" : "nu";
    return fmt::format("{} R{}({}) := {};\n", word, i, parameters, formula(3, true));
  }

  std::string formula(int depth, bool positive) {
    if (depth == 0) return leaf(positive);
    switch (below(9)) {
      case 0:
      case 1:
        return fmt::format("({} & {})", formula(depth - 1, positive), formula(depth - 1, positive));
      case 2:
      case 3:
        return fmt::format("({} | {})", formula(depth - 1, positive), formula(depth - 1, positive));
      case 4: return fmt::format("!{}", formula(depth - 1, !positive));
      case 5:
        return fmt::format("({} => {})", formula(depth - 1, !positive),
                           formula(depth - 1, positive));
      case 6:
        if (!positive_)
          return fmt::format("({} <=> {})", formula(depth - 1, positive),
                             formula(depth - 1, positive));
        [[fallthrough]];
      default: return quantifier(depth, positive);
    }
  }

  std::string quantifier(int depth, bool positive) {
    const std::string type = types[below(5)];
    scope_.push_back({fmt::format("x{}", fresh_++), type});
    const std::string name = scope_.back().name;
    std::string body;
    for (std::size_t i = below(2); i < 2; ++i)
      body += fmt::format("{}{}", formula(depth - 1, positive), i == 1 ? "" : " & ");
    scope_.pop_back();
    return fmt::format("({} {}: {}. {})", below(3) == 0 ? "forall" : "exists", name, type, body);
  }

  std::string leaf(bool positive) {
    // A plain relation may not refer to itself, so it refers to earlier ones.
    const bool apply = below(5) < 2 && (positive || !positive_) && !(plain_ && defining_ == 0);
    if (!apply) return comparison();
    const Defined& used = relations_[below(plain_ ? defining_ : relations_.size())];
    std::string arguments;
    for (const std::string& type : used.parameters) {
      const std::string argument = term(type);
      if (argument.empty()) return comparison();
      arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", argument);
    }
    return fmt::format("{}({})", used.name, arguments);
  }

  std::string comparison() {
    switch (below(4)) {
      case 0: return fmt::format("{} {} {}", term("E"), equality(), term("E"));
      case 1: {
        constexpr std::array signs = {"<", "<=", ">", ">=", "=", "!="};
        const std::string left = variable_or("N", "");
        const std::string added = left.empty() || below(2) == 0 ? "" : " + 1";
        return fmt::format("{}{} {} {}", left.empty() ? "3" : left, added, signs[below(6)],
                           term("N"));
      }
      case 2:
        for (const Named& one : scope_)
          if (one.type == "A") return fmt::format("{}[{}]", one.name, variable_or("N", "1"));
        [[fallthrough]];
      default: {
        const std::string type = types[below(5)];
        const std::string left = term(type);
        const std::string right = term(type);
        if (left.empty() || right.empty()) return "true";
        return fmt::format("{} {} {}", left, equality(), right);
      }
    }
  }

  std::string equality() { return below(3) == 0 ? "!=" : "="; }

  std::string variable_or(const std::string& type, const std::string& constant) {
    std::vector<std::string> found;
    for (const Named& one : scope_) {
      if (one.type == type) found.push_back(one.name);
      if (one.type == "P" && type == "E") found.push_back(one.name + ".e");
      if (one.type == "P" && type == "bool") found.push_back(one.name + ".f");
      if (one.type == "A" && type == "bool") found.push_back(one.name + "[1]");
    }
    return found.empty() ? constant : found[below(found.size())];
  }

  /// Nothing where the type has no constants and no variable of it is in scope.
  std::string term(const std::string& type) {
    if (type == "bool") return below(3) == 0 ? "true" : variable_or(type, "false");
    if (type == "E") return below(3) == 0 ? "b" : variable_or(type, "a");
    if (type == "N") return below(3) == 0 ? "2" : variable_or(type, "4");
    return variable_or(type, "");
  }
};

}  // namespace

std::string random_system(std::uint64_t seed) {
  return Generator(seed).run();
}

}  // namespace hardbop::test
