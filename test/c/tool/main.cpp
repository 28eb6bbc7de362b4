// SPDX-License-Identifier: MIT
// c_interpret [--64] [-DNAME]... FILE...: runs C programs of the intermediate language, with zeros
// for arbitrary values, and prints what they give to `void check(unsigned long long)`: one number a
// line, then how the run ended. With --list, prints instead what kinds of statements there are.
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "c/front_end.hpp"
#include "c/interpreter.hpp"

namespace {

using namespace hardbop::c;

std::string kind_name(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::Kind::Ended: return "ended";
    case Outcome::Kind::Error: return "error";
    case Outcome::Kind::Unsupported: return "unsupported";
    case Outcome::Kind::AssumeFailed: return "assume failed";
    case Outcome::Kind::StepLimit: return "step limit";
    case Outcome::Kind::Fault: return "fault";
  }
  return "?";
}

/// Prints the argument of `check` each time it returns; it stores it in the global `checked`.
int run(const Program& program) {
  std::set<const Statement*> returns;
  for (const Function& function : program.functions)
    for (const StatementId id : function.statements)
      if (function.name == "check" && program.statements[id].kind == Statement::Kind::Return)
        returns.insert(&program.statements[id]);
  ObjectId checked = none;
  for (ObjectId id = 0; id < program.objects.size(); ++id)
    if (program.objects[id].name == "checked") checked = id;
  InterpreterOptions options;
  options.step_limit = 500'000'000;
  options.observe = [&](const Statement& statement, std::size_t, const MemoryView& memory) {
    if (returns.contains(&statement) && checked != none)
      fmt::print("{}\n", memory.read(checked, 0, {64, false, false, false}).value_or(0));
  };
  const Outcome outcome = interpret(program, options);
  fmt::print("{} {}", kind_name(outcome.kind), outcome.exit_code);
  if (outcome.kind != Outcome::Kind::Ended && outcome.statement != none)
    fmt::print(" line {}: {}", program.statements[outcome.statement].at.line, outcome.text);
  fmt::print("\n");
  return 0;
}

void list(const Program& program) {
  std::map<std::string, std::size_t> reasons;
  std::size_t errors = 0;
  for (const Statement& statement : program.statements) {
    if (statement.kind == Statement::Kind::Unsupported) ++reasons[statement.text];
    if (statement.kind == Statement::Kind::Error) ++errors;
  }
  fmt::print("{} statements, {} errors", program.statements.size(), errors);
  for (const auto& [reason, count] : reasons) fmt::print("; {} x {}", count, reason);
  fmt::print("\n");
  for (const Remark& remark : program.remarks)
    fmt::print("  {}: {}\n", remark.at.line, remark.text);
}

}  // namespace

int main(int argc, char** argv) {
  ParseOptions options;
  std::vector<Source> sources;
  bool lists = false;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--64")
      options.data_model.pointer_bits = 64;
    else if (argument == "--list")
      lists = true;
    else if (argument.starts_with("-D"))
      options.defines.push_back(argument.substr(2));
    else {
      std::stringstream text;
      text << std::ifstream(argument).rdbuf();
      sources.push_back({argument, text.str()});
    }
  }
  const ParseResult result = parse(sources, options);
  for (const Finding& finding : result.findings)
    if (finding.severity == Finding::Severity::Error)
      fmt::print(stderr, "{}:{}:{}: {}\n", finding.file, finding.line, finding.column,
                 finding.text);
  if (!result.program) return 2;
  if (!lists) return run(*result.program);
  list(*result.program);
  return 0;
}
