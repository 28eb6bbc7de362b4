// SPDX-License-Identifier: MIT
// How a simulation is made. Private to the folder.
//
// |  s3        | shared global of slot 3, now                                        |
// |  g2_3      | the same at the start of context 2 (exchanged ones only)            |
// |  o5, l0    | own global of slot 5 of the thread that runs; local 0               |
// |  i1_5      | own global of slot 5 of actor 1 as its initialisers left it         |
// |  t2_0      | bit 0 of the actor that is active in context 2                      |
// |  b2        | the actor that runs is active in context 2                          |
// |  c0        | bit 0 of the context; one more than the last one is `init`          |
// |  a, u      | in an atomic section; unwinding, as the actor has no more contexts  |
// |  y1_0, x1_5, k1 | of actor 1, a started thread: bit 0 of the number of its site, |
// |            | what it is given for slot 5, whether somebody has started it         |
// |  z0        | a result on its way, where it may have to be dropped                 |
#pragma once

#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "boolean/language/program_builder.hpp"
#include "boolean/transform/sequentialise.hpp"

namespace hardbop::transform {

class SequentialBuilder {
 public:
  using Terms = std::vector<bp::NamedTerm>;
  using Names = std::vector<bp::Name>;

  SequentialBuilder(const bp::Threads& threads, const SharedUse& use, const Simulation& simulation,
                    const std::vector<std::vector<bp::VertexId>>& targets);

  [[nodiscard]] SequentialProgram run();

 private:
  const bp::Threads& threads_;
  const bp::Graph& graph_;
  const SharedUse& use_;
  Simulation simulation_;
  std::vector<bool> is_target_;  // by vertex
  std::uint32_t last_ = 0;       // the actor that is active last
  std::uint32_t actor_bits_ = 0;
  std::uint32_t context_bits_ = 0;
  std::uint32_t site_bits_ = 0;
  bool unwinds_ = false;
  bool keeps_results_ = false;
  bp::NamePool pool_;
  bp::ProgramBuilder builder_;
  SequentialProgram out_;
  Names globals_;           // declared so far
  std::string label_;       // of the statement that comes next
  std::string own_prefix_;  // how own globals are called, up to the slot

  [[nodiscard]] std::uint32_t contexts() const { return simulation_.switches + 1; }

  // Names
  template <typename... Arguments>
  [[nodiscard]] bp::Name name(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
    return pool_.intern(fmt::format(pattern, std::forward<Arguments>(arguments)...));
  }
  template <typename... Arguments>
  [[nodiscard]] bp::NamedTerm term(fmt::format_string<Arguments...> pattern,
                                   Arguments&&... arguments) {
    return bp::NamedTerm::of(name(pattern, std::forward<Arguments>(arguments)...));
  }
  [[nodiscard]] bp::Name variable(bp::Slot slot);
  [[nodiscard]] bp::NamedTerm expression(bp::ExprRange range);
  [[nodiscard]] bp::NamedTerm expression(std::uint32_t index);
  [[nodiscard]] Terms expressions(bp::Range range);
  /// The variables of this prefix, `bits` many, say `value`: now, or after the step.
  [[nodiscard]] bp::NamedTerm is(const std::string& prefix, std::uint32_t bits, std::uint32_t value,
                                 bool is_next = false);
  [[nodiscard]] bp::NamedTerm in_context(std::uint32_t context, bool is_next = false);
  [[nodiscard]] bp::NamedTerm active(std::uint32_t context, std::uint32_t actor);
  [[nodiscard]] Names context_names();

  // Statements
  void add(const Role& role, bp::Draft draft);
  void skip(const Role& role = {}) { add(role, {}); }
  void assume(const bp::NamedTerm& condition, const Role& role = {});
  void assign(const Role& role, const Names& names, const Terms& values,
              const std::optional<bp::NamedTerm>& constrain = {});
  void set(const Role& role, bp::Name name, const bp::NamedTerm& value);
  void go_to(const Role& role, const Names& labels);
  void call(const Role& role, const Names& names, const std::string& callee, const Terms& values);
  void give_back(const Role& role = {}, const Terms& values = {});
  void begin_if(const bp::NamedTerm& condition, const Role& role = {});
  void else_stuck();
  void leave_if_unwinding();

  // Declarations and main
  void choose_actors();
  bp::Slot declare(bp::Name name);
  void declarations();
  void declare_of(std::uint32_t actor);
  void declare_locals(const Names& names);
  void main();
  void run_init();
  void reset();
  void set_context(std::uint32_t context);
  void initialisers();
  void schedule();
  void alike_actors_in_order();
  void bound_rounds();
  void run_actor(std::uint32_t actor);
  void start_actor(std::uint32_t actor);
  void enter_first_context(std::uint32_t actor);
  void call_actor(std::uint32_t actor);
  void call_started(std::uint32_t actor);
  [[nodiscard]] Names own_globals();
  [[nodiscard]] std::vector<bp::Slot> initialised_slots(std::uint32_t block) const;

  // Switches
  void leave(bool at_end);
  void resume();
  void take_shared();
  void switch_point();
  void end_thread();
  [[nodiscard]] bp::NamedTerm arrival_condition();

  // Procedures
  void procedure(const std::string& title, bp::ProcedureId p, bp::VertexId entry, bool all_given);
  void vertex(bp::VertexId v);
  void statement(bp::VertexId v);
  void goto_statement(bp::VertexId v);
  void branch(bp::VertexId v);
  void assignment(bp::VertexId v);
  void call_statement(bp::VertexId v);
  void return_statement(bp::VertexId v);
  void skip_statement(bp::VertexId v);
  void start_thread(bp::VertexId v);
  void claim(bp::VertexId v, std::uint32_t actor);
  void arrive(bp::VertexId v, std::uint32_t number = 0);
  void go(bp::VertexId from, bp::VertexId to);
  void enforce(bp::ProcedureId p);
  [[nodiscard]] Names left_hand_sides(const bp::Vertex& vertex);
  [[nodiscard]] bp::NamedTerm later(std::uint32_t actor);
};

/// Of none: T.
[[nodiscard]] bp::NamedTerm all_of(const std::vector<bp::NamedTerm>& parts);
/// Of none: F.
[[nodiscard]] bp::NamedTerm any_of(const std::vector<bp::NamedTerm>& parts);

}  // namespace hardbop::transform
