// SPDX-License-Identifier: MIT
#include "boolean/export/promela_writer.hpp"

#include <algorithm>

#include "boolean/export/expression.hpp"
#include "boolean/export/names.hpp"

namespace hardbop::exporting {

namespace {

std::string updated(const std::vector<std::pair<std::string, std::string>>& updates,
                    std::string name) {
  for (const auto& [changed, text] : updates)
    if (changed == name) return text;
  return name;
}

}  // namespace

PromelaWriter::PromelaWriter(const Problem& problem)
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

/// What is declared is known when all steps are written.
std::string PromelaWriter::run() {
  start();
  for (const VertexId v : vertices_) vertex(v);
  end();
  const std::string process = std::move(out_);
  out_ = heading(problem_);
  prelude();
  out_ += process;
  return std::move(out_);
}

std::string PromelaWriter::variable(ProcedureId p, Slot slot) const {
  if (slot >= graph_.first_result(p))
    return fmt::format("r{}_{}", p, slot - graph_.first_result(p) + 1);
  const std::string name = identifier(graph_.slot_name(p, slot));
  return slot < graph_.globals() ? "g_" + name : fmt::format("l{}_{}", p, name);
}

std::string PromelaWriter::result(ProcedureId p, std::uint32_t i) const {
  return variable(p, graph_.first_result(p) + i);
}

/// Values of the variable return_p, in the order of calls; 0 is the end of the thread.
std::size_t PromelaWriter::return_number(VertexId call) const {
  const std::vector<VertexId>& callers = calls_.callers(graph_.vertex(call).callee);
  return static_cast<std::size_t>(std::ranges::lower_bound(callers, call) - callers.begin()) + 1;
}

void PromelaWriter::declare(const std::string& name, std::string_view original_name) {
  line("bit {};{}", name, original(original_name));
}

void PromelaWriter::declare_frames() {
  for (const ProcedureId p : procedures_) {
    line("{} return_{};  /* procedure {} is {} */", calls_.callers(p).size() < 256 ? "byte" : "int",
         p, p, comment(graph_.procedure_name(p)));
    for (Slot slot = graph_.globals(); slot < graph_.first_result(p); ++slot)
      declare(variable(p, slot), graph_.slot_name(p, slot));
    for (std::uint32_t i = 0; i < graph_.procedure(p).results; ++i) line("bit {};", result(p, i));
  }
}

void PromelaWriter::declare_scratch() {
  for (std::uint32_t i = 1; i <= most_choices_; ++i) line("bit choice_{};", i);
  for (std::uint32_t i = 1; i <= most_next_; ++i) line("bit next_{};", i);
}

void PromelaWriter::define_choose() {
  line("#define choose(x) if :: x = 0 :: x = 1 fi");
}

std::string PromelaWriter::fresh_choice() {
  most_choices_ = std::max(most_choices_, ++choices_);
  line("  choose(choice_{});", choices_);
  return fmt::format("choice_{}", choices_);
}

std::string PromelaWriter::value(bp::ExprRange range,
                                 const std::function<std::string(Slot, bool)>& lookup) {
  const Syntax syntax{" -> ", lookup, [&] { return fresh_choice(); }};
  return expression(graph_, range, syntax);
}
std::string PromelaWriter::value(ProcedureId p, bp::ExprRange range) {
  return value(range, [&](Slot slot, bool) { return variable(p, slot); });
}
std::string PromelaWriter::value(ProcedureId p, std::uint32_t index) {
  return value(p, graph_.program().expressions[index]);
}

void PromelaWriter::enforce(ProcedureId p, const Updates& updates) {
  const bp::ExprRange range = graph_.procedure(p).enforce;
  if (range.empty()) return;
  const std::string condition =
      value(range, [&](Slot slot, bool) { return updated(updates, variable(p, slot)); });
  require(condition);
}

void PromelaWriter::forget_choices() {
  for (; choices_ > 0; --choices_) line("  choice_{} = 0;", choices_);
}

void PromelaWriter::go(VertexId to, const Updates& updates, std::uint32_t next) {
  std::string text;
  for (const auto& [name, right] : updates) text += fmt::format("{} = {}; ", name, right);
  for (std::uint32_t i = next; i > 0; --i) text += fmt::format("next_{} = 0; ", i);
  for (; choices_ > 0; --choices_) text += fmt::format("choice_{} = 0; ", choices_);
  text += also(to);
  text += to == bp::no_index ? "pc = ended" : fmt::format("pc = {}", to);
  if (text.find(';') != std::string::npos) text = fmt::format("d_step {{ {} }}", text);
  if (to == current_) line("  pc == {};", to);  // SPIN refuses loops without any condition
  line("  {}; goto {}", text, to == bp::no_index ? "stop" : fmt::format("v{}", to));
}

void PromelaWriter::vertex(VertexId v) {
  const Vertex& vertex = graph_.vertex(v);
  current_ = v;
  line("v{}:  /* {} */", v, place_comment(graph_, v));
  const bool is_error = vertex.kind == VertexKind::Error;
  if (!is_error) begin_step(v);
  if (is_target_[v]) line("  assert(false);");
  if (is_error) return line("  goto stop;");
  step(v, vertex);
  line("  }};");
  choices_ = 0;
}

void PromelaWriter::step(VertexId v, const Vertex& vertex) {
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
    case VertexKind::StartThread: start_thread(v); break;
    case VertexKind::EndThread: return go(bp::no_index, {});
    case VertexKind::Exit: return come_back(vertex);
    case VertexKind::Assume: {
      const std::string condition = value(p, vertex.exprs.first);
      require(condition);
      break;
    }
    default: break;
  }
  finish(vertex, vertex.next, {});
}

