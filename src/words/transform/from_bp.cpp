// SPDX-License-Identifier: MIT
// Each statement becomes a block, and each `*` an input of one bit. `constrain` and `enforce` are
// conditions on the state after a statement; they become conditions on the state before it, by
// substituting the assigned values. A call assigns the callee's formals and makes its locals
// arbitrary. The results are returned in a separate block for each call.
#include "words/transform/from_bp.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>

#include "boolean/analysis/call_graph.hpp"

namespace hardbop::words {

namespace {

/// A procedure at a depth; 0 where it does not recurse.
struct Copy {
  bp::ProcedureId procedure = 0;
  unsigned depth = 0;
  VariableId first_variable = 0;  // of the frame's slots after the globals
  VariableId return_to = 0;
  BlockId first_block = 0;
  std::vector<BlockId> returns;  // by caller: where its results are taken
  std::uint32_t callers = 0;     // the world outside is the one after the last
  Width return_width = 1;
};

/// A call, from one copy to another; none where it is too deep.
struct Site {
  std::uint32_t callee = bp::no_index;
  std::uint32_t number = 0;  // among the callee's callers
  BlockId back = 0;
};

/// A block while it is made.
struct Draft {
  Block block;
  std::uint32_t copy = 0;
  std::map<bp::Slot, ExprId> assigned;  // of the copy's frame
};

class Inliner {
 public:
  Inliner(const bp::Graph& graph, const std::vector<bp::ProcedureId>& entries, unsigned bound)
      : graph_(graph), entries_(entries), bound_(std::max(bound, 1U)), calls_(graph) {
    for (bp::Slot slot = 0; slot < graph.globals(); ++slot)
      out_.graph.variables.push_back({graph.slot_name(0, slot), 1, std::nullopt});
    for (bp::ProcedureId p = 0; p < graph.procedures().size(); ++p) {
      bool recursive = false;
      for (const bp::VertexId v : calls_.calls(p))
        recursive |= calls_.component(graph.vertex(v).callee) == calls_.component(p);
      recursive_.push_back(recursive);
    }
  }

  std::optional<InlinedProgram> run(std::size_t most_blocks) {
    if (!find_copies(most_blocks)) return std::nullopt;
    place_variables();
    out_.blocks.resize(graph_.vertices().size());
    for (std::uint32_t c = 0; c < copies_.size(); ++c) {
      const bp::Range vertices = graph_.procedure(copies_[c].procedure).vertices;
      for (std::uint32_t i = 0; i < vertices.count; ++i) {
        const bp::VertexId v = vertices.first + i;
        out_.blocks[v].push_back(copies_[c].first_block + i);
        out_.vertices[copies_[c].first_block + i] = v;
        statement(c, v);
      }
    }
    for (const auto& [place, site] : sites_)
      if (site.callee != bp::no_index) take_results(place.first, place.second, site);
    start();
    return std::move(out_);
  }

 private:
  const bp::Graph& graph_;
  const std::vector<bp::ProcedureId>& entries_;
  unsigned bound_;
  analysis::CallGraph calls_;
  std::vector<bool> recursive_;  // by procedure
  InlinedProgram out_;
  std::vector<Copy> copies_;
  std::map<std::pair<bp::ProcedureId, unsigned>, std::uint32_t> copy_of_;
  std::map<std::pair<std::uint32_t, bp::VertexId>, Site> sites_;  // by copy and call

  Expressions& expressions() { return out_.graph.expressions; }

  // Copies

  std::uint32_t copy(bp::ProcedureId p, unsigned depth) {
    const auto [place, is_new] =
        copy_of_.try_emplace({p, depth}, static_cast<std::uint32_t>(copies_.size()));
    if (is_new) {
      Copy made;
      made.procedure = p;
      made.depth = depth;
      copies_.push_back(made);
    }
    return place->second;
  }

  bool find_copies(std::size_t most_blocks) {
    for (const bp::ProcedureId p : entries_) copy(p, recursive_[p] ? 1 : 0);
    std::size_t blocks = 1;
    for (std::uint32_t c = 0; c < copies_.size(); ++c) {
      const Copy caller = copies_[c];
      blocks += graph_.procedure(caller.procedure).vertices.count;
      for (const bp::VertexId v : calls_.calls(caller.procedure)) {
        const bp::ProcedureId callee = graph_.vertex(v).callee;
        const bool same = calls_.component(callee) == calls_.component(caller.procedure);
        const unsigned depth = !recursive_[callee] ? 0 : same ? caller.depth + 1 : 1;
        Site& site = sites_[{c, v}];
        if (depth <= bound_) {
          site.callee = copy(callee, depth);
          site.number = copies_[site.callee].callers++;
          ++blocks;
        } else if (!out_.overflow) {
          out_.overflow = 0;
        }
      }
      if (blocks > most_blocks) return false;
    }
    return true;
  }

