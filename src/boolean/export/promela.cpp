// SPDX-License-Identifier: MIT
// Without recursion, a procedure is active at most once at a time. So its locals are variables of
// the model, its return address is one number, and a call is a jump. The text stays linear, while
// inlining would double it with every level of calls.
//
// Promela's expressions have no free choices. So each step first makes its choices, in scratch
// variables, then tests whether the program has this step, and then changes state and pc in one
// indivisible d_step. The d_step also resets the scratch variables to 0, so that equal states are
// equal. A condition that can be both true and false is tested after the choice: each outcome
// belongs to some run.
#include "boolean/export/promela.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "boolean/analysis/call_graph.hpp"
#include "boolean/export/expression.hpp"
#include "boolean/export/names.hpp"

namespace hardbop::exporting {

namespace {

using bp::ProcedureId;
using bp::Slot;
using bp::Vertex;
using bp::VertexId;
using bp::VertexKind;

class PromelaWriter {
 public:
  explicit PromelaWriter(const Problem& problem)
      : graph_(problem.graph),
        problem_(problem),
        is_target_(target_marks(problem)),
        calls_(problem.graph),
        procedures_(find_calls(problem).procedures) {
    for (const ProcedureId p : procedures_) {
      const std::vector<VertexId> own = connected_vertices(graph_, p);
      vertices_.insert(vertices_.end(), own.begin(), own.end());
    }
  }

  std::string run() {
    start();
    for (const VertexId v : vertices_) vertex(v);
    const std::string process = std::move(out_);
    out_ = heading(problem_);
    declarations();
    out_ += process;
    line("drop:  pc = dropped;");
    line("stop:  skip\n}}");
    return std::move(out_);
  }

 private:
  /// What a step assigns, at once.
  using Updates = std::vector<std::pair<std::string, std::string>>;

  const bp::Graph& graph_;
  const Problem& problem_;
  std::vector<bool> is_target_;
  analysis::CallGraph calls_;
  std::vector<ProcedureId> procedures_;
  std::vector<VertexId> vertices_;  // in order
  std::string out_;
  VertexId current_ = bp::no_index - 1;  // none, and not the end either
  std::uint32_t choices_ = 0;            // of the step at hand
  std::uint32_t most_choices_ = 0;
  std::uint32_t most_next_ = 0;

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }

  // Names

  [[nodiscard]] std::string variable(ProcedureId p, Slot slot) const {
    if (slot >= graph_.first_result(p))
      return fmt::format("r{}_{}", p, slot - graph_.first_result(p) + 1);
    const std::string name = identifier(graph_.slot_name(p, slot));
    return slot < graph_.globals() ? "g_" + name : fmt::format("l{}_{}", p, name);
  }

  [[nodiscard]] std::string result(ProcedureId p, std::uint32_t i) const {
    return variable(p, graph_.first_result(p) + i);
  }

  /// Values of the variable return_p, in the order of calls; 0 ends the run.
  [[nodiscard]] std::size_t return_number(VertexId call) const {
    const std::vector<VertexId>& callers = calls_.callers(graph_.vertex(call).callee);
    return static_cast<std::size_t>(std::ranges::lower_bound(callers, call) - callers.begin()) + 1;
  }

  // Declarations

  void declare(const std::string& name, std::string_view original_name) {
    line("bit {};{}", name, original(original_name));
  }

  void declarations() {
    const std::size_t count = graph_.vertices().size();
    line("#define starting {}\n#define ended {}\n#define dropped {}", count, count + 1, count + 2);
    line("#define choose(x) if :: x = 0 :: x = 1 fi");
    line("#define require(c) if :: c :: else -> goto drop fi\n");
    line("int pc = starting;");
    for (Slot slot = 0; slot < graph_.globals(); ++slot)
      declare(variable(0, slot), graph_.slot_name(0, slot));
    for (const ProcedureId p : procedures_) {
      line("{} return_{};  /* procedure {} is {} */",
           calls_.callers(p).size() < 256 ? "byte" : "int", p, p,
           comment(graph_.procedure_name(p)));
      for (Slot slot = graph_.globals(); slot < graph_.first_result(p); ++slot)
        declare(variable(p, slot), graph_.slot_name(p, slot));
      for (std::uint32_t i = 0; i < graph_.procedure(p).results; ++i) line("bit {};", result(p, i));
    }
    for (std::uint32_t i = 1; i <= most_choices_; ++i) line("bit choice_{};", i);
    for (std::uint32_t i = 1; i <= most_next_; ++i) line("bit next_{};", i);
    labels();
  }

