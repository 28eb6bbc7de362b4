// SPDX-License-Identifier: MIT
// Expressions of these languages have no free choices. So a statement first makes its choices, in
// variables c_1, c_2 and so on. Some have no conditional expression either: its condition is stored
// in a variable t_1, which is then named twice. Long parts of expressions are stored likewise, so
// that the text stays linear.
//
// Results pass through globals of their own, as in C.
#include "boolean/export/jumps.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "boolean/export/names.hpp"

namespace hardbop::exporting {

namespace {

using Names = JumpDialect::Names;

constexpr std::size_t longest_part = 1000;

std::string result_name(std::uint32_t i) {
  return fmt::format("result_{}", i + 1);
}

class JumpWriter {
 public:
  JumpWriter(const Problem& problem, const JumpDialect& dialect)
      : graph_(problem.graph),
        problem_(problem),
        dialect_(dialect),
        is_target_(target_marks(problem)),
        procedures_(find_calls(problem).procedures) {}

  std::string run() {
    std::string head;
    for (const std::string& line : problem_.about) head += dialect_.comment_line(comment(line));
    list_globals();
    for (const std::string& name : globals_) head += dialect_.declare(name) + '\n';
    std::vector<std::pair<std::string, Names>> heads{{"start", {}}};
    for (const ProcedureId p : procedures_) heads.emplace_back(procedure_name(p), formals(p));
    head += dialect_.prelude(heads);
    start();
    for (const ProcedureId p : procedures_) procedure(p);
    return head + out_;
  }

 private:
  const bp::Graph& graph_;
  const Problem& problem_;
  const JumpDialect& dialect_;
  std::vector<bool> is_target_;
  std::vector<ProcedureId> procedures_;
  Names globals_;
  std::string out_;
  std::string body_;                // of the procedure at hand
  std::uint32_t choices_ = 0;       // of the statement at hand
  std::uint32_t parts_ = 0;         // likewise
  std::uint32_t most_choices_ = 0;  // of a statement of the procedure
  std::uint32_t most_parts_ = 0;

  void line(const std::string& text) { body_ += "  " + text + '\n'; }

  // Names

  [[nodiscard]] std::string variable(ProcedureId p, Slot slot) const {
    if (slot >= graph_.first_result(p)) return result_name(slot - graph_.first_result(p));
    const char* const prefix = slot < graph_.globals() ? "g_" : "l_";
    return prefix + identifier(graph_.slot_name(p, slot));
  }
  [[nodiscard]] std::string procedure_name(ProcedureId p) const {
    return "p_" + identifier(graph_.procedure_name(p));
  }
  [[nodiscard]] static std::string place(VertexId v) { return fmt::format("v{}", v); }

  [[nodiscard]] Names formals(ProcedureId p) const {
    Names out;
    for (std::uint32_t i = 0; i < graph_.procedure(p).formals; ++i)
      out.push_back("a_" + identifier(graph_.slot_name(p, graph_.globals() + i)));
    return out;
  }

  void list_globals() {
    for (Slot slot = 0; slot < graph_.globals(); ++slot) globals_.push_back(variable(0, slot));
    std::uint32_t results = 0;
    for (const ProcedureId p : procedures_)
      results = std::max(results, graph_.procedure(p).results);
    for (std::uint32_t i = 0; i < results; ++i) globals_.push_back(result_name(i));
  }

  // Expressions

  [[nodiscard]] std::string choice() {
    most_choices_ = std::max(most_choices_, ++choices_);
    std::string name = fmt::format("c_{}", choices_);
    line(dialect_.forget(name));
    return name;
  }

  [[nodiscard]] std::string stored(const std::string& text) {
    most_parts_ = std::max(most_parts_, ++parts_);
    std::string name = fmt::format("t_{}", parts_);
    line(dialect_.assign({name}, {text}));
    return name;
  }

  [[nodiscard]] std::string connective(bp::Op op, const std::string& a, const std::string& b) {
    switch (op) {
      case bp::Op::And: return fmt::format("({} && {})", a, b);
      case bp::Op::Or: return fmt::format("({} || {})", a, b);
      case bp::Op::Implies: return fmt::format("(!{} || {})", a, b);
      case bp::Op::Equal: return fmt::format("({} == {})", a, b);
      case bp::Op::Choose: return fmt::format("({} || ({} && !{}))", a, choice(), b);
      default: return dialect_.exclusive(a, b);
    }
  }

