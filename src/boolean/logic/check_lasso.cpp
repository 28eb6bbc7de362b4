// SPDX-License-Identifier: MIT
// The truth of a formula at a configuration follows from the propositions there and from the truth
// of its subformulas at the next configuration. So the lasso is walked backwards. A completed call
// maps the truths after it to the truths before it; this is computed once per body and truths,
// however long the call is. At the end of the loop, the truths are those at its beginning: the
// subformulas are taken from the inside out, and two rounds settle each of them.
#include "boolean/logic/check_lasso.hpp"

#include <map>

#include "boolean/logic/propositions.hpp"

namespace hardbop::temporal {

namespace {

constexpr int most_rounds = 16;

using Truths = std::vector<bool>;  // by node of the formula, up to the one that is asked for

class OnLasso {
 public:
  OnLasso(const bp::Graph& graph, const trace::Lasso& lasso, const Formula& formula, NodeId root)
      : graph_(graph),
        lasso_(lasso),
        trace_(lasso.trace),
        formula_(formula),
        size_(root + std::size_t{1}) {}

  bool run() { return before_loop(settle()).back(); }

 private:
  const bp::Graph& graph_;
  const trace::Lasso& lasso_;
  const trace::Trace& trace_;
  const Formula& formula_;
  std::size_t size_;  // nodes up to the root
  std::map<std::pair<trace::BodyId, Truths>, Truths> bodies_;

  /// The truths at a configuration from those at the next.
  [[nodiscard]] Truths at(const Position& position, const bp::Valuation& frame,
                          const Truths& next) const {
    Truths now(size_);
    for (NodeId id = 0; id < now.size(); ++id) {
      const Node& node = formula_.node(id);
      const auto value = [&](NodeId operand) { return static_cast<bool>(now[operand]); };
      switch (node.op) {
        case Op::True: now[id] = true; break;
        case Op::Atom: {
          const Meaning meaning = meaning_of(formula_.atoms()[node.left], position);
          now[id] = meaning.is_constant ? meaning.value : frame.get(meaning.slot);
          break;
        }
        case Op::Not: now[id] = !value(node.left); break;
        case Op::And: now[id] = value(node.left) && value(node.right); break;
        case Op::Or: now[id] = value(node.left) || value(node.right); break;
        case Op::Next: now[id] = next[node.left]; break;
        case Op::Until: now[id] = value(node.right) || (value(node.left) && next[id]); break;
        case Op::Release: now[id] = value(node.right) && (value(node.left) || next[id]); break;
        default: break;  // False; quantifiers, which LTL has not
      }
    }
    return now;
  }

  /// Steps first … last-1 of a body, backwards. An explicit stack: calls nest deep.
  struct Active {
    trace::BodyId body;
    std::size_t first;
    std::size_t left;  // steps still to be walked
    Truths truths;
    std::pair<trace::BodyId, Truths> key;
  };

  [[nodiscard]] Truths walk(trace::BodyId body, std::size_t first, std::size_t last,
                            Truths truths) {
    std::vector<Active> stack;
    stack.push_back({body, first, last, std::move(truths), {}});
    while (true) {
      Active& active = stack.back();
      if (active.left == active.first) {
        if (stack.size() == 1) return std::move(active.truths);
        bodies_[active.key] = active.truths;
        stack.pop_back();
        continue;
      }
      const trace::Step& step = trace_.bodies[active.body].steps[active.left - 1];
      if (step.callee != trace::no_body) {
        std::pair key(step.callee, active.truths);
        const auto known = bodies_.find(key);
        if (known == bodies_.end()) {
          const std::size_t steps = trace_.bodies[step.callee].steps.size();
          stack.push_back({step.callee, 0, steps, active.truths, std::move(key)});
          continue;
        }
        active.truths = known->second;
      }
      active.truths = at(position_at(graph_, step.vertex), step.before, active.truths);
      --active.left;
    }
  }

  /// One round of the loop, backwards.
  [[nodiscard]] Truths round(Truths truths) {
    if (lasso_.kind != trace::Lasso::Kind::Loop) {
      const trace::Body& last = trace_.innermost();
      const bool ended = lasso_.kind == trace::Lasso::Kind::Terminated;
      return at(ended ? Position{Position::Kind::Terminated, 0, bp::no_index}
                      : position_at(graph_, last.end),
                last.after, truths);
    }
    for (std::size_t i = trace_.open.size(); i-- > lasso_.frame;) {
      const trace::BodyId body = trace_.open[i];
      truths = walk(body, i == lasso_.frame ? lasso_.step : 0, trace_.bodies[body].steps.size(),
                    std::move(truths));
    }
    return truths;
  }

  [[nodiscard]] Truths before_loop(Truths truths) {
    const bool loops = lasso_.kind == trace::Lasso::Kind::Loop;
    const std::size_t top = loops ? lasso_.frame : trace_.open.size() - 1;
    for (std::size_t i = top + 1; i-- > 0;) {
      const trace::BodyId body = trace_.open[i];
      const std::size_t steps = trace_.bodies[body].steps.size();
      truths = walk(body, 0, loops && i == top ? lasso_.step : steps, std::move(truths));
    }
    return truths;
  }

  /// The truths at the loop's beginning. From the inside out: once a subformula's operands are
  /// right everywhere, two rounds make it right.
  [[nodiscard]] Truths settle() {
    Truths known(size_);
    for (NodeId id = 0; id < size_; ++id) known[id] = formula_.node(id).op == Op::Release;
    known = round(std::move(known));
    for (NodeId id = 0; id < size_; ++id) {
      const Op op = formula_.node(id).op;
      if (op != Op::Next && op != Op::Until && op != Op::Release) continue;
      known[id] = op == Op::Release;
      known = round(round(std::move(known)));
    }
    return known;
  }
};

}  // namespace

bool holds_on(const bp::Graph& graph, const trace::Lasso& lasso, const Formula& formula,
              NodeId root) {
  return OnLasso(graph, lasso, formula, root).run();
}

std::optional<std::string> check_lasso(const bp::Graph& graph, const trace::Lasso& lasso,
                                       const std::vector<bp::ProcedureId>& entries,
                                       const Formula& formula, NodeId root) {
  if (auto objection = trace::replay(graph, lasso, entries)) return objection;
  // The formula is evaluated where the values repeat; where nothing in the loop depends on
  // some of them, that may take a few rounds, or, as for a counter, too many.
  trace::Lasso repeating = lasso;
  for (int round = 0; round < most_rounds && !trace::is_exact(repeating); ++round)
    repeating = trace::unroll(graph, repeating);
  if (!trace::is_exact(repeating)) return std::nullopt;
  if (auto objection = trace::replay(graph, repeating, entries)) return objection;
  if (holds_on(graph, repeating, formula, root)) return "the run satisfies the formula";
  return std::nullopt;
}

}  // namespace hardbop::temporal
