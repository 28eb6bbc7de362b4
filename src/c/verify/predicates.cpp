// SPDX-License-Identifier: MIT
#include "c/verify/predicates.hpp"

#include <fmt/format.h>

#include "c/slam/read_predicates.hpp"

namespace hardbop::verify {

ReadPredicates read_predicates(const std::vector<PredicateText>& files,
                               slam::Procedures& procedures) {
  ReadPredicates out;
  for (const PredicateText& file : files) {
    if (file.text.size() >= SourceFile::max_size) {
      out.problems.push_back(too_large(file.path));
      continue;
    }
    const SourceFile source(file.path, file.text);
    Diagnostics diagnostics;
    for (const slam::ExprId predicate : slam::read_predicates(source, procedures, diagnostics))
      out.predicates.push_back(predicate);
    append(to_messages(diagnostics, source), out.problems);
  }
  return out;
}

std::string predicates_text(const std::string& input, const std::vector<std::string>& predicates) {
  std::string out = fmt::format("// Predicates of {}\n", input);
  for (const std::string& predicate : predicates) {
    const bool is_cut = predicate.ends_with("...");
    out += fmt::format("{}{}\n", is_cut ? "// too large: " : "", predicate);
  }
  return out;
}

std::string abstraction_text(const std::string& input, const std::vector<std::string>& predicates,
                             bool unbounded, const std::string& program) {
  std::string out = fmt::format(
      "// Boolean program of {}, {}\n", input,
      predicates.empty() ? "without predicates: control flow only" : "with the predicates");
  for (const std::string& predicate : predicates) out += fmt::format("//   {}\n", predicate);
  if (unbounded)
    out += "// Integers are treated as signed and unbounded: correct for runs without overflow\n";
  return out + program;
}

}  // namespace hardbop::verify
