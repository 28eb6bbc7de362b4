// SPDX-License-Identifier: MIT
// Spacer's options are such that it answers in terms of the predicates that it was given: arguments
// are not sliced away, and predicates are inlined only where that is wanted.
#include "base/smt/horn_solver.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <z3++.h>

namespace hardbop::smt {

namespace {

using Kind = IntegerFormulas::Kind;

Kind kind_of(Z3_decl_kind kind) {
  switch (kind) {
    case Z3_OP_NOT: return Kind::Not;
    case Z3_OP_AND: return Kind::And;
    case Z3_OP_OR: return Kind::Or;
    case Z3_OP_IMPLIES: return Kind::Implies;
    case Z3_OP_EQ:
    case Z3_OP_IFF: return Kind::Equal;
    case Z3_OP_LE:
    case Z3_OP_GE: return Kind::LessEqual;
    case Z3_OP_LT:
    case Z3_OP_GT: return Kind::Less;
    case Z3_OP_ADD:
    case Z3_OP_SUB: return Kind::Add;
    case Z3_OP_MUL: return Kind::Multiply;
    case Z3_OP_UMINUS: return Kind::Negate;
    case Z3_OP_IDIV: return Kind::Divide;
    case Z3_OP_MOD: return Kind::Remainder;
    case Z3_OP_ITE: return Kind::Conditional;
    default: return Kind::Other;
  }
}

/// Writes formulas of Z3 as ours, in which variables are numbered from the innermost on.
class FormulaReader {
 public:
  FormulaReader(IntegerFormulas& out, unsigned arguments) : out_(out), arguments_(arguments) {}

  std::uint32_t read(const z3::expr& root) {
    std::vector<z3::expr> stack{root};
    while (!stack.empty()) {
      const z3::expr top = stack.back();
      if (done_.contains(top.id())) {
        stack.pop_back();
        continue;
      }
      const std::size_t before = stack.size();
      if (top.is_app())
        for (unsigned i = 0; i < top.num_args(); ++i)
          if (!done_.contains(top.arg(i).id())) stack.push_back(top.arg(i));
      if (stack.size() != before) continue;
      stack.pop_back();
      done_.emplace(top.id(), make(top));
    }
    return done_.at(root.id());
  }

 private:
  IntegerFormulas& out_;
  unsigned arguments_;
  std::unordered_map<unsigned, std::uint32_t> done_;

  std::uint32_t add(IntegerFormulas::Node node) {
    out_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(out_.nodes.size() - 1);
  }

  std::uint32_t make(const z3::expr& term) {
    if (term.is_var())
      return add({Kind::Argument, {}, "", arguments_ - 1 - Z3_get_index_value(term.ctx(), term)});
    if (term.is_true() || term.is_false())
      return add({Kind::Truth, {}, term.is_true() ? "1" : "0"});
    if (term.is_numeral()) return add({Kind::Number, {}, term.get_decimal_string(0)});
    if (!term.is_app()) return add({});
    const Z3_decl_kind operation = term.decl().decl_kind();
    IntegerFormulas::Node node{kind_of(operation)};
    for (unsigned i = 0; i < term.num_args(); ++i) {
      std::uint32_t operand = done_.at(term.arg(i).id());
      if (operation == Z3_OP_SUB && i > 0) operand = add({Kind::Negate, {operand}});
      node.operands.push_back(operand);
    }
    if (operation == Z3_OP_GE || operation == Z3_OP_GT)
      std::swap(node.operands.front(), node.operands.back());
    return add(std::move(node));
  }
};

class Spacer : public HornSolver {
 public:
  HornAnswer solve(const std::string& clauses, const std::string& goal, bool may_inline,
                   unsigned effort) override {
    try {
      return ask(clauses, goal, may_inline, effort);
    } catch (const z3::exception& error) {
      return {HornAnswer::Kind::Unknown, error.msg()};
    }
  }

  /// Only while Spacer works: what Z3 does elsewhere, such as to forget rules, it may not leave.
  void interrupt() override {
    const std::scoped_lock lock(mutex_);
    is_interrupted_ = true;
    if (is_working_) context_.interrupt();
  }

 private:
  z3::context context_;
  std::mutex mutex_;
  bool is_working_ = false;
  bool is_interrupted_ = false;

  /// Whether it may work.
  bool set_working(bool works) {
    const std::scoped_lock lock(mutex_);
    is_working_ = works;
    return !is_interrupted_;
  }

  z3::check_result query(z3::fixedpoint& spacer, z3::expr& asked) {
    struct Rest {
      Spacer& solver;
      ~Rest() { solver.set_working(false); }
    };
    const Rest rest{*this};
    return set_working(true) ? spacer.query(asked) : z3::unknown;
  }

