// SPDX-License-Identifier: MIT
// hardbop check: check properties of a program.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "product/main/check_outputs.hpp"
#include "product/main/commands.hpp"
#include "product/main/event_file.hpp"
#include "product/main/files.hpp"
#include "product/main/flags.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"
#include "product/main/options.hpp"
#include "product/main/question_options.hpp"
#include "product/main/supervisor.hpp"
#include "product/main/tasks.hpp"
#include "product/main/terminal.hpp"
#include "product/main/usage.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop::cli {

namespace {

constexpr const char* check_examples =
    R"(Without --label and --all-labels, every assertion and the labels ERROR and
SLIC_ERROR are checked. For C programs, the default property is assertions: no
assertion fails and reach_error is not called.

Exit status: 0 all properties hold, or there is nothing to check; 10 some are
violated; 5 none is violated, but some are unknown; 1 usage; 2 bad input;
6 internal error.

Examples:
  hardbop check lock.bp                       can an assertion fail?
  hardbop check --label R --trace fig1.bp     can a run reach R, and how?
  hardbop check --all-labels --json lock.bp   every label, as JSON
  hardbop check --certify lock.smt2 lock.bp   an answer that z3 can check
  hardbop check --trace driver.c              can it fail, and how?
  hardbop check --spec lock --trace driver.c  does it obey the lock rule?
  hardbop generate tn 10 | hardbop check --label reach -)";

struct CheckCommand {
  const CLI::App* command = nullptr;
  InputOptions input;
  QuestionOnCommandLine asked;
  Question& question = asked.question;
  COptionsOnCommandLine c;
  CQuestion c_question;
  std::vector<std::string> properties;  // names, and files of SV-COMP's
  CLI::Option* recursion_bound = nullptr;
  std::optional<std::uint32_t> heap;
  std::vector<std::string> predicates;
  std::string pointers{};
  std::string entry_pointers = "may-be-null";
  std::string entry_strings = "any";
  bool list_files = false;
  std::vector<Message> database_warnings;  // of compile_commands.json, printed already
  CheckOutputs outputs;

  [[nodiscard]] int run() {
    if (!outputs.can_be_written(input.paths)) return bad_input;
    question.traces = outputs.wants_traces();
    question.certify = !outputs.certificate_path.empty();
    question.invariants = !outputs.invariants_path.empty();
    const bool wants_run = !outputs.harness_path.empty() || !outputs.witness_path.empty();
    return supervise(
        {question.timeout, question.timeout_per_property, question.memory,
         question.certify || question.coverage || question.invariants || wants_run},
        [this](Supervised& supervised) { return decide(supervised); },
        [this](CutOff&& cut) { return say(std::move(cut)); });
  }

  [[nodiscard]] auto with_progress(const auto& ask) {
    ProgressLine progress;
    question.on_progress = [&](const ProgressReport& report) { progress.show(report); };
    return ask();
  }

  [[nodiscard]] int decide(Supervised& supervised) {
    if (outputs.log_path.empty()) return decide_unlogged(supervised);
    EventFile log(outputs.log_path);
    question.on_event = [&](const std::string& event) { log.write(event); };
    const int status = decide_unlogged(supervised);
    return log.close() ? status : bad_input;
  }

  [[nodiscard]] int decide_unlogged(Supervised& supervised) {
    const auto start = std::chrono::steady_clock::now();
    supervised.connect(question);
    supervised.enter("reading");
    ReadLimits limits{question.timeout, question.memory, question.cancel};
    const bool has_task = is_task(input.path);
    if (has_task && !read_task()) return bad_input;
    if (has_task || c.is_c(input.paths)) {
      const auto sources =
          read_c_files(input.paths, c.database(), limits, !input.no_warnings, &database_warnings);
      if (!sources) return limits.stopped ? unknown : bad_input;
      if (list_files) return print_files(*sources, supervised);
      question.on_answer = [&](Answer answer) {
        add_database_warnings(answer);
        supervised.tell(answer);
      };
      return decide_c(*sources, supervised);
    }
    std::optional<std::string> text = read_program_text(input.path, limits);
    if (!text) return limits.stopped ? unknown : bad_input;
    if (!outputs.report_path.empty()) {
      outputs.report.texts[program_name(input.path)] = *text;
      outputs.report.dialect = input.dialect();
    }
    const std::optional<Program> program =
        parse_text(*std::move(text), input.path, input.dialect(), !input.no_warnings);
    if (!program || !asked.complete()) return bad_input;
    if (const auto misuse = report_misuse(*command, program->is_concurrent())) return *misuse;
    if (question.timeout) {  // counts from the start, reading included
      const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
      question.timeout = std::max(0.0, *question.timeout - used.count());
    }
    Answer answer = with_progress([&] { return check(*program, question); });
    asked.explain(answer.errors);
    print_warnings_of_store(answer);
    supervised.begin_output();
    return outputs.write(std::move(answer));
  }

