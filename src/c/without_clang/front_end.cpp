// SPDX-License-Identifier: MIT
// Stands in where Clang's libraries were not there at build time.
#include "c/front_end.hpp"

namespace hardbop::c {

ParseResult parse(const std::vector<Source>& sources, const ParseOptions& options) {
  static_cast<void>(options);
  ParseResult result;
  Finding& finding = result.findings.emplace_back();
  if (!sources.empty()) finding.file = sources.front().path;
  finding.text = "built without the C front end; install libclang-19-dev and build again";
  return result;
}

bool has_front_end() {
  return false;
}

}  // namespace hardbop::c