  void labels() {
    for (const bp::GraphLabel& label : graph_.labels()) {
      if (!std::ranges::binary_search(procedures_, label.procedure)) continue;
      const std::string_view name = graph_.program().text(label.name);
      line("#define at_{}_{} (pc == {}){}", label.procedure, identifier(name), label.vertex,
           original(name));
    }
  }

  // Expressions

  [[nodiscard]] std::string fresh_choice() {
    most_choices_ = std::max(most_choices_, ++choices_);
    line("  choose(choice_{});", choices_);
    return fmt::format("choice_{}", choices_);
  }

  /// The choices in it are made first. `lookup` gives the text of a variable.
  template <typename Lookup>
  [[nodiscard]] std::string value(bp::ExprRange range, const Lookup& lookup) {
    const Syntax syntax{" -> ", lookup, [&] { return fresh_choice(); }};
    return expression(graph_, range, syntax);
  }
  [[nodiscard]] std::string value(ProcedureId p, bp::ExprRange range) {
    return value(range, [&](Slot slot, bool) { return variable(p, slot); });
  }
  [[nodiscard]] std::string value(ProcedureId p, std::uint32_t index) {
    return value(p, graph_.program().expressions[index]);
  }

  [[nodiscard]] static std::string after(const Updates& updates, std::string name) {
    for (const auto& [changed, text] : updates)
      if (changed == name) return text;
    return name;
  }

  /// That the procedure's enforce holds after the updates.
  void enforce(ProcedureId p, const Updates& updates) {
    const bp::ExprRange range = graph_.procedure(p).enforce;
    if (range.empty()) return;
    const std::string condition =
        value(range, [&](Slot slot, bool) { return after(updates, variable(p, slot)); });
    line("  require({});", condition);
  }

  // Steps

  void start() {
    line("\nactive proctype program()\n{{\n  atomic {{");
    for (Slot slot = 0; slot < graph_.globals(); ++slot) line("  choose({});", variable(0, slot));
    for (const bp::Initialiser& initialiser : graph_.initialisers()) {
      const std::string right = value(0, initialiser.value);
      line("  {} = {};", variable(0, initialiser.slot), right);
      forget_choices();
    }
    line("  if");
    for (const ProcedureId p : problem_.entries) {
      line("  :: skip;");
      for (Slot slot = graph_.globals(); slot < graph_.first_result(p); ++slot)
        line("  choose({});", variable(p, slot));
      enforce(p, {});
      go(graph_.procedure(p).entry, {});
    }
    line("  fi }}");
  }

  void forget_choices() {
    for (; choices_ > 0; --choices_) line("  choice_{} = 0;", choices_);
  }

  /// The end of a step: to `to`, with the updates.
  void go(VertexId to, const Updates& updates, std::uint32_t next = 0) {
    std::string text;
    for (const auto& [name, right] : updates) text += fmt::format("{} = {}; ", name, right);
    for (std::uint32_t i = next; i > 0; --i) text += fmt::format("next_{} = 0; ", i);
    for (; choices_ > 0; --choices_) text += fmt::format("choice_{} = 0; ", choices_);
    text += to == bp::no_index ? "pc = ended" : fmt::format("pc = {}", to);
    if (text.find(';') != std::string::npos) text = fmt::format("d_step {{ {} }}", text);
    if (to == current_) line("  pc == {};", to);  // SPIN refuses loops without any condition
    line("  {}; goto {}", text, to == bp::no_index ? "stop" : fmt::format("v{}", to));
  }

  void vertex(VertexId v) {
    const Vertex& vertex = graph_.vertex(v);
    current_ = v;
    line("v{}:  /* {} */", v, place_comment(graph_, v));
    if (is_target_[v]) line("  assert(false);");
    if (vertex.kind == VertexKind::Error) return line("  goto stop;");
    line("  atomic {{");
    step(v, vertex);
    line("  }};");
    choices_ = 0;
  }

  void step(VertexId v, const Vertex& vertex) {
    const ProcedureId p = vertex.procedure;
    switch (vertex.kind) {
      case VertexKind::Branch:
      case VertexKind::Assert: return branch(vertex);
      case VertexKind::Goto: return choose_target(vertex);
      case VertexKind::Assign:
      case VertexKind::Dead: return assign(vertex);
      case VertexKind::Call: return call(v, vertex);
      case VertexKind::Return: {
        Updates updates;
        for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
          updates.emplace_back(result(p, i), value(p, vertex.exprs.first + i));
        return finish(vertex, vertex.next, updates);
      }
      case VertexKind::Exit: return come_back(vertex);
      case VertexKind::Assume: {
        const std::string condition = value(p, vertex.exprs.first);
        line("  require({});", condition);
        break;
      }
      default: break;
    }
    finish(vertex, vertex.next, {});
  }

