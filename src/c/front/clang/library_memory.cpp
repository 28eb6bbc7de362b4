// SPDX-License-Identifier: MIT
// Calls of C library functions that end the program, or that free, fill or copy memory, and abs;
// the others are in library_allocation.cpp and library_calls.cpp.
#include "c/front/clang/translator.hpp"
#include "c/il/padding.hpp"
#include "c/library/library.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

bool Translator::has_known_meaning(const std::string& name) {
  return library_function(name) || name.starts_with("__VERIFIER_") ||
         name.starts_with("__builtin_") || name.starts_with("__CPROVER_") ||
         name.starts_with("__assert") || name.starts_with("__sync_") ||
         is_one_of(name, {"assert", "kmalloc", "kfree"});
}

bool Translator::call_library(const clang::CallExpr* expression, const std::string& name,
                              const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  const unsigned count = expression->getNumArgs();
  if (is_one_of(name, {"abort", "exit", "_exit", "_Exit", "quick_exit"})) {
    Statement halt;
    halt.kind = Kind::Halt;
    if (count == 1 && scalar(expression->getArg(0)->getType()))
      halt.values = {stabilise(value(expression->getArg(0)), at)};
    halt.at = position(at);
    halt.text = name;
    build_.emit(std::move(halt));
    return true;
  }
  if (call_allocation(expression, name, results)) return true;
  if (is_one_of(name, {"free", "kfree", "cfree"}) && count == 1) {
    Statement statement;
    statement.kind = Kind::Free;
    statement.values = {value(expression->getArg(0))};
    statement.at = position(at);
    build_.emit(std::move(statement));
    return true;
  }
  if (is_one_of(name, {"abs", "labs", "llabs", "imaxabs"}) && count == 1 &&
      expression->getArg(0)->getType()->isIntegerType()) {
    const ExprId operand = read_once(value(expression->getArg(0)), at);
    if (checks_overflow()) check_negation(operand, at);
    const ExprId zero_word = build_.constant(build_.expr(operand).type, 0);
    give_back(build_.conditional(build_.binary(Op::LessSigned, operand, zero_word),
                                 build_.unary(Op::Negate, operand), operand),
              results, at);
    return true;
  }
  if (name == "memset" && count == 3 && results.empty() && fill_memory(expression)) return true;
  if (is_one_of(name, {"memcpy", "memmove"}) && count == 3 && results.empty() &&
      copy_memory(expression))
    return true;
  if (call_on_floats(expression, name, results)) return true;
  if (print_to_memory(expression, name, results) || scan(expression, name, results)) return true;
  const std::optional<LibraryFunction> listed = library_function(name);
  const bool is_in_rule = listed && listed->needs_rule && watched_.contains(name);
  if (!is_in_rule && call_model(expression, name, results)) return true;
  if (listed) call_listed(expression, name, *listed, results);
  return listed.has_value();
}

/// The cells that make up `size` bytes at an address, with offsets from there, and bytes for what
/// is between and behind them.
std::optional<std::vector<Cell>> Translator::cells_in(ExprId address, std::uint64_t size) const {
  const Expr& at = build_.expr(address);
  if (at.kind != Expr::Kind::Address) return std::nullopt;
  const Object& object = program_.objects[at.object];
  if (!object.has_cells || at.value > object.size || size > object.size - at.value)
    return std::nullopt;
  std::vector<Cell> found;
  for (const Cell& cell : object.cells) {
    const std::uint64_t end = cell.offset + cell.type.bits / 8U;
    if (end <= at.value || cell.offset >= at.value + size) continue;
    if (cell.offset < at.value || end > at.value + size) return std::nullopt;
    found.push_back({static_cast<std::uint32_t>(cell.offset - at.value), cell.type, ""});
  }
  if (can_have_padding(object)) add_padding(found, static_cast<std::uint32_t>(size));
  return found;
}

bool Translator::fill_memory(const clang::CallExpr* expression) {
  const clang::SourceLocation at = expression->getExprLoc();
  const auto size = known_value(expression->getArg(2));
  if (!size || modifies(expression->getArg(0)) || modifies(expression->getArg(1))) return false;
  const ExprId to = value(expression->getArg(0));
  const auto cells = cells_in(to, build_.expr(*size).value);
  if (!cells) return false;
  const ExprId byte =
      build_.resize(read_once(value(expression->getArg(1)), at), {8, false, false, false}, false);
  fill_cells(to, *cells, byte, at);
  return true;
}

bool Translator::copy_memory(const clang::CallExpr* expression) {
  const clang::SourceLocation at = expression->getExprLoc();
  const auto size = known_value(expression->getArg(2));
  if (!size || modifies(expression->getArg(0)) || modifies(expression->getArg(1))) return false;
  const ExprId to = value(expression->getArg(0));
  const ExprId from = value(expression->getArg(1));
  const auto cells = cells_in(to, build_.expr(*size).value);
  // Within one object the parts could overlap; what a volatile one holds is not known.
  if (!cells || build_.expr(from).kind != Expr::Kind::Address ||
      build_.expr(from).object == build_.expr(to).object ||
      volatile_objects_.contains(build_.expr(from).object))
    return false;
  for (const Cell& cell : *cells)
    assign({build_.plus(to, cell.offset), cell.type},
           build_.load({build_.plus(from, cell.offset), cell.type}), at);
  return true;
}

}  // namespace hardbop::c
