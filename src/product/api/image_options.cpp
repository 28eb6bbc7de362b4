// SPDX-License-Identifier: MIT
#include "product/api/image_options.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/util/diagnostic.hpp"

namespace hardbop::api {

image::ImageOptions image_options(const Question& question, std::vector<std::string>& problems) {
  using Options = image::ImageOptions;
  Options out;
  const auto choose = [&](const std::string& name, const char* flag, auto& member,
                          const auto& values) {
    for (const auto& [known, value] : values) {
      if (name != known) continue;
      member = value;
      return;
    }
    problems.push_back(fmt::format("{} does not know {}", flag, quote_name(name)));
  };
  choose(question.image, "--image", out.method,
         std::to_array<std::pair<std::string_view, Options::Method>>(
             {{"disjunctive", Options::Method::Disjunctive},
              {"conjunctive", Options::Method::Conjunctive}}));
  choose(question.traversal, "--traversal", out.traversal,
         std::to_array<std::pair<std::string_view, Options::Traversal>>(
             {{"machines", Options::Traversal::MachineByMachine},
              {"frames", Options::Traversal::FrameByFrame}}));
  choose(question.partition, "--partition", out.criterion,
         std::to_array<std::pair<std::string_view, Options::Criterion>>(
             {{"live", Options::Criterion::LiveVariables},
              {"assigned", Options::Criterion::AssignedVariables},
              {"edges", Options::Criterion::Edges},
              {"mixed", Options::Criterion::Mixed}}));
  choose(question.managers, "--managers", out.managers,
         std::to_array<std::pair<std::string_view, Options::Managers>>(
             {{"one", Options::Managers::One}, {"per-group", Options::Managers::PerGroup}}));
  constexpr std::uint64_t most_threads = 256;
  out.threads = static_cast<unsigned>(std::clamp<std::uint64_t>(question.jobs, 1, most_threads));
  if (out.threads > 1 && out.managers == Options::Managers::One)
    problems.emplace_back("--jobs needs --managers per-group");
  constexpr std::uint64_t most = 1'000'000;
  out.threshold = static_cast<unsigned>(std::min(question.group_size, most));
  return out;
}

}  // namespace hardbop::api
