// SPDX-License-Identifier: MIT
// slam_rounds WAY FILE PROPERTY BITS SECONDS ROUNDS [LOG]: decides a C program by refinement, in so
// many seconds and rounds at most, and prints what is known then, the processor's seconds that this
// took without the reading, and the figures of refinement, as JSON. WAY is share, or forget: what
// rounds share is forgotten before each. BITS is 32 or 64, the width of a pointer. The Boolean
// program and the path of each round are written to LOG.
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "c/verify/bmc_engine.hpp"
#include "c/verify/image_engine.hpp"
#include "c/verify/inquiry.hpp"
#include "c/verify/slam_engine.hpp"

namespace {

using namespace hardbop;

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::string_view name_of(verify::Outcome outcome) {
  switch (outcome) {
    case verify::Outcome::Holds: return "holds";
    case verify::Outcome::Violated: return "violated";
    default: return "unknown";
  }
}

/// What the engine says within so many rounds, and the processor's seconds that all of it took.
std::pair<verify::Report, double> inquire(verify::Request request, verify::SlamOptions options,
                                          std::size_t rounds) {
  options.iterations = rounds;
  request.engines = verify::engines({}, options, {});
  request.chosen = verify::choose_engines(request.engines, "slam");
  request.engines_at_once = 1;
  const double start = processor_seconds();
  verify::Report report = verify::inquire(request, [](const verify::Report&) {});
  return {std::move(report), processor_seconds() - start};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7 && argc != 8) return 1;
  std::stringstream text;
  text << std::ifstream(argv[2]).rdbuf();
  verify::Request request;
  request.sources = verify::Sources({{argv[2], text.str()}});
  request.reading.data_model.pointer_bits = static_cast<std::uint8_t>(std::stoul(argv[4]));
  request.properties = verify::read_properties({argv[3]}).properties;
  request.allowance.limits.seconds = std::stod(argv[5]);
  verify::SlamOptions options;
  options.forgets = std::string_view(argv[1]) == "forget";
  const double reading = inquire(request, options, 0).second;
  std::ofstream log;
  if (argc == 8) {
    log.open(argv[7]);
    options.on_round = [&log](const verify::SlamRound& round) {
      log << "round " << round.number << '\n' << round.program << round.path;
    };
  }
  const auto [report, seconds] = inquire(request, options, std::stoul(argv[6]));
  if (!report.errors.empty() || report.decided.empty()) return 2;
  fmt::print("{{\"outcome\": \"{}\", \"seconds\": {:.3f}",
             name_of(report.decided.front().finding.outcome), seconds - reading);
  for (const auto& figure : report.figures)
    std::visit([&](auto number) { fmt::print(", \"{}\": {}", figure.first, number); },
               figure.second);
  fmt::print("}}\n");
  return 0;
}
