// SPDX-License-Identifier: MIT
// hardbop validate, also for C programs, which hardbop-validate does not support.
#include "product/main/commands.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::cli {

namespace {

Validation validate_files(std::vector<CSource> sources, const std::string& evidence,
                          const std::vector<std::string>& properties,
                          const std::vector<std::string>& specs) {
  std::vector<CRule> rules;
  for (const std::string& spec : specs)
    if (!read_rule(spec, rules)) return {Validation::Status::BadInput, {}};
  return validate_c(sources, evidence, properties, rules);
}

}  // namespace

Action add_validate(CLI::App& app) {
  return add_validate_options(
      *app.add_subcommand("validate", "Check an answer again, without the engines"),
      &validate_files);
}

}  // namespace hardbop::cli
