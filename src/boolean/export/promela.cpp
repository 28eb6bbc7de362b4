// SPDX-License-Identifier: MIT
// Claims are about configurations. The model has further states: before the first values are
// chosen, and when a procedure has just ended. So a formula is relativised to the other states: an
// until passes over hidden ones, and its end must be visible. X is refused, as a step of the
// program may be several transitions of SPIN.
#include "boolean/export/promela.hpp"

#include <algorithm>

#include "boolean/export/names.hpp"
#include "boolean/export/promela_writer.hpp"

namespace hardbop::exporting {

namespace {

using temporal::Atom;
using temporal::NodeId;

class SequentialWriter final : public PromelaWriter {
 public:
  SequentialWriter(const Problem& problem, const temporal::Formula* claim)
      : PromelaWriter(problem), claim_(claim) {}

 private:
  const temporal::Formula* claim_;

  void prelude() override {
    const std::size_t count = graph().vertices().size();
    line("#define starting {}\n#define ended {}\n#define dropped {}", count, count + 1, count + 2);
    define_choose();
    line("#define require(c) if :: c :: else -> goto drop fi\n");
    line("int pc = starting;");
    for (Slot slot = 0; slot < graph().globals(); ++slot)
      declare(variable(0, slot), graph().slot_name(0, slot));
    declare_frames();
    declare_scratch();
    for (const bp::GraphLabel& label : graph().labels()) {
      if (!std::ranges::binary_search(procedures(), label.procedure)) continue;
      const std::string_view name = graph().program().text(label.name);
      line("#define at_{}_{} (pc == {}){}", label.procedure, identifier(name), label.vertex,
           original(name));
    }
    line("\nactive proctype program()\n{{");
  }

  void start() override {
    line("  atomic {{");
    for (Slot slot = 0; slot < graph().globals(); ++slot) line("  choose({});", variable(0, slot));
    for (const bp::Initialiser& initialiser : graph().initialisers()) {
      const std::string right = value(0, initialiser.value);
      line("  {} = {};", variable(0, initialiser.slot), right);
      forget_choices();
    }
    line("  if");
    for (const ProcedureId p : problem().entries) {
      line("  :: skip;");
      for (Slot slot = graph().globals(); slot < graph().first_result(p); ++slot)
        line("  choose({});", variable(p, slot));
      enforce(p, {});
      go(graph().procedure(p).entry, {});
    }
    line("  fi }}");
  }

  void end() override {
    line("drop:  pc = dropped;");
    line("stop:  skip\n}}");
    if (claim_ == nullptr) return;
    line("\n#define hidden {}", one_of(hidden_places()));
    line("#define visible (!hidden)");
    line("ltl asked {{ (<> (pc == dropped)) || (hidden U (visible && {})) }}",
         claim(claim_->root()));
  }

  void require(const std::string& condition) override { line("  require({});", condition); }
  void begin_step(VertexId /*v*/) override { line("  atomic {{"); }
  [[nodiscard]] std::string also(VertexId /*to*/) const override { return {}; }
  void start_thread(VertexId /*v*/) override {}
  [[nodiscard]] bool can_be_outermost(ProcedureId p) const override {
    return std::ranges::find(problem().entries, p) != problem().entries.end();
  }

  // Claims

  [[nodiscard]] std::vector<std::string> hidden_places() const {
    std::vector<std::string> out{"starting"};
    for (const ProcedureId p : procedures())
      out.push_back(std::to_string(graph().procedure(p).exit));
    return out;
  }

  /// No disjunction, which would be part of the formula: SPIN's translation of these is
  /// exponential.
  [[nodiscard]] static std::string one_of(const std::vector<std::string>& places) {
    std::string sum = "0";
    for (const std::string& place : places) sum += fmt::format(" + (pc == {})", place);
    return fmt::format("(({}) == 1)", sum);
  }

  [[nodiscard]] static std::string inside(bp::Range vertices, std::string_view condition) {
    return fmt::format("(((pc >= {}) + (pc < {}) + {}) == 3)", vertices.first,
                       vertices.first + vertices.count, condition);
  }

  [[nodiscard]] std::string atom(const Atom& atom) const {
    const ProcedureId p = atom.procedure;
    std::vector<std::string> places;
    switch (atom.kind) {
      case Atom::Kind::Global: return fmt::format("({} == 1)", variable(0, atom.slot));
      case Atom::Kind::Local:
        if (!std::ranges::binary_search(procedures(), p)) return "false";
        return inside(graph().procedure(p).vertices,
                      fmt::format("({} == 1)", variable(p, atom.slot)));
      case Atom::Kind::In: return inside(graph().procedure(p).vertices, "1");
      case Atom::Kind::Terminated: return "(pc == ended)";
      case Atom::Kind::Label:
        for (const VertexId v : atom.vertices) places.push_back(std::to_string(v));
        return one_of(places);
      case Atom::Kind::Failed: break;
    }
    for (VertexId v = 0; v < graph().vertices().size(); ++v)
      if (graph().vertex(v).kind == VertexKind::Error) places.push_back(std::to_string(v));
    return one_of(places);
  }

  /// Hidden states are passed over. F and G have operators of their own, which SPIN translates
  /// faster.
  [[nodiscard]] static std::string until(const std::string& a, const std::string& b) {
    if (a == "true") return fmt::format("(<> (visible && {}))", b);
    return fmt::format("((hidden || {}) U (visible && {}))", a, b);
  }
  [[nodiscard]] static std::string release(const std::string& a, const std::string& b) {
    if (a == "false") return fmt::format("([] (hidden || {}))", b);
    return fmt::format("((visible && {}) V (hidden || {}))", a, b);
  }

  [[nodiscard]] std::string claim(NodeId id) const {
    const temporal::Node& node = claim_->node(id);
    switch (node.op) {
      case temporal::Op::True: return "true";
      case temporal::Op::False: return "false";
      case temporal::Op::Atom: return atom(claim_->atoms()[node.left]);
      case temporal::Op::Not: return fmt::format("(!{})", claim(node.left));
      case temporal::Op::And: return fmt::format("({} && {})", claim(node.left), claim(node.right));
      case temporal::Op::Or: return fmt::format("({} || {})", claim(node.left), claim(node.right));
      case temporal::Op::Release: return release(claim(node.left), claim(node.right));
      default: return until(claim(node.left), claim(node.right));
    }
  }
};

}  // namespace

std::string to_promela(const Problem& problem, const temporal::Formula* claim) {
  return SequentialWriter(problem, claim).run();
}

bool has_next(const temporal::Formula& formula) {
  return std::ranges::any_of(
      formula.nodes(), [](const temporal::Node& node) { return node.op == temporal::Op::Next; });
}

}  // namespace hardbop::exporting
