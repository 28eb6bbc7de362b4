// SPDX-License-Identifier: MIT
// hardbop serve: answers requests of JSON-RPC, for programs in other languages.
#include <csignal>
#include <iostream>

#include "product/main/commands.hpp"
#include <hardbop/service.hpp>

namespace hardbop::cli {

Action add_serve(CLI::App& app) {
  CLI::App& command = *app.add_subcommand(
      "serve", "Answer requests of JSON-RPC on standard input, for programs in other languages");
  command.footer(
      "A message is a line of JSON, or follows a Content-Length header. The methods are "
      "initialize,\n"
      "parse, check, check_c, format, graph, generate, export, solve, validate, version, cancel,\n"
      "shutdown and exit. At the end of the input, what is\n"
      "under way is finished; exit cancels it.\n\n"
      "Examples:\n"
      "  hardbop serve < requests.jsonl\n"
      "  echo '{\"id\": 1, \"method\": \"generate\", \"params\": {\"size\": 2}}' | hardbop serve");
  return [] {
    std::signal(SIGPIPE, SIG_IGN);  // the other side may go first
    service::serve(std::cin, std::cout);
    return success;
  };
}

}  // namespace hardbop::cli
