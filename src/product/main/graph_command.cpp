// SPDX-License-Identifier: MIT
// hardbop graph: draw a program.
#include <cstdio>
#include <fmt/format.h>
#include <memory>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/flags.hpp"
#include "product/main/graphviz.hpp"
#include "product/main/help.hpp"
#include "product/main/options.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* graph_examples = R"(Examples:
  hardbop graph lock.bp                         the control-flow graph, for dot
  hardbop graph --format svg -o g.svg lock.bp   the same as a picture
  hardbop graph lock.c                          the graph of a C program
  hardbop graph --points --format svg -o p.svg lock.bp
                                                points and arrows)";

/// The picture of a graph, made by Graphviz. Reports why not.
std::optional<std::string> to_svg(const std::string& dot) {
  std::optional<std::string> svg = run_dot(dot, "svg");
  if (!svg)
    fmt::print(stderr,
               "hardbop graph: cannot run Graphviz' dot; install it (Debian: graphviz) or omit "
               "--format svg\n");
  return svg;
}

struct GraphCommand {
  InputOptions input;
  COptionsOnCommandLine c;
  Question question;
  std::string format = "dot";
  std::string output;
  bool points = false;

  [[nodiscard]] int run() const {
    std::optional<std::string> text = c.is_c(input.paths) ? draw_c_program() : draw_program();
    if (text && format == "svg") text = to_svg(*text);
    if (!text) return bad_input;
    if (output.empty()) return write_output(*text) ? success : bad_input;
    return write_file(output, *text) ? success : bad_input;
  }

  [[nodiscard]] std::optional<std::string> draw_c_program() const {
    ReadLimits none;
    const auto sources = read_c_files(input.paths, c.database(), none, !input.no_warnings);
    if (!sources) return std::nullopt;
    FormatResult result = draw_c(*sources, c.get());
    print_messages(result.messages, result.errors, !input.no_warnings);
    return result.text;
  }

  [[nodiscard]] std::optional<std::string> draw_program() const {
    const std::optional<Program> program =
        read_program(input.path, input.dialect(), !input.no_warnings);
    if (!program) return std::nullopt;
    if (!points) return program->to_dot();
    DrawingResult drawing = draw_points(*program, question);
    if (drawing.error.empty()) return std::move(drawing.dot);
    fmt::print(stderr, "{}: error: {}\n", program->name(), in_flags(drawing.error));
    return std::nullopt;
  }
};

}  // namespace

Action add_graph(CLI::App& app) {
  const auto state = std::make_shared<GraphCommand>();
  CLI::App& command = *app.add_subcommand("graph", "Draw the control-flow graph of a program");
  state->input.add_files_to(command);
  state->c.add_to(command);
  command.add_option("--format", state->format, "Output format: dot, or svg, which needs Graphviz")
      ->option_text("NAME [dot]")
      ->check(one_of({"dot", "svg"}));
  command.add_option("-o,--output", state->output, "Write to FILE")->option_text("FILE");
  command.add_flag("--points", state->points,
                   "Draw the points and arrows of the explicit engine instead: one column per "
                   "valuation; blue arrows for steps, green for calls, black for returns");
  command.add_option("--entry", state->question.entries, "With --points: start in procedure P")
      ->option_text("P")
      ->allow_extra_args(false);
  command
      .add_option("--label", state->question.labels,
                  "With --points: also draw label L, or P.L, in red (repeatable)")
      ->option_text("L")
      ->allow_extra_args(false);
  command.footer(graph_examples);
  return [state]() -> int {
    if (const std::string problem = state->input.problem(state->c); !problem.empty())
      return complain("hardbop graph", problem);
    return state->run();
  };
}

}  // namespace hardbop::cli
