// SPDX-License-Identifier: MIT
// The C front end is a module that is loaded on demand, because Clang's libraries are large.
#include "c/front/front_end.hpp"

#include "base/util/invariant.hpp"
#include "base/util/module.hpp"

namespace hardbop::c {

namespace {

using ParseC = void (*)(const std::vector<Source>&, const ParseOptions&, ParseResult&);
using ReadCommands = void (*)(const std::string&, Commands&);
using ListFiles = void (*)(const std::vector<Source>&, const ParseOptions&, FilesRead&);
using ReadTask = void (*)(const std::string&, const std::string&, Task&);

struct Loaded {
  void* function = nullptr;
  std::string problem{};
};

Loaded load(const char* name) {
  Loaded out;
  std::string why;
  out.function = find_in_module("hardbop-clang.so", name, why);
#ifdef HARDBOP_HAS_CLANG
  out.problem = "the C front end cannot be loaded: " + why;
#else
  out.problem = "hardbop was built without Clang; install libclang-19-dev and build it again";
#endif
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

Task read_task(const std::string& path, const std::string& text) {
  Task result;
  const Loaded loaded = load("hardbop_read_task");
  if (loaded.function != nullptr)
    reinterpret_cast<ReadTask>(loaded.function)(path, text, result);
  else
    result.findings.push_back({Finding::Severity::Error, path, 0, 0, loaded.problem});
  return result;
}

FilesRead list_files(const std::vector<Source>& sources, const ParseOptions& options) {
  FilesRead result;
  const Loaded loaded = load("hardbop_list_c_files");
  if (loaded.function != nullptr)
    reinterpret_cast<ListFiles>(loaded.function)(sources, options, result);
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
    for (Finding& finding : result.findings)  // some are about no place, such as the encoding
      if (finding.file.empty() && !sources.empty()) finding.file = sources.front().path;
    return result;
  }
  Finding& finding = result.findings.emplace_back();
  if (!sources.empty()) finding.file = sources.front().path;
  finding.text = loaded.problem;
  return result;
}

}  // namespace hardbop::c
