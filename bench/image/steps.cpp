// SPDX-License-Identifier: MIT
// image_steps WAY SECONDS FILE: searches a C program frame by frame, and prints for each frame its
// number, the most nodes there were, and the most of a set of new states. WAY is old, new or new2:
// the conventional method, sets per group, and with a manager per group.
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "c/front/front_end.hpp"
#include "c/lower/lower.hpp"
#include "words/engine/image/image_engine.hpp"

namespace {

using namespace hardbop;

struct Frame {
  std::uint64_t number = 0;
  std::size_t nodes = 0;
  std::size_t new_nodes = 0;
};

void print(const Frame& frame) {
  if (frame.number != 0) fmt::print("{} {} {}\n", frame.number, frame.nodes, frame.new_nodes);
}

void search(const c::Model& model, image::ImageOptions options, double seconds) {
  std::vector<std::vector<words::BlockId>> targets(1);
  for (const c::Sink& sink : model.sinks) targets[0].push_back(sink.block);
  Frame frame;
  options.traversal = image::ImageOptions::Traversal::FrameByFrame;
  options.on_step = [&](const image::ImageOptions::Step& step) {
    if (step.frame != frame.number) print(frame);
    if (step.frame != frame.number) frame = {step.frame, 0, 0};
    frame.nodes = std::max(frame.nodes, step.nodes);
    frame.new_nodes = std::max(frame.new_nodes, step.new_nodes);
  };
  Limits limits;
  limits.seconds = seconds;
  Budget budget(limits);
  Statistics statistics;
  static_cast<void>(image::run_image(model.graph, targets, false, options, budget, statistics));
  print(frame);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 1;
  const std::string way = argv[1];
  std::stringstream text;
  text << std::ifstream(argv[3]).rdbuf();
  const c::ParseResult parsed = c::parse({{argv[3], text.str()}}, {});
  if (!parsed.program) return 2;
  image::ImageOptions options;
  if (way == "old") options.method = image::ImageOptions::Method::Conjunctive;
  if (way == "new2") options.managers = image::ImageOptions::Managers::PerGroup;
  search(c::lower(*parsed.program, {}), options, std::stod(argv[2]));
  return 0;
}
