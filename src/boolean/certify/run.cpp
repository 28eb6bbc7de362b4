// SPDX-License-Identifier: MIT
#include "boolean/certify/run.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "boolean/language/interpreter.hpp"

namespace hardbop::certify {

namespace {

using bp::Slot;
using bp::Valuation;
using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

/// So many ways to complete what the states do not show are followed at once.
constexpr std::size_t max_frames = 1U << 16U;

/// Follows all complete frames that fit the shown ones. Only the top frame can be in doubt:
/// of the frames below the globals have no meaning, and all else is shown.
class Follower {
 public:
  Follower(const bp::Graph& graph, const ShownRun& run)
      : graph_(graph), run_(run), interpreter_(graph), evaluator_(graph) {}

  std::optional<std::string> check(const std::vector<bp::ProcedureId>& entries) {
    const ShownState& first = run_.front();
    const bp::ProcedureId p = graph_.vertex(first.vertex).procedure;
    if (first.depth != 0 || first.vertex != graph_.procedure(p).entry ||
        std::ranges::find(entries, p) == entries.end())
      return "it does not start at the first statement of an entry procedure";
    start(p);
    for (at_ = 0; at_ + 1 < run_.size(); ++at_) {
      if (possible_.empty()) break;
      move();
      if (too_many_) return "it leaves too many values open";
    }
    if (!possible_.empty()) return {};
    return objection();
  }

 private:
  const bp::Graph& graph_;
  const ShownRun& run_;
  bp::Interpreter interpreter_;
  bp::Evaluator evaluator_;
  std::size_t at_ = 0;
  std::vector<std::pair<VertexId, Valuation>> callers_;  // and their frames, outermost first
  std::vector<Valuation> possible_;                      // top frames at run_[at_]
  std::string last_objection_;
  bool too_many_ = false;

  [[nodiscard]] std::string objection() const {
    const ShownState& state = run_[at_ == 0 ? 0 : at_ - 1];
    const LineColumn place = graph_.program().source->locate(graph_.vertex(state.vertex).at);
    return fmt::format("step {} at {}:{}, '{}': {}", at_ == 0 ? 1 : at_, place.line, place.column,
                       graph_.statement_text(state.vertex), last_objection_);
  }

  bool accept(const bp::Objection& objection) {
    if (objection) last_objection_ = *objection;
    return !objection;
  }

  /// A frame with each combination of values of these slots.
  [[nodiscard]] std::vector<Valuation> vary(const std::vector<Valuation>& frames,
                                            const std::vector<Slot>& slots) {
    std::vector<Valuation> out = frames;
    for (const Slot slot : slots) {
      if (out.size() > max_frames) {
        too_many_ = true;
        return {};
      }
      const std::size_t count = out.size();
      for (std::size_t i = 0; i < count; ++i) {
        out.push_back(out[i]);
        out.back().set(slot, !out[i].get(slot));
      }
    }
    return out;
  }

  [[nodiscard]] std::vector<Slot> hidden(bp::ProcedureId p) const {
    std::vector<Slot> out;
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      if (graph_.is_hidden(p, slot)) out.push_back(slot);
    return out;
  }

  void start(bp::ProcedureId p) {
    for (Valuation& frame : vary({run_.front().frame}, hidden(p)))
      if (accept(interpreter_.initial(p, frame))) possible_.push_back(std::move(frame));
  }

  /// The shown frame, with what it hides taken from another one.
  [[nodiscard]] Valuation completed(const ShownState& shown, const Valuation& from) const {
    Valuation frame = shown.frame;
    for (const Slot slot : hidden(graph_.vertex(shown.vertex).procedure))
      frame.set(slot, from.get(slot));
    return frame;
  }

  void move() {
    const ShownState& now = run_[at_];
    const ShownState& next = run_[at_ + 1];
    if (next.depth == now.depth + 1) return enter(now, next);
    last_objection_ = "the depth of the next step is wrong";
    if (next.depth > now.depth) return possible_.clear();
    if (graph_.vertex(now.vertex).kind == VertexKind::Call) return call_and_return(now, next);
    if (next.depth == now.depth) return step(now, next);
    std::set<std::vector<bp::Word>> seen;
    std::vector<Valuation> exits;
    for (const Valuation& before : possible_)
      for (Valuation& exit : exits_of(now.vertex, before)) keep(std::move(exit), seen, exits);
    leave(std::move(exits), now.depth, next);
  }

  static void keep(Valuation frame, std::set<std::vector<bp::Word>>& seen,
                   std::vector<Valuation>& out) {
    const auto words = frame.words();
    if (seen.emplace(words.begin(), words.end()).second) out.push_back(std::move(frame));
  }

  void step(const ShownState& now, const ShownState& next) {
    std::vector<Valuation> after;
    for (const Valuation& before : possible_) {
      Valuation frame = completed(next, before);
      if (accept(interpreter_.step(now.vertex, before, next.vertex, frame)))
        after.push_back(std::move(frame));
    }
    possible_ = std::move(after);
  }

