// SPDX-License-Identifier: MIT
// hardbop explain: a page of what an engine did, step by step.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "product/main/check_outputs.hpp"
#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"
#include "product/main/options.hpp"
#include "product/main/question_options.hpp"
#include "product/main/supervisor.hpp"
#include "product/main/usage.hpp"
#include <hardbop/explain.hpp>
#include <hardbop/hardbop.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* explain_examples =
    R"(The page shows the program beside what the engine knows after each step. Open it
in a browser; the keys n and p go to the next and to the previous step. Engines:
summary (path edges and summaries), explicit (points and arrows), fixpoint
(relations, round by round), image (sets of states); for C: slam (abstraction and
refinement), image. Of long searches the page shows a part, and says how much it leaves
out; 'hardbop check --log' writes every event.

Exit status: 0 the page was written, whatever the verdict; 5 a limit was reached
before there was anything to show; 1 usage; 2 bad input; 6 internal error.

Examples:
  hardbop explain --label R fig1.bp -o fig1.html     path edges, rings, the way back
  hardbop explain --engine explicit lock.bp -o lock.html
  hardbop explain driver.c -o driver.html            round by round)";

struct ExplainCommand {
  const CLI::App* command = nullptr;
  InputOptions input;
  COptionsOnCommandLine c;
  QuestionOnCommandLine asked;
  Question& question = asked.question;
  std::vector<std::string> specs;
  std::string output;

  [[nodiscard]] int run() {
    for (const std::string& path : input.paths)
      if (would_overwrite(output, path)) return bad_input;
    if (!can_write(output)) return bad_input;
    return supervise(
        {.seconds = question.timeout, .megabytes = question.memory},
        [this](Supervised& supervised) {
          supervised.connect(question);
          return c.is_c(input.paths) ? explain_c(supervised) : explain(supervised);
        },
        [this](CutOff&& cut) { return say_plainly(input_name(input.path), cut); });
  }

  /// The plain algorithms, without what makes them fast: that is what papers and lectures show.
  void choose_plain_algorithm(bool is_concurrent) {
    if (question.engine == "auto") question.engine = is_concurrent ? "fixpoint" : "summary";
    question.summary = plain_summary();
    question.traces = true;
  }

  [[nodiscard]] int explain(Supervised& supervised) {
    ReadLimits none;
    std::optional<std::string> text = read_program_text(input.path, none);
    if (!text) return bad_input;
    PageSource source{program_name(input.path), *text, find_tokens(*text)};
    const std::optional<Program> program =
        parse_text(*std::move(text), input.path, input.dialect(), !input.no_warnings);
    if (!program || !asked.complete()) return bad_input;
    if (const auto misuse = report_misuse(*command, program->is_concurrent())) return *misuse;
    if (program->is_concurrent() && question.engine != "auto" && question.engine != "fixpoint") {
      fmt::print(stderr,
                 "{}: error: of programs with threads, only the engine fixpoint is explained\n",
                 program->name());
      return bad_input;
    }
    if (program->is_concurrent() && !question.context_switches) {
      fmt::print(stderr,
                 "{}: error: the program has threads: say how often they may switch\n"
                 "  hint: give --context-switches N, such as --context-switches 2\n",
                 program->name());
      return bad_input;
    }
    choose_plain_algorithm(program->is_concurrent());
    EventSample events;
    question.on_event = [&](const std::string& event) { events.add(event); };
    Answer answer = check(*program, question);
    if (!answer.nothing.empty() && !question.all_labels) {  // then every label is of interest
      question.all_labels = true;
      events = {};
      answer = check(*program, question);
    }
    supervised.begin_output();
    return write(std::move(answer), events, {std::move(source)});
  }

  [[nodiscard]] int explain_c(Supervised& supervised) {
    ReadLimits limits{question.timeout, question.memory, question.cancel};
    const auto sources = read_c_files(input.paths, c.database(), limits, !input.no_warnings);
    if (!sources) return limits.stopped ? unknown : bad_input;
    CQuestion c_question;
    for (const std::string& spec : specs)
      if (!read_rule(spec, c_question.rules)) return bad_input;
    if (question.engine == "auto") question.engine = "slam";
    EventSample events;
    question.on_event = [&](const std::string& event) { events.add(event); };
    CAnswer found = check_c(*sources, c.get(), c_question, question);
    std::vector<PageSource> shown;
    for (const CSource& source : *sources)
      shown.push_back({source.path, source.text, find_c_tokens(source.text)});
    supervised.begin_output();
    return write(std::move(found.answer), events, std::move(shown));
  }

  [[nodiscard]] int write(Answer answer, const EventSample& events,
                          std::vector<PageSource> sources) const {
    const int status = conclude(answer);
    if (status == bad_input || status == internal_error) return status;
    const std::string page =
        to_explain_page({answer.input, question.engine, answer, events, std::move(sources)});
    if (!write_file(output, page)) return bad_input;
    for (PropertyResult& result : answer.results) result.trace.reset();
    return write_output(to_text(answer)) ? success : bad_input;
  }
};

}  // namespace

Action add_explain(CLI::App& app) {
  const auto state = std::make_shared<ExplainCommand>();
  CLI::App& command =
      *app.add_subcommand("explain", "Make a page that shows what an engine does, step by step");
  state->command = &command;
  state->input.add_files_to(command);
  command.add_option("-o,--output", state->output, "Write the page to FILE")
      ->required()
      ->option_text("FILE")
      ->check(offering({"*.html"}));
  state->asked.add_to(command, {"--engine", "--label", "--all-labels", "--entry", "--algorithm",
                                "--context-switches", "--rounds", "--timeout", "--memory"});
  command.get_option("--engine")
      ->description("Engine: auto, summary, explicit, fixpoint, image; for C: slam, image")
      ->check(one_of({"auto", "summary", "explicit", "fixpoint", "image", "slam"}));
  state->c.add_to(command);
  command
      .add_option("--spec", state->specs,
                  "C: does every run obey the rule in FILE, or the built-in rule NAME? "
                  "(repeatable)")
      ->option_text("FILE|NAME")
      ->allow_extra_args(false)
      ->check(offering(rule_names()));
  command.footer(explain_examples);
  return [state]() -> int {
    if (const std::string problem = state->input.problem(state->c); !problem.empty())
      return complain("hardbop explain", problem);
    return state->run();
  };
}

}  // namespace hardbop::cli
