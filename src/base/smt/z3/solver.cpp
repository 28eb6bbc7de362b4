// SPDX-License-Identifier: MIT
// A constraint is made true by an assumption of its own, so that an unsatisfiable core names
// constraints.
#include "base/smt/solver.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <optional>
#include <unordered_map>
#include <z3++.h>

#include "base/smt/z3/translator.hpp"

namespace hardbop::smt {

namespace {

/// Of integers also what is not linear, and of words what is about arrays: there nothing more is
/// promised.
z3::solver make(z3::context& context, bool has_words_only) {
  z3::solver out =
      has_words_only ? z3::solver(context, "QF_BV") : z3::solver(context, z3::solver::simple());
  out.set("ctrl_c", false);  // signals are the program's
  return out;
}

/// What Z3 says an array is: words stored in one that is the same everywhere, or a function.
class ArrayReader {
 public:
  ArrayReader(const z3::model& model, words::Width index) : model_(model), index_(index) {}

  words::ArrayValue read(z3::expr term) const {
    std::vector<z3::expr> stores;
    for (; term.is_app() && term.decl().decl_kind() == Z3_OP_STORE; term = term.arg(0))
      stores.push_back(term);
    words::ArrayValue out(index_);
    if (Z3_is_as_array(term.ctx(), term))
      out = function(z3::func_decl(term.ctx(), Z3_get_as_array_func_decl(term.ctx(), term)));
    else if (term.is_app() && term.decl().decl_kind() == Z3_OP_CONST_ARRAY)
      out = words::ArrayValue(index_, word(term.arg(0)));
    for (auto store = stores.rbegin(); store != stores.rend(); ++store)
      out.write(word(store->arg(1)), word(store->arg(2)));
    return out;
  }

 private:
  const z3::model& model_;
  words::Width index_;

  static std::uint64_t word(const z3::expr& term) {
    std::uint64_t out = 0;
    return term.is_numeral_u64(out) ? out : 0;
  }

  [[nodiscard]] words::ArrayValue function(const z3::func_decl& name) const {
    if (!model_.has_interp(name)) return words::ArrayValue(index_);
    const z3::func_interp meaning = model_.get_func_interp(name);
    words::ArrayValue out(index_, word(meaning.else_value()));
    for (unsigned i = 0; i < meaning.num_entries(); ++i)
      out.write(word(meaning.entry(i).arg(0)), word(meaning.entry(i).value()));
    return out;
  }
};

class Z3Solver : public Solver {
 public:
  Z3Solver(const words::Expressions& expressions, Integers integers)
      : Solver(integers),
        expressions_(expressions),
        translator_(integers == Integers::Machine ? words(expressions, context_)
                                                  : unbounded(expressions, context_)) {}

  Satisfiable check(const std::vector<words::ExprId>& constraints, unsigned effort) override {
    try {
      return ask(constraints, effort);
    } catch (const z3::exception&) {
      return Satisfiable::Unknown;
    }
  }

  void interrupt() override {
    is_interrupted_ = true;
    context_.interrupt();
  }

  std::uint64_t value(words::ExprId word) override {
    if (!model_) return 0;
    return translator_->value(model_->eval(translator_->translate(word), true), word);
  }

  words::ArrayValue array_value(words::ExprId leaf) override {
    const words::Width index = expressions_.node(leaf).index;
    if (!model_ || integers() != Integers::Machine) return words::ArrayValue(index);
    return ArrayReader(*model_, index).read(model_->eval(translator_->translate(leaf), true));
  }

  std::vector<std::size_t> core() override { return core_; }

 private:
  /// With the effort that it was told last.
  struct Worker {
    z3::solver solver;
    unsigned effort = 0;
  };

