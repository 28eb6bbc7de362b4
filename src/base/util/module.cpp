// SPDX-License-Identifier: MIT
#include "base/util/module.hpp"

#include <dlfcn.h>
#include <filesystem>
#include <string_view>
#include <vector>

/// Equal in what was built of the same headers with the same settings; each module has its own.
extern "C" const char hardbop_identity[];

namespace hardbop {

namespace {

/// The file that this code was loaded from: the program, or a shared library in another one.
std::filesystem::path own_file() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&own_file), &info) == 0) return {};
  std::error_code error;
  return std::filesystem::canonical(info.dli_fname, error);
}

/// Beside the program or library, where both are installed, or where they were to be installed.
std::vector<std::filesystem::path> folders() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  std::vector<std::filesystem::path> out;
  for (const std::filesystem::path& file : {program, own_file()}) {
    const std::filesystem::path beside = file.parent_path();
    if (file.empty() || (!out.empty() && beside == out.front())) continue;
    out.push_back(beside);
    out.push_back((beside / HARDBOP_MODULE_FOLDER).lexically_normal());
  }
  out.emplace_back(HARDBOP_MODULE_INSTALLED);
  return out;
}

/// Types of another build may have another layout.
bool is_of_this_build(void* module) {
  const void* const identity = dlsym(module, "hardbop_identity");
  return identity != nullptr &&
         std::string_view(static_cast<const char*>(identity)) == hardbop_identity;
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
    if (loaded != nullptr && is_of_this_build(loaded)) return dlsym(loaded, function.c_str());
    const char* const why = loaded == nullptr ? dlerror() : nullptr;
    problem = why == nullptr ? file.string() + " is of another build of hardbop; install both again"
                             : why;
  }
  return nullptr;
}

}  // namespace hardbop
