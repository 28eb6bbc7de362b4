// SPDX-License-Identifier: MIT
// Ranks are words of 64 bits, read as unsigned. A signed number becomes such a word by a different
// highest bit, and "gets greater" becomes "gets less" by inverting all bits. Sums and differences
// of words of up to 62 bits are exact; those of larger ones may wrap, and then the solver refutes
// the guess.
#include "words/engine/rank/guesses.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/expression/substitute.hpp"
#include "words/analysis/liveness.hpp"

namespace hardbop::rank {

using words::Op;
using words::VariableId;

namespace {

constexpr std::size_t largest_operand = 24;  // in nodes
constexpr std::size_t most_for_pairs = 16;   // variables of which sums are tried
constexpr std::size_t most_for_triples = 6;

/// By expression: how large it is, as far as it is about words alone.
class Sizes {
 public:
  Sizes(const words::Expressions& e, const std::vector<ExprId>& roots) {
    for_each_node(e, roots, [&](ExprId id) {
      const words::Node& node = e.node(id);
      const bool is_bad =
          node.index != 0 || node.op == Op::Select || words::is_float_operation(node.op);
      std::size_t size = is_bad ? largest_operand + 1 : 1;
      const ExprId operands[3] = {node.a, node.b, node.c};
      for (unsigned i = 0; i < words::operand_count(node.op); ++i) size += sizes_.at(operands[i]);
      sizes_[id] = std::min(size, largest_operand + 1);
    });
  }
  [[nodiscard]] bool is_small(ExprId id) const { return sizes_.at(id) <= largest_operand; }

 private:
  std::unordered_map<ExprId, std::size_t> sizes_;
};

class WordGuesser {
 public:
  WordGuesser(Segments& segments, const std::set<VariableId>& variables)
      : segments_(segments), e_(segments.expressions()), variables_(variables) {}

  std::vector<ExprId> run(const std::set<Compared>& compared) {
    for (const Compared& one : compared)
      if (is_about(e_, one, [](VariableId) { return true; })) add_differences(one);
    for (const VariableId v : variables_) {
      const ExprId word = segments_.variable(v);
      for (const bool is_signed : {true, false}) add_both(extended(word, is_signed), is_signed);
    }
    if (variables_.size() <= most_for_pairs) add_sums(false);
    if (variables_.size() <= most_for_triples) add_sums(true);
    return std::move(out_);
  }

 private:
  Segments& segments_;
  words::Expressions& e_;
  const std::set<VariableId>& variables_;
  std::vector<ExprId> out_;
  std::set<ExprId> known_;

  ExprId extended(ExprId word, bool is_signed) {
    return e_.extend(is_signed ? Op::SignExtend : Op::ZeroExtend, word, rank_width);
  }

  void add(ExprId word) {
    if (!e_.is_constant(word) && known_.insert(word).second) out_.push_back(word);
  }

  /// It or its contrary may get less, as a signed or an unsigned number.
  void add_both(ExprId word, bool is_signed) {
    const ExprId top = e_.constant(rank_width, std::uint64_t{1} << (rank_width - 1));
    const ExprId read = is_signed ? e_.binary(Op::Xor, word, top) : word;
    add(read);
    add(e_.unary(Op::Not, read));
  }

  void add_differences(const Compared& one) {
    const auto minus = [&](bool is_signed) {
      return e_.binary(Op::Subtract, extended(one.b, is_signed), extended(one.a, is_signed));
    };
    if (one.is_signed || one.is_equality) add_both(minus(true), true);
    if (!one.is_signed || one.is_equality) add_both(minus(false), true);
    if (!one.is_equality) return;
    add(extended(e_.binary(Op::Subtract, one.a, one.b), false));
    add(extended(e_.binary(Op::Subtract, one.b, one.a), false));
  }

  /// Of two or three variables, each with either sign.
  void add_sums(bool has_third) {
    const std::vector<VariableId> all(variables_.begin(), variables_.end());
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j)
        for (const Op first : {Op::Add, Op::Subtract}) {
          const ExprId sum = e_.binary(first, word(all[i]), word(all[j]));
          if (!has_third) {
            add_both(sum, true);
            continue;
          }
          for (std::size_t k = j + 1; k < all.size(); ++k)
            for (const Op second : {Op::Add, Op::Subtract})
              add_both(e_.binary(second, sum, word(all[k])), true);
        }
  }

