// SPDX-License-Identifier: MIT
// Ways to make a program smaller. Private to the layer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "boolean/language/ast.hpp"
#include "boolean/language/symbols.hpp"

namespace hardbop::bp {

struct Edit {
  enum class Kind : std::uint8_t {
    DropProcedure,      // with the calls of it
    DropThread,         //
    DropStatement,      //
    KeepBody,           // of a conditional or loop, in its place
    KeepElse,           // of a conditional, in its place
    ToSkip,             // in its place
    DropVariable,       // a declared name; `op` stands where it was read
    DropResult,         // number `which` of procedure `index`
    CallToChoice,       // results become free choices
    DropTarget,         // number `which` of an assignment, with its value
    DropConstrain,      //
    DropInitialiser,    // number `which` of a declaration
    DropName,           // a label, or a target of a goto; `index` into Program::refs
    ReplaceByOperand,   // node `index` by node `which`
    ReplaceByConstant,  // node `index` by `op`
  };

  Kind kind = Kind::DropStatement;
  std::uint32_t index = 0;
  std::uint32_t which = 0;
  Op op = Op::False;
};

/// All edits of a program, in groups: what can remove most comes first.
[[nodiscard]] std::vector<std::vector<Edit>> edits_of(const Program& program,
                                                      const Symbols& symbols);

/// The text of the program after these edits, without comments. It may have errors, where
/// something is gone that is still needed.
[[nodiscard]] std::string apply(const Program& program, const Symbols& symbols, const Edit* first,
                                const Edit* last);

}  // namespace hardbop::bp
