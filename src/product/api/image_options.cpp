// SPDX-License-Identifier: MIT
#include "product/api/image_options.hpp"

#include <algorithm>

namespace hardbop::api {

namespace {

using Internal = image::ImageOptions;

Internal::Method to_engine(ImageMethod method) {
  return method == ImageMethod::Conjunctive ? Internal::Method::Conjunctive
                                            : Internal::Method::Disjunctive;
}

Internal::Traversal to_engine(ImageTraversal traversal) {
  return traversal == ImageTraversal::Frames ? Internal::Traversal::FrameByFrame
                                             : Internal::Traversal::MachineByMachine;
}

Internal::Managers to_engine(ImageManagers managers) {
  return managers == ImageManagers::PerGroup ? Internal::Managers::PerGroup
                                             : Internal::Managers::One;
}

Internal::Criterion to_engine(ImagePartition partition) {
  switch (partition) {
    case ImagePartition::Live: return Internal::Criterion::LiveVariables;
    case ImagePartition::Assigned: return Internal::Criterion::AssignedVariables;
    case ImagePartition::Edges: return Internal::Criterion::Edges;
    case ImagePartition::Mixed: break;
  }
  return Internal::Criterion::Mixed;
}

}  // namespace

image::ImageOptions image_options(const ImageOptions& options) {
  constexpr std::uint64_t most_threads = 256;
  constexpr std::uint64_t most = 1'000'000;
  Internal out;
  out.method = to_engine(options.method);
  out.traversal = to_engine(options.traversal);
  out.criterion = to_engine(options.partition);
  out.managers = to_engine(options.managers);
  out.threads = static_cast<unsigned>(std::clamp<std::uint64_t>(options.jobs, 1, most_threads));
  out.threshold = static_cast<unsigned>(std::min(options.group_size, most));
  return out;
}

std::vector<std::string> image_problems(const ImageOptions& options) {
  if (options.jobs <= 1 || options.managers != ImageManagers::One) return {};
  return {"ImageOptions::jobs needs ImageOptions::managers per-group"};
}

}  // namespace hardbop::api