  HornAnswer ask(const std::string& clauses, const std::string& goal, bool may_inline,
                 unsigned effort) {
    context_.set("rlimit", std::to_string(effort).c_str());  // no parameter of Spacer's own
    z3::fixedpoint spacer(context_);
    z3::params options(context_);
    options.set("engine", context_.str_symbol("spacer"));
    options.set("xform.inline_eager", may_inline);
    options.set("xform.inline_linear", may_inline);
    options.set("xform.slice", false);
    options.set("ctrl_c", false);  // signals are the program's
    spacer.set(options);
    const z3::expr_vector all = context_.parse_string(clauses.c_str());
    std::unordered_set<unsigned> known;
    z3::expr asked = context_.bool_val(false);
    for (unsigned i = 0; i < all.size(); ++i) {
      const z3::expr clause = all[static_cast<int>(i)];
      const z3::expr inner = clause.is_quantifier() ? clause.body() : clause;
      const z3::expr head =
          inner.is_app() && inner.decl().decl_kind() == Z3_OP_IMPLIES ? inner.arg(1) : inner;
      z3::func_decl predicate = head.decl();
      if (known.insert(predicate.id()).second) spacer.register_relation(predicate);
      if (predicate.name().str() == goal) asked = head;
      z3::expr rule = clause;
      spacer.add_rule(rule, context_.int_symbol(static_cast<int>(i)));
    }
    switch (query(spacer, asked)) {
      case z3::unsat: return solution(spacer.get_answer());
      case z3::sat: return derivation(spacer.get_answer());
      case z3::unknown: break;
    }
    return {HornAnswer::Kind::Unknown, spacer.reason_unknown()};
  }

  /// A conjunction of `forall x. p(x) = formula`.
  static HornAnswer solution(const z3::expr& answer) {
    HornAnswer out{HornAnswer::Kind::Solved};
    std::vector<z3::expr> parts{answer};
    if (answer.is_app() && answer.decl().decl_kind() == Z3_OP_AND) {
      parts.clear();
      for (unsigned i = 0; i < answer.num_args(); ++i) parts.push_back(answer.arg(i));
    }
    for (const z3::expr& part : parts) {
      const unsigned bound =
          part.is_quantifier() ? Z3_get_quantifier_num_bound(part.ctx(), part) : 0;
      const z3::expr equation = part.is_quantifier() ? part.body() : part;
      if (!equation.is_app() || equation.num_args() != 2 || !equation.arg(0).is_app()) continue;
      const z3::expr predicate = equation.arg(0);
      FormulaReader reader(out.formulas, bound);
      out.solution[predicate.decl().name().str()] =
          in_order(predicate, bound) ? reader.read(equation.arg(1)) : other(out.formulas);
    }
    return out;
  }

  /// Whether the predicate's arguments are the variables, one after the other.
  static bool in_order(const z3::expr& predicate, unsigned bound) {
    if (predicate.num_args() != bound) return false;
    for (unsigned i = 0; i < bound; ++i) {
      const z3::expr argument = predicate.arg(i);
      if (!argument.is_var() || Z3_get_index_value(argument.ctx(), argument) != bound - 1 - i)
        return false;
    }
    return true;
  }

  static std::uint32_t other(IntegerFormulas& formulas) {
    formulas.nodes.emplace_back();
    return static_cast<std::uint32_t>(formulas.nodes.size() - 1);
  }

  /// Steps of hyper-resolution, each with its fact as the last argument.
  static HornAnswer derivation(const z3::expr& answer) {
    HornAnswer out{HornAnswer::Kind::Derived};
    std::unordered_set<unsigned> seen;
    std::vector<z3::expr> stack{answer};
    while (!stack.empty()) {
      const z3::expr top = stack.back();
      stack.pop_back();
      if (!top.is_app() || !seen.insert(top.id()).second) continue;
      const bool is_step = top.decl().decl_kind() == Z3_OP_PR_HYPER_RESOLVE;
      if (is_step && top.arg(top.num_args() - 1).is_app())
        ++out.facts[top.arg(top.num_args() - 1).decl().name().str()];
      if (!is_step && top.decl().decl_kind() != Z3_OP_PR_MODUS_PONENS) continue;
      for (unsigned i = 0; i < top.num_args(); ++i) stack.push_back(top.arg(i));
    }
    return out;
  }
};

class Z3ScriptRunner : public ScriptRunner {
 public:
  std::string run(const std::string& script) override {
    try {
      return Z3_eval_smtlib2_string(context_, script.c_str());
    } catch (const z3::exception& error) {
      return error.msg();
    }
  }

  void interrupt() override { context_.interrupt(); }

 private:
  z3::context context_;
};

}  // namespace

}  // namespace hardbop::smt

extern "C" hardbop::smt::HornSolver* hardbop_make_horn_solver() {
  return std::make_unique<hardbop::smt::Spacer>().release();
}

extern "C" hardbop::smt::ScriptRunner* hardbop_make_script_runner() {
  return std::make_unique<hardbop::smt::Z3ScriptRunner>().release();
}
