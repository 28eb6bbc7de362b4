// SPDX-License-Identifier: MIT
#include "c/il/printer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

#include "c/il/value_text.hpp"
#include "words/graph/print.hpp"

namespace hardbop::c {

using words::Op;
using words::symbol;

namespace {

const char* negated_symbol(Op op) {
  switch (op) {
    case Op::Equal: return "!=";
    case Op::LessUnsigned: return ">=u";
    case Op::LessSigned: return ">=";
    case Op::LessEqualUnsigned: return ">u";
    case Op::LessEqualSigned: return ">";
    default: return "";
  }
}

/// Of two numbers; empty where it is something else.
const char* float_symbol(Op op) {
  switch (op) {
    case Op::FloatAdd: return "+f";
    case Op::FloatSubtract: return "-f";
    case Op::FloatMultiply: return "*f";
    case Op::FloatDivide: return "/f";
    case Op::FloatEqual: return "==f";
    case Op::FloatLess: return "<f";
    case Op::FloatLessEqual: return "<=f";
    default: return "";
  }
}

/// How a number is rounded to an integer.
const char* rounding_name(std::uint64_t rounding) {
  switch (static_cast<words::Rounding>(rounding)) {
    case words::Rounding::NearestEven: return "rint";
    case words::Rounding::TowardZero: return "trunc";
    case words::Rounding::Up: return "ceil";
    case words::Rounding::Down: return "floor";
    case words::Rounding::NearestAway: return "round";
  }
  return "?";
}

class ExprPrinter {
 public:
  explicit ExprPrinter(const Program& program) : program_(program) {}

  /// As an operand: with parentheses where it has an operator.
  [[nodiscard]] std::string operand(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    const bool is_atom = expr.kind != Expr::Kind::Operation || is_prefix(expr);
    return is_atom ? whole(id) : "(" + whole(id) + ")";
  }

  [[nodiscard]] std::string whole(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    switch (expr.kind) {
      case Expr::Kind::Constant: return value_text(expr.value, expr.type);
      case Expr::Kind::Address: return address(expr);
      case Expr::Kind::FunctionAddress: return "&" + program_.functions[expr.function].name;
      case Expr::Kind::Load: return place({expr.a, expr.type});
      case Expr::Kind::Operation: return operation(expr);
    }
    return "?";
  }

  [[nodiscard]] std::string place(const Place& place) const {
    const Expr& at = program_.exprs[place.address];
    if (at.kind == Expr::Kind::Address) {
      const Object& object = program_.objects[at.object];
      const Cell* cell = cell_at(object, at.value);
      if (cell != nullptr && cell->type.bits == place.type.bits) return object.name + cell->name;
    }
    return fmt::format("*({} *){}", type_name(place.type), operand(place.address));
  }

 private:
  const Program& program_;

  static bool is_prefix(const Expr& expr) {
    return expr.op == Op::Negate || expr.op == Op::ZeroExtend || expr.op == Op::SignExtend ||
           (expr.op == Op::Extract && expr.value == 0) ||
           (words::is_float_operation(expr.op) && *float_symbol(expr.op) == '\0');
  }

  static const Cell* cell_at(const Object& object, std::uint64_t offset) {
    const auto found = std::ranges::lower_bound(object.cells, offset, {}, &Cell::offset);
    return found != object.cells.end() && found->offset == offset ? &*found : nullptr;
  }

  [[nodiscard]] std::string address(const Expr& expr) const {
    const Object& object = program_.objects[expr.object];
    if (expr.value == 0 && object.storage == Object::Storage::String) return object.name;
    if (expr.value == 0) return "&" + object.name;
    const Cell* cell = cell_at(object, expr.value);
    if (cell != nullptr) return "&" + object.name + cell->name;
    return fmt::format("(&{} + {})", object.name, words::as_signed(expr.value, expr.type.bits));
  }

