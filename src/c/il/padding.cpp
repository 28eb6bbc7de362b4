// SPDX-License-Identifier: MIT
#include "c/il/padding.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::c {

namespace {

constexpr Type padding_byte{8, false, false, false, false};

bool accesses_bytes(const Program& program) {
  const auto is_byte_at = [&](ExprId address, Type type) {
    return type.bits == 8 && program.exprs[address].kind != Expr::Kind::Address;
  };
  const auto loads = [&](const Expr& expr) {
    return expr.kind == Expr::Kind::Load && is_byte_at(expr.a, expr.type);
  };
  return std::ranges::any_of(program.exprs, loads) ||
         std::ranges::any_of(program.statements, [&](const Statement& statement) {
           return std::ranges::any_of(statement.places, [&](const Place& place) {
             return is_byte_at(place.address, place.type);
           });
         });
}

void fill(std::uint32_t from, std::uint32_t to, std::vector<Cell>& cells) {
  for (std::uint32_t at = from; at < to; ++at)
    cells.push_back({at, padding_byte, fmt::format(".padding@{}", at), true});
}

void add_padding(Object& object) {
  std::vector<Cell> out;
  std::uint32_t end = 0;
  for (Cell& cell : object.cells) {
    fill(end, cell.offset, out);
    end = std::max(end, cell.offset + cell.type.bits / 8U);
    out.push_back(std::move(cell));
  }
  fill(end, object.size, out);
  object.cells = std::move(out);
}

}  // namespace

void add_padding(Program& program, bool is_reached) {
  if (!is_reached && !accesses_bytes(program)) return;
  for (Object& object : program.objects)
    if (object.cells.size() > 1 && object.cells.size() < most_cells / 2) add_padding(object);
}

}  // namespace hardbop::c
