// SPDX-License-Identifier: MIT
// Where names are written, and what each stands for; here those of Boolean programs. Private to the
// layer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "boolean/language/symbols.hpp"

namespace hardbop::lsp {

enum class SymbolKind : std::uint8_t {
  Global,
  ThreadGlobal,
  Local,
  Procedure,
  Label,
  Thread,
  // Of fixed-point systems
  Relation,
  Type,
  Query,
};

/// What a name stands for: equal for all its occurrences.
struct Symbol {
  SymbolKind kind = SymbolKind::Global;
  std::uint32_t owner = 0;  // the thread of a ThreadGlobal, the procedure of a Local or Label
  std::uint32_t index = 0;
  friend bool operator==(const Symbol&, const Symbol&) = default;
};

struct Occurrence {
  SourceSpan at;
  Symbol symbol;
  bool is_definition = false;
  std::string about{};  // what hover says, of other files than Boolean programs
};

/// All of them, in the order of the text. The program must have no errors.
[[nodiscard]] std::vector<Occurrence> find_occurrences(const bp::Program& program,
                                                       const bp::Symbols& symbols);

/// "global variable g", "label R of main", "procedure void f(a, b)".
[[nodiscard]] std::string describe(const bp::Program& program, const bp::Symbols& symbols,
                                   const Occurrence& occurrence);

}  // namespace hardbop::lsp
