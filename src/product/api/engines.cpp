// SPDX-License-Identifier: MIT
#include "product/api/engines.hpp"

#include <algorithm>
#include <memory>

#include "product/api/image_options.hpp"
#include "words/engine/image/bp_engine.hpp"

namespace hardbop {

namespace api {

namespace {

constexpr std::string_view usual_algorithm = "auto";

engine::ConcurrentOptions concurrent_options(const Question& question) {
  return {question.explicit_search.state_limit, economies_of(question)};
}

engine::FixpointOptions fixpoint_options(const FixpointOptions& options,
                                         const engine::SummaryOptions& traces) {
  engine::FixpointOptions out;
  if (options.algorithm != usual_algorithm) out.algorithm = options.algorithm;
  if (options.algorithm_text && options.algorithm_text->size() < SourceFile::max_size)
    out.own = std::make_shared<const SourceFile>(options.algorithm, *options.algorithm_text);
  out.frontier = options.frontier;
  out.traces = traces;
  return out;
}

image::BooleanOptions image_engine(const Question& question, const engine::SummaryOptions& traces) {
  constexpr std::uint64_t most = 1'000'000;
  image::BooleanOptions out;
  out.image = image_options(question.image);
  out.image.live = traces.economies.live;
  out.image.slice = traces.economies.slice;
  out.recursion_bound = static_cast<unsigned>(std::min(question.image.recursion_bound, most));
  out.traces = traces;
  return out;
}

}  // namespace

std::vector<BooleanEngine> boolean_engines(const Question& question, log::EngineLog* log) {
  engine::SummaryOptions summary{economies_of(question), {}};
  const engine::ConcurrentOptions threads = concurrent_options(question);
  engine::FixpointOptions fixpoint = fixpoint_options(question.fixpoint, summary);
  fixpoint.thread_traces = threads;
  image::BooleanOptions image = image_engine(question, summary);
  engine::ExplicitOptions points{threads.state_limit};
  if (log != nullptr) {  // who finds traces for others is not observed
    summary.observer = &log->summary;
    fixpoint.observer = &log->relations;
    image.image.observer = &log->image;
    image.image.merge = false;  // a block for each statement
    points.observer = &log->points;
  }
  return {
      {engine::summary_row(summary, threads), question.summary},
      {engine::fixpoint_row(fixpoint), question.fixpoint},
      {image::boolean_row(image), question.image},
      {engine::explicit_row(points, threads), question.explicit_search},
  };
}

std::vector<std::string> engine_problems(const Question& question) {
  return image_problems(question.image);
}

std::optional<engine::EngineRow> choose_engine(const Question& question, bool concurrent,
                                               log::EngineLog* log) {
  const bool is_any = question.engine == any_engine;
  for (auto& [row, options] : boolean_engines(question, log)) {
    if (is_any ? !row.decides(concurrent) : row.name != question.engine) continue;
    if (is_any)  // the ways help each other
      row.decide_threads =
          engine::with_options(&engine::decide_concurrent, concurrent_options(question));
    return row;
  }
  return std::nullopt;
}

engine::Economies economies_of(const Question& question) {
  const SummaryOptions& options = question.summary;
  return {options.live, options.mod_ref, options.slice, options.compress};
}

}  // namespace api

std::vector<EngineDescription> engines() {
  std::vector<EngineDescription> out;
  for (const auto& [row, options] : api::boolean_engines({})) {
    out.push_back({row.name, row.description, row.decides(true), {}, options});
    for (const engine::Algorithm& algorithm : row.algorithms)
      out.back().algorithms.push_back(
          {algorithm.name, algorithm.is_for_threads(),
           algorithm.name == engine::usual_algorithm(algorithm.is_for_threads()).name});
  }
  return out;
}

}  // namespace hardbop
