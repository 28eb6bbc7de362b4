// SPDX-License-Identifier: MIT
// Two passes a procedure: the first gives each statement its vertices, in the order of the
// text; the second links them, as by then every label has a place.
#include "boolean/language/graph.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::bp {

class GraphBuilder {
 public:
  explicit GraphBuilder(Graph& graph)
      : graph_(graph),
        program_(graph.program_),
        symbols_(graph.symbols_),
        vertex_of_(program_.statements.size(), no_index),
        arrival_(program_.statements.size(), no_index) {}

  void run() {
    std::size_t own = 0;
    for (const std::vector<NameRef>& globals : symbols_.thread_globals)
      own = std::max(own, globals.size());
    graph_.globals_ = graph_.shared() + static_cast<std::uint32_t>(own);
    graph_.procedures_.resize(program_.procedures.size());
    graph_.vertices_.reserve(program_.statements.size() + program_.procedures.size());
    for (ProcedureId p = 0; p < program_.procedures.size(); ++p) procedure(p);
    initialisers();
    hidden_globals();
  }

 private:
  Graph& graph_;
  const Program& program_;
  const Symbols& symbols_;
  std::vector<VertexId> vertex_of_;  // a statement's first vertex, or none
  std::vector<VertexId> arrival_;    // where a run is that goes to it; never none
  ProcedureId procedure_ = 0;
  std::size_t next_label_ = 0;

  void procedure(ProcedureId p) {
    procedure_ = p;
    const Procedure& source = program_.procedures[p];
    GraphProcedure& target = graph_.procedures_[p];
    target.vertices.first = static_cast<std::uint32_t>(graph_.vertices_.size());
    target.formals = source.formals.count;
    target.locals = symbols_.procedures[p].locals.count;
    target.results = symbols_.procedures[p].results;
    if (source.enforce != no_index)
      target.enforce = program_.expressions[program_.statements[source.enforce].exprs.first];

    place(source.body);
    target.exit = add(VertexKind::Exit, no_index, source.span.end);
    link(source.body, target.exit);
    target.entry = entry(source.body, target.exit);
    resolve_gotos(target.vertices.first);
    resolve_labels(p);
    target.vertices.count =
        static_cast<std::uint32_t>(graph_.vertices_.size()) - target.vertices.first;
  }

  VertexId add(VertexKind kind, std::uint32_t statement, SourceOffset at) {
    const auto v = static_cast<VertexId>(graph_.vertices_.size());
    Vertex vertex;
    vertex.kind = kind;
    vertex.procedure = procedure_;
    vertex.statement = statement;
    vertex.at = at;
    graph_.vertices_.push_back(vertex);
    return v;
  }

  void initialisers() {
    for (const Item& item : program_.items) {
      if (item.kind == Item::Kind::Decl) initialisers_of(item.index, no_index);
      if (item.kind != Item::Kind::Thread) continue;
      for (const Item& own : program_.threads[item.index].items)
        if (own.kind == Item::Kind::Decl) initialisers_of(own.index, item.index);
    }
    std::vector<bool> waiting(graph_.globals());
    for (const Initialiser& initialiser : graph_.initialisers_) waiting[initialiser.slot] = true;
    std::vector<bool> read(graph_.globals());
    for (const Initialiser& initialiser : graph_.initialisers_) {
      for (std::uint32_t node = initialiser.value.first; node <= initialiser.value.root; ++node) {
        if (program_.nodes[node].op != Op::Name) continue;
        const Slot slot = graph_.slot(symbols_.node_variables[node]);
        if (waiting[slot] && !read[slot]) graph_.read_before_initialised_.push_back(slot);
        read[slot] = read[slot] || waiting[slot];
      }
      waiting[initialiser.slot] = false;
    }
  }

  void initialisers_of(std::uint32_t decl, std::uint32_t thread) {
    const Statement& statement = program_.statements[decl];
    for (std::uint32_t i = 0; i < statement.exprs.count; ++i) {
      const ExprRange value = program_.expressions[statement.exprs.first + i];
      if (value.empty()) continue;
      const Initialiser initialiser{graph_.left_hand_side(statement.names.first + i), value,
                                    thread};
      graph_.all_initialisers_.push_back(initialiser);
      if (thread == no_index) graph_.initialisers_.push_back(initialiser);
    }
  }

  /// Traces ask for every global at every step, so this is not to be a search.
  void hidden_globals() {
    std::vector<Slot> global_of(program_.names.size(), no_index);
    for (Slot slot = 0; slot < graph_.shared(); ++slot)
      global_of[symbols_.shared[slot].name] = slot;
    std::vector<Slot>& hidden = graph_.hidden_globals_;
    for (ProcedureId p = 0; p < program_.procedures.size(); ++p) {
      const auto first = static_cast<std::uint32_t>(hidden.size());
      hide_globals(p, global_of);
      std::sort(hidden.begin() + first, hidden.end());
      hidden.erase(std::unique(hidden.begin() + first, hidden.end()), hidden.end());
      graph_.hidden_.push_back({first, static_cast<std::uint32_t>(hidden.size()) - first});
    }
  }

