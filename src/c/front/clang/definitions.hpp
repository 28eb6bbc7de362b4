// SPDX-License-Identifier: MIT
// What a translator knows of definitions of a whole program, of functions that nobody calls in its
// text, and of accesses that can be decided only when all of it is known.
#pragma once

#include <clang/AST/DeclBase.h>
#include <clang/AST/Type.h>
#include <clang/Basic/SourceLocation.h>
#include <cstdint>
#include <string>
#include <vector>

#include "c/il/builder.hpp"
#include "c/il/il.hpp"

namespace hardbop::c {

/// Of a symbol.
struct Definition {
  std::size_t unit = 0;
  const clang::Decl* declaration = nullptr;
  unsigned strength = 0;  // of two, the stronger one counts
};

/// What a copy of a library function is made for: a call in the program.
struct Copy {
  std::string function;       // that the program calls
  Position at;                // of that call: of all that is in the copy
  std::vector<Cell> element;  // what its arguments point to; else a byte
  std::uint64_t element_size = 1;
};

/// A function whose body is to be translated.
struct Waiting {
  FunctionId function;
  Definition definition;
  const Copy* copy = nullptr;          // of a function of the library
  std::vector<ObjectId> parameters{};  // of the copy
};

/// A function that the program starts or ends with.
struct Automatic {
  int priority = 0;
  Definition definition;
  FunctionId function{};
};

/// How the program ends: what atexit, or at_quick_exit, was given, and who calls that.
struct ProgramEnd {
  const char* registers = nullptr;
  bool is_used = false;      // there may be something to call
  FunctionId registering{};  // atexit
  FunctionId running{};
  unsigned sites = 0;  // calls of it in the text
  std::size_t unit = 0;
  clang::SourceLocation at{};
  ObjectId slots = none;
  ObjectId count = none;
};

/// Of an object or a function, with the unit that it is in.
struct TypeIn {
  clang::QualType type;
  std::size_t unit = 0;
};

/// Through a pointer.
struct VolatileAccess {
  StatementId branch = none;  // to where it is none of memory
  ExprId address = none;
  bool is_to_device = false;  // the branch asks for devices, else for objects
};

/// Of any declaration of it in its file.
template <typename Attribute>
const Attribute* attribute_of(const clang::Decl* declaration) {
  for (const clang::Decl* each : declaration->redecls())
    if (const auto* found = each->getAttr<Attribute>()) return found;
  return nullptr;
}

/// Where a function prints to.
struct Output {
  ExprId to = none;
  ExprId size = none;
  Place length;
};

/// A string among the arguments of a call that prints.
struct PrintedString {
  unsigned argument = 0;
  int precision = -1;
  unsigned limit = 0;  // the argument that says the precision, or the string itself
};

/// A function that undefined code may call back, and its type.
struct Callback {
  FunctionId function{};
  const clang::FunctionProtoType* type = nullptr;
};

/// A label of the function that is lowered, and who goes there.
struct Label {
  StatementId at = none;
  Exits gotos;
};

/// A loop or switch around what is lowered.
struct Loop {
  Exits breaks;
  Exits continues;
  std::size_t cleanups = 0;  // that are there outside of it
  bool is_switch = false;
};

}  // namespace hardbop::c
