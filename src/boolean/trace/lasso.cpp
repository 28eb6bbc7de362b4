// SPDX-License-Identifier: MIT
#include "boolean/trace/lasso.hpp"

#include <map>

#include "boolean/language/evaluate.hpp"
#include "boolean/trace/replay.hpp"

namespace hardbop::trace {

namespace {

using bp::Slot;
using bp::Valuation;
using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

/// Executes a lasso's loop again. Whether the steps are the program's is not judged here.
class Unrolling {
 public:
  Unrolling(const bp::Graph& graph, const Lasso& lasso)
      : graph_(graph), lasso_(lasso), trace_(lasso.trace), evaluator_(graph) {}

  Lasso run() {
    std::vector<bool> is_open(trace_.bodies.size());
    for (const BodyId id : trace_.open) is_open[id] = true;
    number_.assign(trace_.bodies.size(), no_body);
    for (BodyId id = 0; id < trace_.bodies.size(); ++id) {
      if (is_open[id]) continue;
      number_[id] = add(trace_.bodies[id]);
    }
    for (const BodyId id : trace_.open) open_.push_back(renumbered(trace_.bodies[id]));
    Lasso out;
    out.frame = open_.size() - 1;
    out.step = open_.back().steps.size();
    execute_round();
    for (Body& body : open_) {
      out.trace.open.push_back(static_cast<BodyId>(bodies_.size()));
      bodies_.push_back(std::move(body));
    }
    out.trace.bodies = std::move(bodies_);
    return out;
  }

 private:
  const bp::Graph& graph_;
  const Lasso& lasso_;
  const Trace& trace_;
  bp::Evaluator evaluator_;
  std::vector<Body> bodies_;  // completed ones
  std::vector<Body> open_;
  std::vector<BodyId> number_;  // of the lasso's completed bodies, in bodies_
  std::map<std::pair<BodyId, std::vector<bp::Word>>, BodyId> again_;  // by what they begin with

  [[nodiscard]] Body renumbered(Body body) const {
    for (Step& step : body.steps)
      if (step.callee != no_body) step.callee = number_[step.callee];
    return body;
  }
  BodyId add(const Body& body) {
    bodies_.push_back(renumbered(body));
    return static_cast<BodyId>(bodies_.size()) - 1;
  }

  /// From the loop's beginning, where the innermost body stands.
  void execute_round() {
    for (std::size_t i = lasso_.frame; i < trace_.open.size(); ++i) {
      const Body& like = trace_.bodies[trace_.open[i]];
      const bool waits = i + 1 < trace_.open.size();
      const std::size_t end = waits ? like.steps.size() - 1 : like.steps.size();
      execute({&like, i == lasso_.frame ? lasso_.step : 0, end, std::move(open_.back()), {}});
      if (!waits) continue;
      Body& caller = open_.back();
      caller.steps.push_back({caller.end, caller.after, no_body});
      open_.push_back(begin(caller.end, caller.after, trace_.bodies[trace_.open[i + 1]]));
    }
  }

  /// A body in the making, after the likeness of another.
  struct Active {
    const Body* like;
    std::size_t next;
    std::size_t end;
    Body body;
    std::pair<BodyId, std::vector<bp::Word>> key;  // of a completed call
  };

  /// Calls nest as deep as the program is long, so the stack is our own.
  void execute(Active outer) {
    std::vector<Active> stack;
    stack.push_back(std::move(outer));
    while (true) {
      Active& active = stack.back();
      if (active.next == active.end) {
        if (stack.size() == 1) break;
        again_[active.key] = static_cast<BodyId>(bodies_.size());
        bodies_.push_back(std::move(active.body));
        stack.pop_back();
        continue;
      }
      const Step& step = active.like->steps[active.next];
      if (step.callee == no_body) {
        move(active, no_body, stepped(*active.like, active.next, active.body.after));
        continue;
      }
      const Body& like = trace_.bodies[step.callee];
      Body callee = begin(step.vertex, active.body.after, like);
      const auto words = callee.after.words();
      std::pair key(step.callee, std::vector<bp::Word>(words.begin(), words.end()));
      const auto known = again_.find(key);
      if (known == again_.end()) {
        stack.push_back({&like, 0, like.steps.size(), std::move(callee), std::move(key)});
        continue;
      }
      const Valuation& exit = bodies_[known->second].after;
      move(active, known->second, returned(*active.like, active.next, exit, active.body.after));
    }
    open_.back() = std::move(stack.front().body);
  }

  static void move(Active& active, BodyId callee, Valuation after) {
    const VertexId v = active.like->steps[active.next].vertex;
    active.body.steps.push_back({v, std::move(active.body.after), callee});
    ++active.next;
    active.body.end = active.like->vertex(active.next);
    active.body.after = std::move(after);
  }

