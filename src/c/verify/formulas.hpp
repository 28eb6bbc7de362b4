// SPDX-License-Identifier: MIT
// LTL formulas about C programs.
#pragma once

#include <string>
#include <vector>

#include "boolean/logic/formula.hpp"
#include "boolean/logic/word.hpp"
#include "c/front/front_end.hpp"
#include "c/il/interpreter.hpp"
#include "c/il/owners.hpp"
#include "c/lower/atoms.hpp"
#include "c/verify/message.hpp"

namespace hardbop::verify {

/// What a name or an expression in a formula is.
struct CAtom {
  enum class Kind : std::uint8_t { Expression, Label, Function };
  Kind kind = Kind::Expression;
  std::string text;      // of C; a label, a function
  std::string function;  // of a label, where it is given
  c::ExprId value = c::none;
};

/// A formula that a model watches, of which it has become a part: runs without end on which every
/// condition of `fairness` is true again and again are those that violate it.
struct Watch {
  temporal::Formula formula;
  std::vector<bool> counts;     // by block: where the formula makes a step
  std::vector<bool> has_ended;  // by block: whether the program has
  std::vector<words::ExprId> fairness;
  std::string problem;  // why it does not watch
};

/// Where a program is that is executed.
enum class Phase : std::uint8_t { Runs, HasEnded, HasFailed };

class Formulas {
 public:
  /// Those that can be read; problems() says what is wrong with the others.
  explicit Formulas(const std::vector<std::string>& formulas);

  [[nodiscard]] const Messages& problems() const { return problems_; }

  [[nodiscard]] std::size_t size() const { return formulas_.size(); }
  [[nodiscard]] std::string title(std::size_t formula) const { return "ltl " + texts_[formula]; }

  /// Reads the program with the expressions of the formulas, which become functions of the first
  /// file.
  [[nodiscard]] c::ParseResult read(const std::vector<c::Source>& sources,
                                    c::ParseOptions options) const;
  /// Finds what the formulas speak of. What is wrong with them.
  [[nodiscard]] Messages bind(const c::Program& program);

  /// Runs that end stay where they are from then on; errors are no sinks any more. A model of
  /// procedures is one to follow paths in, where what the formula asks of the rest of a run is
  /// chosen by the way.
  [[nodiscard]] Watch watch(const c::Program& program, c::Model& model, std::size_t formula) const;
  /// Whether a run that repeats from its point number `round` on satisfies the formula after all.
  [[nodiscard]] bool satisfies(const c::Program& program, c::Model& model, const Watch& watch,
                               const words::Run& run, std::size_t round) const;

  /// The truth of a formula's atoms where the program is about to execute a statement, or has ended
  /// or failed after it; nothing where one is about memory that was never written.
  [[nodiscard]] std::optional<std::vector<bool>> letter(const c::Program& program,
                                                        const c::Owners& owners,
                                                        std::size_t formula, Phase phase,
                                                        const c::Statement& statement,
                                                        const c::MemoryView& memory) const;
  [[nodiscard]] bool is_satisfied(std::size_t formula, const temporal::Word& word) const {
    return temporal::holds_on(word, formulas_[formula], formulas_[formula].root());
  }

 private:
  friend class FormulaNames;
  Messages problems_;
  std::vector<std::string> texts_;
  std::vector<temporal::Formula> formulas_;
  std::vector<CAtom> atoms_;
  std::vector<std::pair<std::string, std::string>> locals_;  // function and variable
  c::RepresentedLocals represented_;

  [[nodiscard]] std::string with_locals(const std::string& text);
  [[nodiscard]] std::string functions(const c::Program* program) const;
  [[nodiscard]] words::ExprId value(const c::Program& program, c::Model& model,
                                    const temporal::Atom& atom, words::BlockId block,
                                    bool has_ended) const;
  static void follow_ways(const std::vector<words::BlockId>& moved, c::Model& model, Watch& watch);
  static void let_runs_stay(const c::Program& program, c::Model& model, Watch& watch);
};

}  // namespace hardbop::verify