  [[nodiscard]] std::string operation(const Expr& expr) const {
    switch (expr.op) {
      case Op::Negate: return "-" + operand(expr.a);
      case Op::Not: return negation(expr);
      case Op::ZeroExtend:
      case Op::SignExtend:
        return fmt::format("({}{}){}", expr.op == Op::SignExtend ? 's' : 'u', expr.type.bits,
                           operand(expr.a));
      case Op::Extract:
        if (expr.value == 0) return fmt::format("(u{}){}", expr.type.bits, operand(expr.a));
        return fmt::format("(u{})({} >>u {})", expr.type.bits, operand(expr.a), expr.value);
      case Op::Conditional:
        return fmt::format("{} ? {} : {}", operand(expr.a), operand(expr.b), operand(expr.c));
      default: break;
    }
    if (words::is_float_operation(expr.op)) return floating(expr);
    return fmt::format("{} {} {}", operand(expr.a), symbol(expr.op), operand(expr.b));
  }

  [[nodiscard]] std::string floating(const Expr& expr) const {
    switch (expr.op) {
      case Op::FloatSquareRoot: return fmt::format("sqrt({})", whole(expr.a));
      case Op::FloatRound: return fmt::format("{}({})", rounding_name(expr.value), whole(expr.a));
      case Op::FloatConvert:
      case Op::FloatFromSigned: return fmt::format("(f{}){}", expr.type.bits, operand(expr.a));
      case Op::FloatFromUnsigned: return fmt::format("(f{}u){}", expr.type.bits, operand(expr.a));
      case Op::FloatToSigned: return fmt::format("(s{}){}", expr.type.bits, operand(expr.a));
      case Op::FloatToUnsigned: return fmt::format("(u{}){}", expr.type.bits, operand(expr.a));
      default: break;
    }
    return fmt::format("{} {} {}", operand(expr.a), float_symbol(expr.op), operand(expr.b));
  }

  [[nodiscard]] std::string negation(const Expr& expr) const {
    const Expr& inner = program_.exprs[expr.a];
    const bool compares = inner.kind == Expr::Kind::Operation && *negated_symbol(inner.op) != '\0';
    if (compares)
      return fmt::format("{} {} {}", operand(inner.a), negated_symbol(inner.op), operand(inner.b));
    return (expr.type.bits == 1 ? "!" : "~") + operand(expr.a);
  }
};

std::string list(const Program& program, const std::vector<ExprId>& values, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : ", ") + to_text(program, values[i]);
  return text;
}

std::string call_text(const Program& program, const Statement& statement) {
  std::string text;
  for (const Place& place : statement.places)
    text += (text.empty() ? "" : ", ") + to_text(program, place);
  if (!text.empty()) text += " = ";
  const bool is_direct = !statement.callee.is_none();
  const std::size_t arguments = statement.values.size() - (is_direct ? 0 : 1);
  text += is_direct ? program.functions[statement.callee].name
                    : "(*" + ExprPrinter(program).operand(statement.values.back()) + ")";
  return text + "(" + list(program, statement.values, arguments) + ")";
}

std::string cells_text(const Object& object) {
  if (object.cells.size() == 1) return type_name(object.cells[0].type) + " " + object.name;
  return fmt::format("u8[{}] {}", object.size, object.name);
}

class ProgramPrinter {
 public:
  explicit ProgramPrinter(const Program& program) : program_(program) {}

  std::string run() {
    for (const Object& object : program_.objects)
      if (object.storage == Object::Storage::Global && (object.size > 0 || !object.is_temporary))
        global(object);
    for (const Function& function : program_.functions)
      if (function.is_defined) definition(function);
    return std::move(text_);
  }

 private:
  const Program& program_;
  std::string text_;

  void global(const Object& object) {
    text_ += cells_text(object);
    if (object.cells.size() == 1) {
      const std::string value =
          object.initial.empty() ? "0" : to_text(program_, object.initial[0].value);
      text_ += " = " + value + ";\n";
      return;
    }
    text_ += ";\n";
    for (const InitialValue& initial : object.initial)
      text_ += fmt::format("  [{}] {} = {};\n", initial.offset, type_name(initial.type),
                           to_text(program_, initial.value));
  }