  /// `value` if the expression can have it, else the other one.
  [[nodiscard]] bool choose(std::uint32_t expression, const Valuation& frame, bool value) {
    return evaluator_.evaluate(expression, frame.words()).has(value) ? value : !value;
  }

  /// A callee of the call at `v`, at its entry.
  [[nodiscard]] Body begin(VertexId v, const Valuation& caller, const Body& like) {
    const Vertex& call = graph_.vertex(v);
    Body body;
    body.procedure = like.procedure;
    body.end = like.vertex(0);
    body.after = like.frame(0);
    for (Slot slot = 0; slot < graph_.globals(); ++slot) body.after.set(slot, caller.get(slot));
    for (std::uint32_t i = 0; i < call.exprs.count; ++i) {
      const Slot formal = graph_.globals() + i;
      body.after.set(formal, choose(call.exprs.first + i, caller, body.after.get(formal)));
    }
    return body;
  }

  void copy_results(const Body& like, std::size_t index, Valuation& after) const {
    for (Slot slot = graph_.first_result(like.procedure); slot < graph_.frame_size(like.procedure);
         ++slot)
      after.set(slot, like.frame(index + 1).get(slot));
  }

  [[nodiscard]] Valuation stepped(const Body& like, std::size_t index, const Valuation& frame) {
    const Vertex& vertex = graph_.vertex(like.steps[index].vertex);
    const Valuation& recorded = like.frame(index + 1);
    Valuation after = frame;
    copy_results(like, index, after);
    const bool assigns = vertex.kind == VertexKind::Assign;
    if (assigns || vertex.kind == VertexKind::Dead) {
      for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
        const Slot slot = graph_.left_hand_side(vertex.names.first + i);
        if (slot == bp::discard_slot) continue;
        const bool value = recorded.get(slot);
        after.set(slot, assigns ? choose(vertex.exprs.first + i, frame, value) : value);
      }
    }
    if (vertex.kind == VertexKind::Return) {
      for (std::uint32_t i = 0; i < vertex.exprs.count; ++i) {
        const Slot slot = graph_.first_result(vertex.procedure) + i;
        after.set(slot, choose(vertex.exprs.first + i, frame, recorded.get(slot)));
      }
    }
    return after;
  }

  [[nodiscard]] Valuation returned(const Body& like, std::size_t index, const Valuation& exit,
                                   const Valuation& frame) const {
    const Vertex& vertex = graph_.vertex(like.steps[index].vertex);
    Valuation after = frame;
    copy_results(like, index, after);
    for (Slot slot = 0; slot < graph_.globals(); ++slot) after.set(slot, exit.get(slot));
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot != bp::discard_slot)
        after.set(slot, exit.get(graph_.first_result(vertex.callee) + i));
    }
    return after;
  }
};

/// How many further rounds are executed.
constexpr int further_rounds = 2;

}  // namespace

Lasso unroll(const bp::Graph& graph, const Lasso& lasso) {
  return lasso.kind == Lasso::Kind::Loop ? Unrolling(graph, lasso).run() : lasso;
}

bool is_exact(const Lasso& lasso) {
  if (lasso.kind != Lasso::Kind::Loop) return true;
  return lasso.trace.bodies[lasso.trace.open[lasso.frame]].frame(lasso.step) ==
         lasso.trace.innermost().after;
}

std::optional<std::string> replay(const bp::Graph& graph, const Lasso& lasso,
                                  const std::vector<bp::ProcedureId>& entries) {
  const Trace& trace = lasso.trace;
  if (trace.open.empty()) return "the trace is empty";
  const VertexId end = trace.innermost().end;
  const std::vector<VertexId> targets{end};
  if (auto objection = replay(graph, trace, entries, targets)) return objection;
  switch (lasso.kind) {
    case Lasso::Kind::Terminated:
      if (trace.open.size() != 1 || graph.vertex(end).kind != VertexKind::Exit)
        return "the trace does not end with the program";
      return {};
    case Lasso::Kind::Failed:
      if (graph.vertex(end).kind != VertexKind::Error) return "no assertion fails";
      return {};
    case Lasso::Kind::Loop: break;
  }
  if (lasso.frame >= trace.open.size()) return "the loop has no beginning";
  const Body& first = trace.bodies[trace.open[lasso.frame]];
  if (lasso.step >= first.steps.size() || first.steps[lasso.step].vertex != end)
    return "the loop does not return to its start";
  Lasso longer = lasso;
  for (int round = 0; round < further_rounds; ++round) {
    longer = unroll(graph, longer);
    if (auto objection = replay(graph, longer.trace, entries, targets))
      return "second iteration of the loop: " + *objection;
  }
  return {};
}

}  // namespace hardbop::trace
