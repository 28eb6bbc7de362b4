// SPDX-License-Identifier: MIT
#include "product/api/engines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "base/util/diagnostic.hpp"
#include "product/api/image_options.hpp"
#include "words/engine/image/bp_engine.hpp"

namespace hardbop {

namespace api {

namespace {

constexpr std::string_view any_engine = "auto";
constexpr std::string_view usual_algorithm = "auto";

engine::FixpointOptions to_engine(const FixpointOptions& options,
                                  const engine::SummaryOptions& traces) {
  engine::FixpointOptions out;
  if (options.algorithm != usual_algorithm) out.algorithm = options.algorithm;
  if (options.algorithm_text && options.algorithm_text->size() < SourceFile::max_size)
    out.own = std::make_shared<const SourceFile>(options.algorithm, *options.algorithm_text);
  out.frontier = options.frontier;
  out.traces = traces;
  return out;
}

image::BooleanOptions image_engine(const Question& question, const engine::SummaryOptions& traces,
                                   std::vector<std::string>& problems) {
  constexpr std::uint64_t most = 1'000'000;
  image::BooleanOptions out;
  out.image = image_options(question, problems);
  out.image.live = traces.economies.live;
  out.image.slice = traces.economies.slice;
  out.recursion_bound = static_cast<unsigned>(std::min(question.image.recursion_bound, most));
  out.traces = traces;
  return out;
}

}  // namespace

std::vector<BooleanEngine> boolean_engines(const Question& question,
                                           std::vector<std::string>& problems) {
  const engine::SummaryOptions summary{economies_of(question), {}};
  return {
      {engine::summary_row(summary), question.summary},
      {engine::fixpoint_row(to_engine(question.fixpoint, summary)), question.fixpoint},
      {image::boolean_row(image_engine(question, summary, problems)), question.image},
      {engine::explicit_row({question.explicit_search.state_limit}), question.explicit_search},
  };
}

std::optional<engine::EngineRow> choose_engine(const Question& question, bool concurrent,
                                               std::vector<std::string>& problems) {
  const bool is_any = question.engine == any_engine;
  for (auto& [row, options] : boolean_engines(question, problems)) {
    if (is_any ? !row.decides(concurrent) : row.name != question.engine) continue;
    if (is_any) row.decide_threads = &engine::decide_concurrent;  // the ways help each other
    return row;
  }
  problems.push_back(fmt::format("no engine {}", quote_name(question.engine)));
  return std::nullopt;
}

engine::Economies economies_of(const Question& question) {
  const SummaryOptions& options = question.summary;
  return {options.live, options.mod_ref, options.slice, options.compress};
}

}  // namespace api

std::vector<EngineDescription> engines() {
  std::vector<std::string> problems;
  std::vector<EngineDescription> out;
  for (const auto& [row, options] : api::boolean_engines({}, problems)) {
    out.push_back({row.name, row.description, row.decides(true), {}, options});
    for (const engine::Algorithm& algorithm : row.algorithms)
      out.back().algorithms.push_back(
          {algorithm.name, algorithm.is_for_threads(),
           algorithm.name == engine::usual_algorithm(algorithm.is_for_threads()).name});
  }
  return out;
}

}  // namespace hardbop
