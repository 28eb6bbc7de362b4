// SPDX-License-Identifier: MIT
// hardbop lsp: the language server.
#include <csignal>
#include <iostream>

#include "product/main/commands.hpp"
#include <hardbop/lsp.hpp>

namespace hardbop::cli {

Action add_lsp(CLI::App& app) {
  CLI::App& command = *app.add_subcommand(
      "lsp", "Speak the Language Server Protocol on standard input and output, for editors");
  command.footer(
      "For Boolean programs (.bp), fixed-point systems (.fx) and rules (.slic). The page on "
      "editors\n"
      "of the manual says how they start it.\n\n"
      "Examples:\n"
      "  hardbop lsp");
  return []() -> int {
    std::signal(SIGPIPE, SIG_IGN);  // the editor may go first
    return serve_lsp(std::cin, std::cout) ? success : usage_error;
  };
}

}  // namespace hardbop::cli
