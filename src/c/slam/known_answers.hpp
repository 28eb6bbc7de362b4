// SPDX-License-Identifier: MIT
// What the solver said of questions in earlier runs. A question is kept by its form: a digest of
// its constraints in which leaves are numbered, so that the names and numbers of variables do not
// matter, nor does the rest of the program. So what was asked about a function that did not change
// is found again, whatever else changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/expression/expression.hpp"
#include "base/smt/solver.hpp"
#include "base/util/digest.hpp"

namespace hardbop::slam {

/// A question in a form that does not depend on the program.
struct QuestionForm {
  Digest digest;
  std::vector<words::ExprId> constraints;  // in the order of the form
  std::vector<words::ExprId> leaves;       // by their numbers in the form
};

/// How hard the solver may try, and how it reads words, are part of the question.
[[nodiscard]] QuestionForm form_of(const words::Expressions& expressions,
                                   const std::vector<words::ExprId>& constraints,
                                   std::uint64_t setting);

class KnownAnswers {
 public:
  struct Answer {
    /// Whether the constraints can be true at once, as far as the solver knew with its effort.
    smt::Satisfiable possible = smt::Satisfiable::Unknown;
    /// Of what is impossible: constraints that suffice, by their places in the form. Of what is
    /// possible: values of the leaves; none where they are not known.
    std::vector<std::uint64_t> numbers;
  };

  /// Null where there is none.
  [[nodiscard]] const Answer* find(const Digest& question);
  void keep(const Digest& question, Answer answer);

  /// Those that were of use, or are new.
  [[nodiscard]] std::string to_bytes() const;
  /// Adds what was kept; nothing if these are not the bytes of answers.
  void add(std::string_view bytes);
  [[nodiscard]] bool has_new() const { return has_new_; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

 private:
  struct Entry {
    Answer answer;
    bool is_used = false;
  };
  std::unordered_map<Digest, Entry, DigestHash> entries_;
  bool has_new_ = false;
  std::uint64_t taken_ = 0;
};

}  // namespace hardbop::slam