  /// Those about the program were printed when it was read.
  void print_warnings_of_store(const Answer& answer) const {
    std::vector<Message> others = answer.warnings;
    std::erase_if(others, [&](const Message& one) { return one.at.file == answer.input; });
    if (!input.no_warnings) print_messages(others, 0, true);
  }

  [[nodiscard]] int decide_c(const std::vector<CSource>& sources, Supervised& supervised) {
    if (const std::optional<int> status = read_properties()) return *status;
    take_entry();
    for (const std::string& spec : outputs.specs)
      if (!read_rule(spec, c_question.rules)) return bad_input;
    const bool recursion_given = recursion_bound->count() > 0;
    c_question.bounds_given = recursion_given || heap;
    if (recursion_given) c_question.recursion = question.image.recursion_bound;
    if (heap) c_question.heap = *heap;
    if (!pointers.empty())
      c_question.pointers = pointers == "star" ? CPointers::Star : CPointers::Direct;
    c_question.harness = !outputs.harness_path.empty();
    c_question.witness = !outputs.witness_path.empty();
    if (!read_predicates(predicates, c_question.slam.predicates)) return bad_input;
    if (!outputs.keep.empty())
      c_question.slam.on_iteration = [this](const CIteration& iteration) {
        outputs.keep_iteration(iteration);
      };
    if (!outputs.report_path.empty()) {
      outputs.report.c_sources = sources;
      outputs.report.c_options = c.get();
      for (const CSource& source : sources) outputs.report.texts[source.path] = source.text;
    }
    CAnswer found = with_progress([&] { return check_c(sources, c.get(), c_question, question); });
    supervised.begin_output();
    if (!input.no_warnings) print_messages(found.answer.warnings, 0, true);
    add_database_warnings(found.answer);
    return outputs.write(std::move(found));
  }

  /// What the program consists of: "+ FILE" was read, "- FILE" would be if it existed.
  [[nodiscard]] int print_files(const std::vector<CSource>& sources, Supervised& supervised) const {
    const CFiles found = list_c_files(sources, c.get());
    if (!found.error.empty()) {
      fmt::print(stderr, "{}: error: {}\n", input_name(input.path), found.error);
      return bad_input;
    }
    std::string out;
    for (const std::string& file : found.files) out += "+ " + file + "\n";
    for (const std::string& file : found.absent) out += "- " + file + "\n";
    supervised.begin_output();
    return write_output(out) ? success : bad_input;
  }

  /// Program, properties and data model are those of the task, unless the user says otherwise.
  [[nodiscard]] bool read_task() {
    const std::optional<Task> task = read_task_file(input.path, !input.no_warnings);
    if (!task) return false;
    input.paths = task->files;
    if (properties.empty()) properties = task->property_files;
    if (!c.data_model && c.options.target.empty() && task->data_model)
      c.data_model = task->data_model == CDataModel::Lp64 ? "LP64" : "ILP32";
    return true;
  }

  /// What a check of C starts with is one of the ways to read it.
  void take_entry() {
    CEntry& entry = c.options.entry;
    if (!question.entries.empty()) entry.function = question.entries.front();
    question.entries.clear();
    entry.pointers_may_be_null = entry_pointers == "may-be-null";
    entry.strings_are_terminated = entry_strings == "terminated";
  }

  [[nodiscard]] bool asks_about_c() const {
    return std::ranges::any_of(input.paths, is_task) || c.is_c(input.paths);
  }

  /// What is wrong with what the user named; empty where nothing is.
  [[nodiscard]] std::string problem() {
    if (std::string found = input.problem(c); !found.empty()) return found;
    const bool has_task = std::ranges::any_of(input.paths, is_task);
    if (has_task && (input.paths.size() > 1 || !c.compile_commands.empty()))
      return "a task definition names the files of its program; give it alone";
    if (asks_about_c() && question.entries.size() > 1)
      return "--entry: a C program starts with one function";
    return {};
  }

  void add_database_warnings(Answer& answer) const {
    answer.warnings.insert(answer.warnings.begin(), database_warnings.begin(),
                           database_warnings.end());
  }

  static void say_incomplete(std::optional<Coverage>& coverage, const std::string& reason) {
    if (!coverage) coverage.emplace();
    if (coverage->statements() == 0 || !coverage->undecided.empty()) coverage->incomplete = reason;
  }

