// SPDX-License-Identifier: MIT
// How blocks of C are nested, and which objects live as long as a block.
#pragma once

#include "c/il/il.hpp"

namespace hardbop::c {

/// Whether a scope is the other one, or within it; every scope is within all of the function.
[[nodiscard]] inline bool is_within(const Program& program, ScopeId scope, ScopeId outer) {
  while (scope != outer && !scope.is_none()) scope = program.scopes[scope].parent;
  return scope == outer;
}

/// Whether an arrow from one scope to the other leaves this one.
[[nodiscard]] inline bool leaves(const Program& program, ScopeId from, ScopeId to, ScopeId scope) {
  return !scope.is_none() && is_within(program, from, scope) && !is_within(program, to, scope);
}

/// Whether an Allocate is of memory that ends by itself.
[[nodiscard]] inline bool is_automatic(const Statement& allocate) {
  return allocate.text == "alloca" || allocate.text == "array";
}

/// Where something starts that is allocated with an alignment, whatever that is.
constexpr std::uint64_t page = 4096;

/// Whether what an Allocate makes starts there.
[[nodiscard]] inline bool starts_page(const Statement& allocate) {
  return allocate.text == "aligned_alloc" || allocate.text == "memalign" ||
         allocate.text == "posix_memalign" || allocate.text == "valloc";
}

/// Whether an Allocate copies another block of heap.
[[nodiscard]] inline bool copies_block(const Statement& allocate) {
  return allocate.values.size() > 2;
}

/// The scope that what an Allocate makes ends with, where it ends by itself.
[[nodiscard]] inline ScopeId scope_of(const Statement& allocate) {
  return allocate.text == "array" ? allocate.scope : ScopeId();
}

}  // namespace hardbop::c