  void definition(const Function& function) {
    std::string parameters;
    for (const Place& place : function.parameters)
      parameters +=
          (parameters.empty() ? "" : ", ") + type_name(place.type) + " " + to_text(program_, place);
    std::string results;
    for (const Type& type : function.results)
      results += (results.empty() ? "" : ", ") + type_name(type);
    text_ += fmt::format("\n{} {}({}) {{\n", results.empty() ? "void" : results, function.name,
                         parameters);
    for (const ObjectId local : function.locals)
      if (!is_parameter(function, local))
        text_ += "  " + cells_text(program_.objects[local]) + ";\n";
    body(function);
    text_ += "}\n";
  }

  [[nodiscard]] bool is_parameter(const Function& function, ObjectId object) const {
    return std::ranges::any_of(function.parameters, [&](const Place& place) {
      return program_.exprs[place.address].object == object;
    });
  }

  void body(const Function& function) {
    std::unordered_map<StatementId, std::size_t> targets;  // numbered in the order of the text
    const auto& order = function.statements;
    const auto following = [&](std::size_t i) {
      return i + 1 < order.size() ? order[i + 1] : none;
    };
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Statement& statement = program_.statements[order[i]];
      if (statement.next != following(i)) targets.try_emplace(statement.next, 0);
      if (statement.otherwise != following(i)) targets.try_emplace(statement.otherwise, 0);
    }
    if (!order.empty() && function.entry != order[0]) targets.try_emplace(function.entry, 0);
    std::size_t count = 0;
    for (const StatementId id : order)
      if (const auto found = targets.find(id); found != targets.end()) found->second = ++count;
    const auto jump = [&](StatementId id) { return fmt::format("goto L{}", targets.at(id)); };
    if (!order.empty() && function.entry != order[0])
      text_ += "       " + jump(function.entry) + ";\n";
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Statement& statement = program_.statements[order[i]];
      if (targets.contains(order[i])) text_ += fmt::format(" L{}:\n", targets.at(order[i]));
      text_ += fmt::format("{:5}  ", statement.at.line);
      if (!statement.label.empty()) text_ += statement.label + ": ";
      if (statement.kind == Statement::Kind::Branch) {
        text_ += branch(statement, following(i), jump);
        continue;
      }
      text_ += to_text(program_, statement) + ";";
      if (statement.next != none && statement.next != following(i))
        text_ += " " + jump(statement.next) + ";";
      text_ += "\n";
    }
  }

  template <typename Jump>
  std::string branch(const Statement& statement, StatementId following, const Jump& jump) const {
    const std::string condition = to_text(program_, statement.values[0]);
    if (statement.next == following && statement.otherwise == following)
      return fmt::format("if ({}) skip;\n", condition);
    if (statement.otherwise == following)
      return fmt::format("if ({}) {};\n", condition, jump(statement.next));
    if (statement.next == following)
      return fmt::format("unless ({}) {};\n", condition, jump(statement.otherwise));
    return fmt::format("if ({}) {}; else {};\n", condition, jump(statement.next),
                       jump(statement.otherwise));
  }
};

std::string escape(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result;
}

std::string vertex(const Program& program, StatementId id) {
  using Kind = Statement::Kind;
  const Statement& statement = program.statements[id];
  const bool is_branch = statement.kind == Kind::Branch;
  const std::string label = statement.label.empty() ? "" : statement.label + ": ";
  const std::string text =
      is_branch ? to_text(program, statement.values[0]) : to_text(program, statement);
  std::string style;
  if (is_branch) style = ", shape=diamond";
  if (statement.kind == Kind::Error || statement.kind == Kind::Fault)
    style = ", shape=octagon, color=red";
  if (statement.kind == Kind::Unsupported) style = ", shape=octagon, color=orange";
  if (statement.kind == Kind::Return || statement.kind == Kind::Halt) style = ", shape=oval";
  return fmt::format("    s{} [label=\"{}: {}\"{}];\n", id, statement.at.line, escape(label + text),
                     style);
}

}  // namespace

