// SPDX-License-Identifier: MIT
// A clausal proof that a formula is unsatisfiable: lemmas that each follow from what is known by
// then, up to the empty clause, and between them clauses that are no longer needed. rup.hpp checks
// one, trim.hpp makes it smaller.
//
// Its text is that of DRAT: the literals of a lemma with a 0 behind them, and a `d` before those of
// a deletion. A step a line is what we write; spaces and line breaks between literals mean nothing,
// and lines that start with `c` are comments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/sat/clauses.hpp"
#include "base/util/diagnostic.hpp"

namespace hardbop::sat {

class ClausalProof {
 public:
  struct Step {
    bool is_deletion = false;
    std::span<const Literal> clause;
  };

  void add(std::span<const Literal> lemma) { append(lemma, false); }
  void remove(std::span<const Literal> clause) { append(clause, true); }

  [[nodiscard]] std::size_t size() const { return clauses_.size(); }
  [[nodiscard]] Step operator[](std::size_t number) const {
    return {is_deletion_[number], clauses_[number]};
  }

  friend bool operator==(const ClausalProof&, const ClausalProof&) = default;

 private:
  Clauses clauses_;
  std::vector<bool> is_deletion_;

  void append(std::span<const Literal> clause, bool is_deletion) {
    clauses_.add(clause);
    is_deletion_.push_back(is_deletion);
  }
};

[[nodiscard]] std::string write_proof(const ClausalProof& proof);
/// Nothing where the text has an error, the first of which is then in the diagnostics. Whether the
/// proof proves anything is not looked at.
[[nodiscard]] std::optional<ClausalProof> read_proof(std::string_view text,
                                                     Diagnostics& diagnostics);

}  // namespace hardbop::sat