  void hide_globals(ProcedureId p, const std::vector<Slot>& global_of) {
    const std::uint32_t thread = program_.procedures[p].thread;
    static const std::vector<NameRef> none;
    const std::vector<NameRef>& own = thread == no_index ? none : symbols_.thread_globals[thread];
    const auto hide = [&](NameId name) {
      if (global_of[name] != no_index) graph_.hidden_globals_.push_back(global_of[name]);
    };
    for (const NameRef& global : own) hide(global.name);
    const Range locals = symbols_.procedures[p].locals;
    for (std::uint32_t i = 0; i < locals.count; ++i) {
      const NameId name = symbols_.locals[locals.first + i].name;
      hide(name);
      for (std::size_t j = 0; j < own.size(); ++j)
        if (own[j].name == name)
          graph_.hidden_globals_.push_back(graph_.shared() + static_cast<Slot>(j));
    }
    for (auto slot = graph_.shared() + static_cast<Slot>(own.size()); slot < graph_.globals();
         ++slot)
      graph_.hidden_globals_.push_back(slot);
  }

  // First pass

  void place(std::uint32_t first) {
    for (std::uint32_t i = first; i != no_index; i = program_.statements[i].next) {
      std::uint32_t branch = i;
      while (true) {  // an if and its chain of elsif
        const Statement& statement = program_.statements[branch];
        place_one(branch);
        place(statement.body);
        if (statement.otherwise == no_index) break;
        if (!program_.statements[statement.otherwise].is_elsif) {
          place(statement.otherwise);
          break;
        }
        branch = statement.otherwise;
      }
    }
  }

  void place_one(std::uint32_t index) {
    const Statement& statement = program_.statements[index];
    if (statement.kind == StatementKind::Enforce) return;
    if (statement.kind == StatementKind::Decl) return place_initialisers(index);
    const bool starts = starts_thread(program_, statement);
    const VertexKind kind = starts ? VertexKind::StartThread : kind_of(statement.kind);
    const VertexId v = add(kind, index, statement.span.begin);
    vertex_of_[index] = v;
    Vertex& vertex = graph_.vertices_[v];
    vertex.names = statement.names;
    vertex.exprs = statement.exprs;
    vertex.has_constrain = statement.has_constrain;
    vertex.callee = symbols_.callees[index];
    if (vertex.kind != VertexKind::Assert) return;
    const VertexId error = add(VertexKind::Error, index, statement.span.begin);
    graph_.vertices_[v].otherwise = error;
  }

  /// Each initialiser is an assignment at its place, in order; without one no step at all.
  void place_initialisers(std::uint32_t index) {
    const Statement& statement = program_.statements[index];
    for (std::uint32_t i = 0; i < statement.exprs.count; ++i) {
      if (program_.expressions[statement.exprs.first + i].empty()) continue;
      const std::uint32_t ref = statement.names.first + i;
      const VertexId v = add(VertexKind::Assign, index, program_.refs[ref].at);
      graph_.vertices_[v].names = {ref, 1};
      graph_.vertices_[v].exprs = {statement.exprs.first + i, 1};
      if (vertex_of_[index] == no_index) vertex_of_[index] = v;
    }
  }

  [[nodiscard]] static VertexKind kind_of(StatementKind kind) {
    switch (kind) {
      case StatementKind::Goto: return VertexKind::Goto;
      case StatementKind::Return: return VertexKind::Return;
      case StatementKind::Assign: return VertexKind::Assign;
      case StatementKind::Call: return VertexKind::Call;
      case StatementKind::Assert: return VertexKind::Assert;
      case StatementKind::Assume: return VertexKind::Assume;
      case StatementKind::Dead: return VertexKind::Dead;
      case StatementKind::EndThread: return VertexKind::EndThread;
      case StatementKind::If:
      case StatementKind::While: return VertexKind::Branch;
      default: return VertexKind::Skip;
    }
  }

  // Second pass

  /// Where control arrives that goes to a statement of a sequence followed by `follow`.
  [[nodiscard]] VertexId entry(std::uint32_t first, VertexId follow) const {
    for (std::uint32_t i = first; i != no_index; i = program_.statements[i].next)
      if (vertex_of_[i] != no_index) return vertex_of_[i];
    return follow;
  }

  void link(std::uint32_t first, VertexId follow) {
    VertexId after = no_index;
    for (std::uint32_t i = first; i != no_index; i = program_.statements[i].next) {
      // What follows a statement without a step also follows the one before it.
      if (after == no_index || vertex_of_[i] != no_index)
        after = entry(program_.statements[i].next, follow);
      std::uint32_t branch = i;
      while (branch != no_index) branch = link_one(branch, after);
    }
  }