std::string type_name(Type type) {
  if (type.is_pointer) return "ptr";
  if (type.is_bool) return "bool";
  if (type.is_float) return fmt::format("f{}", type.bits);
  return fmt::format("{}{}", type.is_signed ? 's' : 'u', type.bits);
}

std::string to_text(const Program& program, ExprId expr) {
  return ExprPrinter(program).whole(expr);
}

std::string to_text(const Program& program, const Place& place) {
  return ExprPrinter(program).place(place);
}

namespace {

std::string thread_text(const Program& program, const Statement& statement) {
  constexpr const char* names[] = {"create", "join",         "end",       "self",
                                   "await",  "begin atomic", "end atomic"};
  const std::string to =
      statement.places.empty() ? "" : to_text(program, statement.places[0]) + " = ";
  const std::string values = list(program, statement.values, statement.values.size());
  return to + names[static_cast<std::size_t>(statement.step)] +
         (values.empty() ? "" : " " + values);
}

}  // namespace

std::string to_text(const Program& program, const Statement& statement) {
  using Kind = Statement::Kind;
  const auto place = [&] { return to_text(program, statement.places[0]); };
  const auto places = [&] {
    std::string all;
    for (const Place& one : statement.places)
      all += (all.empty() ? "" : ", ") + to_text(program, one);
    return all;
  };
  const auto value = [&] { return to_text(program, statement.values[0]); };
  switch (statement.kind) {
    case Kind::Skip: return statement.text.empty() ? "skip" : "skip \"" + statement.text + "\"";
    case Kind::Assign: return place() + " = " + value();
    case Kind::Arbitrary:
      return places() + " = *" + (statement.text.empty() ? "" : " \"" + statement.text + "\"");
    case Kind::Allocate:
      return fmt::format(
          "{} = allocate {}{} \"{}\"", place(), value(),
          copies_block(statement) ? " from " + to_text(program, statement.values[2]) : "",
          statement.text);
    case Kind::Free: return (statement.is_stream ? "close " : "free ") + value();
    case Kind::Call: return call_text(program, statement);
    case Kind::Return:
      return statement.values.empty()
                 ? "return"
                 : "return " + list(program, statement.values, statement.values.size());
    case Kind::Assume: return "assume " + value();
    case Kind::Branch: return "if (" + value() + ")";
    case Kind::Error: return "error \"" + statement.text + "\"";
    case Kind::Fault: return "fault \"" + statement.text + "\"";
    case Kind::Halt: return statement.values.empty() ? "halt" : "halt " + value();
    case Kind::Unsupported: return "unsupported \"" + statement.text + "\"";
    case Kind::Thread: return thread_text(program, statement);
    case Kind::Environment: return "environment \"" + statement.text + "\"";
  }
  return "?";
}

std::string to_text(const Program& program) {
  return ProgramPrinter(program).run();
}

std::string to_dot(const Program& program) {
  std::string text =
      "digraph program {\n"
      "  node [shape=box, fontname=monospace, fontsize=10];\n"
      "  edge [color=blue, fontsize=9];\n";
  std::string edges;
  for (const FunctionId id : program.functions.ids()) {
    const Function& function = program.functions[id];
    if (!function.is_defined) continue;
    text += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", id.index(), function.name);
    text +=
        fmt::format("    entry{0} [shape=point]; entry{0} -> s{1};\n", id.index(), function.entry);
    for (const StatementId from : function.statements) {
      const Statement& statement = program.statements[from];
      const bool is_branch = statement.kind == Statement::Kind::Branch;
      text += vertex(program, from);
      if (statement.next != none)
        edges +=
            fmt::format("  s{} -> s{}{};\n", from, statement.next, is_branch ? " [label=T]" : "");
      if (statement.otherwise != none)
        edges += fmt::format("  s{} -> s{} [label=F];\n", from, statement.otherwise);
    }
    text += "  }\n";
  }
  return text + edges + "}\n";
}

}  // namespace hardbop::c
