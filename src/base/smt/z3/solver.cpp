// SPDX-License-Identifier: MIT
// A constraint is made true by an assumption of its own, so that an unsatisfiable core names
// constraints.
#include "base/smt/solver.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <z3++.h>

#include "base/smt/z3/translator.hpp"

namespace hardbop::smt {

namespace {

/// Of integers also what is not linear, so nothing more is promised.
z3::solver make(z3::context& context, Integers integers) {
  if (integers == Integers::Machine) return {context, "QF_BV"};
  return {context, z3::solver::simple()};
}

class Z3Solver : public Solver {
 public:
  Z3Solver(const words::Expressions& expressions, Integers integers)
      : Solver(integers),
        translator_(integers == Integers::Machine ? words(expressions, context_)
                                                  : unbounded(expressions, context_)),
        solver_(make(context_, integers)) {
    solver_.set("ctrl_c", false);  // signals are the program's
  }

  Satisfiable check(const std::vector<words::ExprId>& constraints, unsigned effort) override {
    try {
      return ask(constraints, effort);
    } catch (const z3::exception&) {
      return Satisfiable::Unknown;
    }
  }

  std::uint64_t value(words::ExprId leaf) override {
    if (!model_) return 0;
    return translator_->value(model_->eval(translator_->translate(leaf), true), leaf);
  }

  std::vector<std::size_t> core() override { return core_; }

 private:
  z3::context context_;
  std::unique_ptr<Translator> translator_;
  z3::solver solver_;
  std::optional<z3::model> model_;
  std::vector<std::size_t> core_;
  std::vector<z3::expr> marks_;
  unsigned effort_ = 0;

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
    if (effort != effort_) solver_.set("rlimit", effort);
    effort_ = effort;
    const Scope scope(solver_);
    z3::expr_vector assumptions(context_);
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      assumptions.push_back(mark(i));
      solver_.add(z3::implies(mark(i), translator_->truth(constraints[i])));
      for (const z3::expr& one : translator_->about(constraints[i])) solver_.add(one);
    }
    switch (solver_.check(assumptions)) {
      case z3::sat: model_ = solver_.get_model(); return Satisfiable::Yes;
      case z3::unsat: find_core(constraints.size()); return Satisfiable::No;
      case z3::unknown: break;
    }
    return Satisfiable::Unknown;
  }

  z3::expr mark(std::size_t i) {
    while (marks_.size() <= i)
      marks_.push_back(context_.bool_const(fmt::format("mark{}", marks_.size()).c_str()));
    return marks_[i];
  }

  void find_core(std::size_t count) {
    const z3::expr_vector unsatisfiable = solver_.unsat_core();
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
  return std::make_unique<hardbop::smt::Z3Solver>(*expressions, integers).release();
}

extern "C" void hardbop_run_script(const std::string& script, std::string& answers) {
  try {
    z3::context context;
    answers = Z3_eval_smtlib2_string(context, script.c_str());
  } catch (const z3::exception& error) {
    answers = error.msg();
  }
}