  /// Gives copies their variables and blocks.
  void place_variables() {
    BlockId next = 1;
    for (Copy& copy : copies_) {
      const bp::ProcedureId p = copy.procedure;
      copy.first_variable = static_cast<VariableId>(out_.graph.variables.size());
      for (bp::Slot slot = graph_.globals(); slot < graph_.frame_size(p); ++slot)
        out_.graph.variables.push_back({fmt::format("{}.{}.{}", graph_.procedure_name(p),
                                                    copy.depth, graph_.slot_name(p, slot)),
                                        1, std::nullopt});
      copy.return_to = static_cast<VariableId>(out_.graph.variables.size());
      copy.return_width =
          static_cast<Width>(std::max<std::size_t>(1, std::bit_width(copy.callers)));
      out_.graph.variables.push_back(
          {fmt::format("{}.{} return", graph_.procedure_name(p), copy.depth), copy.return_width,
           std::nullopt});
      copy.first_block = next;
      next += graph_.procedure(p).vertices.count;
      copy.returns.resize(copy.callers);
    }
    for (auto& [place, site] : sites_) {
      if (site.callee == bp::no_index) continue;
      site.back = next++;
      copies_[site.callee].returns[site.number] = site.back;
    }
    if (out_.overflow) out_.overflow = next++;
    out_.graph.blocks.resize(next);
    out_.vertices.assign(next, bp::no_index);
  }

  // Expressions

  ExprId fresh(Block& block) {
    const auto input = static_cast<InputId>(out_.graph.inputs.size());
    out_.graph.inputs.push_back(1);
    block.inputs.push_back(input);
    return expressions().input(input, 1);
  }

  [[nodiscard]] VariableId variable(std::uint32_t copy, bp::Slot slot) const {
    return slot < graph_.globals() ? slot : copies_[copy].first_variable + slot - graph_.globals();
  }

  ExprId before(const Draft& draft, bp::Slot slot) {
    return expressions().variable(variable(draft.copy, slot), 1);
  }

  ExprId after(const Draft& draft, bp::Slot slot) {
    const auto found = draft.assigned.find(slot);
    return found == draft.assigned.end() ? before(draft, slot) : found->second;
  }

  ExprId connective(bp::Op op, ExprId a, ExprId b, Block& block) {
    Expressions& e = expressions();
    switch (op) {
      case bp::Op::And: return e.binary(Op::And, a, b);
      case bp::Op::Or: return e.binary(Op::Or, a, b);
      case bp::Op::Implies: return e.binary(Op::Or, e.unary(Op::Not, a), b);
      case bp::Op::Equal: return e.binary(Op::Equal, a, b);
      case bp::Op::Xor:
      case bp::Op::NotEqual: return e.binary(Op::Xor, a, b);
      default: {  // Choose: 1 if a, else 0 if b, else free
        const ExprId rest = e.binary(Op::And, e.unary(Op::Not, b), fresh(block));
        return e.binary(Op::Or, a, rest);
      }
    }
  }

  /// Over the values that `lookup(slot, is_next)` gives.
  template <typename Lookup>
  ExprId expression(bp::ExprRange range, Block& block, const Lookup& lookup) {
    std::vector<ExprId> stack;
    const auto pop = [&] {
      const ExprId top = stack.back();
      stack.pop_back();
      return top;
    };
    for (std::uint32_t node = range.first; node <= range.root; ++node) {
      const bp::Op op = graph_.program().nodes[node].op;
      switch (op) {
        case bp::Op::False: stack.push_back(expressions().truth(false)); break;
        case bp::Op::True: stack.push_back(expressions().truth(true)); break;
        case bp::Op::Star: stack.push_back(fresh(block)); break;
        case bp::Op::Name:
        case bp::Op::NextName:
          stack.push_back(
              lookup(graph_.slot(graph_.symbols().node_variables[node]), op == bp::Op::NextName));
          break;
        case bp::Op::Not: stack.back() = expressions().unary(Op::Not, stack.back()); break;
        case bp::Op::Conditional: {
          const ExprId b = pop();
          const ExprId a = pop();
          stack.back() = expressions().conditional(stack.back(), a, b);
          break;
        }
        default: {
          const ExprId b = pop();
          stack.back() = connective(op, stack.back(), b, block);
        }
      }
    }
    return stack.back();
  }

