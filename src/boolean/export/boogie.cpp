// SPDX-License-Identifier: MIT
#include "boolean/export/boogie.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "boolean/export/jumps.hpp"

namespace hardbop::exporting {

namespace {

class Boogie final : public JumpDialect {
 public:
  [[nodiscard]] std::string truth(bool value) const override { return value ? "true" : "false"; }
  [[nodiscard]] std::string exclusive(const std::string& a, const std::string& b) const override {
    return fmt::format("({} != {})", a, b);
  }
  [[nodiscard]] std::string declare(const std::string& name) const override {
    return fmt::format("var {}: bool;", name);
  }
  [[nodiscard]] std::string forget(const std::string& name) const override {
    return fmt::format("havoc {};", name);
  }
  [[nodiscard]] std::string assume(const std::string& condition) const override {
    return fmt::format("assume {};", condition);
  }
  [[nodiscard]] std::string assign(const Names& left, const Names& right) const override {
    return fmt::format("{} := {};", fmt::join(left, ", "), fmt::join(right, ", "));
  }
  [[nodiscard]] std::string label(const std::string& name) const override {
    return fmt::format("{}:", name);
  }
  [[nodiscard]] std::string jump(const Names& labels) const override {
    return fmt::format("goto {};", fmt::join(labels, ", "));
  }
  [[nodiscard]] std::string branch(const std::string& condition, const std::string& yes,
                                   const std::string& no) const override {
    return fmt::format("if ({}) {{ goto {}; }} else {{ goto {}; }}", condition, yes, no);
  }
  [[nodiscard]] std::string call(const std::string& procedure,
                                 const Names& arguments) const override {
    return fmt::format("call {}({});", procedure, fmt::join(arguments, ", "));
  }
  [[nodiscard]] std::string leave() const override { return "return;"; }
  [[nodiscard]] std::string reached() const override { return "assert false; return;"; }
  [[nodiscard]] std::string comment_line(const std::string& text) const override {
    return fmt::format("// {}\n", text);
  }

  [[nodiscard]] std::string prelude(
      const std::vector<std::pair<std::string, Names>>& /*procedures*/) const override {
    return "";
  }
  [[nodiscard]] std::string head(const std::string& procedure, const Names& formals,
                                 const Names& globals) const override {
    std::string out;
    for (const std::string& name : formals)
      out += fmt::format("{}{}: bool", out.empty() ? "" : ", ", name);
    return fmt::format(
        "procedure {}{}({}){}", procedure == "start" ? "{:entrypoint} " : "{:inline 1} ", procedure,
        out, globals.empty() ? "" : fmt::format("\n  modifies {};", fmt::join(globals, ", ")));
  }
};

}  // namespace

std::string to_boogie(const Problem& problem) {
  return write_with_jumps(problem, Boogie());
}

}  // namespace hardbop::exporting
