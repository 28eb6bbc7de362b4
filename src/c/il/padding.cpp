// SPDX-License-Identifier: MIT
#include "c/il/padding.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::c {

namespace {

constexpr Type padding_byte{8, false, false, false, false};

/// Whether a cell of the object has the byte.
bool has_cell(const Object& object, std::uint64_t offset) {
  const auto found = std::ranges::partition_point(
      object.cells, [&](const Cell& cell) { return cell.offset + cell.type.bits / 8U <= offset; });
  return found != object.cells.end() && found->offset <= offset;
}

bool may_be_padding(const Program& program, ExprId address, Type type) {
  const Expr& at = program.exprs[address];
  if (type.bits != 8) return false;
  return at.kind != Expr::Kind::Address || !has_cell(program.objects[at.object], at.value);
}

bool accesses_padding(const Program& program) {
  const auto loads = [&](const Expr& expr) {
    return expr.kind == Expr::Kind::Load && may_be_padding(program, expr.a, expr.type);
  };
  return std::ranges::any_of(program.exprs, loads) ||
         std::ranges::any_of(program.statements, [&](const Statement& statement) {
           return std::ranges::any_of(statement.places, [&](const Place& place) {
             return may_be_padding(program, place.address, place.type);
           });
         });
}

void fill(std::uint32_t from, std::uint32_t to, std::vector<Cell>& cells) {
  for (std::uint32_t at = from; at < to; ++at)
    cells.push_back({at, padding_byte, fmt::format(".padding@{}", at), true});
}

}  // namespace

void add_padding(std::vector<Cell>& cells, std::uint32_t size) {
  std::vector<Cell> out;
  std::uint32_t end = 0;
  for (Cell& cell : cells) {
    fill(end, cell.offset, out);
    end = std::max(end, cell.offset + cell.type.bits / 8U);
    out.push_back(std::move(cell));
  }
  fill(end, size, out);
  cells = std::move(out);
}

bool can_have_padding(const Object& object) {
  return !object.cells.empty() && object.cells.size() < most_cells / 2;
}

void add_padding(Program& program, bool is_reached) {
  if (!is_reached && !accesses_padding(program)) return;
  for (Object& object : program.objects)
    if (can_have_padding(object)) add_padding(object.cells, object.size);
}

}  // namespace hardbop::c
