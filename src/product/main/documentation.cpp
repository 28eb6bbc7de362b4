// SPDX-License-Identifier: MIT
// An installed program finds its documentation from its own place, so that its folder can be moved.
#include "product/main/documentation.hpp"

#include <filesystem>

namespace hardbop::cli {

std::string documentation_folder() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = program.parent_path() / HARDBOP_DOCUMENTATION;
  return std::filesystem::exists(folder / "examples", error) ? folder.lexically_normal() : "";
}

std::string example(const std::string& name) {
  return std::filesystem::path(documentation_folder()) / "examples" / name;
}

}  // namespace hardbop::cli
