// SPDX-License-Identifier: MIT
// Procedures stay procedures, so recursion is C's recursion. Control flow inside a procedure uses
// goto, with one label per vertex of the graph. Each `*` is one call of __VERIFIER_nondet_bool. A
// condition that can be both true and false takes both branches, as the language demands, because
// each value belongs to some run. Conditions that a run must satisfy are assumed directly after the
// step they are about.
//
// Results pass through globals of their own. Nothing happens between a return and the assignment of
// its results, so one set of these globals serves all procedures, including recursive ones.
#include "boolean/export/c.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "boolean/export/expression.hpp"
#include "boolean/export/names.hpp"

namespace hardbop::exporting {

namespace {

constexpr const char* nondet = "__VERIFIER_nondet_bool()";

constexpr const char* prelude = R"(extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "program", 1, "reach_error"); }
static void assume_abort_if_not(_Bool condition) { if (!condition) abort(); }
)";

class CWriter {
 public:
  explicit CWriter(const Problem& problem)
      : graph_(problem.graph),
        problem_(problem),
        is_target_(target_marks(problem)),
        procedures_(find_calls(problem).procedures),
        is_jump_target_(problem.graph.vertices().size()) {}

  std::string run() {
    out_ = heading(problem_) + prelude;
    globals();
    for (const ProcedureId p : procedures_) line("{};", head(p));
    for (const ProcedureId p : procedures_) procedure(p);
    main();
    return std::move(out_);
  }

 private:
  const bp::Graph& graph_;
  const Problem& problem_;
  std::vector<bool> is_target_;
  std::vector<ProcedureId> procedures_;
  std::vector<bool> is_jump_target_;
  std::string out_;

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }

  // Names

  [[nodiscard]] std::string variable(ProcedureId p, Slot slot) const {
    if (slot >= graph_.first_result(p)) return result(slot - graph_.first_result(p));
    const char* const prefix = slot < graph_.globals() ? "g_" : "l_";
    return prefix + identifier(graph_.slot_name(p, slot));
  }

  [[nodiscard]] static std::string result(std::uint32_t i) {
    return fmt::format("result_{}", i + 1);
  }

  [[nodiscard]] std::string procedure_name(ProcedureId p) const {
    return "p_" + identifier(graph_.procedure_name(p));
  }

  /// `next` gives the text of 'x.
  template <typename Next>
  [[nodiscard]] std::string value(ProcedureId p, bp::ExprRange range, const Next& next) const {
    const Syntax syntax{
        " ? ", [&](Slot slot, bool is_next) { return is_next ? next(slot) : variable(p, slot); },
        [] { return std::string(nondet); }};
    return expression(graph_, range, syntax);
  }
  [[nodiscard]] std::string value(ProcedureId p, bp::ExprRange range) const {
    return value(p, range, [&](Slot slot) { return variable(p, slot); });
  }
  [[nodiscard]] std::string value(ProcedureId p, std::uint32_t index) const {
    return value(p, graph_.program().expressions[index]);
  }

  // Procedures

  void globals() {
    line("");
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      line("static _Bool {};{}", variable(0, slot), original(graph_.slot_name(0, slot)));
    std::uint32_t results = 0;
    for (const ProcedureId p : procedures_)
      results = std::max(results, graph_.procedure(p).results);
    for (std::uint32_t i = 0; i < results; ++i) line("static _Bool {};", result(i));
    line("");
  }

  [[nodiscard]] std::string head(ProcedureId p) const {
    std::string formals;
    for (std::uint32_t i = 0; i < graph_.procedure(p).formals; ++i)
      formals += (i > 0 ? ", _Bool " : "_Bool ") + variable(p, graph_.globals() + i);
    return fmt::format("static void {}({})", procedure_name(p), formals.empty() ? "void" : formals);
  }

  void procedure(ProcedureId p) {
    const bp::GraphProcedure& procedure = graph_.procedure(p);
    line("\n{}", head(p));
    line("{{{}", original(graph_.procedure_name(p)));
    for (std::uint32_t i = 0; i < procedure.locals; ++i) {
      const Slot slot = graph_.globals() + i;
      const std::string name = original(graph_.slot_name(p, slot));
      if (i >= procedure.formals) {
        line("  _Bool {} = {};{}", variable(p, slot), nondet, name);
      } else if (!name.empty()) {
        line("  /* {}:{} */", variable(p, slot), comment(graph_.slot_name(p, slot)));
      }
    }
    enforce(p);
    body(p);
    line("}}");
  }

