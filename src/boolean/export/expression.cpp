// SPDX-License-Identifier: MIT
#include "boolean/export/expression.hpp"

#include <initializer_list>
#include <vector>

namespace hardbop::exporting {

namespace {

using bp::Op;

/// A node still to be written, a choice, or text.
struct Piece {
  std::uint32_t node = bp::no_index;
  std::string_view text;
  bool is_choice = false;
};

class Writer {
 public:
  Writer(const bp::Graph& graph, const Syntax& syntax) : graph_(graph), syntax_(syntax) {}

  std::string write(std::uint32_t root) {
    stack_.push_back({root, {}});
    while (!stack_.empty()) {
      const Piece piece = stack_.back();
      stack_.pop_back();
      if (piece.node != bp::no_index) {
        node(piece.node);
      } else if (piece.is_choice) {
        out_ += syntax_.choice();
      } else {
        out_ += piece.text;
      }
    }
    return std::move(out_);
  }

 private:
  const bp::Graph& graph_;
  const Syntax& syntax_;
  std::vector<Piece> stack_;  // the next one last
  std::string out_;

  void push(std::initializer_list<Piece> pieces) {
    stack_.insert(stack_.end(), std::rbegin(pieces), std::rend(pieces));
  }

  void binary(std::uint32_t node, std::string_view before, std::string_view between) {
    constexpr std::uint32_t none = bp::no_index;
    push({{none, before},
          {graph_.program().nodes[node].left, {}},
          {none, between},
          {node - 1, {}},
          {none, ")"}});
  }

  void node(std::uint32_t node) {
    constexpr std::uint32_t none = bp::no_index;
    const bp::Expr& expr = graph_.program().nodes[node];
    switch (expr.op) {
      case Op::False: out_ += '0'; break;
      case Op::True: out_ += '1'; break;
      case Op::Star: out_ += syntax_.choice(); break;
      case Op::Name:
      case Op::NextName:
        out_ += syntax_.variable(graph_.slot(graph_.symbols().node_variables[node]),
                                 expr.op == Op::NextName);
        break;
      case Op::Not:
        if (out_.ends_with('!')) out_ += ' ';  // Promela sends with !!
        push({{none, "!"}, {node - 1, {}}});
        break;
      case Op::And: binary(node, "(", " && "); break;
      case Op::Or: binary(node, "(", " || "); break;
      case Op::Xor:
      case Op::NotEqual: binary(node, "(", " != "); break;
      case Op::Equal: binary(node, "(", " == "); break;
      case Op::Implies: binary(node, "(!", " || "); break;
      case Op::Choose:  // a || (choice && !b)
        push({{none, "("},
              {expr.left, {}},
              {none, " || ("},
              {none, {}, true},
              {none, " && !"},
              {node - 1, {}},
              {none, "))"}});
        break;
      case Op::Conditional:
        push({{none, "("},
              {expr.left, {}},
              {none, syntax_.then},
              {expr.middle, {}},
              {none, " : "},
              {node - 1, {}},
              {none, ")"}});
        break;
    }
  }
};

}  // namespace

std::string expression(const bp::Graph& graph, bp::ExprRange range, const Syntax& syntax) {
  return Writer(graph, syntax).write(range.root);
}

}  // namespace hardbop::exporting
