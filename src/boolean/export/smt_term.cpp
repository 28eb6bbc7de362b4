// SPDX-License-Identifier: MIT
// Terms have bits for negation and no disjunction. To print `or` where a person would, a node with
// a single use is written in the polarity of that use; a shared one as it is.
#include "boolean/export/smt_term.hpp"

#include <fmt/format.h>
#include <map>
#include <set>

namespace hardbop::exporting {

namespace {

using horn::Term;
using horn::Terms;

constexpr std::size_t max_inline = 200;  // characters

class Printer {
 public:
  Printer(const Terms& terms, const std::function<std::string(horn::Variable)>& name)
      : terms_(terms), name_(name) {}

  std::string print(Term root) {
    use(root, false);
    // Operands have smaller numbers: uses come before what they use, then the other way round.
    for (auto& [number, use] : uses_) note_operands(number, use);
    for (auto at = uses_.rbegin(); at != uses_.rend(); ++at) write(at->first, at->second);
    return lets_ + reference(root, false) + std::string(bound_, ')');
  }

 private:
  struct Use {
    std::uint32_t count = 0;
    bool negated = false;  // where there is one
    std::string text;
  };

  const Terms& terms_;
  const std::function<std::string(horn::Variable)>& name_;
  std::map<std::uint32_t, Use, std::greater<>> uses_;
  std::string lets_;
  std::size_t bound_ = 0;

  [[nodiscard]] const Terms::Node& node(std::uint32_t number) const {
    return terms_.node(Term(number, false));
  }

  /// Variables are always written as they are.
  [[nodiscard]] bool has_polarity(std::uint32_t number, const Use& use) const {
    const Terms::Kind kind = node(number).kind;
    return use.count == 1 && kind != Terms::Kind::Variable && kind != Terms::Kind::True;
  }

  void use(Term term, bool negated) {
    Use& use = uses_[term.node()];
    ++use.count;
    use.negated = term.negated() != negated;
  }

  void note_operands(std::uint32_t number, Use& own) {
    own.negated = own.negated && has_polarity(number, own);
    const Terms::Node& node = this->node(number);
    switch (node.kind) {
      case Terms::Kind::True:
      case Terms::Kind::Variable: break;
      case Terms::Kind::And:
        use(node.a, own.negated);
        use(node.b, own.negated);
        break;
      case Terms::Kind::Iff:
        use(node.a, own.negated);
        use(node.b, false);
        break;
      case Terms::Kind::Ite:
        use(node.a, false);
        use(node.b, own.negated);
        use(node.c, own.negated);
        break;
    }
  }

  [[nodiscard]] std::string reference(Term term, bool negated) const {
    const Use& use = uses_.at(term.node());
    const bool is_negated = term.negated() != negated && !has_polarity(term.node(), use);
    return is_negated ? fmt::format("(not {})", use.text) : use.text;
  }

  void write(std::uint32_t number, Use& own) {
    const Terms::Node& node = this->node(number);
    const bool negated = own.negated;
    switch (node.kind) {
      case Terms::Kind::True: own.text = "true"; return;
      case Terms::Kind::Variable: own.text = name_(node.variable); return;
      case Terms::Kind::And:
        own.text = fmt::format("({} {} {})", negated ? "or" : "and", reference(node.a, negated),
                               reference(node.b, negated));
        break;
      case Terms::Kind::Iff:
        own.text = fmt::format("(= {} {})", reference(node.a, negated), reference(node.b, false));
        break;
      case Terms::Kind::Ite:
        own.text = fmt::format("(ite {} {} {})", reference(node.a, false),
                               reference(node.b, negated), reference(node.c, negated));
        break;
    }
    if (own.count == 1 && own.text.size() <= max_inline) return;
    lets_ += fmt::format("(let ((t{} {})) ", number, own.text);
    ++bound_;
    own.text = fmt::format("t{}", number);
  }
};

}  // namespace

std::vector<Term> conjuncts(const Terms& terms, Term term) {
  std::vector<Term> out;
  std::vector<Term> waiting{term};
  std::set<std::uint32_t> seen;
  while (!waiting.empty()) {
    const Term top = waiting.back();
    waiting.pop_back();
    if (!seen.insert(top.bits()).second) continue;
    if (!top.negated() && terms.node(top).kind == Terms::Kind::And) {
      waiting.push_back(terms.node(top).b);
      waiting.push_back(terms.node(top).a);
    } else if (top != horn::always) {
      out.push_back(top);
    }
  }
  return out;
}

std::string smt_term(const Terms& terms, Term root,
                     const std::function<std::string(horn::Variable)>& name) {
  return Printer(terms, name).print(root);
}

}  // namespace hardbop::exporting
