// SPDX-License-Identifier: MIT
#include "product/log/engine_log.hpp"

#include "product/log/program.hpp"

namespace hardbop::log {

Json begin_event(std::string_view engine) {
  return {{"event", "begin"}, {"format", 1}, {"engine", engine}};
}

EngineLog::EngineLog(const Sink& sink, std::string_view engine, const bp::Graph& graph)
    : summary(sink, graph), points(sink), relations(sink, graph), image(sink) {
  write(sink, begin_event(engine));
  write(sink, program_event(graph));
}

}  // namespace hardbop::log
