// SPDX-License-Identifier: MIT
#include "c/verify/blocking.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "c/verify/runs.hpp"
#include "c/verify/unreached.hpp"

namespace hardbop::verify {

using c::Sink;

namespace {

auto order_of(const Blocking& one) {
  return std::tie(one.at.file, one.at.line, one.at.column, one.text);
}

/// What is reached stays so where another does not know it.
void put_in_order(std::vector<Blocking>& blocking) {
  const auto comes_before = [](const Blocking& a, const Blocking& b) {
    return std::tuple(order_of(a), !a.is_reached) < std::tuple(order_of(b), !b.is_reached);
  };
  std::ranges::sort(blocking, comes_before);
  const auto is_same = [](const Blocking& a, const Blocking& b) {
    return order_of(a) == order_of(b);
  };
  blocking.erase(std::unique(blocking.begin(), blocking.end(), is_same), blocking.end());
}

/// The first points of a run, which end at a place that blocks.
void tell(const Task& task, const c::Model& model, const words::Run& run, std::size_t points,
          const Blocking& end, Finding& out) {
  if (!task.wanted.trace) return;
  out.blocked_run = {end.text, c::explain(task.program, model, first_points(run, points), end.at)};
}

/// Where C does something wrong before the run gets to its sink, that blocks, and the run ends
/// there.
void add_run(const Task& task, const c::Model& model, const words::Run& run, Finding& out) {
  const c::Replayed replayed = c::replay_to_limit(task.program, model, run);
  if (replayed.kind == c::Replayed::Kind::Differs) return;
  if (replayed.kind == c::Replayed::Kind::Follows) {
    const Sink& sink = sink_of(model, run.back().block);
    return tell(task, model, run, run.size(), {sink.at, sink.text}, out);
  }
  tell(task, model, run, replayed.points, {replayed.at, replayed.text}, out);
  const bool is_before = std::any_of(
      run.begin() + static_cast<std::ptrdiff_t>(replayed.points), run.end(),
      [&](const words::Point& point) { return model.blocks[point.block].statement != c::none; });
  if (is_before) out.blocking.push_back({replayed.at, replayed.text});
}

}  // namespace

Finding report_blocked(const Task& task, const c::Model& model, const ReachedSinks& reached) {
  Finding out;
  for (const Sink* const sink : reached.sinks) out.blocking.push_back({sink->at, sink->text});
  out.is_all_blocking = reached.are_all;
  add_unreached(task.program, model, reached.sinks, reached.are_all, out.blocking);
  if (reached.run != nullptr) add_run(task, model, *reached.run, out);
  put_in_order(out.blocking);
  return out;
}

Finding report_fault(const Task& task, const c::Model& model, const words::Run& run,
                     const c::Replayed& fault) {
  Finding out;
  const Blocking place{fault.at, fault.text};
  out.blocking.push_back(place);
  add_unreached(task.program, model, {}, false, out.blocking);
  tell(task, model, run, fault.points, place, out);
  put_in_order(out.blocking);
  return out;
}

void add_blocking(const Finding& from, Finding& to) {
  // Who knows all that is reached knows better than others where more may be in the way.
  const bool counts = from.is_all_blocking || !to.is_all_blocking;
  if (from.is_all_blocking && !to.is_all_blocking)
    std::erase_if(to.blocking, [](const Blocking& one) { return !one.is_reached; });
  for (const Blocking& one : from.blocking)
    if (one.is_reached || counts) to.blocking.push_back(one);
  put_in_order(to.blocking);
  to.is_all_blocking = to.is_all_blocking || from.is_all_blocking;
  if (!to.blocked_run) to.blocked_run = from.blocked_run;
}

std::string blocking_text(const c::Program& program, const std::vector<Blocking>& blocking) {
  if (blocking.empty()) return "";
  if (blocking.size() > 1) return fmt::format("unsupported constructs ({})", blocking.size());
  return fmt::format("unsupported: {} at {}", blocking.front().text,
                     place_text(program, blocking.front().at));
}

}  // namespace hardbop::verify
