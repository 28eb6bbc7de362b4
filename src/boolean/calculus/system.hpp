// SPDX-License-Identifier: MIT
// A fixed-point system with all names resolved: relations defined by formulas over typed
// variables [getafix09 §3].
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "boolean/calculus/syntax.hpp"
#include "boolean/calculus/types.hpp"

namespace hardbop::calculus {

using RelationId = Index;
using VariableId = Index;

struct Variable {
  std::string name;
  TypeId type = no_index;
  /// Variables of one type that are in scope together have different colours.
  std::uint32_t colour = 0;
};

struct Term {
  enum class Kind : std::uint8_t {
    Bits,     // of a variable, from `first_bit` on
    Element,  // of an array of a variable, by a number known only then
    Constant,
  };

  Kind kind = Kind::Bits;
  SourceSpan at;
  TypeId type = no_index;
  VariableId variable = no_index;
  std::uint32_t first_bit = 0;
  Index index = no_index;    // Element: a term
  std::uint32_t length = 0;  // Element: of the array
  std::int64_t value = 0;    // Constant: 0 or 1, the enumeration's place, or the number
  std::int64_t added = 0;
};

struct Formula {
  using Kind = FormulaSyntax::Kind;

  Kind kind = Kind::True;
  SourceSpan at;
  std::vector<Index> operands;
  std::vector<VariableId> bound;
  RelationId relation = no_index;
  std::vector<Index> terms;
  Comparison comparison = Comparison::Equal;
};

struct Relation {
  enum class Kind : std::uint8_t { Input, Plain, Mu, Nu };
  /// Another relation in the formula, and under which signs.
  struct Use {
    RelationId relation = no_index;
    bool positive = false;
    bool negative = false;
  };

  Kind kind = Kind::Plain;
  std::string name;
  SourceSpan at;  // of the name
  std::vector<VariableId> parameters;
  Index formula = no_index;
  std::vector<Use> uses;
};

/// A question that is answered. A yes-or-no question is a relation without parameters.
struct Output {
  enum class Kind : std::uint8_t { Truth, Count, List };
  static constexpr std::uint64_t usual_limit = 100;

  Kind kind = Kind::Truth;
  RelationId relation = no_index;
  std::uint64_t limit = usual_limit;
  SourceSpan at;
};

/// Scalars that are to come first in the order, by type and bit.
struct OrderHint {
  TypeId type = no_index;
  std::uint32_t first_bit = 0;
  std::uint32_t bits = 0;
};

struct System {
  std::shared_ptr<const SourceFile> source;
  Types types;
  std::vector<Variable> variables;
  std::vector<Term> terms;
  std::vector<Formula> formulas;
  std::vector<Relation> relations;
  std::vector<Output> outputs;
  std::vector<OrderHint> order;
  /// By type of variable: how many colours there are.
  std::map<TypeId, std::uint32_t> colours;
  /// By given type: the places of its bits in the order.
  std::map<TypeId, std::vector<std::uint32_t>> places;

  /// no_index where there is none.
  [[nodiscard]] RelationId find(std::string_view name) const;
};

/// What a system may declare with `input`: types and relations that come from elsewhere.
struct Given {
  struct GivenType {
    Type type;                          // with its name
    std::vector<std::uint32_t> places;  // in the order of BDD variables: of each scalar
  };
  struct GivenRelation {
    std::string name;
    std::vector<std::string> parameters;  // names of given types
  };

  std::vector<GivenType> types;
  std::vector<GivenRelation> relations;
};

}  // namespace hardbop::calculus