  void enter(const ShownState& now, const ShownState& next) {
    const Vertex& call = graph_.vertex(now.vertex);
    std::vector<Valuation> entries;
    last_objection_ = "no call enters this procedure";
    if (call.kind == VertexKind::Call && next.vertex == graph_.procedure(call.callee).entry) {
      for (const Valuation& before : possible_) {
        Valuation entry = completed(next, before);
        if (accept(interpreter_.call(now.vertex, before, entry)))
          entries.push_back(std::move(entry));
      }
    }
    callers_.emplace_back(now.vertex, now.frame);
    possible_ = std::move(entries);
  }

  /// Frames at the procedure's exit, if the statement of `v` leads there.
  [[nodiscard]] std::vector<Valuation> exits_of(VertexId v, const Valuation& before) {
    const Vertex& vertex = graph_.vertex(v);
    const bp::ProcedureId p = vertex.procedure;
    std::vector<Slot> open;
    if (vertex.kind == VertexKind::Assign || vertex.kind == VertexKind::Dead)
      for (std::uint32_t i = 0; i < vertex.names.count; ++i)
        if (const Slot slot = graph_.left_hand_side(vertex.names.first + i);
            slot != bp::discard_slot)
          open.push_back(slot);
    add_results(p, open);
    std::vector<Valuation> out;
    for (Valuation& exit : vary({before}, open))
      if (accept(interpreter_.step(v, before, graph_.procedure(p).exit, exit)))
        out.push_back(std::move(exit));
    return out;
  }

  void add_results(bp::ProcedureId p, std::vector<Slot>& slots) const {
    for (Slot slot = graph_.first_result(p); slot < graph_.frame_size(p); ++slot)
      slots.push_back(slot);
  }

  /// A call of a procedure without statements.
  void call_and_return(const ShownState& now, const ShownState& next) {
    const bp::ProcedureId q = graph_.vertex(now.vertex).callee;
    last_objection_ = "the call does not lead there";
    std::set<std::vector<bp::Word>> seen;
    std::vector<Valuation> exits;
    if (graph_.procedure(q).entry == graph_.procedure(q).exit) {
      std::vector<Slot> own;
      for (Slot slot = graph_.globals(); slot < graph_.first_result(q); ++slot) own.push_back(slot);
      std::vector<Slot> results;
      add_results(q, results);
      for (const Valuation& before : possible_) {
        Valuation entry(graph_.frame_size(q));
        for (Slot slot = 0; slot < graph_.globals(); ++slot) entry.set(slot, before.get(slot));
        for (const Valuation& choice : vary({entry}, own))
          if (accept(interpreter_.call(now.vertex, before, choice)))
            for (Valuation& exit : vary({choice}, results)) keep(std::move(exit), seen, exits);
      }
    }
    callers_.emplace_back(now.vertex, now.frame);
    leave(std::move(exits), now.depth + 1, next);
  }

  /// From exits at that depth back through callers that are at their end, to the shown state.
  void leave(std::vector<Valuation> exits, std::uint32_t depth, const ShownState& next) {
    while (depth > next.depth && !callers_.empty()) {
      const auto [call, before] = std::move(callers_.back());
      callers_.pop_back();
      --depth;
      const bool arrives = depth == next.depth;
      std::set<std::vector<bp::Word>> seen;
      std::vector<Valuation> after;
      last_objection_ = "the call does not return there";
      if (arrives ? graph_.vertex(call).next == next.vertex
                  : graph_.vertex(graph_.vertex(call).next).kind == VertexKind::Exit)
        for (const Valuation& exit : exits)
          for (Valuation& frame : given_back(call, before, exit, arrives ? &next : nullptr))
            keep(std::move(frame), seen, after);
      exits = std::move(after);
    }
    possible_ = std::move(exits);
  }

  /// The caller's frames after a call; `shown` if they are in the run.
  [[nodiscard]] std::vector<Valuation> given_back(VertexId v, const Valuation& before,
                                                  const Valuation& exit, const ShownState* shown) {
    const Vertex& call = graph_.vertex(v);
    Valuation frame = before;
    for (Slot slot = 0; slot < graph_.globals(); ++slot) frame.set(slot, exit.get(slot));
    for (std::uint32_t i = 0; i < call.names.count; ++i)
      if (const Slot slot = graph_.left_hand_side(call.names.first + i); slot != bp::discard_slot)
        frame.set(slot, exit.get(graph_.first_result(call.callee) + i));
    std::vector<Slot> results;
    if (shown == nullptr) add_results(call.procedure, results);
    std::vector<Valuation> out;
    for (Valuation& after : vary({frame}, results)) {
      if (shown != nullptr && !(after == completed(*shown, after))) {
        last_objection_ = "the values after the call are not those that it returns";
        continue;
      }
      if (accept(interpreter_.give_back(v, before, exit, after))) out.push_back(std::move(after));
    }
    return out;
  }
};

}  // namespace

std::optional<std::string> check_run(const bp::Graph& graph, const ShownRun& run,
                                     const std::vector<bp::ProcedureId>& entries,
                                     const bp::Target& target) {
  if (run.empty()) return "it has no state";
  const auto& ends = target.vertices;
  if (std::ranges::find(ends, run.back().vertex) == ends.end())
    return fmt::format("it does not reach {}", target.name);
  return Follower(graph, run).check(entries);
}

}  // namespace hardbop::certify
