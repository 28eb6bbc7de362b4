// SPDX-License-Identifier: MIT
// What reads C is a module: Clang's libraries are large.
#include "c/front_end.hpp"

#include "util/invariant.hpp"
#include "util/module.hpp"

namespace hardbop::c {

namespace {

using ParseC = void (*)(const std::vector<Source>&, const ParseOptions&, ParseResult&);
using ReadCommands = void (*)(const std::string&, Commands&);
constexpr const char* left_out = "there is no C front end; install libclang-19-dev and build again";

void* load(const char* name) {
  return find_in_module("hardbop-clang.so", name);
}

}  // namespace

bool has_front_end() {
  return load("hardbop_parse_c") != nullptr;
}

Commands read_commands(const std::string& path) {
  Commands result;
  if (const auto read = reinterpret_cast<ReadCommands>(load("hardbop_read_commands")))
    read(path, result);
  else
    result.error = left_out;
  return result;
}

ParseResult parse(const std::vector<Source>& sources, const ParseOptions& options) {
  ParseResult result;
  if (const auto parse_c = reinterpret_cast<ParseC>(load("hardbop_parse_c"))) {
    parse_c(sources, options, result);
    if (!result.failure.empty()) throw InternalError(result.failure);
    return result;
  }
  Finding& finding = result.findings.emplace_back();
  if (!sources.empty()) finding.file = sources.front().path;
  finding.text = left_out;
  return result;
}

}  // namespace hardbop::c
