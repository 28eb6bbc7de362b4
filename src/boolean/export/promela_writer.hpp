// SPDX-License-Identifier: MIT
// What models in Promela of sequential and concurrent programs have in common: the steps of one
// thread. Private to the layer.
//
// Without recursion, a procedure is active at most once at a time. So its locals are variables of
// the model, its return address is one number, and a call is a jump. The text stays linear, while
// inlining would double it with every level of calls.
//
// Promela's expressions have no free choices. So each step first makes its choices, in scratch
// variables, then tests whether the program has this step, and then changes state and pc in one
// indivisible d_step. The d_step also resets the scratch variables to 0, so that equal states are
// equal. A condition that can be both true and false is tested after the choice: each outcome
// belongs to some run.
#pragma once

#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "boolean/analysis/call_graph.hpp"
#include "boolean/export/problem.hpp"

namespace hardbop::exporting {

class PromelaWriter {
 public:
  explicit PromelaWriter(const Problem& problem);
  PromelaWriter(const PromelaWriter&) = delete;
  PromelaWriter& operator=(const PromelaWriter&) = delete;
  virtual ~PromelaWriter() = default;

  [[nodiscard]] std::string run();

 protected:
  /// What a step assigns, at once.
  using Updates = std::vector<std::pair<std::string, std::string>>;

  // What differs

  /// What comes before the steps of the process that executes statements; written last, as only
  /// then all scratch variables are known.
  virtual void prelude() = 0;
  /// How that process comes to its first vertex.
  virtual void start() = 0;
  /// The end of that process, and what comes behind it.
  virtual void end() = 0;
  /// The program has the step only if this holds.
  virtual void require(const std::string& condition) = 0;
  /// The beginning of the atomic sequence of a vertex.
  virtual void begin_step(VertexId v) = 0;
  /// What a step to `to`, no_index at the end, does besides; `a = 1; `.
  [[nodiscard]] virtual std::string also(VertexId to) const = 0;
  virtual void start_thread(VertexId v) = 0;
  /// Whether a thread of its own can be in the procedure, so that its end is the thread's.
  [[nodiscard]] virtual bool can_be_outermost(ProcedureId p) const = 0;

  // Texts

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }
  void declare(const std::string& name, std::string_view original_name);
  void declare_frames();
  void declare_scratch();
  void define_choose();
  [[nodiscard]] virtual std::string variable(ProcedureId p, Slot slot) const;

  /// The choices in it are made first.
  [[nodiscard]] std::string value(ProcedureId p, bp::ExprRange range);
  [[nodiscard]] std::string value(ProcedureId p, std::uint32_t index);
  /// The texts of its variables are looked up.
  [[nodiscard]] std::string value(bp::ExprRange range,
                                  const std::function<std::string(Slot, bool)>& lookup);
  void forget_choices();
  /// That the procedure's enforce holds after the updates.
  void enforce(ProcedureId p, const Updates& updates);
  /// The end of a step: to `to`, with the updates.
  void go(VertexId to, const Updates& updates, std::uint32_t next = 0);

  [[nodiscard]] const bp::Graph& graph() const { return graph_; }
  [[nodiscard]] const Problem& problem() const { return problem_; }
  [[nodiscard]] const std::vector<ProcedureId>& procedures() const { return procedures_; }
  /// At which the step at hand began.
  [[nodiscard]] VertexId current() const { return current_; }

 private:
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

  [[nodiscard]] std::string result(ProcedureId p, std::uint32_t i) const;
  [[nodiscard]] std::size_t return_number(VertexId call) const;
  [[nodiscard]] std::string fresh_choice();

  void vertex(VertexId v);
  void step(VertexId v, const Vertex& vertex);
  void finish(const Vertex& vertex, VertexId to, const Updates& updates, std::uint32_t next = 0);
  void branch(const Vertex& vertex);
  void choose_target(const Vertex& vertex);
  void assign(const Vertex& vertex);
  void call(VertexId v, const Vertex& vertex);
  void come_back(const Vertex& exit);
};

}  // namespace hardbop::exporting
