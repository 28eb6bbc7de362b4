// SPDX-License-Identifier: MIT
// c_interpret [--64] [-DNAME]... FILE...: runs C programs of the intermediate language, with zeros
// for arbitrary values, and prints what they give to `void check(unsigned long long)`: one number a
// line, then how the run ended. With --model, it follows the model that the program is lowered to,
// with --stars the one that reads through pointers by variables, and with --arrays the one in which
// all larger objects are arrays. With --each N, it runs the program N times, with another number in
// the global variable `which` each time; a subscript beyond a member is a fault then.
// With --schedules, each FILE is a program with threads: tries all its schedules, and prints by
// which number of switches errors are reached, whether there is a deadlock, and whether all was
// looked at. With --list, prints instead what kinds of statements there are.
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "base/expression/evaluator.hpp"
#include "c/front/front_end.hpp"
#include "c/il/interpreter.hpp"
#include "c/il/silent.hpp"
#include "c/lower/lower.hpp"
#include "c/threads/private_objects.hpp"
#include "c/threads/split.hpp"

namespace {

using namespace hardbop::c;

std::string kind_name(Outcome::Kind kind) {
  switch (kind) {
    case Outcome::Kind::Ended: return "ended";
    case Outcome::Kind::Error: return "error";
    case Outcome::Kind::Unsupported: return "unsupported";
    case Outcome::Kind::AssumeFailed: return "assume failed";
    case Outcome::Kind::StepLimit: return "step limit";
    case Outcome::Kind::Blocked: return "blocked";
    case Outcome::Kind::Fault: return "fault";
  }
  return "?";
}

/// Where `check` returns; it stores its argument in the global `checked`.
struct Checked {
  std::set<const Statement*> returns;
  ObjectId object = none;
};

Checked find_checked(const Program& program) {
  Checked out;
  for (const Function& function : program.functions)
    for (const StatementId id : function.statements)
      if (function.name == "check" && program.statements[id].kind == Statement::Kind::Return)
        out.returns.insert(&program.statements[id]);
  for (ObjectId id = 0; id < program.objects.size(); ++id)
    if (program.objects[id].name == "checked") out.object = id;
  return out;
}

void set_which(Program& program, std::uint64_t number) {
  const Type type{32, true, false, false};
  for (Object& object : program.objects) {
    if (object.name != "which") continue;
    Expr& value = program.exprs.emplace_back();
    value.type = type;
    value.value = number;
    object.initial = {{0, type, static_cast<ExprId>(program.exprs.size() - 1)}};
  }
}

int run(const Program& program) {
  const Checked checked = find_checked(program);
  InterpreterOptions options;
  options.step_limit = 500'000'000;
  options.observe = [&](const Statement& statement, std::size_t, const MemoryView& memory) {
    if (checked.returns.contains(&statement) && checked.object != none)
      fmt::print("{}\n", memory.read(checked.object, 0, {64, false, false, false}).value_or(0));
  };
  const Outcome outcome = interpret(program, options);
  fmt::print("{} {}", kind_name(outcome.kind), outcome.exit_code);
  if (outcome.kind != Outcome::Kind::Ended && outcome.statement != none)
    fmt::print(" line {}: {}", program.statements[outcome.statement].at.line, outcome.text);
  fmt::print("\n");
  return 0;
}

/// One step of the model from the point, with zeros as inputs; false where there is none.
bool step(const hardbop::words::Graph& graph, hardbop::words::Evaluator& values,
          hardbop::words::Point& point) {
  const hardbop::words::Block& block = graph.blocks[point.block];
  values.enter(point.variables, point.inputs);
  values.enter_arrays(point.arrays, point.array_inputs);
  for (const hardbop::words::Edge& edge : block.edges) {
    if (values.value(edge.guard) == 0) continue;
    std::vector<std::uint64_t> after = point.variables;
    for (const hardbop::words::Assignment& assignment : block.assignments)
      after[assignment.variable] = values.value(assignment.value);
    std::vector<hardbop::words::ArrayValue> arrays = point.arrays;
    for (const hardbop::words::ArrayAssignment& assignment : block.array_assignments)
      arrays[assignment.array] = values.array(assignment.value);
    point.variables = std::move(after);
    point.arrays = std::move(arrays);
    point.block = edge.to;
    return true;
  }
  return false;
}

int run_model(const Program& program, Pointers pointers, std::uint32_t arrays_from) {
  const Checked checked = find_checked(program);
  Bounds bounds;
  bounds.floats = true;
  bounds.arrays_from = arrays_from;
  const Model model = lower(program, bounds, pointers);
  std::size_t variable = 0;
  while (variable < model.variables.size() && model.variables[variable].object != checked.object)
    ++variable;
  hardbop::words::Point point;
  point.block = model.graph.entry;
  for (const hardbop::words::Variable& one : model.graph.variables)
    point.variables.push_back(one.initial.value_or(0));
  point.inputs.resize(model.graph.inputs.size());
  for (const hardbop::words::ArrayVariable& one : model.graph.arrays)
    point.arrays.push_back(one.initial.value_or(hardbop::words::ArrayValue(one.sort.index)));
  for (const hardbop::words::ArraySort& sort : model.graph.array_inputs)
    point.array_inputs.emplace_back(sort.index);
  hardbop::words::Evaluator values(model.graph.expressions);
  do {
    const StatementId statement = model.blocks[point.block].statement;
    if (statement != none && checked.returns.contains(&program.statements[statement]))
      fmt::print("{}\n", point.variables[variable]);
  } while (step(model.graph, values, point));
  for (const Sink& sink : model.sinks)
    if (sink.block == point.block) fmt::print("line {}: {}\n", sink.at.line, sink.text);
  fmt::print("ended 0\n");
  return 0;
}

void run_schedules(Program program) {
  split_accesses(program);
  const std::vector<bool> is_silent = silent_statements(program, private_objects(program));
  const ScheduleSearch found = search_schedules(program, is_silent, 400'000);
  for (const auto& [statement, switches] : found.errors)
    fmt::print("error line {} switches {}\n", program.statements[statement].at.line, switches);
  fmt::print("{}{}\n", found.has_deadlock ? "deadlock, " : "",
             found.is_complete ? "complete" : "incomplete");
  std::fflush(stdout);
}

void print_errors(const ParseResult& result) {
  for (const Finding& finding : result.findings)
    if (finding.severity == Finding::Severity::Error)
      fmt::print(stderr, "{}:{}:{}: {}\n", finding.file, finding.line, finding.column,
                 finding.text);
}

int run_schedules_of_each(const std::vector<Source>& sources, const ParseOptions& options) {
  for (const Source& source : sources) {
    const ParseResult result = parse({source}, options);
    print_errors(result);
    if (!result.program) return 2;
    run_schedules(*result.program);
  }
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
  std::uint64_t each = 0;
  bool schedules = false;
  std::optional<Pointers> model;
  std::uint32_t arrays_from = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--64")
      options.data_model.pointer_bits = 64;
    else if (argument == "--list")
      lists = true;
    else if (argument == "--each" && i + 1 < argc)
      each = std::stoull(argv[++i]), options.strict_memory = true;
    else if (argument == "--schedules")
      schedules = true;
    else if (argument == "--model")
      model = Pointers::Direct;
    else if (argument == "--stars")
      model = Pointers::Star;
    else if (argument == "--arrays")
      model = Pointers::Direct, arrays_from = 2;
    else if (argument.starts_with("-D"))
      options.defines.push_back(argument.substr(2));
    else {
      std::stringstream text;
      text << std::ifstream(argument).rdbuf();
      sources.push_back({argument, text.str()});
    }
  }
  if (schedules) return run_schedules_of_each(sources, options);
  const ParseResult result = parse(sources, options);
  print_errors(result);
  if (!result.program) return 2;
  for (std::uint64_t number = 0; number < each; ++number) {
    Program program = *result.program;
    set_which(program, number);
    run(program);
  }
  if (each != 0) return 0;
  if (!lists) return model ? run_model(*result.program, *model, arrays_from) : run(*result.program);
  list(*result.program);
  return 0;
}
