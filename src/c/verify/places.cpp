// SPDX-License-Identifier: MIT
#include "c/verify/places.hpp"

#include <algorithm>
#include <vector>

#include "c/il/faults.hpp"
#include "c/il/scopes.hpp"

namespace hardbop::verify {

namespace {

using c::Expr;
using c::Statement;

/// Which statements could access what is no object.
class Accesses {
 public:
  explicit Accesses(const c::Program& program)
      : program_(program), reads_(program.exprs.size(), Reads::NotKnown) {}

  bool has(const Statement& statement) {
    const bool calls_pointer =
        statement.kind == Statement::Kind::Call && statement.callee.is_none();
    const bool frees = statement.kind == Statement::Kind::Free && !statement.is_stream;
    return calls_pointer || frees ||
           std::ranges::any_of(statement.values, [&](c::ExprId id) { return reads(id); }) ||
           std::ranges::any_of(statement.places, [&](const c::Place& place) {
             return !is_certain(place.address, place.type) || reads(place.address) ||
                    writes_constant(statement, place);
           });
  }

 private:
  enum class Reads : std::uint8_t { NotKnown, No, Yes };
  const c::Program& program_;
  std::vector<Reads> reads_;  // by expression: something that is perhaps no object

  /// An access to an object itself, within its bounds.
  [[nodiscard]] bool is_certain(c::ExprId address, c::Type type) const {
    const Expr& expr = program_.exprs[address];
    return expr.kind == Expr::Kind::Address &&
           expr.value + type.bits / 8U <= program_.objects[expr.object].size;
  }

  /// Of a certain access.
  [[nodiscard]] bool writes_constant(const Statement& statement, const c::Place& place) const {
    return !statement.initialises &&
           program_.objects[program_.exprs[place.address].object].is_constant;
  }

  bool reads(c::ExprId id) {
    if (id == c::none) return false;
    if (reads_[id] == Reads::NotKnown) {
      const Expr& expr = program_.exprs[id];
      const bool is_invalid = expr.kind == Expr::Kind::Load && !is_certain(expr.a, expr.type);
      const bool found = is_invalid || reads(expr.a) || reads(expr.b) || reads(expr.c);
      reads_[id] = found ? Reads::Yes : Reads::No;
    }
    return reads_[id] == Reads::Yes;
  }
};

/// What lasts until it is freed.
bool allocates(const Statement& statement) {
  return statement.kind == Statement::Kind::Allocate && !c::is_automatic(statement) &&
         !statement.is_stream;
}

/// Where a function of the C library is called, the caller is meant.
void name_callers(const c::Program& program, ErrorPlaces& places) {
  for (const c::FunctionId f : program.functions.ids()) {
    if (program.functions[f].is_library) continue;
    for (const c::StatementId s : program.functions[f].statements) {
      const auto found = places.find(place_of(program.statements[s].at));
      if (found != places.end() && program.functions[found->second].is_library) found->second = f;
    }
  }
}

}  // namespace

ErrorPlaces error_places(const c::Program& program, const c::Defects& defects) {
  using c::Defect;
  Accesses accesses(program);
  const auto is_place = [&](const Statement& statement) {
    if (defects.empty()) return statement.kind == Statement::Kind::Error;
    if (statement.kind == Statement::Kind::Fault) return defects.contains(statement.defect);
    if (allocates(statement) && defects.has_ends()) return true;
    return defects.contains(Defect::Memory) && accesses.has(statement);
  };
  ErrorPlaces out;
  for (const c::FunctionId f : program.functions.ids())
    for (const c::StatementId s : program.functions[f].statements)
      if (is_place(program.statements[s])) out.emplace(place_of(program.statements[s].at), f);
  name_callers(program, out);
  return out;
}

bool has_gaps(const c::Program& program) {
  return std::ranges::any_of(program.functions, [&](const c::Function& function) {
    return std::ranges::any_of(function.statements, [&](c::StatementId s) {
      return program.statements[s].kind == c::Statement::Kind::Unsupported;
    });
  });
}

}  // namespace hardbop::verify