  /// In the state before the statement; by its index in Program::expressions.
  ExprId value(std::uint32_t index, Draft& draft) {
    return expression(graph_.program().expressions[index], draft.block,
                      [&](bp::Slot slot, bool) { return before(draft, slot); });
  }

  /// That a procedure's enforce holds in the state after the block, of whose frame the draft is.
  ExprId enforced(bp::ProcedureId p, Draft& draft) {
    const bp::ExprRange range = graph_.procedure(p).enforce;
    if (range.empty()) return expressions().truth(true);
    return expression(range, draft.block, [&](bp::Slot slot, bool) { return after(draft, slot); });
  }

  void free_results(Draft& draft) {
    const bp::ProcedureId p = copies_[draft.copy].procedure;
    for (bp::Slot slot = graph_.first_result(p); slot < graph_.frame_size(p); ++slot)
      draft.assigned[slot] = fresh(draft.block);
  }

  // Statements

  [[nodiscard]] BlockId block_of(std::uint32_t copy, bp::VertexId v) const {
    return copies_[copy].first_block + v - graph_.procedure(copies_[copy].procedure).vertices.first;
  }

  void assign_all(Draft& draft) {
    for (const auto& [slot, value] : draft.assigned)
      draft.block.assignments.push_back({variable(draft.copy, slot), value});
  }

  void statement(std::uint32_t c, bp::VertexId v) {
    const bp::Vertex& vertex = graph_.vertex(v);
    Draft draft;
    draft.copy = c;
    switch (vertex.kind) {
      case bp::VertexKind::Call: call(c, v, draft); break;
      case bp::VertexKind::Exit: leave(c, draft); break;
      case bp::VertexKind::Error:
      case bp::VertexKind::EndThread: break;
      default: step(vertex, draft);
    }
    out_.graph.blocks[block_of(c, v)] = std::move(draft.block);
  }

  /// All that stays in the procedure.
  void step(const bp::Vertex& vertex, Draft& draft) {
    std::vector<std::pair<ExprId, bp::VertexId>> ways = branches(vertex, draft);
    ExprId always = assignments(vertex, draft);
    const bp::VertexId exit = graph_.procedure(vertex.procedure).exit;
    const bool gives = vertex.kind == bp::VertexKind::Return && !vertex.exprs.empty();
    bool ends = false;
    for (const auto& [guard, to] : ways) ends |= to == exit;
    if (ends && !gives) free_results(draft);
    always = expressions().binary(Op::And, always, enforced(vertex.procedure, draft));
    for (const auto& [guard, to] : ways)
      draft.block.edges.push_back(
          {expressions().binary(Op::And, guard, always), block_of(draft.copy, to)});
    assign_all(draft);
  }

  std::vector<std::pair<ExprId, bp::VertexId>> branches(const bp::Vertex& vertex, Draft& draft) {
    const ExprId yes = expressions().truth(true);
    switch (vertex.kind) {
      case bp::VertexKind::Goto: {
        std::vector<std::pair<ExprId, bp::VertexId>> out;
        for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
          out.emplace_back(yes, graph_.targets()[vertex.targets.first + i]);
        return out;
      }
      case bp::VertexKind::Branch:
      case bp::VertexKind::Assert: {
        const ExprId condition = value(vertex.exprs.first, draft);
        return {{condition, vertex.next},
                {expressions().unary(Op::Not, condition), vertex.otherwise}};
      }
      case bp::VertexKind::Assume: return {{value(vertex.exprs.first, draft), vertex.next}};
      default: return {{yes, vertex.next}};
    }
  }

