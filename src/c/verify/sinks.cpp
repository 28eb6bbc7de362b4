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
  return is_construct ? ConstructSinks : FaultSinks;
}

}  // namespace

std::vector<std::vector<words::BlockId>> sink_targets(const c::Program& program,
                                                      const c::Model& model) {
  std::vector<std::vector<words::BlockId>> out(target_count);
  for (const Sink& sink : model.sinks) out[target_of(program, sink)].push_back(sink.block);
  return out;
}

std::vector<words::BlockId> all_sinks(const c::Model& model) {
  std::vector<words::BlockId> out;
  for (const Sink& sink : model.sinks) out.push_back(sink.block);
  return out;
}

}  // namespace hardbop::verify
