// SPDX-License-Identifier: MIT
#include "product/api/engines.hpp"

namespace hardbop::api {

std::vector<engine::EngineInfo> boolean_engines(const image::BooleanOptions& image) {
  std::vector<engine::EngineInfo> all = engine::engines();
  all.insert(all.end() - 1, {"image", "images of sets of states, calls inlined",
                             [image] { return image::make_image_engine(image); }});
  return all;
}

}  // namespace hardbop::api