  ExprId word(VariableId v) { return extended(segments_.variable(v), true); }
};

}  // namespace

std::set<Compared> comparisons(const words::Expressions& expressions,
                               const std::vector<ExprId>& roots) {
  const Sizes sizes(expressions, roots);
  std::set<Compared> out;
  for_each_node(expressions, roots, [&](ExprId id) {
    const words::Node& node = expressions.node(id);
    const bool is_signed = node.op == Op::LessSigned || node.op == Op::LessEqualSigned;
    const bool is_unsigned = node.op == Op::LessUnsigned || node.op == Op::LessEqualUnsigned;
    const bool is_equality = node.op == Op::Equal && expressions.width(node.a) > 1;
    if (!is_signed && !is_unsigned && !is_equality) return;
    if (sizes.is_small(node.a) && sizes.is_small(node.b))
      out.insert({node.a, node.b, is_signed, is_equality});
  });
  return out;
}

bool is_about(const words::Expressions& expressions, const Compared& compared,
              const std::function<bool(VariableId)>& is_usable) {
  bool out = true;
  for_each_node(expressions, {compared.a, compared.b}, [&](ExprId id) {
    const words::Node& node = expressions.node(id);
    out = out && node.op != Op::Input &&
          (node.op != Op::Variable || is_usable(static_cast<VariableId>(node.value)));
  });
  return out;
}

std::set<Compared> in_terms_of(words::Expressions& e, const std::set<Compared>& compared,
                               const Values& state) {
  std::map<ExprId, ExprId> names;
  for (const auto& [v, value] : state.variables) {
    const Op op = e.node(value).op;
    if (op != Op::Constant && op != Op::Variable)
      names.try_emplace(value, e.variable(v, e.width(value)));
  }
  const auto named = [&](ExprId id) {
    const auto found = names.find(id);
    return found == names.end() ? id : found->second;
  };
  words::Substituter substitute(e, named, named);
  std::set<Compared> out;
  for (const Compared& one : compared)
    out.insert({substitute(one.a), substitute(one.b), one.is_signed, one.is_equality});
  return out;
}

std::set<VariableId> deciding_variables(Segments& segments,
                                        const std::vector<Transition>& transitions) {
  words::Expressions& e = segments.expressions();
  std::set<VariableId> out;
  std::vector<ExprId> roots;
  for (const Transition& one : transitions)
    roots.insert(roots.end(), one.conditions.begin(), one.conditions.end());
  while (!roots.empty()) {
    const std::vector<VariableId> found = words::variables_of(e, roots);
    roots.clear();
    for (const VariableId v : found)
      if (out.insert(v).second)
        for (const Transition& one : transitions) roots.push_back(segments.variable(v, one.after));
  }
  return out;
}

std::vector<ExprId> guess_words(Segments& segments, const std::set<Compared>& compared,
                                const std::set<VariableId>& variables) {
  return WordGuesser(segments, variables).run(compared);
}

std::vector<ExprId> guess_conditions(words::Expressions& e, const Compared& compared) {
  const auto [a, b, is_signed, is_equality] = compared;
  std::vector<ExprId> out;
  if (is_equality) {
    out.push_back(e.binary(Op::Equal, a, b));
    out.push_back(e.unary(Op::Not, out.back()));
  }
  for (const bool is_signed_order : {true, false}) {
    if (!is_equality && is_signed != is_signed_order) continue;
    const Op less = is_signed_order ? Op::LessSigned : Op::LessUnsigned;
    const Op less_equal = is_signed_order ? Op::LessEqualSigned : Op::LessEqualUnsigned;
    for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
      out.push_back(e.binary(less, x, y));
      out.push_back(e.binary(less_equal, x, y));
    }
  }
  std::erase_if(out, [&](ExprId id) { return e.is_constant(id); });
  return out;
}

}  // namespace hardbop::rank
