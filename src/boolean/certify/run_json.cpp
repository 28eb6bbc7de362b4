// SPDX-License-Identifier: MIT
#include "boolean/certify/run_json.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/util/diagnostic.hpp"

namespace hardbop::certify {

namespace {

using bp::Valuation;
using bp::VertexId;
using bp::VertexKind;
using Json = nlohmann::json;
using Written = nlohmann::ordered_json;

// Writing

/// A digit for each slot.
std::string digits(const Valuation& frame, std::uint32_t slots) {
  std::string out;
  for (std::uint32_t slot = 0; slot < slots; ++slot)
    out += slot / bp::word_bits < frame.words().size() && frame.get(slot) ? '1' : '0';
  return out;
}

class CompleteRunWriter {
 public:
  explicit CompleteRunWriter(const bp::Graph& graph) : graph_(graph) {}

  [[nodiscard]] Written place(VertexId v, const Valuation& frame) const {
    const bp::Vertex& vertex = graph_.vertex(v);
    return {{"vertex", v},
            {"line", graph_.program().source->locate(vertex.at).line},
            {"frame", digits(frame, graph_.frame_size(vertex.procedure))}};
  }

  [[nodiscard]] Written body(const trace::Body& body) const {
    Written steps = Written::array();
    for (const trace::Step& step : body.steps) {
      steps.push_back(place(step.vertex, step.before));
      if (step.callee != trace::no_body) steps.back()["body"] = step.callee;
    }
    return {{"procedure", graph_.procedure_name(body.procedure)},
            {"steps", std::move(steps)},
            {"end", place(body.end, body.after)}};
  }

 private:
  const bp::Graph& graph_;
};

constexpr std::pair<trace::Lasso::Kind, const char*> lasso_kinds[] = {
    {trace::Lasso::Kind::Loop, "loop"},
    {trace::Lasso::Kind::Terminated, "terminated"},
    {trace::Lasso::Kind::Failed, "failed"}};

// Reading

/// What is read does not have the shape of a run. Thrown and caught here.
struct Misshapen {
  std::string error;
};

[[noreturn]] void misshapen(std::string error) {
  throw Misshapen{std::move(error)};
}

std::uint32_t number_at(const Json& json, const char* key) {
  const Json& found = json.at(key);
  if (!found.is_number_unsigned() || found.get<std::uint64_t>() >= bp::no_index)
    misshapen(fmt::format("'{}' is not a number that it can be", key));
  return static_cast<std::uint32_t>(found.get<std::uint64_t>());
}

Valuation frame_of(const std::string& text, std::uint32_t slots) {
  if (text.size() != slots || text.find_first_not_of("01") != std::string::npos)
    misshapen(fmt::format("a frame should have {} digits 0 and 1", slots));
  Valuation out(slots);
  for (std::uint32_t slot = 0; slot < slots; ++slot) out.set(slot, text[slot] == '1');
  return out;
}

class CompleteRunReader {
 public:
  explicit CompleteRunReader(const bp::Graph& graph) : graph_(graph) {}

  [[nodiscard]] trace::Arrival place(const Json& json) const {
    const VertexId v = number_at(json, "vertex");
    if (v >= graph_.vertices().size()) misshapen(fmt::format("the program has no vertex {}", v));
    return {v, frame_of(json.at("frame").get<std::string>(),
                        graph_.frame_size(graph_.vertex(v).procedure))};
  }

 protected:
  const bp::Graph& graph_;
};

class LassoReader : public CompleteRunReader {
 public:
  using CompleteRunReader::CompleteRunReader;

