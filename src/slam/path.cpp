// SPDX-License-Identifier: MIT
#include "slam/path.hpp"

namespace hardbop::slam {

namespace {

class Follower {
 public:
  Follower(Procedures& procedures, const Abstraction& abstraction, const bp::Graph& graph,
           const trace::Trace& trace, std::size_t most)
      : procedures_(procedures),
        abstraction_(abstraction),
        graph_(graph),
        trace_(trace),
        most_(most) {
    path_.activations.push_back({procedures.main(), 0, 0});
  }

  std::optional<Path> run() {
    for (const trace::BodyId open : trace_.open) walk(trace_.bodies[open]);
    if (path_.steps.size() > most_) return std::nullopt;
    path_.end = meaning(trace_.innermost().end).block;
    path_.known = known(trace_.innermost().after, path_.end);
    return std::move(path_);
  }

 private:
  Procedures& procedures_;
  const Abstraction& abstraction_;
  const bp::Graph& graph_;
  const trace::Trace& trace_;
  std::size_t most_;
  Path path_;
  std::size_t activation_ = 0;

  [[nodiscard]] const LineMeaning& meaning(bp::VertexId v) const {
    const std::uint32_t line = graph_.program().source->line_number(graph_.vertex(v).at);
    return abstraction_.lines[line];
  }

  void walk(const trace::Body& body) {
    for (const trace::Step& step : body.steps) {
      if (path_.steps.size() > most_) return;
      if (const LineMeaning& line = meaning(step.vertex); line.block != c::none)
        take(line, step.before);
      if (step.callee != trace::no_body) walk(trace_.bodies[step.callee]);
    }
  }

  /// What the Boolean program says of a frame, in C's terms.
  [[nodiscard]] std::vector<ExprId> known(const bp::Valuation& frame, BlockId b) {
    const std::vector<SlotMeaning>& slots = abstraction_.slots.at(procedures_.owner(b));
    std::vector<ExprId> out;
    for (bp::Slot slot = 0; slot < slots.size(); ++slot) {
      if (!slots[slot].condition) continue;
      const BlockId call = slots[slot].call;
      if (call != c::none && procedures_.caller(b) != call) continue;
      const ExprId condition = *slots[slot].condition;
      out.push_back(frame.get(slot) ? condition
                                    : procedures_.expressions().unary(ltg::Op::Not, condition));
    }
    return out;
  }

  void take(const LineMeaning& line, const bp::Valuation& frame) {
    PathStep& step = path_.steps.emplace_back();
    step.block = line.block;
    step.edge = line.edge;
    step.activation = activation_;
    step.known = known(frame, line.block);
    step.leaves = procedures_.leaves(line.block);
    const Call* const call = procedures_.call(line.block);
    step.enters =
        call != nullptr &&
        procedures_.enters(line.block, procedures_.graph().blocks[line.block].edges[line.edge]);
    if (step.leaves) activation_ = path_.activations[activation_].caller;
    if (!step.enters) return;
    path_.activations.push_back({call->callee, activation_, path_.steps.size() - 1});
    activation_ = path_.activations.size() - 1;
  }
};

}  // namespace

std::optional<Path> path_of(Procedures& procedures, const Abstraction& abstraction,
                            const bp::Graph& graph, const trace::Trace& trace, std::size_t most) {
  return Follower(procedures, abstraction, graph, trace, most).run();
}

}  // namespace hardbop::slam
