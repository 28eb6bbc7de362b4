// SPDX-License-Identifier: MIT
#include "c/verify/board.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "base/expression/substitute.hpp"
#include "c/verify/certificate.hpp"

namespace hardbop::verify {

namespace {

using words::ExprId;
using words::Op;

/// An expression written with other leaves, into other expressions; nothing where a leaf has no
/// counterpart. Both may be the same.
class Copy {
 public:
  using Leaf = std::function<std::optional<ExprId>(const words::Node&)>;

  Copy(const words::Expressions& from, words::Expressions& to, Leaf leaf)
      : from_(from), to_(to), leaf_(std::move(leaf)) {}

  [[nodiscard]] std::optional<ExprId> operator()(ExprId id) {
    std::map<ExprId, ExprId> made;
    bool is_whole = true;
    words::for_each_node(from_, {id}, [&](ExprId one) {
      if (!is_whole) return;
      const words::Node node = from_.node(one);
      const unsigned count = words::operand_count(node.op);
      if (count > 0) {
        made[one] = words::remade(
            to_, node,
            {made.at(node.a), count > 1 ? made.at(node.b) : 0, count > 2 ? made.at(node.c) : 0});
        return;
      }
      const std::optional<ExprId> leaf = node.op == Op::Constant
                                             ? std::optional(to_.constant(node.width, node.value))
                                             : leaf_(node);
      is_whole = leaf.has_value();
      if (leaf) made[one] = *leaf;
    });
    return is_whole ? std::optional(made.at(id)) : std::nullopt;
  }

 private:
  const words::Expressions& from_;
  words::Expressions& to_;
  Leaf leaf_;
};

bool is_same(const c::VariableMeaning& a, const c::VariableMeaning& b) {
  return a.object == b.object && a.cell == b.cell && a.heap == b.heap;
}

/// The block that executes a statement in the outermost activation of its function. Where there are
/// several, a run that arrives at one of them may have executed a part of it.
std::optional<words::BlockId> only_block(const c::Model& model, const c::BlockMeaning& at) {
  std::optional<words::BlockId> out;
  for (words::BlockId b = 0; b < model.blocks.size(); ++b) {
    const c::BlockMeaning& other = model.blocks[b];
    if (other.statement != at.statement || other.function != at.function || other.depth != 0)
      continue;
    if (out) return std::nullopt;
    out = b;
  }
  return out;
}

}  // namespace

Premises premises_of(const Task& task, std::uint32_t heap, Premises::Slice slice) {
  return {make_claim(task, heap), task.known, slice};
}

std::optional<Hint> Hint::of(const c::Model& model, const words::Expressions& expressions,
                             const Condition& proved, Premises premises) {
  Hint out;
  out.at_ = model.blocks[proved.block];
  if (out.at_.statement == c::none || only_block(model, out.at_) != proved.block)
    return std::nullopt;
  const auto name = [&](const words::Node& leaf) -> std::optional<ExprId> {
    if (leaf.op != Op::Variable || leaf.value >= model.variables.size()) return std::nullopt;
    const c::VariableMeaning& meaning = model.variables[leaf.value];
    if (meaning.object == c::none || meaning.copy != 0) return std::nullopt;
    out.variables_.push_back(meaning);
    return out.expressions_.variable(static_cast<words::VariableId>(out.variables_.size() - 1),
                                     leaf.width);
  };
  const std::optional<ExprId> condition =
      Copy(expressions, out.expressions_, name)(proved.condition);
  if (!condition) return std::nullopt;
  out.condition_ = *condition;
  out.premises_ = std::move(premises);
  return out;
}

std::optional<Condition> Hint::in(const c::Model& model, words::Expressions& expressions) const {
  const auto find = [&](const words::Node& leaf) -> std::optional<ExprId> {
    const auto found =
        std::ranges::find_if(model.variables, [&](const c::VariableMeaning& meaning) {
          return meaning.copy == 0 && is_same(meaning, variables_[leaf.value]);
        });
    if (found == model.variables.end()) return std::nullopt;
    const auto number = static_cast<words::VariableId>(found - model.variables.begin());
    if (model.graph.variables[number].width != leaf.width) return std::nullopt;
    return expressions.variable(number, leaf.width);
  };
  const std::optional<words::BlockId> block = only_block(model, at_);
  const std::optional<ExprId> condition = Copy(expressions_, expressions, find)(condition_);
  if (!block || !condition) return std::nullopt;
  return Condition{*block, *condition};
}

std::optional<Fact> Hint::as_fact(const c::Model& model, words::Expressions& expressions,
                                  const Premises& premises) const {
  if (premises != premises_) return std::nullopt;
  const std::optional<Condition> found = in(model, expressions);
  return found ? std::optional(Fact(*found)) : std::nullopt;
}

std::optional<Guess> Hint::as_guess(const c::Model& model, words::Expressions& expressions) const {
  const std::optional<Condition> found = in(model, expressions);
  return found ? std::optional(Guess{*found}) : std::nullopt;
}

void Board::put(std::vector<Hint> hints) {
  const std::scoped_lock lock(mutex_);
  std::ranges::move(hints, std::back_inserter(hints_));
}

std::vector<Hint> Board::from(std::size_t first) const {
  const std::scoped_lock lock(mutex_);
  return {hints_.begin() + static_cast<std::ptrdiff_t>(std::min(first, hints_.size())),
          hints_.end()};
}

std::size_t Board::size() const {
  const std::scoped_lock lock(mutex_);
  return hints_.size();
}

}  // namespace hardbop::verify
