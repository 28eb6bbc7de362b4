// SPDX-License-Identifier: MIT
// Random C programs, each with a question that engines are to agree on.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>

namespace hardbop::c {

// clang-format would indent the list further with every line, and never settle.
// clang-format off
#define HARDBOP_C_CONSTRUCTS(X) \
  X(For, "for") X(While, "while") X(DoWhile, "do while") X(NestedLoop, "loop in a loop") \
  X(Break, "break") X(Continue, "continue") X(Goto, "goto") X(Switch, "switch") X(If, "if") X(Else, "else") \
  X(Array, "array") X(LargeArray, "large array") X(LocalArray, "array of a function") \
  X(Call, "call") X(Recursion, "recursion") X(CallByPointer, "call by pointer") X(OutParameter, "pointer parameter") \
  X(Pointer, "pointer") X(PointerArithmetic, "pointer arithmetic") X(Heap, "heap") X(Free, "free") \
  X(Structure, "structure") X(BitField, "bit-field") X(Union, "union") \
  X(Char, "char") X(Short, "short") X(Int, "int") X(Bool, "_Bool") \
  X(Input, "input") X(Assumption, "assumption") X(Error, "reach_error") X(Division, "division") X(Shift, "shift") \
  X(Multiplication, "multiplication") X(Conditional, "? :") X(Uninitialised, "uninitialised local") \
  X(ThreeThreads, "three threads") X(Join, "join") X(Mutex, "mutex") X(TryLock, "trylock") X(ReadWriteLock, "read-write lock") \
  X(Semaphore, "semaphore") X(Condition, "condition variable") X(Atomic, "atomic access") X(AtomicSection, "atomic section") \
  X(Abort, "abort") X(TwoAccesses, "two shared accesses") X(Crowd, "any number of threads")
// clang-format on

enum class Construct : std::uint8_t {
#define HARDBOP_C_CONSTRUCT(name, text) name,
  HARDBOP_C_CONSTRUCTS(HARDBOP_C_CONSTRUCT)
#undef HARDBOP_C_CONSTRUCT
};

#define HARDBOP_C_CONSTRUCT(name, text) +1  // NOLINT(bugprone-macro-parentheses): of a sum
constexpr std::size_t construct_count = 0 HARDBOP_C_CONSTRUCTS(HARDBOP_C_CONSTRUCT);
#undef HARDBOP_C_CONSTRUCT

using Constructs = std::bitset<construct_count>;

[[nodiscard]] std::string_view name_of(Construct construct);
/// Whether programs with threads, or those without, may have it.
[[nodiscard]] bool can_occur(Construct construct, bool threads);

struct RandomProgram {
  std::string text;
  std::string property;  // what to ask, such as "unreach-call"
  std::string if_holds;  // what to ask if that holds; or empty
  Constructs constructs;
  std::string same{};   // another program of which the same is true; or empty
  std::string fewer{};  // another program with some of its runs; or empty
};

/// Loops, arrays, calls, pointers and narrow words, without threads.
[[nodiscard]] RandomProgram random_sequential(std::uint64_t seed);
/// Two or three threads, or any number of one, with locks and atomic accesses, and no inputs.
[[nodiscard]] RandomProgram random_threads(std::uint64_t seed);

}  // namespace hardbop::c
