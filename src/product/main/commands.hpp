// SPDX-License-Identifier: MIT
// The commands of the program. Each adds its options to the command line and returns an action,
// which does the work after parsing and returns the exit status.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "product/main/offers.hpp"
#include <hardbop/c.hpp>
#include <hardbop/c_abstract.hpp>
#include <hardbop/c_check.hpp>
#include <hardbop/evidence.hpp>

namespace hardbop::cli {

using Action = std::function<int()>;

/// Exit statuses, besides those of an answer.
enum Status : int {
  success = 0,
  usage_error = 1,
  bad_input = 2,  // or an output that cannot be written
  unknown = 5,
  not_canonical = 10,
  not_valid = 10,
  internal_error = 6,
};

[[nodiscard]] Action add_check(CLI::App& app);
[[nodiscard]] Action add_abstract(CLI::App& app);
[[nodiscard]] Action add_fmt(CLI::App& app);
[[nodiscard]] Action add_graph(CLI::App& app);
[[nodiscard]] Action add_export(CLI::App& app);
[[nodiscard]] Action add_solve(CLI::App& app);
[[nodiscard]] Action add_explain(CLI::App& app);
[[nodiscard]] Action add_generate(CLI::App& app);
[[nodiscard]] Action add_validate(CLI::App& app);
[[nodiscard]] Action add_cross(CLI::App& app);
[[nodiscard]] Action add_fuzz(CLI::App& app);
[[nodiscard]] Action add_suite(CLI::App& app);
[[nodiscard]] Action add_shrink(CLI::App& app);
[[nodiscard]] Action add_report(CLI::App& app);
[[nodiscard]] Action add_schema(CLI::App& app);
[[nodiscard]] Action add_serve(CLI::App& app);
[[nodiscard]] Action add_lsp(CLI::App& app);
[[nodiscard]] Action add_man(CLI::App& app);
[[nodiscard]] Action add_help(CLI::App& app);
[[nodiscard]] Action add_version(CLI::App& app);
[[nodiscard]] Action add_completions(CLI::App& app);

/// How C programs are validated: files, certificate, properties, and rules as --spec names them.
using ValidateC = Validation (*)(std::vector<CSource>, const std::string&,
                                 const std::vector<std::string>&, const std::vector<std::string>&);
/// What add_validate adds, also for a program of its own. `validate_c`: null where C is not read.
[[nodiscard]] Action add_validate_options(CLI::App& command, ValidateC validate_c);

/// The option that names programs of others to ask.
void add_against(CLI::App& command, std::vector<std::string>& tools, const std::string& text);

/// The option that names files of predicates, and reading them; reports why not.
void add_predicates(CLI::App& command, std::vector<std::string>& paths, const std::string& text);
[[nodiscard]] bool read_predicates(const std::vector<std::string>& paths,
                                   std::vector<CPredicates>& files);

/// The option that says how integers are read.
void add_integers(CLI::App& command, bool& unbounded, const std::string& text);

/// What --spec can name: the rules that come with the program, and files.
[[nodiscard]] Offer rule_names();

/// The rule that --spec names: a file's, or one that comes with the program. Reports why not.
[[nodiscard]] bool read_rule(const std::string& spec, std::vector<CRule>& rules);

/// What such rules are about, by their names: the comments at their beginnings. Reports nothing.
[[nodiscard]] std::map<std::string, std::string> describe_rules(
    const std::vector<std::string>& specs);

/// All commands and options as a page for man(1).
[[nodiscard]] std::string manual_page(const CLI::App& app);

}  // namespace hardbop::cli
