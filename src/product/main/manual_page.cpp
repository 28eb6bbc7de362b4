// SPDX-License-Identifier: MIT
// hardbop man: print the manual page, from the same options that --help shows.
#include <fmt/format.h>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include <hardbop/program.hpp>

namespace hardbop::cli {

namespace {

/// Text as troff wants it.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
      out += c;
    }
  }
  return out;
}

std::string command_section(const CLI::App& command, const std::string& name) {
  std::string out = fmt::format(".SS {}\n{}.\n", escaped(name), escaped(command.get_description()));
  for (const CLI::Option* option : command.get_options())
    out += fmt::format(".TP\n.B {}\n{}\n", escaped(option_heading(*option)),
                       escaped(option->get_description()));
  if (!command.get_footer().empty())
    out += fmt::format(".PP\n.nf\n{}\n.fi\n", escaped(command.get_footer()));
  for (const CLI::App* inner : command.get_subcommands({}))
    out += command_section(*inner, name + " " + inner->get_name());
  return out;
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  std::string out = fmt::format(".TH HARDBOP 1 \"\" \"hardbop {}\"\n", version());
  out += ".SH NAME\nhardbop \\- model checker for Boolean programs and C\n";
  out += ".SH SYNOPSIS\n.B hardbop\n.I command\n[options] [file]\n.SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands({}))
    out += command_section(*command, "hardbop " + command->get_name());
  out += ".SH FILES\n.TP\n.I share/doc/hardbop\n";
  out += "The examples and the manual, in the folder beside that of the program\n";
  out += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", escaped(app.get_footer()));
  return out;
}

Action add_man(CLI::App& app) {
  app.add_subcommand("man", "Print the manual page, for man -l -")
      ->footer("Example:\n  hardbop man | man -l -");
  return [&app]() -> int { return write_output(manual_page(app)) ? success : bad_input; };
}

}  // namespace hardbop::cli
