// SPDX-License-Identifier: MIT
#include "words/certify/terms.hpp"

#include "base/expression/substitute.hpp"

namespace hardbop::words {

std::string logic_of(const Graph& graph) {
  const Theories theories = words::theories(graph);
  if (theories.has_floats) return theories.array ? "ALL" : "QF_BVFP";
  return theories.array ? "QF_ABV" : "QF_BV";
}

Terms::Terms(certify::ScriptWriter& script, const Expressions& expressions)
    : script_(script),
      expressions_(expressions),
      operands_{[this](ExprId id) { return name(id); }, [this](ExprId id) { return number(id); }} {}

void Terms::begin(const std::string& title) {
  declared_.clear();
  defined_.clear();
  script_.begin(title);
}

std::string Terms::constant(char kind, std::uint64_t number, const std::string& sort) {
  std::string name = fmt::format("{}{}", kind, number);
  if (declared_.insert(name).second) script_.line("(declare-const {} {})", name, sort);
  return name;
}

std::string Terms::value(ExprId id) {
  for_each_node(expressions_, {id}, [&](ExprId one) {
    const Node& node = expressions_.node(one);
    if (operand_count(node.op) == 0 || !defined_.insert(one).second) return;
    const std::string made = smt::smt_operation(expressions_, node, operands_);
    if (makes_number(node.op))
      script_.line("(define-fun f{} () {} {})", one, smt::smt_number_sort(node.width), made);
    else
      script_.line("(define-fun t{} () {} {})", one, smt::smt_sort(node), made);
  });
  return name(id);
}

std::string Terms::name(ExprId id) {
  const Node& node = expressions_.node(id);
  switch (node.op) {
    case Op::Constant: return smt::smt_constant(node.width, node.value);
    case Op::Variable: return constant('v', node.value, smt::smt_sort(node));
    case Op::Array: return constant('a', node.value, smt::smt_sort(node));
    case Op::Input: return constant('i', node.value, smt::smt_sort(node));
    case Op::ArrayInput: return constant('j', node.value, smt::smt_sort(node));
    default: break;
  }
  std::string out = fmt::format("t{}", id);
  if (makes_number(node.op) && declared_.insert(out).second) {
    script_.line("(declare-const {} {})", out, smt::smt_sort(node));
    script_.require(smt::smt_is_word_of(node.width, out, number(id)));
  }
  return out;
}

std::string Terms::number(ExprId id) {
  const Node& node = expressions_.node(id);
  return makes_number(node.op) ? fmt::format("f{}", id) : smt::smt_number(node.width, name(id));
}

}  // namespace hardbop::words