/// To a vertex of the same procedure. Results that no return gives become arbitrary on the way to
/// the exit.
void PromelaWriter::finish(const Vertex& vertex, VertexId to, const Updates& updates,
                           std::uint32_t next) {
  const ProcedureId p = vertex.procedure;
  const bool gives = vertex.kind == VertexKind::Return && vertex.exprs.count > 0;
  if (graph_.vertex(to).kind == VertexKind::Exit && !gives)
    for (std::uint32_t i = 0; i < graph_.procedure(p).results; ++i)
      line("  choose({});", result(p, i));
  go(to, updates, next);
}

void PromelaWriter::branch(const Vertex& vertex) {
  const std::string condition = value(vertex.procedure, vertex.exprs.first);
  const std::uint32_t choices = choices_;
  line("  if\n  :: {} ->", condition);
  finish(vertex, vertex.next, {});
  choices_ = choices;
  line("  :: else ->");
  finish(vertex, vertex.otherwise, {});
  line("  fi");
}

void PromelaWriter::choose_target(const Vertex& vertex) {
  line("  if");
  for (std::uint32_t i = 0; i < vertex.targets.count; ++i) {
    line("  :: skip;");
    finish(vertex, graph_.targets()[vertex.targets.first + i], {});
  }
  line("  fi");
}

/// New values stand in scratch variables first, unless nothing else reads them or the old ones.
void PromelaWriter::assign(const Vertex& vertex) {
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
      return is_next ? updated(updates, variable(p, slot)) : variable(p, slot);
    });
    require(condition);
  }
  enforce(p, updates);
  finish(vertex, vertex.next, updates, next);
}

void PromelaWriter::call(VertexId v, const Vertex& vertex) {
  const ProcedureId q = vertex.callee;
  for (std::uint32_t i = 0; i < vertex.exprs.count; ++i) {
    const std::string argument = value(vertex.procedure, vertex.exprs.first + i);
    line("  {} = {};", variable(q, graph_.globals() + i), argument);
  }
  for (Slot slot = graph_.globals() + graph_.procedure(q).formals; slot < graph_.first_result(q);
       ++slot)
    line("  choose({});", variable(q, slot));
  enforce(q, {});
  go(graph_.procedure(q).entry, {{fmt::format("return_{}", q), std::to_string(return_number(v))}});
}

/// What is left behind becomes 0, so that equal states are equal.
void PromelaWriter::come_back(const Vertex& exit) {
  const ProcedureId p = exit.procedure;
  const std::string number = fmt::format("return_{}", p);
  Updates clean{{number, "0"}};
  for (Slot slot = graph_.globals(); slot < graph_.frame_size(p); ++slot)
    clean.emplace_back(variable(p, slot), "0");
  line("  if");
  if (can_be_outermost(p)) {
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

}  // namespace hardbop::exporting
