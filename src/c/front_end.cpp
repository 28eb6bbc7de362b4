// SPDX-License-Identifier: MIT
// Loads what reads C when it is needed: Clang's libraries are large, and other programs do not
// have to wait for them.
#include "c/front_end.hpp"

#include <dlfcn.h>
#include <filesystem>

namespace hardbop::c {

namespace {

using ParseC = void (*)(const std::vector<Source>&, const ParseOptions&, ParseResult&);

/// Beside the program, where both are installed, or where they were to be installed.
std::vector<std::filesystem::path> folders() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path beside = program.parent_path();
  return {beside, beside / HARDBOP_MODULE_FOLDER, HARDBOP_MODULE_INSTALLED};
}

/// Stays loaded to the end: Clang does not like to be taken away.
ParseC load() {
  for (const std::filesystem::path& folder : folders()) {
    const std::filesystem::path file = folder / HARDBOP_MODULE;
    if (!std::filesystem::exists(file)) continue;
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) continue;
    return reinterpret_cast<ParseC>(dlsym(module, "hardbop_parse_c"));
  }
  return nullptr;
}

}  // namespace

bool has_front_end() {
  return load() != nullptr;
}

ParseResult parse(const std::vector<Source>& sources, const ParseOptions& options) {
  ParseResult result;
  if (const ParseC parse_c = load()) {
    parse_c(sources, options, result);
    return result;
  }
  Finding& finding = result.findings.emplace_back();
  if (!sources.empty()) finding.file = sources.front().path;
  finding.text = "there is no C front end; install libclang-19-dev and build again";
  return result;
}

}  // namespace hardbop::c