  /// As an operand. Nodes come after their operands, so a stack of texts does.
  template <typename Lookup>
  [[nodiscard]] std::string value(bp::ExprRange range, const Lookup& lookup) {
    std::vector<std::string> stack;
    const auto pop = [&] {
      std::string top = std::move(stack.back());
      stack.pop_back();
      return top.size() > longest_part ? stored(top) : top;
    };
    for (std::uint32_t node = range.first; node <= range.root; ++node) {
      const bp::Op op = graph_.program().nodes[node].op;
      switch (op) {
        case bp::Op::False:
        case bp::Op::True: stack.push_back(dialect_.truth(op == bp::Op::True)); break;
        case bp::Op::Star: stack.push_back(choice()); break;
        case bp::Op::Name:
        case bp::Op::NextName:
          stack.push_back(
              lookup(graph_.slot(graph_.symbols().node_variables[node]), op == bp::Op::NextName));
          break;
        case bp::Op::Not: stack.push_back("!" + pop()); break;
        case bp::Op::Conditional: {
          const std::string b = pop();
          const std::string a = pop();
          const std::string condition = stored(pop());
          stack.push_back(fmt::format("(({} && {}) || (!{} && {}))", condition, a, condition, b));
          break;
        }
        default: {
          const std::string b = pop();
          const std::string a = pop();
          stack.push_back(connective(op, a, b));
        }
      }
    }
    return stack.back();
  }
  [[nodiscard]] std::string value(ProcedureId p, bp::ExprRange range) {
    return value(range, [&](Slot slot, bool) { return variable(p, slot); });
  }
  [[nodiscard]] std::string value(ProcedureId p, std::uint32_t index) {
    return value(p, graph_.program().expressions[index]);
  }

  // Procedures

  void finish(const std::string& name, const Names& formal_names, Names locals) {
    for (std::uint32_t i = 1; i <= most_choices_; ++i) locals.push_back(fmt::format("c_{}", i));
    for (std::uint32_t i = 1; i <= most_parts_; ++i) locals.push_back(fmt::format("t_{}", i));
    out_ += '\n' + dialect_.head(name, formal_names, globals_) + "\n{\n";
    for (const std::string& local : locals) out_ += "  " + dialect_.declare(local) + '\n';
    out_ += body_ + "}\n";
    body_.clear();
    most_choices_ = most_parts_ = 0;
  }

  void begin_statement() { choices_ = parts_ = 0; }

  void start() {
    for (const std::string& name : globals_) line(dialect_.forget(name));
    for (const bp::Initialiser& initialiser : graph_.initialisers()) {
      begin_statement();
      const std::string right = value(0, initialiser.value);
      line(dialect_.assign({variable(0, initialiser.slot)}, {right}));
    }
    Names labels;
    for (std::size_t i = 0; i < problem_.entries.size(); ++i)
      labels.push_back(fmt::format("entry_{}", i));
    line(dialect_.jump(labels));
    for (std::size_t i = 0; i < problem_.entries.size(); ++i) {
      const ProcedureId p = problem_.entries[i];
      begin_statement();
      body_ += dialect_.label(labels[i]) + '\n';
      Names arguments;
      for (std::uint32_t k = 0; k < graph_.procedure(p).formals; ++k) arguments.push_back(choice());
      line(dialect_.call(procedure_name(p), arguments));
      line(dialect_.leave());
    }
    finish("start", {}, {});
  }

  void procedure(ProcedureId p) {
    const bp::GraphProcedure& procedure = graph_.procedure(p);
    const Names passed = formals(p);
    Names locals;
    for (std::uint32_t i = 0; i < procedure.locals; ++i) {
      locals.push_back(variable(p, graph_.globals() + i));
      line(i < passed.size() ? dialect_.assign({locals.back()}, {passed[i]})
                             : dialect_.forget(locals.back()));
    }
    begin_statement();
    enforce(p);
    line(dialect_.jump({place(procedure.entry)}));
    for (const VertexId v : connected_vertices(graph_, p)) {
      begin_statement();
      body_ += dialect_.comment_line(place_comment(graph_, v));
      body_ += dialect_.label(place(v)) + '\n';
      vertex(v);
    }
    finish(procedure_name(p), passed, locals);
  }