  const words::Expressions& expressions_;
  z3::context context_;
  std::unique_ptr<Translator> translator_;
  std::optional<Worker> for_words_;                     // alone
  std::optional<Worker> for_others_;                    // arrays, or integers without bounds
  std::unordered_map<words::ExprId, z3::expr> truths_;  // of constraints with numbers
  std::atomic<bool> is_interrupted_ = false;
  std::optional<z3::model> model_;
  std::vector<std::size_t> core_;
  std::vector<z3::expr> marks_;

  /// What is added within it is taken back.
  class Scope {
   public:
    explicit Scope(z3::solver& solver) : solver_(solver) { solver.push(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { Z3_solver_pop(solver_.ctx(), solver_, 1); }

   private:
    z3::solver& solver_;
  };

  Satisfiable ask(const std::vector<words::ExprId>& constraints, unsigned effort) {
    model_.reset();
    core_.clear();
    if (is_interrupted_) return Satisfiable::Unknown;
    Worker& worker = worker_for(constraints);
    z3::solver& solver = worker.solver;
    if (effort != worker.effort) solver.set("rlimit", effort);
    worker.effort = effort;
    const Scope scope(solver);
    z3::expr_vector assumptions(context_);
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      assumptions.push_back(mark(i));
      solver.add(z3::implies(mark(i), truth(constraints[i])));
      for (const z3::expr& one : translator_->about(constraints[i])) solver.add(one);
    }
    switch (solver.check(assumptions)) {
      case z3::sat: model_ = solver.get_model(); return Satisfiable::Yes;
      case z3::unsat: find_core(solver, constraints.size()); return Satisfiable::No;
      case z3::unknown: break;
    }
    return Satisfiable::Unknown;
  }

  z3::expr mark(std::size_t i) {
    while (marks_.size() <= i)
      marks_.push_back(context_.bool_const(fmt::format("mark{}", marks_.size()).c_str()));
    return marks_[i];
  }

  /// Numbers of IEEE 754 are made words by Z3, once for each constraint: a solver of words alone is
  /// far better than one that knows numbers, too.
  z3::expr truth(words::ExprId constraint) {
    z3::expr out = translator_->truth(constraint);
    if (!translator_->has_numbers(constraint)) return out;
    if (const auto known = truths_.find(constraint); known != truths_.end()) return known->second;
    const z3::tactic to_words = z3::tactic(context_, "simplify") & z3::tactic(context_, "fpa2bv") &
                                z3::tactic(context_, "simplify");
    z3::goal goal(context_);
    goal.add(out);
    const z3::apply_result result = to_words(goal);
    out = result[0].as_expr();
    truths_.emplace(constraint, out);
    return out;
  }

  Worker& worker_for(const std::vector<words::ExprId>& constraints) {
    bool has_words_only = integers() == Integers::Machine;
    for (const words::ExprId constraint : constraints) {
      (void)translator_->translate(constraint);
      has_words_only = has_words_only && !translator_->has_arrays(constraint);
    }
    std::optional<Worker>& out = has_words_only ? for_words_ : for_others_;
    if (!out) out = Worker{make(context_, has_words_only)};
    return *out;
  }

  void find_core(const z3::solver& solver, std::size_t count) {
    const z3::expr_vector unsatisfiable = solver.unsat_core();
    std::vector<unsigned> ids;
    for (unsigned i = 0; i < unsatisfiable.size(); ++i)
      ids.push_back(unsatisfiable[static_cast<int>(i)].id());
    for (std::size_t i = 0; i < count; ++i)
      if (std::ranges::find(ids, marks_[i].id()) != ids.end()) core_.push_back(i);
  }
};

}  // namespace

}  // namespace hardbop::smt

extern "C" hardbop::smt::Solver* hardbop_make_solver(const hardbop::words::Expressions* expressions,
                                                     hardbop::smt::Integers integers) {
  // Where a number is no integer, Z3 may choose any: the translation looks at none of these, and a
  // solver of words alone does not know functions.
  z3::set_param("rewriter.hi_fp_unspecified", true);
  return std::make_unique<hardbop::smt::Z3Solver>(*expressions, integers).release();
}
