// SPDX-License-Identifier: MIT
// A constraint is made true by an assumption of its own, so that an unsatisfiable core names
// constraints.
#include "slam/solver.hpp"

#include <fmt/format.h>
#include <set>
#include <unordered_map>
#include <z3++.h>

#include "slam/z3/translator.hpp"

namespace hardbop::slam {

namespace {

/// Of integers also what is not linear, so nothing more is promised.
z3::solver make(z3::context& context, Integers integers) {
  if (integers == Integers::Machine) return {context, "QF_BV"};
  return {context, z3::solver::simple()};
}

/// With more constraints than these, the solver starts anew. Of integers, each time: products that
/// are not asked about cost it as much as those that are.
constexpr std::size_t most_marks(Integers integers) {
  return integers == Integers::Machine ? 1000 : 0;
}

class Z3Solver : public Solver {
 public:
  Z3Solver(const ltg::Expressions& expressions, Integers integers)
      : Solver(integers),
        translator_(integers == Integers::Machine ? words(expressions, context_)
                                                  : unbounded(expressions, context_)),
        solver_(make(context_, integers)) {
    solver_.set("ctrl_c", false);  // signals are the program's
  }

  Satisfiable check(const std::vector<ltg::ExprId>& constraints, unsigned effort) override {
    try {
      return ask(constraints, effort);
    } catch (const z3::exception&) {
      return Satisfiable::Unknown;
    }
  }

  std::uint64_t value(ltg::ExprId leaf) override {
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
  std::unordered_map<ltg::ExprId, z3::expr> marks_;
  unsigned effort_ = 0;

  Satisfiable ask(const std::vector<ltg::ExprId>& constraints, unsigned effort) {
    model_.reset();
    core_.clear();
    if (effort != effort_) solver_.set("rlimit", effort);
    effort_ = effort;
    if (marks_.size() > most_marks(integers())) {
      solver_.reset();
      marks_.clear();
    }
    z3::expr_vector assumptions(context_);
    for (const ltg::ExprId constraint : constraints) assumptions.push_back(mark(constraint));
    switch (solver_.check(assumptions)) {
      case z3::sat: model_ = solver_.get_model(); return Satisfiable::Yes;
      case z3::unsat: find_core(constraints); return Satisfiable::No;
      case z3::unknown: break;
    }
    return Satisfiable::Unknown;
  }

  /// Whoever assumes it has the constraint. Those of earlier questions stay, as most are asked
  /// about again.
  z3::expr mark(ltg::ExprId constraint) {
    const auto known = marks_.find(constraint);
    if (known != marks_.end()) return known->second;
    const z3::expr out = context_.bool_const(fmt::format("mark{}", constraint).c_str());
    solver_.add(z3::implies(out, translator_->truth(constraint)));
    for (const z3::expr& one : translator_->about(constraint)) solver_.add(z3::implies(out, one));
    marks_.emplace(constraint, out);
    return out;
  }

  void find_core(const std::vector<ltg::ExprId>& constraints) {
    const z3::expr_vector unsatisfiable = solver_.unsat_core();
    std::set<unsigned> ids;
    for (unsigned i = 0; i < unsatisfiable.size(); ++i)
      ids.insert(unsatisfiable[static_cast<int>(i)].id());
    for (std::size_t i = 0; i < constraints.size(); ++i)
      if (ids.contains(marks_.at(constraints[i]).id())) core_.push_back(i);
  }
};

}  // namespace

}  // namespace hardbop::slam

extern "C" hardbop::slam::Solver* hardbop_make_solver(const hardbop::ltg::Expressions* expressions,
                                                      hardbop::slam::Integers integers) {
  return std::make_unique<hardbop::slam::Z3Solver>(*expressions, integers).release();
}

extern "C" void hardbop_run_script(const std::string& script, std::string& answers) {
  try {
    z3::context context;
    answers = Z3_eval_smtlib2_string(context, script.c_str());
  } catch (const z3::exception& error) {
    answers = error.msg();
  }
}
