// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <tuple>

#include "boolean/engine/oracle.hpp"
#include "boolean/temporal/model.hpp"

namespace hardbop::test {

namespace {

using bp::Valuation;
using bp::VertexId;
using bp::VertexKind;

struct Frame {
  VertexId vertex = 0;
  std::vector<bp::Word> words;

  friend bool operator<(const Frame& a, const Frame& b) {
    return std::tie(a.vertex, a.words) < std::tie(b.vertex, b.words);
  }
};

using Stack = std::vector<Frame>;  // the active frame last; of a final one the globals alone

class Unfolding {
 public:
  Unfolding(const bp::Graph& graph, std::size_t limit, std::size_t deepest, bool shallow)
      : graph_(graph), trial_(graph), limit_(limit), deepest_(deepest), shallow_(shallow) {}

  std::optional<Model> run(bp::ProcedureId entry) {
    std::vector<std::size_t> initial;
    for (const Valuation& frame : trial_.initial(entry))
      arrive({{graph_.procedure(entry).entry, words(frame)}}, initial);
    while (!waiting_.empty() && !too_large_) {
      const auto [stack, number] = waiting_.back();
      waiting_.pop_back();
      std::vector<std::size_t> next;
      execute(stack, next);
      model_.configurations[number].next = unique(next);
    }
    if (too_large_) return std::nullopt;
    remove_dead();
    for (const std::size_t c : unique(initial))
      if (model_.configurations[c].alive) model_.initial.push_back(c);
    return std::move(model_);
  }

 private:
  const bp::Graph& graph_;
  Trial trial_;
  std::size_t limit_;
  std::size_t deepest_;
  bool shallow_;
  Model model_;
  std::map<Stack, std::size_t> numbers_;
  std::vector<std::pair<Stack, std::size_t>> waiting_;
  bool too_large_ = false;

  static std::vector<bp::Word> words(const Valuation& frame) {
    return {frame.words().begin(), frame.words().end()};
  }
  static Valuation values(const Frame& frame) {
    return Valuation(std::span<const bp::Word>(frame.words));
  }
  static std::vector<std::size_t> unique(std::vector<std::size_t> list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }

  /// Reaching a procedure's end is no configuration: the caller goes on at once.
  void arrive(Stack stack, std::vector<std::size_t>& out) {
    const Frame top = stack.back();
    if (graph_.vertex(top.vertex).kind != VertexKind::Exit) {
      out.push_back(number(stack));
      return;
    }
    stack.pop_back();
    if (stack.empty()) {
      Valuation globals(graph_.globals());
      for (bp::Slot slot = 0; slot < graph_.globals(); ++slot)
        globals.set(slot, values(top).get(slot));
      out.push_back(number({{bp::no_index, words(globals)}}));
      return;
    }
    const Frame call = stack.back();
    for (const Valuation& after : trial_.returns(call.vertex, values(call), values(top))) {
      stack.back() = {graph_.vertex(call.vertex).next, words(after)};
      arrive(stack, out);
    }
  }

  std::size_t number(const Stack& stack) {
    const auto [found, is_new] = numbers_.emplace(stack, model_.configurations.size());
    if (!is_new) return found->second;
    Model::Configuration configuration;
    configuration.frame = values(stack.back());
    configuration.vertex = stack.back().vertex;
    if (configuration.vertex == bp::no_index) {
      configuration.kind = Model::Configuration::Kind::Terminated;
      configuration.next = {found->second};
    } else {
      configuration.procedure = graph_.vertex(configuration.vertex).procedure;
      if (graph_.vertex(configuration.vertex).kind == VertexKind::Error) {
        configuration.kind = Model::Configuration::Kind::Failed;
        configuration.next = {found->second};
      } else if (stack.size() <= deepest_) {
        waiting_.emplace_back(stack, found->second);
      }
    }
    model_.configurations.push_back(std::move(configuration));
    too_large_ = too_large_ || model_.configurations.size() > limit_ ||
                 (stack.size() > deepest_ && !shallow_);
    return found->second;
  }

  void execute(const Stack& stack, std::vector<std::size_t>& next) {
    const Frame& top = stack.back();
    const bp::Vertex& vertex = graph_.vertex(top.vertex);
    if (vertex.kind == VertexKind::Call) {
      for (const Valuation& entry : trial_.entries(top.vertex, values(top))) {
        Stack inner = stack;
        inner.push_back({graph_.procedure(vertex.callee).entry, words(entry)});
        arrive(std::move(inner), next);
      }
      return;
    }
    for (const auto& [w, frame] : trial_.steps(top.vertex, values(top))) {
      Stack after = stack;
      after.back() = {w, words(frame)};
      arrive(std::move(after), next);
    }
  }

  /// Removes configurations from which no infinite run starts.
  void remove_dead() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (Model::Configuration& configuration : model_.configurations) {
        if (!configuration.alive) continue;
        std::erase_if(configuration.next,
                      [&](std::size_t c) { return !model_.configurations[c].alive; });
        if (!configuration.next.empty()) continue;
        configuration.alive = false;
        changed = true;
      }
    }
  }
};

}  // namespace

std::optional<Model> unfold(const bp::Graph& graph, bp::ProcedureId entry, std::size_t limit,
                            std::size_t deepest) {
  return Unfolding(graph, limit, deepest, false).run(entry);
}

std::optional<Model> unfold_shallow(const bp::Graph& graph, bp::ProcedureId entry,
                                    std::size_t limit, std::size_t deepest) {
  return Unfolding(graph, limit, deepest, true).run(entry);
}

bool Model::holds(std::size_t number, const Tree& proposition) const {
  using Kind = Tree::Kind;
  const Configuration& c = configurations[number];
  const bool running = c.kind == Configuration::Kind::Running;
  const bool ended = c.kind == Configuration::Kind::Terminated;
  switch (proposition.kind) {
    case Kind::True: return true;
    case Kind::False: return false;
    case Kind::Global: return c.frame.get(proposition.slot);
    case Kind::Local:
      return !ended && c.procedure == proposition.procedure && c.frame.get(proposition.slot);
    case Kind::Label:
      return running &&
             std::ranges::find(proposition.vertices, c.vertex) != proposition.vertices.end();
    case Kind::In: return !ended && c.procedure == proposition.procedure;
    case Kind::Terminated: return ended;
    default: return c.kind == Configuration::Kind::Failed;
  }
}

}  // namespace hardbop::test