  /// To a vertex of the same procedure. Results that no return gives become arbitrary on the
  /// way to the exit.
  void finish(const Vertex& vertex, VertexId to, const Updates& updates, std::uint32_t next = 0) {
    const ProcedureId p = vertex.procedure;
    const bool gives = vertex.kind == VertexKind::Return && vertex.exprs.count > 0;
    if (graph_.vertex(to).kind == VertexKind::Exit && !gives)
      for (std::uint32_t i = 0; i < graph_.procedure(p).results; ++i)
        line("  choose({});", result(p, i));
    go(to, updates, next);
  }

  void branch(const Vertex& vertex) {
    const std::string condition = value(vertex.procedure, vertex.exprs.first);
    const std::uint32_t choices = choices_;
    line("  if\n  :: {} ->", condition);
    finish(vertex, vertex.next, {});
    choices_ = choices;
    line("  :: else ->");
    finish(vertex, vertex.otherwise, {});
    line("  fi");
  }

  void choose_target(const Vertex& vertex) {
    line("  if");
    for (std::uint32_t i = 0; i < vertex.targets.count; ++i) {
      line("  :: skip;");
      finish(vertex, graph_.targets()[vertex.targets.first + i], {});
    }
    line("  fi");
  }

  /// New values stand in scratch variables first, unless nothing else reads them or the old ones.
  void assign(const Vertex& vertex) {
    const ProcedureId p = vertex.procedure;
    Updates updates;
    if (vertex.kind == VertexKind::Assign && vertex.names.count == 1 && !vertex.has_constrain &&
        graph_.procedure(p).enforce.empty()) {
      const Slot slot = graph_.left_hand_side(vertex.names.first);
      const std::string right = value(p, vertex.exprs.first);
      if (slot != bp::discard_slot) updates.emplace_back(variable(p, slot), right);
      return finish(vertex, vertex.next, updates);
    }
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot == bp::discard_slot) continue;
      most_next_ = std::max(most_next_, ++next);
      const std::string name = fmt::format("next_{}", next);
      if (vertex.kind == VertexKind::Assign) {
        const std::string right = value(p, vertex.exprs.first + i);
        line("  {} = {};", name, right);
      } else {
        line("  choose({});", name);
      }
      updates.emplace_back(variable(p, slot), name);
    }
    if (vertex.has_constrain) {
      const bp::ExprRange range =
          graph_.program().expressions[vertex.exprs.first + vertex.exprs.count - 1];
      const std::string condition = value(range, [&](Slot slot, bool is_next) {
        return is_next ? after(updates, variable(p, slot)) : variable(p, slot);
      });
      line("  require({});", condition);
    }
    enforce(p, updates);
    finish(vertex, vertex.next, updates, next);
  }

  void call(VertexId v, const Vertex& vertex) {
    const ProcedureId q = vertex.callee;
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i) {
      const std::string argument = value(vertex.procedure, vertex.exprs.first + i);
      line("  {} = {};", variable(q, graph_.globals() + i), argument);
    }
    for (Slot slot = graph_.globals() + graph_.procedure(q).formals; slot < graph_.first_result(q);
         ++slot)
      line("  choose({});", variable(q, slot));
    enforce(q, {});
    go(graph_.procedure(q).entry,
       {{fmt::format("return_{}", q), std::to_string(return_number(v))}});
  }

  /// What is left behind becomes 0, so that equal states are equal.
  void come_back(const Vertex& exit) {
    const ProcedureId p = exit.procedure;
    const std::string number = fmt::format("return_{}", p);
    Updates clean{{number, "0"}};
    for (Slot slot = graph_.globals(); slot < graph_.frame_size(p); ++slot)
      clean.emplace_back(variable(p, slot), "0");
    line("  if");
    if (std::ranges::find(problem_.entries, p) != problem_.entries.end()) {
      line("  :: {} == 0 ->", number);
      go(bp::no_index, clean);
    }
    for (const VertexId v : calls_.callers(p)) {
      const Vertex& vertex = graph_.vertex(v);
      const ProcedureId caller = vertex.procedure;
      if (!std::ranges::binary_search(vertices_, v)) continue;
      line("  :: {} == {} ->", number, return_number(v));
      Updates updates;
      for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
        const Slot slot = graph_.left_hand_side(vertex.names.first + i);
        if (slot != bp::discard_slot) updates.emplace_back(variable(caller, slot), result(p, i));
      }
      enforce(caller, updates);
      updates.insert(updates.end(), clean.begin(), clean.end());
      finish(vertex, vertex.next, updates);
    }
    line("  fi");
  }
};

}  // namespace

std::string to_promela(const Problem& problem) {
  return PromelaWriter(problem).run();
}

}  // namespace hardbop::exporting
