// SPDX-License-Identifier: MIT
// What reads C is a module: Clang's libraries are large.
#include "c/front_end.hpp"

#include "util/module.hpp"

namespace hardbop::c {

namespace {

using ParseC = void (*)(const std::vector<Source>&, const ParseOptions&, ParseResult&);

ParseC load() {
  return reinterpret_cast<ParseC>(find_in_module("hardbop-clang.so", "hardbop_parse_c"));
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