  trace::Lasso run(const Json& json) {
    const auto kind = json.at("kind").get<std::string>();
    const auto known = std::ranges::find(lasso_kinds, kind,
                                         [](const auto& one) { return std::string(one.second); });
    if (known == std::end(lasso_kinds))
      misshapen(fmt::format("no kind of run {}", quote_name(kind)));
    out_.kind = known->first;
    for (const Json& one : json.at("bodies")) body(one);
    read_open(json.at("open"));
    for (trace::BodyId id = 0; id < out_.trace.bodies.size(); ++id) check_calls(id);
    if (out_.kind != trace::Lasso::Kind::Loop) return std::move(out_);
    out_.frame = number_at(json, "frame");
    out_.step = number_at(json, "step");
    if (out_.frame >= out_.trace.open.size() ||
        out_.step >= out_.trace.bodies[out_.trace.open[out_.frame]].steps.size())
      misshapen("the loop has no beginning");
    return std::move(out_);
  }

 private:
  trace::Lasso out_;
  std::set<trace::BodyId> open_;

  void body(const Json& json) {
    trace::Body body;
    const auto name = json.at("procedure").get<std::string>();
    body.procedure = graph_.program().find_procedure(name);
    if (body.procedure == bp::no_index) misshapen(fmt::format("no procedure {}", quote_name(name)));
    const auto own = [&](const Json& one) {
      trace::Arrival out = place(one);
      if (graph_.vertex(out.vertex).procedure != body.procedure)
        misshapen("a statement of another procedure");
      return out;
    };
    for (const Json& one : json.at("steps")) {
      trace::Arrival at = own(one);
      const bool has_body = one.contains("body");
      const trace::BodyId callee = has_body ? number_at(one, "body") : trace::no_body;
      if (has_body && callee >= out_.trace.bodies.size())
        misshapen("a completed call should stand before its caller");
      body.steps.push_back({at.vertex, std::move(at.frame), callee});
    }
    trace::Arrival end = own(json.at("end"));
    body.end = end.vertex;
    body.after = std::move(end.frame);
    out_.trace.bodies.push_back(std::move(body));
  }

  void read_open(const Json& json) {
    for (const Json& one : json) {
      if (!one.is_number_unsigned() || one.get<std::uint64_t>() >= out_.trace.bodies.size())
        misshapen("the run refers to a body that it does not contain");
      const auto id = static_cast<trace::BodyId>(one.get<std::uint64_t>());
      if (!open_.insert(id).second) misshapen("a body is open twice");
      out_.trace.open.push_back(id);
    }
    if (out_.trace.open.empty()) misshapen("the run is empty");
  }

  /// Calls, and nothing else, have a body; but for the last ones of bodies that wait.
  void check_calls(trace::BodyId id) const {
    const trace::Body& body = out_.trace.bodies[id];
    const bool waits = open_.contains(id) && id != out_.trace.open.back();
    if (waits && body.steps.empty()) misshapen("an open body has no call");
    for (std::size_t i = 0; i < body.steps.size(); ++i) {
      const trace::Step& step = body.steps[i];
      const bool is_last = waits && i + 1 == body.steps.size();
      const bool calls = graph_.vertex(step.vertex).kind == VertexKind::Call;
      if (is_last && !calls) misshapen("an open body does not end with a call");
      if ((step.callee != trace::no_body) != (calls && !is_last))
        misshapen("a call that came back, and nothing else, should have a body");
    }
  }
};

class InterleavedReader : public CompleteRunReader {
 public:
  explicit InterleavedReader(const bp::Threads& threads)
      : CompleteRunReader(threads.graph()), threads_(threads) {}

  trace::Interleaved run(const Json& json) {
    trace::Interleaved out;
    for (const Json& one : json.at("beginnings"))
      out.beginnings.push_back({globals(one, "arbitrary"), globals(one, "initialised")});
    for (const Json& one : json.at("steps")) out.steps.push_back(step(one));
    const Json& end = json.at("end");
    out.last_thread = number_at(end, "thread");
    out.last_depth = number_at(end, "depth");
    out.end = place(end);
    return out;
  }

 private:
  const bp::Threads& threads_;

  [[nodiscard]] Valuation globals(const Json& json, const char* key) const {
    return frame_of(json.at(key).get<std::string>(), graph_.globals());
  }

