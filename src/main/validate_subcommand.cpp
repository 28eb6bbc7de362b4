// SPDX-License-Identifier: MIT
// hardbop validate, also of C programs, which hardbop-validate does not read.
#include "main/commands.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::cli {

Action add_validate(CLI::App& app) {
  return add_validate_options(
      *app.add_subcommand("validate", "Re-check an answer without the engines"), &validate_c);
}

}  // namespace hardbop::cli
