// SPDX-License-Identifier: MIT
#include "base/util/module.hpp"

#include <dlfcn.h>
#include <filesystem>
#include <vector>

namespace hardbop {

namespace {

/// Beside the program, where both are installed, or where they were to be installed.
std::vector<std::filesystem::path> folders() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path beside = program.parent_path();
  return {beside, (beside / HARDBOP_MODULE_FOLDER).lexically_normal(), HARDBOP_MODULE_INSTALLED};
}

}  // namespace

std::string why_not_found(const std::string& module) {
  std::string places;
  for (const std::filesystem::path& folder : folders()) {
    if (std::filesystem::exists(folder / module)) return {};
    places += (places.empty() ? "" : ", ") + folder.string();
  }
  return module + " is not found in " + places +
         "; copy it beside the program, or run 'make install'";
}

void* find_in_module(const std::string& module, const std::string& function, std::string& problem) {
  problem = why_not_found(module);
  for (const std::filesystem::path& folder : folders()) {
    const std::filesystem::path file = folder / module;
    if (!std::filesystem::exists(file)) continue;
    void* const loaded = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded != nullptr) return dlsym(loaded, function.c_str());
    const char* const why = dlerror();
    problem = why == nullptr ? module + " cannot be loaded" : why;
  }
  return nullptr;
}

}  // namespace hardbop
