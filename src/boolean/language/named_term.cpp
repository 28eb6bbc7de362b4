// SPDX-License-Identifier: MIT
#include "boolean/language/named_term.hpp"

namespace hardbop::bp {

Spelling spelling_of(Op op) {
  switch (op) {
    case Op::False: return {"F", "", "", ""};
    case Op::True: return {"T", "", "", ""};
    case Op::Star: return {"*", "", "", ""};
    case Op::Name: break;
    case Op::NextName: return {"'", "", "", ""};
    case Op::Not: return {"!", "", "", ""};
    case Op::And: return {"", " & ", "", ""};
    case Op::Or: return {"", " | ", "", ""};
    case Op::Xor: return {"", " ^ ", "", ""};
    case Op::Equal: return {"", " = ", "", ""};
    case Op::NotEqual: return {"", " != ", "", ""};
    case Op::Implies: return {"", " => ", "", ""};
    case Op::Choose: return {"schoose[", ", ", "", "]"};
    case Op::Conditional: return {"", " ? ", " : ", ""};
  }
  return {};
}

void NamedTerm::append(const Node& node) {
  const Spelling spelling = spelling_of(node.op);
  length_ += spelling.before.size() + spelling.between.size() + spelling.between_second.size() +
             spelling.after.size() + (node.name == nullptr ? 0 : node.name->size()) +
             (node.grouped ? 2 : 0);
  nodes_.push_back(node);
}

NamedTerm NamedTerm::in_parentheses() && {
  if (!nodes_.back().grouped) length_ += 2;
  nodes_.back().grouped = true;
  return std::move(*this);
}

NamedTerm operator!(NamedTerm a) {
  a.append({Op::Not});
  return a;
}

NamedTerm NamedTerm::join(NamedTerm a, const NamedTerm& b, Op op) {
  a.nodes_.insert(a.nodes_.end(), b.nodes_.begin(), b.nodes_.end());
  a.length_ += b.length_;
  a.append({op});
  return a;
}

NamedTerm NamedTerm::choose(NamedTerm is_true, const NamedTerm& is_false) {
  return join(std::move(is_true), is_false, Op::Choose);
}

NamedTerm NamedTerm::chain(const std::vector<NamedTerm>& parts, Op op) {
  NamedTerm out = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) out = join(std::move(out), parts[i], op);
  return out;
}

}  // namespace hardbop::bp
