// SPDX-License-Identifier: MIT
#include "c/lower/atoms.hpp"

#include <algorithm>

#include "base/util/invariant.hpp"

namespace hardbop::c {

namespace {

using words::Op;

/// The cell that is read, of a variable without pointers.
const Cell* cell_read(const Program& program, const Expr& load) {
  const Expr& at = program.exprs[load.a];
  if (at.kind != Expr::Kind::Address) return nullptr;
  for (const Cell& cell : program.objects[at.object].cells)
    if (cell.offset == at.value && cell.type.bits == load.type.bits) return &cell;
  return nullptr;
}

std::string why_not(const Program& program, ExprId id) {
  const Expr& expr = program.exprs[id];
  switch (expr.kind) {
    case Expr::Kind::Constant: return "";
    case Expr::Kind::Address:
    case Expr::Kind::FunctionAddress: return "addresses are not supported here";
    case Expr::Kind::Load:
      return cell_read(program, expr) != nullptr
                 ? ""
                 : "only variables can be read here; pointers cannot be dereferenced";
    case Expr::Kind::Operation:
      if (words::is_float_operation(expr.op))
        return "floating-point arithmetic is not supported here";
  }
  for (const ExprId operand : {expr.a, expr.b, expr.c})
    if (operand != none)
      if (std::string why = why_not(program, operand); !why.empty()) return why;
  return "";
}

class AtBlock {
 public:
  AtBlock(const Program& program, Model& model, words::BlockId block,
          const RepresentedLocals& locals)
      : program_(program), model_(model), block_(model.blocks[block]), locals_(locals) {}

  [[nodiscard]] std::optional<words::ExprId> value(ExprId id) {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == Expr::Kind::Constant) return e().constant(expr.type.bits, expr.value);
    if (expr.kind == Expr::Kind::Load) return load(expr);
    HARDBOP_INVARIANT(expr.kind == Expr::Kind::Operation, "an atom should be a plain expression");
    const auto a = value(expr.a);
    if (!a) return std::nullopt;
    switch (expr.op) {
      case Op::Not:
      case Op::Negate: return e().unary(expr.op, *a);
      case Op::ZeroExtend:
      case Op::SignExtend: return e().extend(expr.op, *a, expr.type.bits);
      case Op::Extract:
        return e().extract(*a, static_cast<words::Width>(expr.value), expr.type.bits);
      default: break;
    }
    const auto b = value(expr.b);
    if (!b) return std::nullopt;
    if (expr.op == Op::Concatenate) return e().concatenate(*a, *b);
    if (expr.op != Op::Conditional) return e().binary(expr.op, *a, *b);
    const auto c = value(expr.c);
    if (!c) return std::nullopt;
    return e().conditional(*a, *b, *c);
  }

 private:
  const Program& program_;
  Model& model_;
  const BlockMeaning& block_;
  const RepresentedLocals& locals_;

  [[nodiscard]] words::Expressions& e() { return model_.graph.expressions; }

  [[nodiscard]] std::optional<words::ExprId> load(const Expr& expr) {
    ObjectId object = program_.exprs[expr.a].object;
    const Cell* const cell = cell_read(program_, expr);
    const auto number = static_cast<std::uint32_t>(cell - program_.objects[object].cells.data());
    const auto local = locals_.find(object);
    std::uint32_t copy = 0;
    if (local != locals_.end()) {
      object = local->second;
      copy = block_.depth;
      if (program_.objects[object].function != block_.function) return std::nullopt;
    }
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      const VariableMeaning& meaning = model_.variables[v];
      if (meaning.object != object || meaning.cell != number || meaning.copy != copy) continue;
      return e().variable(static_cast<words::VariableId>(v), model_.graph.variables[v].width);
    }
    for (std::size_t a = 0; a < model_.arrays.size(); ++a)
      if (model_.arrays[a].object == object && model_.arrays[a].copy == copy)
        return element(static_cast<words::ArrayId>(a), *cell);
    return std::nullopt;
  }

  /// Little-endian, from the elements that a cell consists of.
  [[nodiscard]] words::ExprId element(words::ArrayId id, const Cell& cell) {
    const words::ArraySort sort = model_.graph.arrays[id].sort;
    const std::uint32_t bytes = model_.arrays[id].bytes;
    if (cell.type.bits / 8U < bytes) {
      const words::ExprId index = e().constant(sort.index, cell.offset / bytes);
      return e().extract(e().select(e().array(id, sort), index),
                         static_cast<words::Width>(8 * (cell.offset % bytes)), cell.type.bits);
    }
    std::optional<words::ExprId> out;
    for (std::uint32_t at = 0; at < cell.type.bits / 8U; at += bytes) {
      const words::ExprId index = e().constant(sort.index, (cell.offset + at) / bytes);
      const words::ExprId part = e().extend(Op::ZeroExtend, e().select(e().array(id, sort), index),
                                            static_cast<words::Width>(8 * bytes));
      out = out ? e().concatenate(part, *out) : part;
    }
    return *out;
  }
};

}  // namespace

std::string why_no_expression(const Program& program, FunctionId function) {
  const Function& made = program.functions[function];
  if (made.statements.size() != 1 || program.statements[made.entry].values.size() != 1)
    return "the expression has side effects or may fail";
  return why_not(program, returned(program, function));
}

ExprId returned(const Program& program, FunctionId function) {
  return program.statements[program.functions[function].entry].values.at(0);
}

std::optional<words::ExprId> value_at(const Program& program, Model& model, ExprId expr,
                                      words::BlockId block, const RepresentedLocals& locals) {
  return AtBlock(program, model, block, locals).value(expr);
}

}  // namespace hardbop::c
