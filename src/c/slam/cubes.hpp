// SPDX-License-Identifier: MIT
// A condition in terms of predicates: the weakest combination of cubes that implies it, as an
// expression of the Boolean program. Connectives are kept; for each atom, cubes of literals up to a
// length are tried, among the predicates in its cone of influence.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "boolean/language/named_term.hpp"
#include "c/slam/implications.hpp"

namespace hardbop::slam {

/// A Boolean variable and what it means.
struct Known {
  bp::Name name = nullptr;  // in braces
  ExprId meaning = 0;

  bool operator==(const Known&) const = default;
};

struct CubeOptions {
  std::size_t length = 1;      // of a cube, at most: what more would tell is found where it matters
  std::size_t cone = 24;       // predicates that cubes of an atom are made of, at most
  std::size_t long_cone = 10;  // and for cubes of more than two literals
};

/// Atoms in terms of predicates, as they were in the rounds before: by premise and atom, with the
/// predicates that the term may be made of. It stays as it is until one of those is new, or gone.
struct KnownTerms {
  struct Term {
    std::vector<Known> near;
    bp::NamedTerm term;
  };
  std::map<std::pair<ExprId, ExprId>, Term> all;
};

class Cubes {
 public:
  Cubes(Procedures& procedures, Implications& implications, const CubeOptions& options,
        KnownTerms& terms)
      : procedures_(procedures), implications_(implications), options_(options), terms_(terms) {}

  /// What is known now; nothing else is true.
  void set(const std::vector<Known>* known);
  /// What else is true.
  void assume(ExprId premise);

  /// An expression that is true only where the condition is.
  [[nodiscard]] bp::NamedTerm implying(ExprId condition);
  /// An expression that is true wherever the condition is.
  [[nodiscard]] bp::NamedTerm implied(ExprId condition);
  /// The condition's value, or an arbitrary one where it is not known.
  [[nodiscard]] bp::NamedTerm value(ExprId condition);
  /// Which combinations of the predicates are impossible, as a condition that excludes them;
  /// nothing where none is. Where the budget runs out, some may be missing.
  [[nodiscard]] std::optional<bp::NamedTerm> consistent(Budget& budget);

 private:
  struct Literal {
    std::size_t known = 0;
    bool is_true = true;
  };
  using Cube = std::vector<Literal>;

  Procedures& procedures_;
  Implications& implications_;
  CubeOptions options_;
  KnownTerms& terms_;
  const std::vector<Known>* known_ = nullptr;
  std::map<VariableId, std::size_t> groups_;  // variables that predicates connect have one number
  ExprId premise_ = 0;
  std::map<ExprId, std::size_t> by_meaning_;

  [[nodiscard]] bp::NamedTerm combine(ExprId condition, bool is_true);
  [[nodiscard]] bp::NamedTerm atom(ExprId condition);
  [[nodiscard]] bp::NamedTerm make_atom(ExprId condition);
  [[nodiscard]] std::vector<Known> near(ExprId condition) const;
  [[nodiscard]] std::vector<std::size_t> cone(ExprId condition) const;
  [[nodiscard]] bool implies(const Cube& cube, ExprId condition);
  [[nodiscard]] bp::NamedTerm term(const Cube& cube) const;
  [[nodiscard]] ExprId meaning(const Literal& literal);
  void extend(const std::vector<std::size_t>& cone, ExprId condition, std::size_t length,
              std::vector<Cube>& found);
};

}  // namespace hardbop::slam