  [[nodiscard]] trace::InterleavedStep step(const Json& json) const {
    trace::InterleavedStep out;
    out.thread = number_at(json, "thread");
    out.depth = number_at(json, "depth");
    trace::Arrival at = place(json);
    out.vertex = at.vertex;
    out.before = std::move(at.frame);
    for (const Json& one : json.at("arrivals")) out.arrivals.push_back(place(one));
    check_arrival(out);
    if (!json.contains("starts")) return out;
    if (graph_.vertex(out.vertex).kind != VertexKind::StartThread)
      misshapen("this starts no thread");
    out.started_thread = number_at(json, "starts");
    out.started = frame_of(json.at("with").get<std::string>(),
                           graph_.frame_size(threads_.site_at(out.vertex).procedure));
    return out;
  }

  /// Within the procedure, or at the callee's entry.
  void check_arrival(const trace::InterleavedStep& step) const {
    if (step.arrivals.empty()) misshapen("the step leads nowhere");
    const bp::Vertex& from = graph_.vertex(step.vertex);
    const VertexId to = step.arrivals.front().vertex;
    const bool calls = from.kind == VertexKind::Call;
    if (calls ? to != graph_.procedure(from.callee).entry
              : graph_.vertex(to).procedure != from.procedure)
      misshapen("the step leads to another procedure");
  }
};

template <typename Run, typename Read>
FromJson<Run> shaped(const Read& read) {
  try {
    return {read(), ""};
  } catch (Misshapen& bad) {
    return {{}, std::move(bad.error)};
  }
}

}  // namespace

Written to_json(const bp::Graph& graph, const trace::Lasso& lasso) {
  const CompleteRunWriter writer(graph);
  Written bodies = Written::array();
  for (const trace::Body& body : lasso.trace.bodies) bodies.push_back(writer.body(body));
  Written out;
  for (const auto& [kind, name] : lasso_kinds)
    if (kind == lasso.kind) out["kind"] = name;
  if (lasso.kind == trace::Lasso::Kind::Loop) {
    out["frame"] = lasso.frame;
    out["step"] = lasso.step;
  }
  out["open"] = lasso.trace.open;
  out["bodies"] = std::move(bodies);
  return out;
}

Written to_json(const bp::Threads& threads, const trace::Interleaved& run) {
  const bp::Graph& graph = threads.graph();
  const CompleteRunWriter writer(graph);
  Written beginnings = Written::array();
  for (const trace::Beginning& one : run.beginnings)
    beginnings.push_back({{"arbitrary", digits(one.arbitrary, graph.globals())},
                          {"initialised", digits(one.initialised, graph.globals())}});
  const auto of_thread = [](std::uint32_t thread, std::uint32_t depth, const Written& place) {
    Written out{{"thread", thread}, {"depth", depth}};
    out.update(place);
    return out;
  };
  Written steps = Written::array();
  for (const trace::InterleavedStep& one : run.steps) {
    Written step = of_thread(one.thread, one.depth, writer.place(one.vertex, one.before));
    step["arrivals"] = Written::array();
    for (const trace::Arrival& arrival : one.arrivals)
      step["arrivals"].push_back(writer.place(arrival.vertex, arrival.frame));
    if (one.started) {
      const bp::ProcedureId p = threads.site_at(one.vertex).procedure;
      step["starts"] = one.started_thread;
      step["with"] = digits(*one.started, graph.frame_size(p));
    }
    steps.push_back(std::move(step));
  }
  return {{"beginnings", std::move(beginnings)},
          {"steps", std::move(steps)},
          {"end", of_thread(run.last_thread, run.last_depth,
                            writer.place(run.end.vertex, run.end.frame))}};
}

FromJson<trace::Lasso> read_lasso(const bp::Graph& graph, const Json& json) {
  return shaped<trace::Lasso>([&] { return LassoReader(graph).run(json); });
}

FromJson<trace::Interleaved> read_interleaved(const bp::Threads& threads, const Json& json) {
  return shaped<trace::Interleaved>([&] { return InterleavedReader(threads).run(json); });
}

}  // namespace hardbop::certify
