// SPDX-License-Identifier: MIT
// A sequential program that simulates every run of a concurrent one with exactly K context
// switches, so that the summary engine can decide about it; in the spirit of Lal and Reps
// [lal09], with the copies of globals that [getafix09 §5.1] counts: K + 1, and the current one.
//
// Which thread is active in each context, and the shared values with which contexts 1..K begin,
// are guessed in advance and never change. Then the threads run one after the other, each on a
// stack of its own through all of its contexts: it may leave context i where the shared values
// are those guessed for i + 1, and goes on in its next context j with those guessed for j. The
// thread that is active last runs last. When it arrives in context K, all others have shown
// that they can do what was guessed of them, so the arrival is that of a concurrent run.
//
// It is a program like any other: what is simulated can be read, and nothing else of Hardbop has
// to know about it. What its statements, variables and procedures stand for is kept beside it.
// docs/design/concurrency.md has an example.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "boolean/language/checked_program.hpp"
#include "boolean/language/statement_tags.hpp"
#include "boolean/transform/shared_use.hpp"

namespace hardbop::transform {

/// Somebody who can be active: an initial thread, or one that some statement starts.
struct Actor {
  std::size_t kind = 0;                  // in SharedUse::kinds
  std::uint32_t initial = bp::no_index;  // in Threads::initial; none: a started thread
};

struct Simulation {
  std::uint32_t switches = 0;   // exactly so many
  std::uint32_t rounds = 0;     // at most so many, where not 0
  std::size_t last_kind = 0;    // what kind of thread is active last
  std::uint32_t last_copy = 0;  // which of them, where rounds are bounded; else it does not matter
};

/// What a statement of the simulation stands for.
struct Role {
  enum class Kind : std::uint8_t {
    None,
    Statement,  // `vertex` is executed
    Claim,      // `vertex` is executed and starts actor `number`
    Arrives,    // the statement before leads to `vertex`
    Target,     // `vertex` is arrived at; by the return `number`, where not 0, less one
    Begun,      // the initialisers are done
    Run,        // actor `number` runs
    Init,       // `init` runs
  };
  Kind kind = Kind::None;
  bp::VertexId vertex = bp::no_index;
  std::uint32_t number = 0;
};

/// Where the simulation keeps what: slots of its globals, or no_index.
struct SimulatedSlots {
  /// An actor, and a slot of the program.
  using Of = std::pair<std::uint32_t, bp::Slot>;

  std::vector<bp::Slot> globals;       // by global of the program, for the thread that runs
  std::vector<bp::Slot> context_bits;  // lowest first
  bp::Slot unwinding = bp::no_index;   // the actor has no more contexts
  std::map<Of, bp::Slot> initialised;  // own globals as initialisers left them
  std::map<Of, bp::Slot> given;        // what a started thread is given
};

/// As it is made.
struct SequentialProgram {
  std::shared_ptr<const bp::Program> program;
  bp::StatementTags<Role> roles;
  SimulatedSlots slots;
  std::vector<bp::VertexId> begins;  // by procedure but `main`, which is last: where it begins
  std::vector<Actor> actors;
};

class Sequential {
 public:
  Sequential(const bp::Threads& threads, const SharedUse& use, const Simulation& simulation,
             const std::vector<std::vector<bp::VertexId>>& targets);

  [[nodiscard]] const bp::Graph& graph() const { return checked_.graph(); }
  [[nodiscard]] bp::ProcedureId main() const {
    return static_cast<bp::ProcedureId>(made_.begins.size());
  }
  /// By target: where the simulation arrives at it.
  [[nodiscard]] const std::vector<std::vector<bp::VertexId>>& targets() const { return targets_; }
  [[nodiscard]] const std::vector<Actor>& actors() const { return made_.actors; }
  [[nodiscard]] Role role(bp::VertexId v) const { return made_.roles.at(graph().vertex(v)); }
  [[nodiscard]] const SimulatedSlots& slots() const { return made_.slots; }
  /// Where in the program a procedure of the simulation begins; not of `main`.
  [[nodiscard]] bp::VertexId begin_of(bp::ProcedureId p) const { return made_.begins[p]; }
  /// An order of the slots for decision diagrams: locals, then globals as they are declared.
  [[nodiscard]] std::vector<bp::Slot> order() const;

 private:
  SequentialProgram made_;
  bp::CheckedProgram checked_;  // of it
  std::vector<std::vector<bp::VertexId>> targets_;
};

}  // namespace hardbop::transform