  /// Links one statement; the elsif that goes on its chain, or no_index.
  std::uint32_t link_one(std::uint32_t index, VertexId after) {
    const Statement& statement = program_.statements[index];
    const VertexId v = vertex_of_[index];
    arrival_[index] = v == no_index ? after : v;
    if (v == no_index) return no_index;
    Vertex& vertex = graph_.vertices_[v];
    vertex.next = after;
    switch (statement.kind) {
      case StatementKind::Decl: link_initialisers(v, index, after); break;
      case StatementKind::Return: vertex.next = graph_.procedures_[procedure_].exit; break;
      case StatementKind::EndThread:
      case StatementKind::Goto: vertex.next = no_index; break;
      case StatementKind::While:
        vertex.next = entry(statement.body, v);
        vertex.otherwise = after;
        link(statement.body, v);
        break;
      case StatementKind::If: {
        vertex.next = entry(statement.body, after);
        vertex.otherwise = entry(statement.otherwise, after);
        link(statement.body, after);
        if (statement.otherwise != no_index && program_.statements[statement.otherwise].is_elsif)
          return statement.otherwise;
        link(statement.otherwise, after);
        break;
      }
      default: break;
    }
    return no_index;
  }

  void link_initialisers(VertexId first, std::uint32_t index, VertexId after) {
    VertexId v = first;
    while (v + 1 < graph_.vertices_.size() && graph_.vertices_[v + 1].statement == index) {
      graph_.vertices_[v].next = v + 1;
      ++v;
    }
    graph_.vertices_[v].next = after;
  }

  void resolve_gotos(VertexId first) {
    for (VertexId v = first; v < graph_.vertices_.size(); ++v) {
      Vertex& vertex = graph_.vertices_[v];
      const bool starts_at_label = vertex.kind == VertexKind::StartThread && !vertex.names.empty();
      if (vertex.kind != VertexKind::Goto && !starts_at_label) continue;
      vertex.targets = {static_cast<std::uint32_t>(graph_.targets_.size()), vertex.names.count};
      for (std::uint32_t i = 0; i < vertex.names.count; ++i)
        graph_.targets_.push_back(arrival_[symbols_.ref_statements[vertex.names.first + i]]);
    }
  }

  void resolve_labels(ProcedureId p) {
    for (; next_label_ < symbols_.labels.size() && symbols_.labels[next_label_].procedure == p;
         ++next_label_) {
      const Label& label = symbols_.labels[next_label_];
      graph_.labels_.push_back({label.name, p, arrival_[label.statement], label.at});
    }
  }
};

Graph::Graph(const Program& program, const Symbols& symbols)
    : program_(program), symbols_(symbols) {
  GraphBuilder(*this).run();
}

std::uint32_t Graph::slots() const {
  std::uint32_t out = globals();
  for (ProcedureId p = 0; p < procedures_.size(); ++p) out = std::max(out, first_result(p));
  return out;
}

std::string_view Graph::procedure_name(ProcedureId p) const {
  return program_.text(program_.procedures[p].name.name);
}

std::string Graph::slot_name(ProcedureId p, Slot slot) const {
  if (slot < shared()) return std::string(program_.text(symbols_.shared[slot].name));
  if (slot < globals()) {
    const std::uint32_t thread = program_.procedures[p].thread;
    const Slot own = slot - shared();
    if (thread == no_index || own >= symbols_.thread_globals[thread].size())
      return fmt::format("own {}", own + 1);
    return std::string(program_.text(symbols_.thread_globals[thread][own].name));
  }
  const Slot local = slot - globals();
  if (local >= procedures_[p].locals) return fmt::format("result {}", slot - first_result(p) + 1);
  const Range locals = symbols_.procedures[p].locals;
  return std::string(program_.text(symbols_.locals[locals.first + local].name));
}

Atomicity Graph::atomicity(VertexId v) const {
  const std::uint32_t statement = vertices_[v].statement;
  if (statement == no_index) return Atomicity::Kept;
  switch (program_.statements[statement].kind) {
    case StatementKind::AtomicBegin: return Atomicity::Begins;
    case StatementKind::AtomicEnd: return Atomicity::Ends;
    default: return Atomicity::Kept;
  }
}

bool Graph::is_hidden(ProcedureId p, Slot global) const {
  const auto first = hidden_globals_.begin() + hidden_[p].first;
  return std::binary_search(first, first + hidden_[p].count, global);
}

std::string Graph::statement_text(VertexId v) const {
  const Vertex& vertex = vertices_[v];
  if (vertex.statement == no_index) return "end";
  const Statement& statement = program_.statements[vertex.statement];
  std::string out;
  for (const char c : program_.source->text(statement.span)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  const bool is_condition =
      statement.kind == StatementKind::If || statement.kind == StatementKind::While;
  if (!is_condition) out += ';';
  return out;
}

}  // namespace hardbop::bp
