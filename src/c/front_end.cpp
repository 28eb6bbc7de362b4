// SPDX-License-Identifier: MIT
// Loads what reads C when it is needed: Clang's libraries are large, and other programs do not
// have to wait for them.
#include "c/front_end.hpp"

#include <dlfcn.h>
#include <filesystem>

#include "util/invariant.hpp"

namespace hardbop::c {

namespace {

using ParseC = void (*)(const std::vector<Source>&, const ParseOptions&, ParseResult&);
using ReadCommands = void (*)(const std::string&, Commands&);

/// Beside the program, where both are installed, or where they were to be installed.
std::vector<std::filesystem::path> folders() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path beside = program.parent_path();
  return {beside, beside / HARDBOP_MODULE_FOLDER, HARDBOP_MODULE_INSTALLED};
}

struct Loaded {
  void* function = nullptr;
  std::string problem = "there is no C front end; install libclang-19-dev and build again";
};

/// Stays loaded to the end: Clang does not like to be taken away.
Loaded load(const char* name) {
  Loaded out;
  for (const std::filesystem::path& folder : folders()) {
    const std::filesystem::path file = folder / HARDBOP_MODULE;
    if (!std::filesystem::exists(file)) continue;
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module != nullptr) {
      out.function = dlsym(module, name);
      return out;
    }
    const char* const why = dlerror();
    out.problem = std::string("the C front end cannot be loaded: ") + (why != nullptr ? why : "");
  }
  return out;
}

}  // namespace

bool has_front_end() {
  return load("hardbop_parse_c").function != nullptr;
}

Commands read_commands(const std::string& path) {
  Commands result;
  const Loaded loaded = load("hardbop_read_commands");
  if (loaded.function != nullptr)
    reinterpret_cast<ReadCommands>(loaded.function)(path, result);
  else
    result.error = loaded.problem;
  return result;
}

ParseResult parse(const std::vector<Source>& sources, const ParseOptions& options) {
  ParseResult result;
  const Loaded loaded = load("hardbop_parse_c");
  if (loaded.function != nullptr) {
    reinterpret_cast<ParseC>(loaded.function)(sources, options, result);
    if (!result.failure.empty()) throw InternalError(result.failure);
    return result;
  }
  Finding& finding = result.findings.emplace_back();
  if (!sources.empty()) finding.file = sources.front().path;
  finding.text = loaded.problem;
  return result;
}

}  // namespace hardbop::c
