// SPDX-License-Identifier: MIT
// The text of a simulation. Private to the folder.
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
#include <iterator>
#include <string>
#include <vector>

#include "boolean/transform/sequentialise.hpp"

namespace hardbop::engine {

class SequentialText {
 public:
  SequentialText(const bp::Threads& threads, const SharedUse& use, const Simulation& simulation,
                 const std::vector<std::vector<bp::VertexId>>& targets);

  void write();

  std::string text;
  std::vector<LineRole> roles;
  std::vector<Actor> actors;

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
  std::string label_;       // of the statement that comes next
  std::string own_prefix_;  // how own globals are called, up to the slot

  [[nodiscard]] std::uint32_t contexts() const { return simulation_.switches + 1; }

  // Pieces
  template <typename... Arguments>
  void line(LineRole role, fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
    text += label_;
    label_.clear();
    fmt::format_to(std::back_inserter(text), pattern, std::forward<Arguments>(arguments)...);
    text += '\n';
    roles.push_back(role);
  }
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
    line(LineRole{}, pattern, std::forward<Arguments>(arguments)...);
  }
  void assign(LineRole role, const std::vector<std::string>& names,
              const std::vector<std::string>& values, const std::string& constrain = "");
  [[nodiscard]] std::string variable(bp::Slot slot) const;
  [[nodiscard]] std::string expression(bp::ExprRange range) const;
  [[nodiscard]] std::string expression(std::uint32_t index) const;
  /// The bits of `name`, `bits` many, say `value`; each preceded by `prime`.
  [[nodiscard]] static std::string is(const std::string& name, std::uint32_t bits,
                                      std::uint32_t value, const char* prime = "");
  [[nodiscard]] std::string in_context(std::uint32_t context, const char* prime = "") const;
  [[nodiscard]] std::string active(std::uint32_t context, std::uint32_t actor) const;

  // Declarations and main
  void choose_actors();
  void declare(const std::vector<std::string>& names);
  void declarations();
  void main();
  void set_context(std::uint32_t context);
  void initialisers();
  void schedule();
  void alike_actors_in_order();
  void bound_rounds();
  void run_actor(std::uint32_t actor);
  void start_actor(std::uint32_t actor);
  void call_actor(std::uint32_t actor);
  [[nodiscard]] std::vector<bp::Slot> initialised_slots(std::uint32_t block) const;

  // Switches
  void leave(bool at_end);
  void resume();
  void take_shared();
  void switch_point();
  void end_thread();
  [[nodiscard]] std::string arrival_condition() const;

  // Procedures
  void procedure(const std::string& name, bp::ProcedureId p, bp::VertexId entry, bool all_given);
  void vertex(bp::VertexId v);
  void statement(bp::VertexId v);
  void call_and_keep(bp::VertexId v, const std::vector<std::string>& names,
                     const std::vector<std::string>& values);
  void start_thread(bp::VertexId v);
  void arrive(bp::VertexId v, std::uint32_t number = 0);
  void go(bp::VertexId from, bp::VertexId to);
  void enforce(bp::ProcedureId p);
  [[nodiscard]] std::string later(std::uint32_t actor) const;
};

}  // namespace hardbop::engine