  /// What a statement assigns; its constrain.
  ExprId assignments(const bp::Vertex& vertex, Draft& draft) {
    const bool assigns = vertex.kind == bp::VertexKind::Assign;
    if (assigns || vertex.kind == bp::VertexKind::Dead) {
      for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
        const bp::Slot slot = graph_.left_hand_side(vertex.names.first + i);
        if (slot == bp::discard_slot) continue;
        draft.assigned[slot] = assigns ? value(vertex.exprs.first + i, draft) : fresh(draft.block);
      }
    }
    if (vertex.kind == bp::VertexKind::Return)
      for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
        draft.assigned[graph_.first_result(vertex.procedure) + i] =
            value(vertex.exprs.first + i, draft);
    if (!vertex.has_constrain) return expressions().truth(true);
    const std::uint32_t last = vertex.exprs.first + vertex.exprs.count - 1;
    return expression(graph_.program().expressions[last], draft.block,
                      [&](bp::Slot slot, bool is_next) {
                        return is_next ? after(draft, slot) : before(draft, slot);
                      });
  }

  void call(std::uint32_t c, bp::VertexId v, Draft& draft) {
    const bp::Vertex& vertex = graph_.vertex(v);
    const Site& site = sites_.at({c, v});
    if (site.callee == bp::no_index) {
      draft.block.edges.push_back({expressions().truth(true), *out_.overflow});
      return;
    }
    const Copy& callee = copies_[site.callee];
    const bp::ProcedureId p = vertex.callee;
    Draft inside;  // the callee's frame as it is entered
    inside.copy = site.callee;
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
      inside.assigned[graph_.globals() + i] = value(vertex.exprs.first + i, draft);
    inside.block = std::move(draft.block);  // with the inputs so far
    for (bp::Slot slot = graph_.globals() + graph_.procedure(p).formals;
         slot < graph_.first_result(p); ++slot)
      inside.assigned[slot] = fresh(inside.block);
    if (graph_.procedure(p).entry == graph_.procedure(p).exit) free_results(inside);
    const ExprId guard = enforced(p, inside);
    assign_all(inside);
    inside.block.assignments.push_back(
        {callee.return_to, expressions().constant(callee.return_width, site.number)});
    inside.block.edges.push_back({guard, block_of(site.callee, graph_.procedure(p).entry)});
    draft.block = std::move(inside.block);
  }

  void leave(std::uint32_t c, Draft& draft) {
    const Copy& copy = copies_[c];
    const ExprId to = expressions().variable(copy.return_to, copy.return_width);
    for (std::uint32_t i = 0; i < copy.callers; ++i)
      draft.block.edges.push_back(
          {expressions().binary(Op::Equal, to, expressions().constant(copy.return_width, i)),
           copy.returns[i]});
  }

  void take_results(std::uint32_t c, bp::VertexId v, const Site& site) {
    const bp::Vertex& vertex = graph_.vertex(v);
    Draft draft;
    draft.copy = c;
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const bp::Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot == bp::discard_slot) continue;
      draft.assigned[slot] =
          expressions().variable(variable(site.callee, graph_.first_result(vertex.callee) + i), 1);
    }
    if (vertex.next == graph_.procedure(vertex.procedure).exit) free_results(draft);
    const ExprId guard = enforced(vertex.procedure, draft);
    assign_all(draft);
    draft.block.edges.push_back({guard, block_of(c, vertex.next)});
    out_.graph.blocks[site.back] = std::move(draft.block);
  }

  /// Initialisers run one after the other; then any of the entries is entered.
  void start() {
    Draft draft;
    for (const bp::Initialiser& initialiser : graph_.initialisers())
      draft.assigned[initialiser.slot] = expression(
          initialiser.value, draft.block, [&](bp::Slot slot, bool) { return after(draft, slot); });
    std::map<std::uint32_t, ExprId> guards;  // by copy: an entry may be named twice
    for (const bp::ProcedureId p : entries_) {
      draft.copy = copy(p, recursive_[p] ? 1 : 0);
      if (!guards.contains(draft.copy)) guards[draft.copy] = enforced(p, draft);
    }
    assign_all(draft);
    for (const auto& [c, guard] : guards) {
      const Copy& entered = copies_[c];
      draft.block.assignments.push_back(
          {entered.return_to, expressions().constant(entered.return_width, entered.callers)});
      draft.block.edges.push_back({guard, block_of(c, graph_.procedure(entered.procedure).entry)});
    }
    out_.graph.entry = 0;
    out_.graph.blocks[0] = std::move(draft.block);
  }
};

}  // namespace

std::optional<InlinedProgram> inline_calls(const bp::Graph& graph,
                                           const std::vector<bp::ProcedureId>& entries,
                                           unsigned bound, std::size_t most_blocks) {
  return Inliner(graph, entries, bound).run(most_blocks);
}

}  // namespace hardbop::words
