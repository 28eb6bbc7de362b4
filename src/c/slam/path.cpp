// SPDX-License-Identifier: MIT
#include "c/slam/path.hpp"

#include "base/util/invariant.hpp"

namespace hardbop::slam {

namespace {

class Follower {
 public:
  Follower(Procedures& procedures, const BooleanProgram& program, std::size_t most)
      : procedures_(procedures), program_(program), most_(most) {
    path_.activations.push_back({procedures.main(), 0, 0});
  }

  std::optional<Path> run(const trace::Trace& trace) {
    for (const trace::BodyId open : trace.open) walk(trace, trace.bodies[open]);
    return end(trace.innermost().end, trace.innermost().after);
  }

  std::optional<Path> run(const trace::Interleaved& trace) {
    for (const trace::InterleavedStep& step : trace.steps) {
      if (path_.steps.size() > most_) break;
      const StatementMeaning meaning = program_.meaning(step.vertex);
      if (meaning.block != c::none) take(meaning, step.before);
    }
    return end(trace.end.vertex, trace.end.frame);
  }

  /// A run that violates something without end is one of blocks, of which a round has some.
  std::optional<Path> run(const trace::Lasso& lasso) {
    const trace::Trace& trace = lasso.trace;
    for (std::size_t i = 0; i < trace.open.size(); ++i)
      walk(trace, trace.bodies[trace.open[i]], i == lasso.frame ? lasso.step : no_step);
    if (path_.steps.size() > most_ || !path_.round || *path_.round >= path_.steps.size())
      return std::nullopt;
    path_.end = path_.steps[*path_.round].block;
    path_.known = known(trace.innermost().after, path_.end);
    return std::move(path_);
  }

 private:
  static constexpr std::size_t no_step = static_cast<std::size_t>(-1);

  Procedures& procedures_;
  const BooleanProgram& program_;
  std::size_t most_;
  Path path_;
  std::size_t activation_ = 0;

  std::optional<Path> end(bp::VertexId vertex, const bp::Valuation& frame) {
    if (path_.steps.size() > most_) return std::nullopt;
    path_.end = program_.block(vertex);
    path_.known = known(frame, path_.end);
    return std::move(path_);
  }

  void walk(const trace::Trace& trace, const trace::Body& body, std::size_t round = no_step) {
    for (std::size_t i = 0; i < body.steps.size(); ++i) {
      const trace::Step& step = body.steps[i];
      if (path_.steps.size() > most_) return;
      if (i == round) path_.round = path_.steps.size();
      const StatementMeaning meaning = program_.meaning(step.vertex);
      if (meaning.block != c::none) take(meaning, step.before);
      if (step.callee != trace::no_body) walk(trace, trace.bodies[step.callee]);
    }
  }

  /// What the Boolean program says of a frame, in C's terms.
  [[nodiscard]] std::vector<ExprId> known(const bp::Valuation& frame, BlockId b) {
    const std::vector<SlotMeaning>& slots = program_.abstraction().slots.at(procedures_.owner(b));
    std::vector<ExprId> out;
    for (bp::Slot slot = 0; slot < slots.size(); ++slot) {
      if (!slots[slot].condition) continue;
      const BlockId call = slots[slot].call;
      if (call != c::none && procedures_.caller(b) != call) continue;
      const ExprId condition = *slots[slot].condition;
      out.push_back(frame.get(slot) ? condition
                                    : procedures_.expressions().unary(words::Op::Not, condition));
    }
    return out;
  }

  void take(const StatementMeaning& meaning, const bp::Valuation& frame) {
    PathStep& step = path_.steps.emplace_back();
    step.block = meaning.block;
    step.edge = meaning.edge;
    step.activation = activation_;
    step.known = known(frame, meaning.block);
    step.leaves = procedures_.leaves(meaning.block);
    const Call* const call = procedures_.call(meaning.block);
    step.enters = call != nullptr &&
                  procedures_.enters(meaning.block,
                                     procedures_.graph().blocks[meaning.block].edges[meaning.edge]);
    if (step.leaves) activation_ = path_.activations[activation_].caller;
    if (!step.enters) return;
    path_.activations.push_back({call->callee, activation_, path_.steps.size() - 1});
    activation_ = path_.activations.size() - 1;
  }
};

}  // namespace

std::optional<Path> path_of(Procedures& procedures, const BooleanProgram& program,
                            const trace::Trace& trace, std::size_t most) {
  return Follower(procedures, program, most).run(trace);
}

std::optional<Path> path_of(Procedures& procedures, const BooleanProgram& program,
                            const trace::Lasso& lasso, std::size_t most) {
  return Follower(procedures, program, most).run(lasso);
}

std::optional<Path> path_of(Procedures& procedures, const BooleanProgram& program,
                            const trace::Interleaved& trace, std::size_t most) {
  return Follower(procedures, program, most).run(trace);
}

std::size_t assigned_activation(const Procedures& procedures, const Path& path, std::size_t step,
                                VariableId v) {
  const PathStep& at = path.steps[step];
  if (!at.enters || procedures.scope(v) != procedures.call(at.block)->callee) return at.activation;
  for (std::size_t a = at.activation + 1; a < path.activations.size(); ++a)
    if (path.activations[a].step == step) return a;
  HARDBOP_INVARIANT(false, "a step that enters a function should begin an activation");
}

std::size_t last_activation(const Path& path) {
  if (path.steps.empty()) return 0;
  const PathStep& last = path.steps.back();
  if (last.enters) return path.activations.size() - 1;
  return last.leaves ? path.activations[last.activation].caller : last.activation;
}

/// Functions that the round enters are entered anew; one that it never leaves is the next round's.
Path unrolled(const Path& path) {
  Path out = path;
  const std::size_t first = *path.round;
  const std::size_t length = path.steps.size() - first;
  const auto renumbered = [&](std::size_t activation, std::size_t shift) {
    if (activation == path.steps[first].activation) return last_activation(path);
    const bool is_older = path.activations[activation].step < first || activation == 0;
    return is_older ? activation : activation + shift;
  };
  std::size_t entered = 0;
  for (std::size_t a = 1; a < path.activations.size(); ++a)
    entered += path.activations[a].step >= first ? 1 : 0;
  for (std::size_t a = 1; a < path.activations.size(); ++a) {
    const Activation& activation = path.activations[a];
    if (activation.step < first) continue;
    out.activations.push_back(
        {activation.function, renumbered(activation.caller, entered), activation.step + length});
  }
  for (std::size_t i = first; i < path.steps.size(); ++i) {
    PathStep step = path.steps[i];
    step.activation = renumbered(step.activation, entered);
    out.steps.push_back(std::move(step));
  }
  return out;
}

}  // namespace hardbop::slam
