// SPDX-License-Identifier: MIT
// A fixed-point system as it is written, in pools: records name each other by index.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/util/source.hpp"

namespace hardbop::calculus {

using Index = std::uint32_t;
constexpr Index no_index = 0xFFFF'FFFFU;

/// A word where it is written; the text is the source file's.
struct Word {
  std::string_view text;
  SourceSpan at;
};

struct TypeSyntax {
  enum class Kind : std::uint8_t { Named, Bool, Array, Enumeration, Range, Structure };
  struct Field {
    Word name;
    Index type = no_index;  // into Syntax::types
  };

  Kind kind = Kind::Bool;
  SourceSpan at;
  Word name;                  // Named
  std::vector<Word> values;   // Enumeration
  std::vector<Field> fields;  // Structure
  std::int64_t low = 0;       // Range; Array: its length
  std::int64_t high = 0;
};

/// `x.f[2] + 1`, `Place.left`, `3`, `true`.
struct TermSyntax {
  struct Selector {
    enum class Kind : std::uint8_t { Field, Number, Term };
    Kind kind = Kind::Field;
    Word field;
    std::int64_t number = 0;
    Index term = no_index;
    SourceSpan at;
  };
  enum class Kind : std::uint8_t { Path, Number, True, False };

  Kind kind = Kind::Path;
  SourceSpan at;
  Word head;
  std::vector<Selector> selectors;
  std::int64_t number = 0;
  std::int64_t added = 0;
};

enum class Comparison : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

struct Binder {
  Word name;
  Index type = no_index;
};

struct FormulaSyntax {
  enum class Kind : std::uint8_t {
    True,
    False,
    Not,
    And,  // of any number
    Or,
    Implies,  // of two
    Iff,
    Exists,
    Forall,
    Apply,
    Compare,
    Truth,  // of a term
  };

  Kind kind = Kind::True;
  SourceSpan at;
  std::vector<Index> operands;
  std::vector<Binder> binders;  // Exists, Forall
  Word relation;                // Apply
  std::vector<Index> terms;     // Apply, Compare, Truth
  Comparison comparison = Comparison::Equal;
};

struct ItemSyntax {
  enum class Kind : std::uint8_t {
    Type,
    InputType,
    InputRelation,
    Plain,
    Mu,
    Nu,
    Query,
    Count,
    List,
    Order
  };

  Kind kind = Kind::Type;
  SourceSpan at;
  Word name;
  Index type = no_index;
  std::vector<Binder> parameters;
  Index formula = no_index;
  std::optional<std::uint64_t> limit;  // List
  std::vector<Index> paths;            // Order: terms
};

struct Syntax {
  std::shared_ptr<const SourceFile> source;
  std::vector<TypeSyntax> types;
  std::vector<TermSyntax> terms;
  std::vector<FormulaSyntax> formulas;
  std::vector<ItemSyntax> items;
};

}  // namespace hardbop::calculus
