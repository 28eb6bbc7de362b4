// SPDX-License-Identifier: MIT
// Calls of C library functions that allocate memory. They fail only if the options say so; a
// product of two numbers that is too large would make them fail, so it is assumed not to be.
#include "c/front/clang/translator.hpp"
#include "c/il/block_room.hpp"

namespace hardbop::c {

using words::Op;
using Kind = Statement::Kind;

namespace {

constexpr std::uint64_t out_of_memory = 12;  // ENOMEM

}  // namespace

bool Translator::call_allocation(const clang::CallExpr* expression, const std::string& name,
                                 const std::vector<Place>& results) {
  const clang::SourceLocation at = expression->getExprLoc();
  const auto is = [&](unsigned arguments, std::initializer_list<const char*> names) {
    return expression->getNumArgs() >= arguments && std::ranges::find(names, name) != names.end();
  };
  const auto words = [&](unsigned from) { return arguments_from(expression, from); };
  if (is(1, {"malloc", "alloca", "kmalloc", "valloc", "__builtin_alloca"})) {
    allocate(name, {words(0)[0]}, results, at);
  } else if (is(2, {"calloc"})) {
    const std::vector<ExprId> counts = words(0);
    allocate(name, {product(counts[0], counts[1], at), build_.constant(Builder::truth_type, 1)},
             results, at);
  } else if (is(2, {"realloc"})) {
    const std::vector<ExprId> all = words(0);
    reallocate(name, all[0], all[1], results, at);
  } else if (is(3, {"reallocarray"})) {
    const std::vector<ExprId> all = words(0);
    reallocate(name, all[0], product(all[1], all[2], at), results, at);
  } else if (is(2, {"aligned_alloc", "memalign"})) {
    allocate(name, {words(0)[1]}, results, at);
  } else if (is(3, {"posix_memalign"})) {
    const std::vector<ExprId> all = words(0);
    allocate_aligned(name, all[0], all[2], results, at);
  } else {
    return false;
  }
  return true;
}

/// Their values, as numbers of the size of a pointer, from the first to the last.
std::vector<ExprId> Translator::arguments_from(const clang::CallExpr* expression, unsigned from) {
  std::vector<ExprId> out;
  for (unsigned i = from; i < expression->getNumArgs(); ++i) {
    const clang::Expr* argument = expression->getArg(i);
    for (ExprId& before : out)
      if (modifies(argument)) before = stabilise(before, expression->getExprLoc());
    out.push_back(build_.resize(value(argument), build_.pointer(), is_signed(argument->getType())));
  }
  return out;
}

void Translator::allocate(const std::string& name, std::vector<ExprId> values,
                          const std::vector<Place>& results, clang::SourceLocation at) {
  const Place to = results.empty() ? temporary(build_.pointer(), at) : results.front();
  const Exits failed = fail_to_allocate(name, to, at);
  make_block(name, std::move(values), to, at);
  build_.add_pending(failed);
}

void Translator::make_block(const std::string& name, std::vector<ExprId> values, const Place& to,
                            clang::SourceLocation at) {
  Statement statement;
  statement.kind = Kind::Allocate;
  statement.text = name;
  statement.values = std::move(values);
  statement.places = {to};
  statement.at = position(at);
  build_.emit(std::move(statement));
}

/// posix_memalign: where it fails, it writes nothing.
void Translator::allocate_aligned(const std::string& name, ExprId to, ExprId size,
                                  const std::vector<Place>& results, clang::SourceLocation at) {
  const Type number{32, true, false, false};
  const Type word = build_.pointer();
  to = stabilise(to, at);
  const Place made = temporary(word, at);
  const Place status = temporary(number, at);
  assign(status, build_.constant(number, out_of_memory), at);
  const Exits failed = fail_to_allocate(name, made, at);
  make_block(name, {size}, made, at);
  assign({to, word}, build_.load(made), at);
  assign(status, build_.constant(number, 0), at);
  build_.add_pending(failed);
  give_back(build_.load(status), results, at);
}

/// The ends of the runs in which it fails, which have a null pointer then; the others go on.
Exits Translator::fail_to_allocate(const std::string& name, const Place& to,
                                   clang::SourceLocation at) {
  if (malloc_ == Malloc::NeverFails || name.find("alloca") != std::string::npos) return {};
  const Place fails = temporary(Type{8, false, false, false}, at);
  arbitrary(fails, name + " fails", at);
  const Choice ways = branch(build_.truth(build_.load(fails)), at);
  build_.add_pending(ways.yes);
  change_errno(at);
  assign(to, build_.constant(to.type, 0), at);
  Exits failed = build_.take_pending();
  build_.add_pending(ways.no);
  return failed;
}

/// If both factors vary, the product is one of a block that is not too large only if one of them is
/// small, or none is large; and then it does not wrap.
ExprId Translator::product(ExprId a, ExprId b, clang::SourceLocation at) {
  const Type word = build_.pointer();
  if (build_.is_constant(a)) std::swap(a, b);
  const auto below = [&](ExprId one, std::uint64_t limit) {
    return build_.binary(Op::LessUnsigned, one, build_.constant(word, limit));
  };
  ExprId fits = build_.constant(Builder::truth_type, 1);
  if (build_.is_constant(b)) {
    const std::uint64_t factor = build_.expr(b).value;
    if (factor > 1)
      fits = build_.binary(Op::LessEqualUnsigned, a,
                           build_.constant(word, words::mask(word.bits) / factor));
  } else {
    const std::uint64_t half = std::uint64_t{1} << (word.bits / 2U);
    const std::uint64_t small = std::uint64_t{1} << 8U;
    const std::uint64_t room = room_of_block(program_.data_model);
    const auto are_below = [&](std::uint64_t limit_a, std::uint64_t limit_b) {
      return build_.binary(Op::And, below(a, limit_a), below(b, limit_b));
    };
    fits = build_.binary(
        Op::Or, build_.binary(Op::Or, below(a, 1), below(b, 1)),
        build_.binary(Op::Or, are_below(half, half),
                      build_.binary(Op::Or, are_below(room, small), are_below(small, room))));
  }
  if (!build_.is_constant(fits)) {
    Statement assume;
    assume.kind = Kind::Assume;
    assume.values = {fits};
    assume.at = position(at);
    build_.emit(std::move(assume));
  }
  return build_.binary(Op::Multiply, a, b);
}

/// As GNU libc does: a block that gets the size 0 is freed, and the result is null.
void Translator::reallocate(const std::string& name, ExprId old, ExprId size,
                            const std::vector<Place>& results, clang::SourceLocation at) {
  old = stabilise(old, at);
  size = stabilise(size, at);
  const Type word = build_.pointer();
  const Place made = temporary(word, at);
  Exits frees;
  if (!build_.is_constant(size) || build_.expr(size).value == 0) {
    const ExprId is_zero = build_.binary(Op::Equal, size, build_.constant(word, 0));
    const Choice ways = branch(build_.binary(Op::And, is_zero, build_.truth(old)), at);
    if (!ways.yes.empty()) {
      build_.add_pending(ways.yes);
      assign(made, build_.constant(word, 0), at);
      frees = build_.take_pending();
    }
    build_.add_pending(ways.no);
  }
  const Exits failed = fail_to_allocate(name, made, at);
  make_block(name, {size, build_.constant(Builder::truth_type, 0), old}, made, at);
  build_.add_pending(frees);
  Statement statement;
  statement.kind = Kind::Free;
  statement.values = {old};
  statement.at = position(at);
  build_.emit(std::move(statement));
  build_.add_pending(failed);  // the old block stays
  give_back(build_.load(made), results, at);
}

}  // namespace hardbop::c
