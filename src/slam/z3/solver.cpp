// SPDX-License-Identifier: MIT
// Words as bit-vectors of Z3: the operators mean the same. A constraint is made true by an
// assumption of its own, so that an unsatisfiable core names constraints.
#include "slam/solver.hpp"

#include <fmt/format.h>
#include <z3++.h>

#include "ltg/bottom_up.hpp"

namespace hardbop::slam {

namespace {

using ltg::Node;
using ltg::Op;

class Z3Solver : public Solver {
 public:
  explicit Z3Solver(const ltg::Expressions& expressions)
      : expressions_(expressions), solver_(context_, "QF_BV") {
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
    const z3::expr word = model_->eval(translate(leaf), true);
    std::uint64_t out = 0;
    return word.is_numeral_u64(out) ? out : 0;
  }

  std::vector<std::size_t> core() override { return core_; }

 private:
  const ltg::Expressions& expressions_;
  z3::context context_;
  z3::solver solver_;
  std::vector<std::optional<z3::expr>> words_;
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

  Satisfiable ask(const std::vector<ltg::ExprId>& constraints, unsigned effort) {
    model_.reset();
    core_.clear();
    if (effort != effort_) solver_.set("rlimit", effort);
    effort_ = effort;
    const Scope scope(solver_);
    z3::expr_vector assumptions(context_);
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      assumptions.push_back(mark(i));
      solver_.add(z3::implies(mark(i), truth(constraints[i])));
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
      if (std::find(ids.begin(), ids.end(), marks_[i].id()) != ids.end()) core_.push_back(i);
  }

  z3::expr truth(ltg::ExprId id) { return translate(id) == context_.bv_val(1, 1); }

  z3::expr translate(ltg::ExprId id) {
    if (words_.size() < expressions_.size()) words_.resize(expressions_.size());
    std::vector<ltg::ExprId> stack{id};
    ltg::bottom_up(
        expressions_, stack, [&](ltg::ExprId one) { return words_[one].has_value(); },
        [&](ltg::ExprId one) { words_[one] = make(expressions_.node(one)); });
    return *words_[id];
  }

  z3::expr leaf(const char* kind, const Node& node) {
    return context_.bv_const(fmt::format("{}{}", kind, node.value).c_str(), node.width);
  }
  z3::expr word(const z3::expr& condition) {
    return z3::ite(condition, context_.bv_val(1, 1), context_.bv_val(0, 1));
  }

  z3::expr make(const Node& node) {
    switch (node.op) {
      case Op::Constant: return context_.bv_val(node.value, node.width);
      case Op::Variable: return leaf("v", node);
      case Op::Input: return leaf("i", node);
      default: break;
    }
    const z3::expr a = *words_[node.a];
    const unsigned extension = node.width - std::min<unsigned>(node.width, a.get_sort().bv_size());
    const auto lowest = static_cast<unsigned>(node.value);
    switch (node.op) {
      case Op::Not: return ~a;
      case Op::Negate: return -a;
      case Op::ZeroExtend: return z3::zext(a, extension);
      case Op::SignExtend: return z3::sext(a, extension);
      case Op::Extract: return a.extract(lowest + node.width - 1, lowest);
      default: return binary(node, a, *words_[node.b]);
    }
  }

  z3::expr binary(const Node& node, const z3::expr& a, const z3::expr& b) {
    switch (node.op) {
      case Op::And: return a & b;
      case Op::Or: return a | b;
      case Op::Xor: return a ^ b;
      case Op::Add: return a + b;
      case Op::Subtract: return a - b;
      case Op::Multiply: return a * b;
      case Op::DivideUnsigned: return z3::udiv(a, b);
      case Op::DivideSigned: return a / b;
      case Op::RemainderUnsigned: return z3::urem(a, b);
      case Op::RemainderSigned: return z3::srem(a, b);
      case Op::ShiftLeft: return z3::shl(a, b);
      case Op::ShiftRight: return z3::lshr(a, b);
      case Op::ShiftRightSigned: return z3::ashr(a, b);
      case Op::Equal: return word(a == b);
      case Op::LessUnsigned: return word(z3::ult(a, b));
      case Op::LessSigned: return word(z3::slt(a, b));
      case Op::LessEqualUnsigned: return word(z3::ule(a, b));
      case Op::LessEqualSigned: return word(z3::sle(a, b));
      case Op::Concatenate: return z3::concat(a, b);
      default: return z3::ite(a == context_.bv_val(1, 1), b, *words_[node.c]);
    }
  }
};

}  // namespace

}  // namespace hardbop::slam

extern "C" hardbop::slam::Solver* hardbop_make_solver(
    const hardbop::ltg::Expressions* expressions) {
  return std::make_unique<hardbop::slam::Z3Solver>(*expressions).release();
}

extern "C" void hardbop_run_script(const std::string& script, std::string& answers) {
  try {
    z3::context context;
    answers = Z3_eval_smtlib2_string(context, script.c_str());
  } catch (const z3::exception& error) {
    answers = error.msg();
  }
}
