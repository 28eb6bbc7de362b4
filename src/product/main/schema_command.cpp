// SPDX-License-Identifier: MIT
// hardbop schema: the JSON Schema of what a command prints with --json.
#include <memory>
#include <string>
#include <vector>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include <hardbop/schema.hpp>

namespace hardbop::cli {

Action add_schema(CLI::App& app) {
  std::vector<std::string> names;
  for (const JsonSchema& schema : json_schemas()) names.emplace_back(schema.name);
  const auto name = std::make_shared<std::string>("check");
  CLI::App& command =
      *app.add_subcommand("schema", "Print the JSON Schema of what a command prints with --json");
  command.add_option("COMMAND", *name, "The command: " + CLI::detail::join(names, ", "))
      ->option_text("[check]")
      ->check(one_of(names));
  command.footer(
      "It follows draft 2020-12 of JSON Schema.\n\n"
      "Examples:\n"
      "  hardbop schema          of the answer of hardbop check\n"
      "  hardbop schema solve    of the answers of hardbop solve");
  return [name]() -> int {
    for (const JsonSchema& schema : json_schemas())
      if (schema.name == *name) return write_output(schema.text) ? success : bad_input;
    return usage_error;
  };
}

}  // namespace hardbop::cli
