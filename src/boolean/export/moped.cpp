// SPDX-License-Identifier: MIT
#include "boolean/export/moped.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "boolean/export/jumps.hpp"

namespace hardbop::exporting {

namespace {

class Remopla final : public JumpDialect {
 public:
  [[nodiscard]] std::string truth(bool value) const override { return value ? "true" : "false"; }
  [[nodiscard]] std::string exclusive(const std::string& a, const std::string& b) const override {
    return fmt::format("({} ^^ {})", a, b);
  }
  [[nodiscard]] std::string declare(const std::string& name) const override {
    return fmt::format("bool {};", name);
  }
  [[nodiscard]] std::string forget(const std::string& name) const override {
    return fmt::format("{} = undef;", name);
  }
  [[nodiscard]] std::string assume(const std::string& condition) const override {
    return fmt::format("skip ({});", condition);
  }
  [[nodiscard]] std::string assign(const Names& left, const Names& right) const override {
    std::string out;
    for (std::size_t i = 0; i < left.size(); ++i)
      out += fmt::format("{}{} = {}", i > 0 ? ", " : "", left[i], right[i]);
    return out + ';';
  }
  /// Labels of all modules share a space of names; those of vertices differ anyway.
  [[nodiscard]] std::string label(const std::string& name) const override {
    return fmt::format("{}: skip;", name);
  }
  [[nodiscard]] std::string jump(const Names& labels) const override {
    if (labels.size() == 1) return fmt::format("goto {};", labels.front());
    std::string out = "if";
    for (const std::string& name : labels) out += fmt::format(" :: true -> goto {};", name);
    return out + " fi;";
  }
  [[nodiscard]] std::string branch(const std::string& condition, const std::string& yes,
                                   const std::string& no) const override {
    return fmt::format("if :: {} -> goto {}; :: else -> goto {}; fi;", condition, yes, no);
  }
  [[nodiscard]] std::string call(const std::string& procedure,
                                 const Names& arguments) const override {
    return fmt::format("{}({});", procedure, fmt::join(arguments, ", "));
  }
  [[nodiscard]] std::string leave() const override { return "return;"; }
  [[nodiscard]] std::string reached() const override { return "goal(); return;"; }
  [[nodiscard]] std::string comment_line(const std::string& text) const override {
    return fmt::format("# {}\n", text);
  }

  [[nodiscard]] std::string prelude(
      const std::vector<std::pair<std::string, Names>>& procedures) const override {
    std::string out = "\nmodule void goal();\n";
    for (const auto& [name, formals] : procedures) out += head(name, formals, {}) + ";\n";
    return out + "\ninit start;\n\nmodule void goal()\n{\n  ERROR: goto ERROR;\n  return;\n}\n";
  }
  [[nodiscard]] std::string head(const std::string& procedure, const Names& formals,
                                 const Names& /*globals*/) const override {
    std::string out;
    for (const std::string& name : formals)
      out += fmt::format("{}bool {}", out.empty() ? "" : ", ", name);
    return fmt::format("module void {}({})", procedure, out);
  }
};

}  // namespace

std::string to_moped(const Problem& problem) {
  return write_with_jumps(problem, Remopla());
}

}  // namespace hardbop::exporting
