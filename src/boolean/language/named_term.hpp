// SPDX-License-Identifier: MIT
// Expressions of a program that is being made (program_builder.hpp): over names, and with the
// parentheses that are to be written.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "boolean/language/ast.hpp"

namespace hardbop::bp {

/// Kept by a NamePool: equal names are the same pointer.
using Name = const std::string*;

/// Names of programs that are being made, each kept once.
class NamePool {
 public:
  [[nodiscard]] Name intern(std::string_view text) {
    const auto found = texts_.find(text);
    return &(found != texts_.end() ? *found : *texts_.emplace(text).first);
  }

 private:
  std::set<std::string, std::less<>> texts_;
};

/// In post-order, as in Program::nodes.
class NamedTerm {
 public:
  struct Node {
    Op op = Op::False;
    bool grouped = false;  // in parentheses
    Name name = nullptr;   // Name, NextName

    friend bool operator==(const Node&, const Node&) = default;
  };

  /// Of these nodes, which must be one whole expression.
  explicit NamedTerm(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) append(node);
  }
  static NamedTerm constant(bool value) { return NamedTerm(value ? Op::True : Op::False, nullptr); }
  static NamedTerm any() { return NamedTerm(Op::Star, nullptr); }
  static NamedTerm of(Name name) { return NamedTerm(Op::Name, name); }
  static NamedTerm next(Name name) { return NamedTerm(Op::NextName, name); }
  /// schoose[is_true, is_false].
  static NamedTerm choose(NamedTerm is_true, const NamedTerm& is_false);

  friend NamedTerm operator!(NamedTerm a);
  /// The same: GCC warns of `!a & b`, but not of `~a & b`.
  friend NamedTerm operator~(NamedTerm a) { return !std::move(a); }
  friend NamedTerm operator&(NamedTerm a, const NamedTerm& b) {
    return join(std::move(a), b, Op::And).in_parentheses();
  }
  friend NamedTerm operator|(NamedTerm a, const NamedTerm& b) {
    return join(std::move(a), b, Op::Or).in_parentheses();
  }
  friend NamedTerm operator^(NamedTerm a, const NamedTerm& b) {
    return join(std::move(a), b, Op::Xor).in_parentheses();
  }
  friend NamedTerm iff(NamedTerm a, const NamedTerm& b) {
    return join(std::move(a), b, Op::Equal).in_parentheses();
  }
  /// `a & b & c`, with no parentheses of its own; there must be a part.
  static NamedTerm chain(const std::vector<NamedTerm>& parts, Op op);
  [[nodiscard]] NamedTerm in_parentheses() &&;

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] bool is_constant(bool value) const { return is_leaf(value ? Op::True : Op::False); }
  [[nodiscard]] bool is_any() const { return is_leaf(Op::Star); }
  /// How many characters it is written with.
  [[nodiscard]] std::size_t length() const { return length_; }

  friend bool operator==(const NamedTerm& a, const NamedTerm& b) { return a.nodes_ == b.nodes_; }

 private:
  std::vector<Node> nodes_;
  std::size_t length_ = 0;

  NamedTerm(Op op, Name name) { append({op, false, name}); }
  void append(const Node& node);
  [[nodiscard]] bool is_leaf(Op op) const { return nodes_.size() == 1 && nodes_.front().op == op; }
  static NamedTerm join(NamedTerm a, const NamedTerm& b, Op op);
};

/// How an operator is written before, between and after its operands.
struct Spelling {
  std::string_view before;
  std::string_view between;         // the first and the second of two or three
  std::string_view between_second;  // the second and the third of three
  std::string_view after;
};
[[nodiscard]] Spelling spelling_of(Op op);

}  // namespace hardbop::bp