  /// Says what is known where the work was cut off.
  [[nodiscard]] int say(CutOff&& cut) {
    Answer& answer = cut.answer;
    if (answer.input.empty()) answer.input = input_name(input.path);
    if (cut.is_bug) {
      answer.results.clear();
      answer.internal_error = cut.reason;
    } else if (answer.results.empty()) {
      fmt::print(stderr, "{}: {}\n", answer.input, cut.reason);
      return unknown;
    } else {
      for (PropertyResult& result : answer.results) {
        if (result.verdict != Verdict::Unknown || !result.reason.empty()) continue;
        result.reason = cut.reason;
        if (const std::size_t count = result.blocking.size(); count != 0)
          result.reason += fmt::format("; unsupported constructs ({})", count);
      }
      if (question.coverage) say_incomplete(answer.coverage, cut.reason);
      outputs.say_missing(answer.input, cut.reason);
      if (question.certify) answer.no_certificate = cut.reason;
    }
    if (!asks_about_c()) return outputs.write(std::move(answer));
    CAnswer found;  // whose status does not depend on whether there is a certificate
    found.answer = std::move(answer);
    return outputs.write(std::move(found));
  }

  /// --property names a property, or a file of SV-COMP's. SV-COMP's programs are read as it says.
  [[nodiscard]] std::optional<int> read_properties() {
    std::string own;
    std::string sv_comp;
    for (const std::string& word : properties) {
      const bool is_file = word.ends_with(".prp");
      const auto known = is_file ? read_property_file(word) : find_c_property(word);
      if (is_file && !known) return bad_input;
      c_question.properties.push_back(known ? known->name : word);
      if (!known) continue;
      if (is_file || !known->is_own) sv_comp = word;
      if (!is_file && !known->is_sv_comp) own = word;
    }
    if (!own.empty() && !sv_comp.empty())
      return complain("hardbop check",
                      fmt::format("--property: {} is an SV-COMP property with its own settings, "
                                  "and {} is not; check them separately",
                                  sv_comp, own));
    if (!sv_comp.empty() && !c.undefined) c.undefined = "pure";
    return std::nullopt;
  }

  [[nodiscard]] static std::optional<CPropertyName> read_property_file(const std::string& path) {
    const std::optional<std::string> text = read_input(path);
    if (!text) return std::nullopt;
    if (auto property = read_property(*text)) return property;
    std::vector<std::string> names;
    for (const CPropertyName& known : c_properties())
      if (known.is_decided && known.is_sv_comp) names.push_back(known.name);
    fmt::print(stderr,
               "{}: error: unknown property\n  hint: SV-COMP properties of C programs are {}\n",
               path, fmt::join(names, ", "));
    return std::nullopt;
  }
};

void add_file(CLI::App& command, const std::string& name, std::string& path,
              const std::string& help) {
  command.add_option(name, path, help)->option_text("FILE")->check(named_file());
}

/// A name, or a file of SV-COMP's.
CLI::Validator known_property() {
  std::vector<std::string> names;
  for (const CPropertyName& known : c_properties()) names.push_back(known.name);
  return {[known = one_of(std::move(names))](const std::string& word) {
            return word.ends_with(".prp") ? std::string() : known(word);
          },
          ""};
}

void add_runs(CLI::App& command, CheckCommand& state) {
  command
      .add_flag("--trace{table}", state.outputs.trace_style,
                "Show a run that violates the property: --trace or --trace=table, in execution "
                "order with changed values; --trace=columns, likewise with a column for each "
                "thread; --trace=bebop, in reverse order with all values")
      ->check(one_of({"table", "columns", "bebop"}));
  add_file(
      command, "--certify", state.outputs.certificate_path,
      "Write evidence to FILE that 'hardbop validate' and other tools can check: a proof that "
      "the properties hold, or the runs that violate them; for C, a proof of one property, and "
      "nothing for holds-bounded");
  add_file(command, "--invariants", state.outputs.invariants_path,
           "Write the answer to FILE as JSON, with the states that runs can reach at each "
           "statement, as formulas and decision diagrams");
}

/// Those that can be decided, and files that name them.
Offer property_names() {
  Offer names;
  for (const CPropertyName& property : c_properties())
    if (property.is_decided) names.push_back(property.name);
  names.emplace_back("*.prp");
  return names;
}

/// What is asked of C.
void add_c_properties(CLI::App& command, CheckCommand& state) {
  command
      .add_option(
          "--property", state.properties,
          "C: check this property: assertions, memory, arithmetic, overflow, termination; or "
          "SV-COMP's unreach-call, valid-memsafety, no-overflow, or a .prp file (repeatable); "
          "by default, the first three")
      ->option_text("NAME")
      ->allow_extra_args(false)
      ->excludes(command.get_option("--ltl"))
      ->check(offering(property_names(), known_property()));
  command
      .add_option(
          "--spec", state.outputs.specs,
          "C: does every run obey the rule in FILE, or the built-in rule NAME? (repeatable)")
      ->option_text("FILE|NAME")
      ->allow_extra_args(false)
      ->check(offering(rule_names()))
      ->excludes(command.get_option("--property"))
      ->excludes(command.get_option("--ltl"));
}

