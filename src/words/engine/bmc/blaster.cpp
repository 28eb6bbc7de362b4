// SPDX-License-Identifier: MIT
#include "words/engine/bmc/blaster.hpp"

#include "base/expression/bottom_up.hpp"
#include "base/util/invariant.hpp"
#include "words/engine/bmc/float_circuits.hpp"

namespace hardbop::bmc {

using words::ExprId;
using words::Node;
using words::Op;

Bits Blaster::bits(ExprId id, Budget& budget) {
  if (done_.size() < expressions_.size()) done_.resize(expressions_.size());
  std::vector<ExprId> stack{id};
  std::uint64_t made = 0;
  bool stops = false;
  bottom_up(
      expressions_, stack, [&](ExprId one) { return stops || done_[one].count != 0; },
      [&](ExprId one) {
        const std::size_t gates = circuits_.aig().size();
        if (gates > most_gates_ || (++made % 64 == 0 && budget.poll(gates) != StopReason::None))
          stops = true;
        keep(one, make(expressions_.node(one)));
      });
  return stops ? Bits(expressions_.width(id), Aig::never) : done(id);
}

Bits Blaster::done(ExprId id) const {
  const auto first = made_.begin() + static_cast<std::ptrdiff_t>(done_[id].first);
  return {first, first + static_cast<std::ptrdiff_t>(done_[id].count)};
}

void Blaster::keep(ExprId id, const Bits& bits) {
  done_[id] = {static_cast<std::uint32_t>(made_.size()), static_cast<std::uint32_t>(bits.size())};
  made_.insert(made_.end(), bits.begin(), bits.end());
}

Bits Blaster::leaf(const Node& node) {
  if (node.op == Op::Constant) return Circuits::constant(node.width, node.value);
  HARDBOP_INVARIANT(node.op == Op::Input, "only inputs should be left of an unrolled program");
  if (inputs_.size() <= node.value) inputs_.resize(node.value + 1);
  Bits& bits = inputs_[node.value];
  while (bits.size() < node.width) bits.push_back(circuits_.aig().input());
  return bits;
}

Bits Blaster::make(const Node& node) {
  const unsigned count = operand_count(node.op);
  if (count == 0) return leaf(node);
  const Bits a = done(node.a);
  switch (node.op) {
    case Op::Not: return Circuits::complement(a);
    case Op::Negate: return circuits_.negative(a);
    case Op::ZeroExtend: return Circuits::resized(a, node.width);
    case Op::SignExtend: return Circuits::resized(a, node.width, a.back());
    case Op::Extract: return Circuits::part(a, node.value, node.width);
    case Op::Concatenate: return Circuits::joined(done(node.b), a);
    case Op::Conditional: return circuits_.choice(a[0], done(node.b), done(node.c));
    default: break;
  }
  if (is_float_operation(node.op))
    return FloatCircuits(circuits_).apply(node, a, count > 1 ? done(node.b) : Bits());
  const Bits b = done(node.b);
  return node.width == 1 && a.size() > 1 ? comparison(node, a, b) : arithmetic(node, a, b);
}

Bits Blaster::arithmetic(const Node& node, const Bits& a, const Bits& b) {
  switch (node.op) {
    case Op::And: return circuits_.conjunction(a, b);
    case Op::Or:
      return Circuits::complement(
          circuits_.conjunction(Circuits::complement(a), Circuits::complement(b)));
    case Op::Xor: return circuits_.exclusive(a, b);
    case Op::Add: return circuits_.sum(a, b);
    case Op::Subtract: return circuits_.difference(a, b);
    case Op::Multiply: return circuits_.product(a, b, node.width);
    case Op::DivideUnsigned: return circuits_.division(a, b).quotient;
    case Op::RemainderUnsigned: return circuits_.division(a, b).remainder;
    case Op::DivideSigned: return circuits_.division_signed(a, b).quotient;
    case Op::RemainderSigned: return circuits_.division_signed(a, b).remainder;
    case Op::ShiftLeft: return circuits_.shifted_left(a, b);
    case Op::ShiftRight: return circuits_.shifted_right(a, b);
    case Op::ShiftRightSigned: return circuits_.shifted_right(a, b, a.back());
    default: return comparison(node, a, b);
  }
}

Bits Blaster::comparison(const Node& node, const Bits& a, const Bits& b) {
  switch (node.op) {
    case Op::Equal: return {circuits_.equal(a, b)};
    case Op::LessUnsigned: return {circuits_.less(a, b)};
    case Op::LessSigned: return {circuits_.less_signed(a, b)};
    case Op::LessEqualUnsigned: return {Aig::negation(circuits_.less(b, a))};
    case Op::LessEqualSigned: return {Aig::negation(circuits_.less_signed(b, a))};
    default: break;
  }
  HARDBOP_INVARIANT(false, "every operator should have a circuit");
  return {};
}

}  // namespace hardbop::bmc