  /// Error vertices are written where the assertion is.
  void body(ProcedureId p) {
    std::vector<VertexId> places = connected_vertices(graph_, p);
    std::erase_if(places, [&](VertexId v) { return graph_.vertex(v).kind == VertexKind::Error; });
    std::string head = std::move(out_);
    std::vector<std::string> bodies;
    out_.clear();
    jump(graph_.procedure(p).entry, places.front());
    bodies.push_back(std::move(out_));
    for (std::size_t i = 0; i < places.size(); ++i) {
      out_.clear();
      vertex(places[i], i + 1 < places.size() ? places[i + 1] : bp::no_index);
      bodies.push_back(std::move(out_));
    }
    out_ = std::move(head);
    out_ += bodies.front();
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (is_jump_target_[places[i]]) line("v{}:", places[i]);
      line("  /* {} */", place_comment(graph_, places[i]));
      out_ += bodies[i + 1];
    }
  }

  void main() {
    line("\nint main(void)\n{{");
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      line("  {} = {};", variable(0, slot), nondet);
    for (const bp::Initialiser& initialiser : graph_.initialisers())
      line("  {} = {};", variable(0, initialiser.slot), value(0, initialiser.value));
    for (std::size_t i = 0; i < problem_.entries.size(); ++i) {
      const ProcedureId p = problem_.entries[i];
      std::string arguments;
      for (std::uint32_t k = 0; k < graph_.procedure(p).formals; ++k)
        arguments += std::string(k > 0 ? ", " : "") + nondet;
      const bool is_last = i + 1 == problem_.entries.size();
      line("  {}{}({});{}", is_last ? "" : fmt::format("if ({}) {{ ", nondet), procedure_name(p),
           arguments, is_last ? "" : " return 0; }");
    }
    line("  return 0;\n}}");
  }

  // Statements

  /// `then` is the vertex that follows in the text.
  void jump(VertexId to, VertexId then, const char* indent = "  ") {
    if (to == then) return;
    is_jump_target_[to] = true;
    line("{}goto v{};", indent, to);
  }

  void enforce(ProcedureId p) {
    const bp::ExprRange enforce = graph_.procedure(p).enforce;
    if (!enforce.empty()) line("  assume_abort_if_not({});", value(p, enforce));
  }

  void vertex(VertexId v, VertexId then) {
    const Vertex& vertex = graph_.vertex(v);
    const ProcedureId p = vertex.procedure;
    if (is_target_[v]) {
      line("  reach_error(); abort();");
      return;
    }
    switch (vertex.kind) {
      case VertexKind::Branch: return branch(vertex, then);
      case VertexKind::Goto: return choose(vertex, then);
      case VertexKind::Return: return give_results(vertex, then);
      case VertexKind::Exit:
        for (std::uint32_t i = 0; i < graph_.procedure(p).results; ++i)
          line("  {} = {};", result(i), nondet);
        line("  return;");
        return;
      case VertexKind::Assert:
        line("  if (!{}) {{ {}abort(); }}", value(p, vertex.exprs.first),
             is_target_[vertex.otherwise] ? "reach_error(); " : "");
        break;
      case VertexKind::Assume:
        line("  assume_abort_if_not({});", value(p, vertex.exprs.first));
        break;
      case VertexKind::Assign: assign(vertex); break;
      case VertexKind::Dead:
        for (std::uint32_t i = 0; i < vertex.names.count; ++i)
          line("  {} = {};", variable(p, graph_.left_hand_side(vertex.names.first + i)), nondet);
        break;
      case VertexKind::Call: call(vertex); break;
      default: break;
    }
    const bool changes = vertex.kind == VertexKind::Assign || vertex.kind == VertexKind::Dead ||
                         vertex.kind == VertexKind::Call;
    if (changes) enforce(p);
    jump(vertex.next, then);
  }

  void branch(const Vertex& vertex, VertexId then) {
    const std::string condition = value(vertex.procedure, vertex.exprs.first);
    if (vertex.next == then) {
      line("  if (!{})", condition);
      jump(vertex.otherwise, bp::no_index, "    ");
      return;
    }
    line("  if ({})", condition);
    jump(vertex.next, bp::no_index, "    ");
    jump(vertex.otherwise, then);
  }

  void choose(const Vertex& vertex, VertexId then) {
    for (std::uint32_t i = 0; i < vertex.targets.count; ++i) {
      const VertexId target = graph_.targets()[vertex.targets.first + i];
      if (i + 1 == vertex.targets.count) {
        jump(target, then);
      } else {
        line("  if ({})", nondet);
        jump(target, bp::no_index, "    ");
      }
    }
  }

  void assign(const Vertex& vertex) {
    const ProcedureId p = vertex.procedure;
    const bool is_simple = vertex.names.count == 1 && !vertex.has_constrain;
    std::vector<Slot> slots;
    if (!is_simple) line("  {{");
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      slots.push_back(graph_.left_hand_side(vertex.names.first + i));
      if (slots.back() == bp::discard_slot) continue;
      const std::string right = value(p, vertex.exprs.first + i);
      if (is_simple) {
        line("  {} = {};", variable(p, slots.back()), right);
      } else {
        line("    _Bool next_{} = {};", i + 1, right);
      }
    }
    if (is_simple) return;
    if (vertex.has_constrain) constrain(vertex, slots);
    for (std::size_t i = 0; i < slots.size(); ++i)
      if (slots[i] != bp::discard_slot) line("    {} = next_{};", variable(p, slots[i]), i + 1);
    line("  }}");
  }

  void constrain(const Vertex& vertex, const std::vector<Slot>& slots) {
    const auto next = [&](Slot slot) {
      const auto found = std::ranges::find(slots, slot);
      if (found == slots.end()) return variable(vertex.procedure, slot);
      return fmt::format("next_{}", found - slots.begin() + 1);
    };
    const bp::ExprRange range =
        graph_.program().expressions[vertex.exprs.first + vertex.exprs.count - 1];
    line("    assume_abort_if_not({});", value(vertex.procedure, range, next));
  }

  void call(const Vertex& vertex) {
    const ProcedureId p = vertex.procedure;
    std::string arguments;
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
      arguments += (i > 0 ? ", " : "") + value(p, vertex.exprs.first + i);
    line("  {}({});", procedure_name(vertex.callee), arguments);
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot != bp::discard_slot) line("  {} = {};", variable(p, slot), result(i));
    }
  }

  /// Without values the exit gives arbitrary ones.
  void give_results(const Vertex& vertex, VertexId then) {
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
      line("  {} = {};", result(i), value(vertex.procedure, vertex.exprs.first + i));
    if (vertex.exprs.count > 0 && !is_target_[vertex.next]) {
      line("  return;");
    } else {
      jump(vertex.next, then);
    }
  }
};

}  // namespace

std::string to_c(const Problem& problem) {
  return CWriter(problem).run();
}

}  // namespace hardbop::exporting
