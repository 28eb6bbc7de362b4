// SPDX-License-Identifier: MIT
#include "c/il/faults.hpp"

#include <fmt/format.h>

#include "base/util/diagnostic.hpp"
#include "c/il/scopes.hpp"

namespace hardbop::c {

std::optional<Distance> distance_of(const Program& program, ExprId added) {
  using words::Op;
  const Expr& product = program.exprs[added];
  if (product.kind != Expr::Kind::Operation || product.op != Op::Multiply) return std::nullopt;
  const Expr& size = program.exprs[product.b];
  if (size.kind != Expr::Kind::Constant || size.value < 2) return std::nullopt;
  const Distance out{product.a, (words::mask(product.type.bits) >> 1U) / size.value};
  const Expr& index = program.exprs[product.a];
  const bool is_extended = index.kind == Expr::Kind::Operation &&
                           (index.op == Op::ZeroExtend || index.op == Op::SignExtend);
  const bool fits = is_extended && words::mask(program.exprs[index.a].type.bits) <= out.most;
  return fits ? std::nullopt : std::optional(out);
}

std::string problem_of_use(const Object& object) {
  if (object.is_temporary) return "use of a compound literal after its scope ended";
  return fmt::format("use of {} after its {}", quote_name(object.name),
                     object.scope.is_none() ? "function returned" : "scope ended");
}

std::string problem_of_use(const Program& program, const Statement& allocate) {
  if (allocate.is_stream) return "use of a stream after it was closed";
  if (!is_automatic(allocate)) return use_after_free;
  if (allocate.text == "alloca") return "use of memory from 'alloca' after its function returned";
  const ObjectId array = program.exprs[allocate.places[0].address].object;
  return fmt::format("use of {} after its scope ended", quote_name(program.objects[array].name));
}

std::string problem_of_writing(const Object& object) {
  if (object.storage == Object::Storage::String) return "write to a string literal";
  return fmt::format("write to {}, which is constant", quote_name(object.name));
}

}  // namespace hardbop::c