  // Statements

  void enforce(ProcedureId p) {
    const bp::ExprRange range = graph_.procedure(p).enforce;
    if (range.empty()) return;
    const std::string condition = value(p, range);
    line(dialect_.assume(condition));
  }

  void vertex(VertexId v) {
    const Vertex& vertex = graph_.vertex(v);
    const ProcedureId p = vertex.procedure;
    if (is_target_[v]) {
      line(dialect_.reached());
      return;
    }
    switch (vertex.kind) {
      case VertexKind::Branch:
      case VertexKind::Assert: {
        const std::string condition = value(p, vertex.exprs.first);
        line(dialect_.branch(condition, place(vertex.next), place(vertex.otherwise)));
        return;
      }
      case VertexKind::Goto: return choose(vertex);
      case VertexKind::Error:
      case VertexKind::EndThread: line(dialect_.assume(dialect_.truth(false))); return;
      case VertexKind::Exit:  // results that nobody has given are arbitrary
        for (std::uint32_t i = 0; i < graph_.procedure(p).results; ++i)
          line(dialect_.forget(result_name(i)));
        line(dialect_.leave());
        return;
      case VertexKind::Assume: {
        const std::string condition = value(p, vertex.exprs.first);
        line(dialect_.assume(condition));
        break;
      }
      case VertexKind::Return:
        give_results(vertex);
        if (vertex.exprs.count == 0 || is_target_[vertex.next]) break;
        line(dialect_.leave());
        return;
      case VertexKind::Assign:
      case VertexKind::Dead: assign(vertex); break;
      case VertexKind::Call: call(vertex); break;
      default: break;
    }
    line(dialect_.jump({place(vertex.next)}));
  }

  void choose(const Vertex& vertex) {
    Names labels;
    for (std::uint32_t i = 0; i < vertex.targets.count; ++i)
      labels.push_back(place(graph_.targets()[vertex.targets.first + i]));
    line(dialect_.jump(labels));
  }

  void give_results(const Vertex& vertex) {
    Names left;
    Names right;
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i) {
      left.push_back(result_name(i));
      right.push_back(value(vertex.procedure, vertex.exprs.first + i));
    }
    if (!left.empty()) line(dialect_.assign(left, right));
  }

  /// New values are choices or parts of their own if a condition reads them beside the old ones.
  void assign(const Vertex& vertex) {
    const ProcedureId p = vertex.procedure;
    std::vector<Slot> slots;
    Names left;
    Names right;
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot == bp::discard_slot) continue;
      slots.push_back(slot);
      left.push_back(variable(p, slot));
      const bool is_dead = vertex.kind == VertexKind::Dead;
      std::string text = is_dead ? choice() : value(p, vertex.exprs.first + i);
      right.push_back(vertex.has_constrain ? stored(text) : std::move(text));
    }
    if (vertex.has_constrain) {
      const bp::ExprRange range =
          graph_.program().expressions[vertex.exprs.first + vertex.exprs.count - 1];
      const std::string condition = value(range, [&](Slot slot, bool is_next) {
        const auto found = std::ranges::find(slots, slot);
        return is_next && found != slots.end()
                   ? right[static_cast<std::size_t>(found - slots.begin())]
                   : variable(p, slot);
      });
      line(dialect_.assume(condition));
    }
    if (!left.empty()) line(dialect_.assign(left, right));
    enforce(p);
  }

  void call(const Vertex& vertex) {
    const ProcedureId p = vertex.procedure;
    Names arguments;
    for (std::uint32_t i = 0; i < vertex.exprs.count; ++i)
      arguments.push_back(value(p, vertex.exprs.first + i));
    line(dialect_.call(procedure_name(vertex.callee), arguments));
    Names left;
    Names right;
    for (std::uint32_t i = 0; i < vertex.names.count; ++i) {
      const Slot slot = graph_.left_hand_side(vertex.names.first + i);
      if (slot == bp::discard_slot) continue;
      left.push_back(variable(p, slot));
      right.push_back(result_name(i));
    }
    if (!left.empty()) line(dialect_.assign(left, right));
    enforce(p);
  }
};

}  // namespace

std::string write_with_jumps(const Problem& problem, const JumpDialect& dialect) {
  return JumpWriter(problem, dialect).run();
}

}  // namespace hardbop::exporting
