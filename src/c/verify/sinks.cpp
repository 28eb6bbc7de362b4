// SPDX-License-Identifier: MIT
#include "c/verify/sinks.hpp"

namespace hardbop::verify {

namespace {

using c::Sink;

constexpr std::size_t target_count = 4;

SinkTarget target_of(const c::Program& program, const Sink& sink) {
  switch (sink.kind) {
    case Sink::Kind::Error: return ErrorSinks;
    case Sink::Kind::Bound: return BoundSinks;
    case Sink::Kind::Unsupported: break;
  }
  const c::Statement& statement = program.statements[sink.statement];
  const bool is_construct = statement.kind == c::Statement::Kind::Unsupported && sink.is_certain;
  return is_construct ? ConstructSinks : LimitSinks;
}

}  // namespace

std::vector<std::vector<words::BlockId>> sink_targets(const Task& task, const c::Model& model) {
  std::vector<std::vector<words::BlockId>> out(target_count);
  for (const Sink& sink : model.sinks)
    if (sink.kind != Sink::Kind::Error || !task.known.contains(place_of(sink.at)))
      out[target_of(task.program, sink)].push_back(sink.block);
  return out;
}

std::vector<words::BlockId> all_sinks(const c::Model& model) {
  std::vector<words::BlockId> out;
  for (const Sink& sink : model.sinks) out.push_back(sink.block);
  return out;
}

}  // namespace hardbop::verify
