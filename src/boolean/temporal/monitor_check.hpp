// SPDX-License-Identifier: MIT
// Can a run bring a monitor into an error state? The monitor becomes part of the program, as
// [martin00 §4.1] has it, and then it is reachability, which any engine decides.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "boolean/engine/engine.hpp"
#include "boolean/temporal/monitor.hpp"
#include "boolean/trace/expand.hpp"
#include "boolean/trace/lasso.hpp"

namespace hardbop::temporal {

struct MonitorFinding {
  engine::Outcome outcome = engine::Outcome::Unknown;
  std::string reason;
  std::string note;  // about the trace
  /// Of Reached, where wanted: a run up to the configuration that the monitor objects to. Only
  /// where that is the final one, or that of a failed assertion, is it a lasso of that kind.
  std::optional<trace::Lasso> run;
  bool stands_still = false;  // the run has ended or failed
  Monitor::State state = 0;   // the error state
};

/// `query` says how; its entries are the program's, and it has no targets.
[[nodiscard]] MonitorFinding decide_monitor(const bp::Graph& graph, const Monitor& monitor,
                                            engine::Engine& engine, engine::Query query,
                                            Budget& budget, Statistics& statistics);

/// By body of a trace: the monitor's state after it, for states before it. Computed as asked.
class MonitorRun {
 public:
  MonitorRun(const bp::Graph& graph, const Monitor& monitor, const trace::Trace& trace)
      : graph_(graph), monitor_(monitor), trace_(trace) {}

  /// After a completed call.
  [[nodiscard]] Monitor::State after(trace::BodyId body, Monitor::State state);
  /// After the whole trace, the configuration in which it ends not read.
  [[nodiscard]] Monitor::State after_all();

 private:
  const bp::Graph& graph_;
  const Monitor& monitor_;
  const trace::Trace& trace_;
  std::map<std::pair<trace::BodyId, Monitor::State>, Monitor::State> known_;
};

/// The monitor's state after each step of a trace as it is shown, up to where steps are left out:
/// what the monitor has read is not known after that.
[[nodiscard]] std::vector<Monitor::State> states_along(const bp::Graph& graph,
                                                       const Monitor& monitor,
                                                       const trace::Trace& trace,
                                                       const trace::ShownTrace& shown);

}  // namespace hardbop::temporal
