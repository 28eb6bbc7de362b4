// SPDX-License-Identifier: MIT
// What every name of a program stands for, beside the syntax: arrays parallel to its
// pools, filled by the checker.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "boolean/language/ast.hpp"

namespace hardbop::bp {

/// A variable as seen from one procedure: where it lives, and its number there.
class VariableRef {
 public:
  enum class Scope : std::uint8_t {
    Shared,   // a global of the program
    Thread,   // a global of the thread block
    Local,    // a formal or local of the procedure; formals come first
    Discard,  // `_` on a left-hand side
  };

  VariableRef() = default;
  VariableRef(Scope scope, std::uint32_t index)
      : bits_(index | (static_cast<std::uint32_t>(scope) << scope_shift)) {}

  [[nodiscard]] Scope scope() const { return static_cast<Scope>(bits_ >> scope_shift); }
  [[nodiscard]] std::uint32_t index() const { return bits_ & index_mask; }

  friend bool operator==(VariableRef, VariableRef) = default;

 private:
  static constexpr unsigned scope_shift = 30;
  static constexpr std::uint32_t index_mask = (1U << scope_shift) - 1;

  std::uint32_t bits_ = 0;
};

struct Label {
  NameId name = NameTable::none;
  ProcedureId procedure = 0;
  std::uint32_t statement = 0;
  SourceOffset at = 0;
};

struct ProcedureSymbols {
  Range locals;  // into Symbols::locals: formals, then declared ones
  std::uint32_t results = 0;
};

struct Symbols {
  std::vector<NameRef> shared;                       // the program's globals
  std::vector<std::vector<NameRef>> thread_globals;  // by thread
  std::vector<NameRef> locals;                       // of all procedures
  std::vector<ProcedureSymbols> procedures;          // beside Program::procedures
  std::vector<Label> labels;                         // by procedure, in the order of the text
  std::vector<VariableRef> node_variables;           // beside Program::nodes
  std::vector<VariableRef> ref_variables;            // beside Program::refs
  std::vector<std::uint32_t> ref_statements;         // goto's labels, beside Program::refs
  std::vector<ProcedureId> callees;                  // beside Program::statements
  std::optional<SourceSpan> concurrent;              // the first thing that needs threads
  std::optional<SourceSpan> foreign;                 // the first `x$`
};

}  // namespace hardbop::bp
