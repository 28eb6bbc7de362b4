// SPDX-License-Identifier: MIT
// The control-flow graph of a Boolean program, after [ball00 §2.3]: one vertex per
// statement, one exit vertex per procedure, one error vertex per assertion. Unlike the
// paper we need no skip after a call, and give each assertion an error vertex of its own,
// so that each can be asked for.
//
// Variables become slots of a frame: the program's globals, then the globals of the thread
// that executes it, then the procedure's formals and locals, then its results (which have a
// value at the exit vertex only). Every thread has own globals in the same slots, as many as
// the thread block with most of them has: so a procedure's frame is the same whoever calls
// it, and one thread alone is a sequential program.
#pragma once

#include <string>
#include <vector>

#include "boolean/language/ast.hpp"
#include "boolean/language/symbols.hpp"

namespace hardbop::bp {

using VertexId = std::uint32_t;
using Slot = std::uint32_t;

/// The slot of `_`.
constexpr Slot discard_slot = no_index;

enum class VertexKind : std::uint8_t {
  Skip,    // also print and the atomic markers, which change nothing
  Goto,    // chooses among `targets`
  Branch,  // if, while: `next` where the condition is true, `otherwise` where false
  Assign,
  Dead,
  Assume,
  Assert,       // `next` where the condition is true, `otherwise` (an Error) where false
  Call,         // `callee`; control comes back at `next`
  Return,       // to the exit, with results
  StartThread,  // runs `callee`, or goes on at the one of `targets` with a copy of this frame
  EndThread,
  Exit,
  Error,
};

struct Vertex {
  VertexKind kind = VertexKind::Skip;
  bool has_constrain = false;  // Assign: the last of `exprs`
  ProcedureId procedure = 0;
  std::uint32_t statement = no_index;  // Exit: none; Error: the assertion
  SourceOffset at = 0;
  VertexId next = no_index;
  VertexId otherwise = no_index;
  ProcedureId callee = no_index;
  Range targets;  // Goto, StartThread: into Graph::targets
  Range names;    // left-hand sides: into Program::refs
  Range exprs;    // values, arguments, condition: into Program::expressions
};

struct GraphProcedure {
  VertexId entry = no_index;  // its first statement, or its exit
  VertexId exit = no_index;
  Range vertices;
  std::uint32_t formals = 0;
  std::uint32_t locals = 0;  // formals among them
  std::uint32_t results = 0;
  ExprRange enforce;  // empty where there is none
};

struct GraphLabel {
  NameId name = NameTable::none;
  ProcedureId procedure = 0;
  VertexId vertex = no_index;
  SourceOffset at = 0;
};

/// `decl g := e;` of a global.
struct Initialiser {
  Slot slot = 0;
  ExprRange value;
  std::uint32_t thread = no_index;  // the block whose own global it is; none: the program's
};

/// What a statement does to the active thread's atomicity.
enum class Atomicity : std::uint8_t { Kept, Begins, Ends };

class Graph {
 public:
  /// Both must outlive the graph and be free of errors.
  Graph(const Program& program, const Symbols& symbols);

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] const Symbols& symbols() const { return symbols_; }
  [[nodiscard]] const std::vector<Vertex>& vertices() const { return vertices_; }
  [[nodiscard]] const Vertex& vertex(VertexId v) const { return vertices_[v]; }
  [[nodiscard]] const std::vector<GraphProcedure>& procedures() const { return procedures_; }
  [[nodiscard]] const GraphProcedure& procedure(ProcedureId p) const { return procedures_[p]; }
  [[nodiscard]] const std::vector<VertexId>& targets() const { return targets_; }
  /// By procedure, in the order of the text.
  [[nodiscard]] const std::vector<GraphLabel>& labels() const { return labels_; }

  /// In the order in which they run, without those of threads' own globals.
  [[nodiscard]] const std::vector<Initialiser>& initialisers() const { return initialisers_; }
  /// In the order in which they run, all of them.
  [[nodiscard]] const std::vector<Initialiser>& all_initialisers() const {
    return all_initialisers_;
  }
  /// Initialised globals whose arbitrary first value some initialiser reads.
  [[nodiscard]] const std::vector<Slot>& read_before_initialised() const {
    return read_before_initialised_;
  }

  [[nodiscard]] Atomicity atomicity(VertexId v) const;

  // Frames
  /// Slots of the program's globals, which its threads share.
  [[nodiscard]] std::uint32_t shared() const {
    return static_cast<std::uint32_t>(symbols_.shared.size());
  }
  /// Slots of globals, those of the running thread's own among them.
  [[nodiscard]] std::uint32_t globals() const { return globals_; }
  [[nodiscard]] std::uint32_t frame_size(ProcedureId p) const {
    return globals() + procedures_[p].locals + procedures_[p].results;
  }
  [[nodiscard]] Slot first_result(ProcedureId p) const { return globals() + procedures_[p].locals; }
  /// Slots of the widest frame, results aside.
  [[nodiscard]] std::uint32_t slots() const;
  [[nodiscard]] Slot slot(VariableRef variable) const {
    switch (variable.scope()) {
      case VariableRef::Scope::Shared: return variable.index();
      case VariableRef::Scope::Thread: return shared() + variable.index();
      case VariableRef::Scope::Local: return globals() + variable.index();
      case VariableRef::Scope::Discard: break;
    }
    return discard_slot;
  }
  /// The slot a left-hand side of Vertex::names means.
  [[nodiscard]] Slot left_hand_side(std::uint32_t ref) const {
    return slot(symbols_.ref_variables[ref]);
  }
  /// The variable's name; results are called "result 1", ….
  [[nodiscard]] std::string slot_name(ProcedureId p, Slot slot) const;
  /// Whether this global is not in scope in that procedure: a local or a thread's own global
  /// hides it, or it belongs to a thread and the procedure does not.
  [[nodiscard]] bool is_hidden(ProcedureId p, Slot global) const;
  [[nodiscard]] std::string_view procedure_name(ProcedureId p) const;
  /// The source text of a vertex' statement on one line; conditions without their bodies.
  [[nodiscard]] std::string statement_text(VertexId v) const;

 private:
  friend class GraphBuilder;
  friend class GraphEditor;
  friend class GraphPart;

  /// A graph to be filled.
  struct Empty {};
  Graph(const Program& program, const Symbols& symbols, Empty /*none*/)
      : program_(program), symbols_(symbols) {}

  const Program& program_;
  const Symbols& symbols_;
  std::vector<Vertex> vertices_;
  std::vector<GraphProcedure> procedures_;
  std::vector<VertexId> targets_;
  std::vector<GraphLabel> labels_;
  std::vector<Initialiser> initialisers_;
  std::vector<Initialiser> all_initialisers_;
  std::uint32_t globals_ = 0;
  std::vector<Slot> read_before_initialised_;
  std::vector<Range> hidden_;         // by procedure: into hidden_globals_
  std::vector<Slot> hidden_globals_;  // ascending in each stretch
};

}  // namespace hardbop::bp