/// How a function is called that the check starts with.
void add_entry_options(CLI::App& command, CheckCommand& state) {
  command
      .add_option("--entry-pointers", state.entry_pointers,
                  "C, --entry: pointers that the function is called with are null or lead to "
                  "objects (may-be-null), or lead to objects (not-null)")
      ->option_text("may-be-null|not-null [may-be-null]")
      ->check(one_of({"may-be-null", "not-null"}));
  command
      .add_option("--entry-strings", state.entry_strings,
                  "C, --entry: arrays of char that the function is called with hold anything "
                  "(any), or end with a zero (terminated)")
      ->option_text("any|terminated [any]")
      ->check(one_of({"any", "terminated"}));
  command
      .add_option("--entry-elements", state.c.options.entry.most_elements,
                  "C, --entry: arrays that the function is called with have at most N elements")
      ->option_text("N")
      ->check(CLI::Range(1, 1'000'000'000).description(""));
}

/// How C is decided.
void add_c_options(CLI::App& command, CheckCommand& state) {
  state.recursion_bound = command.get_option("--recursion-bound");
  command.add_option("--heap", state.heap, "C: let each allocation site create at most N blocks")
      ->option_text("N [4]")
      ->check(CLI::Range(1, 1000).description(""));
  command
      .add_option(
          "--unwind", state.c_question.unwind,
          "C, --engine bmc: follow each loop for at most N rounds, and each recursion for N "
          "calls, if inputs decide whether they go on")
      ->option_text("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  command
      .add_option("--engines-at-once", state.c_question.engines_at_once,
                  "C, --engine auto: let at most N engines work at once, by turns")
      ->option_text("N [processors]")
      ->check(CLI::Range(1, 64).description(""));
  add_predicates(command, state.predicates,
                 "C, --engine slam: start with the predicates in FILE (repeatable)");
  command
      .add_option("--iterations", state.c_question.slam.iterations,
                  "C, --engine slam: give up after N iterations")
      ->option_text("N [200]")
      ->check(whole_number());
  command
      .add_option("--keep", state.outputs.keep,
                  "C, --engine slam: write the Boolean program, the predicates and the path of "
                  "every iteration to DIR")
      ->option_text("DIR");
  add_integers(command, state.c_question.slam.unbounded,
               "C, --engine slam: treat integers as machine words (machine), or as signed and "
               "unbounded (unbounded), which is correct for runs without overflow");
  command
      .add_option("--pointers", state.pointers,
                  "C: model a read through a pointer as a choice between its possible targets "
                  "(direct), or as a variable that is kept up to date (star); by default direct, "
                  "and with --engine auto both")
      ->option_text("HOW")
      ->check(one_of({"direct", "star"}));
}

void add_outputs(CLI::App& command, CheckCommand& state) {
  add_file(command, "--harness", state.outputs.harness_path,
           "C: write a C file to FILE that makes the compiled program follow the run to the error");
  add_file(command, "--witness", state.outputs.witness_path,
           "C: write an SV-COMP witness, format 2.0 (2.2 if there are threads), to FILE: the run "
           "that violates the property, or loop invariants");
  add_file(command, "--sarif", state.outputs.sarif_path,
           "Write the answer with its runs to FILE as SARIF 2.1.0");
  command
      .add_option("--report", state.outputs.report_path,
                  "Write a page to FILE that shows the answer in a browser: sources, runs step by "
                  "step, values, control-flow graphs")
      ->option_text("FILE")
      ->check(offering({"*.html"}, named_file()));
  add_file(command, "--log", state.outputs.log_path,
           "Write what the engine does to FILE, one JSON object per line");
  command
      .add_flag("--list-files", state.list_files,
                "C: check nothing; print the files that the program consists of, headers included "
                "(+), and those that would be included if they existed (-)")
      ->excludes(
          command.add_flag("--json", state.outputs.json, "Print the answer as one JSON object"));
  command.add_flag("--stats", state.outputs.statistics, "Also print statistics");
}

}  // namespace

Action add_check(CLI::App& app) {
  const auto state = std::make_shared<CheckCommand>();
  CLI::App& command =
      *app.add_subcommand("check", "Check properties of a Boolean program or a C program");
  state->command = &command;
  state->input.add_files_to(command, true);
  state->asked.add_to(command);
  add_runs(command, *state);
  state->c.add_to(command);
  state->c.add_interrupts(command);
  add_c_properties(command, *state);
  add_entry_options(command, *state);
  add_c_options(command, *state);
  add_outputs(command, *state);
  command.footer(check_examples);
  return [state]() -> int {
    if (const std::string problem = state->problem(); !problem.empty())
      return complain("hardbop check", problem);
    return state->run();
  };
}

}  // namespace hardbop::cli
