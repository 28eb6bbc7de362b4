// SPDX-License-Identifier: MIT
// Which constructs of the sequential language a program has: what a generator of random
// programs is measured by.
#pragma once

#include <bitset>
#include <string_view>

#include "boolean/language/graph.hpp"

namespace hardbop::bp {

// clang-format would indent the list further with every line, and never settle.
// clang-format off
#define HARDBOP_CONSTRUCTS(X) \
  X(Skip, "skip") X(Print, "print") X(Goto, "goto") X(GotoSeveral, "goto of several") \
  X(Return, "return") X(ReturnValues, "return of values") X(ReturnArbitrary, "return of arbitrary results") \
  X(NoReturn, "end without a return") X(Assign, "assignment") X(AssignParallel, "parallel assignment") \
  X(AssignConstrain, "constrain") X(NextValue, "next value") X(Call, "call") \
  X(CallResults, "results taken") X(CallIgnored, "results ignored") X(Discard, "result discarded") \
  X(Assert, "assert") X(Assume, "assume") X(Enforce, "enforce") X(Dead, "dead") \
  X(LateDecl, "late declaration") X(Initialiser, "initialised global") X(InitialiserReads, "initialiser that reads") \
  X(LocalInitialiser, "initialised local") X(If, "if") X(Elsif, "elsif") X(Else, "else") X(While, "while") \
  X(Recursion, "recursion") X(MutualRecursion, "mutual recursion") X(MainCalled, "call of main") \
  X(Formals, "formals") X(MainFormals, "formals of main") X(Results, "several results") \
  X(Untyped, "untyped results") X(HidingLocal, "local hiding a global") X(HidingFormal, "formal hiding a global") \
  X(Label, "label") X(Choice, "*") X(Schoose, "schoose") X(Conditional, "? :") X(Not, "!") X(And, "&") \
  X(Or, "|") X(Xor, "^") X(Equal, "=") X(NotEqual, "!=") X(Implies, "=>") X(Constant, "constant") X(Dfs, "dfs")
// clang-format on

enum class Construct : std::uint8_t {
#define HARDBOP_CONSTRUCT(name, text) name,
  HARDBOP_CONSTRUCTS(HARDBOP_CONSTRUCT)
#undef HARDBOP_CONSTRUCT
};

#define HARDBOP_CONSTRUCT(name, text) +1  // NOLINT(bugprone-macro-parentheses): of a sum
constexpr std::size_t construct_count = 0 HARDBOP_CONSTRUCTS(HARDBOP_CONSTRUCT);
#undef HARDBOP_CONSTRUCT

using Constructs = std::bitset<construct_count>;

[[nodiscard]] std::string_view name_of(Construct construct);

[[nodiscard]] Constructs constructs_of(const Graph& graph);

}  // namespace hardbop::bp
