// SPDX-License-Identifier: MIT
// hardbop suite: many programs, many questions.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <set>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"
#include "product/main/suite_outputs.hpp"
#include "product/main/terminal.hpp"
#include "product/suite/expand.hpp"
#include "product/suite/runner.hpp"
#include "product/suite/slurm.hpp"

namespace hardbop::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* suite_examples = R"(Examples:
  hardbop suite run drivers.toml --out monday --jobs 4
  hardbop suite run drivers.toml --out monday --resume     after an interruption
  hardbop suite run 'src/**/*.c' --spec lock --spec interrupts --timeout 60
  hardbop suite show monday --baseline sunday --sarif found.sarif)";

constexpr const char* run_examples =
    R"(SUITE.toml names programs, properties, rules, options, limits and expected
answers; the manual describes it. Instead of it, name programs:
files, patterns in quotes, SV-COMP's .yml and .set files.

Exit status: 0 all tasks have ended, and none is one that --fail-on names;
10 one is; 5 interrupted; 1 usage; 2 bad input, or the disk is full.

Examples:
  hardbop suite run drivers.toml --out monday --jobs 4 --cache ~/.cache/hardbop
  hardbop suite run 'src/**/*.c' --property memory --spec lock --timeout 60
  hardbop suite run drivers.toml --shard 3/8 --out part3   one of eight machines
  hardbop suite run drivers.toml --out monday --on slurm --jobs 2)";

/// The words of a text, at blanks; quotes keep blanks.
std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> out;
  bool is_inside = false;
  char quote = '\0';
  for (const char c : text) {
    if (quote != '\0') {
      if (c == quote)
        quote = '\0';
      else
        out.back() += c;
      continue;
    }
    const bool is_blank = c == ' ' || c == '\t' || c == '\n';
    if (!is_blank && !is_inside) out.emplace_back();
    is_inside = !is_blank;
    if (c == '\'' || c == '"')
      quote = c;
    else if (!is_blank)
      out.back() += c;
  }
  return out;
}

std::string time_stamp() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::localtime_r(&now, &parts);
  return fmt::format("suite-{:04}{:02}{:02}-{:02}{:02}{:02}", parts.tm_year + 1900,
                     parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string host_name() {
  std::string name(256, '\0');
  if (::gethostname(name.data(), name.size() - 1) != 0) return "";
  name.resize(std::strlen(name.c_str()));
  return name;
}

/// What a run is about, from its command line.
struct SuiteQuestion {
  std::vector<std::string> programs;
  std::vector<std::string> properties;
  std::vector<std::string> rules;
  std::string compile_commands;
  std::string options;
  bool trace = false;
  std::optional<double> wall;
  std::optional<double> cpu;
  std::optional<std::uint64_t> memory;
  std::optional<std::uint64_t> output;

  void add_to(CLI::App& command);
  /// What is wrong with what the user named; empty where nothing is.
  [[nodiscard]] std::string problem() const;
  /// Nothing where it has errors, which are reported.
  [[nodiscard]] std::optional<suite::Plan> plan() const;

 private:
  [[nodiscard]] bool is_file(const char* ending) const {
    return programs.size() == 1 && programs.front().ends_with(ending);
  }
  [[nodiscard]] suite::Section section() const;
  /// False where a file cannot be read, which is reported.
  [[nodiscard]] bool read(suite::Plan& plan) const;
  void apply(suite::Plan& plan) const;
};

void SuiteQuestion::add_to(CLI::App& command) {
  command
      .add_option("SUITE|PROGRAM", programs,
                  "A file named *.toml, or programs: files, patterns, *.yml, *.set")
      ->check(offering({"*.toml", "*.bp", "*.c", "*.i", "*.yml", "*.set"}));
  const auto add_list = [&](const char* name, std::vector<std::string>& list, const char* text) {
    return command.add_option(name, list, text)->allow_extra_args(false);
  };
  add_list("--property", properties, "Ask this property of each C program (repeatable)")
      ->option_text("NAME");
  add_list("--spec", rules, "Ask each C program to obey this rule (repeatable)")
      ->option_text("FILE|NAME")
      ->check(offering(rule_names()));
  command
      .add_option("--compile-commands", compile_commands,
                  "Check the files in compile_commands.json, each on its own")
      ->option_text("PATH");
  command
      .add_option("--options", options,
                  "Give these options of 'hardbop check' to every task, in one word: "
                  "--options='--engine slam'")
      ->option_text("WORDS");
  command.add_flag("--trace", trace, "Keep the runs that violate properties");
  command.add_option("--timeout", wall, "Give each task at most SECONDS")
      ->option_text("SECONDS")
      ->check(number());
  command.add_option("--cpu", cpu, "Give each task at most SECONDS of processor time")
      ->option_text("SECONDS")
      ->check(number());
  command.add_option("--memory", memory, "Give each task at most MB megabytes")
      ->option_text("MB")
      ->check(whole_number());
  command.add_option("--output-limit", output, "Let each task write at most MB megabytes")
      ->option_text("MB [64]")
      ->check(whole_number());
}

std::string SuiteQuestion::problem() const {
  const auto is_suite = [](const std::string& path) {
    return path.ends_with(".toml") || path.ends_with(".jsonl");
  };
  if (programs.empty() && compile_commands.empty()) return "there is no SUITE.toml and no PROGRAM";
  const auto suite = std::ranges::find_if(programs, is_suite);
  if (suite == programs.end()) return {};
  if (programs.size() > 1) return fmt::format("'{}' names the programs; give it alone", *suite);
  const char* const option = !properties.empty()         ? "--property"
                             : !rules.empty()            ? "--spec"
                             : !compile_commands.empty() ? "--compile-commands"
                                                         : nullptr;
  if (option == nullptr) return {};
  return fmt::format("{} has no effect with a suite file, which says what is asked", option);
}

suite::Section SuiteQuestion::section() const {
  suite::Section out;
  const Location at{"hardbop suite", 0, 0};
  out.at = at;
  for (const std::string& program : programs)
    out.programs.push_back({"", {{program, at}}, true, {}, {}});
  for (const std::string& property : properties) out.properties.push_back({property, at});
  for (const std::string& rule : rules) out.rules.push_back({rule, at});
  if (!compile_commands.empty()) out.compile_commands = {compile_commands, at};
  return out;
}

bool SuiteQuestion::read(suite::Plan& plan) const {
  std::error_code error;
  const std::string path = programs.empty() ? "" : programs.front();
  plan.folder = fs::current_path(error).string();
  if (is_file(".toml")) {
    const std::optional<std::string> text = read_input(path);
    if (!text) return false;
    plan.folder = fs::absolute(fs::path(path), error).parent_path().lexically_normal().string();
    const suite::SuiteFile file = suite::read_suite_file(path, *text, plan);
    if (plan.errors == 0) suite::expand(file, plan);
    if (plan.name.empty()) plan.name = fs::path(path).stem().string();
  } else if (is_file(".jsonl")) {
    const std::optional<std::string> text = read_input(path);
    if (!text) return false;
    plan = suite::read_plan(path, *text);
  } else {
    suite::SuiteFile file;
    file.name = "suite";
    file.sections.push_back(section());
    suite::expand(file, plan);
  }
  return true;
}

/// What the command line says comes before what the file says.
void SuiteQuestion::apply(suite::Plan& plan) const {
  std::vector<std::string> more = split_words(options);
  if (trace) more.emplace_back("--trace");
  for (suite::Task& task : plan.tasks) {
    task.arguments.insert(task.arguments.begin(), more.begin(), more.end());
    suite::Limits own{wall, cpu, memory, output};
    own.inherit(task.limits);
    task.limits = own;
  }
}

std::optional<suite::Plan> SuiteQuestion::plan() const {
  suite::Plan out;
  if (!read(out)) return std::nullopt;
  print_messages(out.messages, out.errors, true);
  if (out.errors != 0) return std::nullopt;
  apply(out);
  return out;
}

/// "3/8".
struct Shard {
  std::size_t number = 1;
  std::size_t count = 1;

  [[nodiscard]] bool read(const std::string& text) {
    char rest = '\0';
    return std::sscanf(text.c_str(), "%zu/%zu%c", &number, &count, &rest) == 2 && number >= 1 &&
           number <= count;
  }
};

struct SuiteRun {
  SuiteQuestion question;
  suite::SlurmOptions options;
  suite::RunOptions& run = options.run;
  std::string shard_text;
  std::vector<std::string> again;
  std::string on = "local";
  std::string sbatch;
  SuiteOutputs outputs;

  [[nodiscard]] int go() {
    Shard shard;
    const bool is_slurm = on == "slurm";
    if (!shard_text.empty() && !shard.read(shard_text))
      return complain("hardbop suite run",
                      fmt::format("--shard: '{}' is not I/N, such as 3/8", shard_text));
    if (!is_slurm && (options.detach || !sbatch.empty()))
      return complain("hardbop suite run", fmt::format("{} has no effect without --on slurm",
                                                       options.detach ? "--detach" : "--sbatch"));
    if (const std::string problem = question.problem(); !problem.empty())
      return complain("hardbop suite run", problem);
    std::optional<suite::Plan> plan = question.plan();
    if (!plan) return bad_input;
    if (run.folder.empty()) run.folder = time_stamp();
    const int status = outputs.check([&] { return files_of(*plan); });
    if (status != success) return status;
    if (shard.count > 1)
      plan->tasks = suite::shard_of(std::move(plan->tasks), shard.number, shard.count);
    if (!make_folder(run.folder)) return bad_input;
    run.again = {again.begin(), again.end()};
    options.sbatch = split_words(sbatch);
    const suite::RunEnd end = go_on(*plan, is_slurm);
    return conclude(end, *plan);
  }

 private:
  /// What tasks read, and what the run itself writes.
  [[nodiscard]] std::vector<std::string> files_of(const suite::Plan& plan) const {
    std::set<std::string> out(question.programs.begin(), question.programs.end());
    for (const char* const own : {"results.jsonl", "run.json"})
      out.insert((fs::path(run.folder) / own).string());
    for (const suite::Task& task : plan.tasks)
      for (const std::string& word : task.arguments)
        if (!word.starts_with('-')) out.insert((fs::path(plan.folder) / word).string());
    return {out.begin(), out.end()};
  }

  /// What others have to know of the run.
  void note_run(const suite::Plan& plan) const {
    const suite::Json note = {{"name", plan.name},     {"tasks", plan.tasks.size()},
                              {"folder", plan.folder}, {"process", ::getpid()},
                              {"host", host_name()},   {"on", on}};
    static_cast<void>(
        write_file((fs::path(run.folder) / "run.json").string(), note.dump(1) + "\n"));
  }

  [[nodiscard]] suite::RunEnd go_on(const suite::Plan& plan, bool is_slurm) {
    const Interruption interruption;
    ProgressLine line;
    auto told = std::chrono::steady_clock::now();
    const bool is_terminal = ::isatty(STDERR_FILENO) == 1;
    std::error_code error;
    run.program = fs::read_symlink("/proc/self/exe", error).string();
    run.cancel = interruption.flag();
    run.on_start = [&] { note_run(plan); };
    run.on_progress = [&](const suite::Progress& progress) {
      line.show(progress.to_string());
      const auto now = std::chrono::steady_clock::now();
      if (is_terminal || now - told < std::chrono::seconds(30)) return;
      told = now;
      fmt::print(stderr, "{}\n", progress.to_string());
    };
    return is_slurm ? suite::run_on_slurm(plan, options) : suite::run(plan, run);
  }

  [[nodiscard]] int conclude(const suite::RunEnd& end, const suite::Plan& plan) const {
    for (const std::string& warning : end.warnings) fmt::print(stderr, "{}\n", warning);
    if (!end.problem.empty()) {
      fmt::print(stderr, "{}\n", end.problem);
      return bad_input;
    }
    if (end.is_interrupted || end.progress.done < end.progress.tasks) {
      const bool goes_on = on == "slurm";
      fmt::print(stderr, "{}: {}; {}\n", run.folder, end.progress.to_string(),
                 goes_on
                     ? "the jobs go on; --resume waits for them, 'hardbop suite cancel' ends them"
                     : "--resume continues");
      return goes_on && options.detach ? success : unknown;
    }
    const int status = outputs.write(run.folder, plan.name, plan.folder);
    fmt::print(
        stderr, "{}: {} tasks in {}{}\n", run.folder, end.progress.done,
        suite::duration_text(end.progress.seconds),
        end.progress.cached == 0 ? "" : fmt::format(", {} from the cache", end.progress.cached));
    return status;
  }
};

void add_how_to_run(CLI::App& command, SuiteRun& state) {
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  state.run.jobs = processors;
  command.add_option("--out", state.run.folder, "Write results to DIR, which is made")
      ->option_text("DIR [suite-TIME]");
  command.add_option("-j,--jobs", state.run.jobs, "Run N tasks at a time")
      ->option_text("N [processors]")
      ->check(CLI::Range(1, 4096).description(""));
  command.add_flag("--resume", state.run.resume, "Continue the run in DIR: run what has no result");
  command
      .add_option("--again", state.again,
                  "Run tasks again that ended so: violated, unknown, error, holds")
      ->option_text("VERDICTS")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of({"violated", "unknown", "error", "holds", "holds-bounded", "not-applicable"}));
  command
      .add_option("--cache", state.run.cache,
                  "Take answers from DIR if no file that a task reads has changed, and keep new "
                  "ones there")
      ->option_text("DIR");
  command
      .add_option("--cache-size", state.run.cache_size,
                  "With --cache: remove the least recently used answers if they are larger than MB "
                  "megabytes together")
      ->option_text("MB [1024]")
      ->check(whole_number());
  command.add_option("--shard", state.shard_text, "Run only every N-th task, from the I-th on")
      ->option_text("I/N");
  command.add_option("--on", state.on, "Run tasks on this machine (local), or as jobs of Slurm")
      ->option_text("local|slurm [local]")
      ->check(one_of({"local", "slurm"}));
  command.add_flag("--detach", state.options.detach,
                   "With --on slurm: return when the jobs are submitted");
  command
      .add_option("--sbatch", state.sbatch,
                  "With --on slurm: give these options to sbatch, in one word: "
                  "--sbatch='--partition long'")
      ->option_text("WORDS");
}

Action add_run(CLI::App& suite) {
  const auto state = std::make_shared<SuiteRun>();
  CLI::App& command = *suite.add_subcommand("run", "Run all tasks, and say what came of them");
  state->question.add_to(command);
  add_how_to_run(command, *state);
  state->outputs.fail_on = {"violated", "wrong", "error"};
  state->outputs.add_to(command, "violated,wrong,error");
  command.footer(run_examples);
  return [state] { return state->go(); };
}

Action add_plan(CLI::App& suite) {
  const auto question = std::make_shared<SuiteQuestion>();
  CLI::App& command = *suite.add_subcommand(
      "plan", "Print the tasks as lines of JSON, which 'hardbop suite run' reads, too");
  question->add_to(command);
  command.footer(
      "Example:\n  hardbop suite plan drivers.toml > plan.jsonl\n"
      "  hardbop suite run plan.jsonl --out monday");
  return [question]() -> int {
    if (const std::string problem = question->problem(); !problem.empty())
      return complain("hardbop suite plan", problem);
    const std::optional<suite::Plan> plan = question->plan();
    if (!plan) return bad_input;
    return write_output(suite::plan_text(*plan)) ? success : bad_input;
  };
}

/// What run.json says; an empty object where there is none.
suite::Json note_of(const std::string& folder) {
  const std::optional<std::string> text =
      read_if_possible((fs::path(folder) / "run.json").string());
  suite::Json note = suite::Json::parse(text.value_or(""), nullptr, false);
  return note.is_object() ? note : suite::Json::object();
}

/// Whether a process writes the results.
bool is_being_written(const std::string& folder) {
  const std::string path = (fs::path(folder) / "results.jsonl").string();
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool is_locked = ::flock(file, LOCK_SH | LOCK_NB) != 0;
  ::close(file);
  return is_locked;
}

Action add_show(CLI::App& suite) {
  struct Show {
    std::string folder;
    SuiteOutputs outputs;
  };
  const auto state = std::make_shared<Show>();
  CLI::App& command = *suite.add_subcommand(
      "show", "Show results, compare them with others, write them in other formats");
  command.add_option("DIR", state->folder, "The folder of a run, or a file of results")->required();
  state->outputs.add_to(command, "none");
  command.footer(
      "Example:\n  hardbop suite show monday --baseline sunday --fail-on new --junit monday.xml");
  return [state]() -> int {
    const auto files = [&] {
      std::vector<std::string> out = suite::result_files(state->folder);
      out.push_back(state->folder);
      out.push_back((fs::path(state->folder) / "run.json").string());
      return out;
    };
    if (const int status = state->outputs.check(files); status != success) return status;
    const suite::Json note = note_of(state->folder);
    return state->outputs.write(state->folder, note.value("name", "suite"),
                                note.value("folder", std::string(".")));
  };
}

Action add_merge(CLI::App& suite) {
  struct Merge {
    std::vector<std::string> folders;
    std::string out;
  };
  const auto state = std::make_shared<Merge>();
  CLI::App& command =
      *suite.add_subcommand("merge", "Put the results of several runs or shards together");
  command.add_option("DIR", state->folders, "Folders of runs")->required();
  command.add_option("--out", state->out, "Write the results to DIR")
      ->option_text("DIR")
      ->required();
  command.footer("Example:\n  hardbop suite merge part1 part2 part3 --out monday");
  return [state]() -> int {
    suite::RowSet all;
    std::vector<std::string> problems;
    for (const std::string& folder : state->folders)
      for (auto& [id, row] : suite::read_rows(folder, true, problems).rows) all.add(std::move(row));
    for (const std::string& problem : problems) fmt::print(stderr, "{}\n", problem);
    if (std::ranges::any_of(problems, [](const std::string& one) {
          return one.find("error: ") != std::string::npos;
        }))
      return bad_input;
    const fs::path path = fs::path(state->out) / "results.jsonl";
    std::error_code error;
    if (fs::exists(path, error) &&
        std::ranges::none_of(state->folders, [&](const std::string& folder) {
          return fs::equivalent(folder, state->out, error);
        }))
      return complain("hardbop suite merge", fmt::format("'{}' exists already", path.string()),
                      "name it among the folders, too, to keep its results");
    std::string text;
    for (const auto& [id, row] : all.rows) text += suite::to_line(suite::to_json(row)) + "\n";
    suite::Json note = note_of(state->folders.front());
    note["tasks"] = all.rows.size();
    if (!make_folder(state->out) || !write_file(path.string(), text) ||
        !write_file((fs::path(state->out) / "run.json").string(), note.dump(1) + "\n"))
      return bad_input;
    for (const std::string& id : all.contradictions)
      fmt::print(stderr, "error: '{}' holds in one run and is violated in another\n", id);
    fmt::print(stderr, "{}: {} tasks, {} of them in several runs\n", state->out, all.rows.size(),
               all.doubles);
    return all.contradictions.empty() ? success : internal_error;
  };
}

Action add_status(CLI::App& suite) {
  const auto folder = std::make_shared<std::string>();
  CLI::App& command = *suite.add_subcommand("status", "Say how far a run has come");
  command.add_option("DIR", *folder, "The folder of the run")->required();
  command.footer("Example:\n  hardbop suite status monday");
  return [folder]() -> int {
    const suite::Json note = note_of(*folder);
    if (note.empty()) {
      fmt::print(stderr, "{}: error: there is no run\n", *folder);
      return bad_input;
    }
    suite::Progress progress;
    progress.tasks = note.value("tasks", std::size_t{0});
    std::vector<std::string> problems;
    for (const auto& [id, row] : suite::read_rows(*folder, false, problems).rows)
      progress.count(row);
    std::string state = is_being_written(*folder) ? "running" : "not running";
    if (const std::vector<std::string> jobs = suite::slurm_jobs(*folder); !jobs.empty())
      state = suite::slurm_state(jobs);
    if (progress.done >= progress.tasks) state = "complete";
    return write_output(fmt::format("{}; {}\n", progress.to_string(), state)) ? success : bad_input;
  };
}

Action add_cancel(CLI::App& suite) {
  const auto folder = std::make_shared<std::string>();
  CLI::App& command = *suite.add_subcommand("cancel", "End a run; --resume can continue it");
  command.add_option("DIR", *folder, "The folder of the run")->required();
  command.footer("Example:\n  hardbop suite cancel monday");
  return [folder]() -> int {
    const suite::Json note = note_of(*folder);
    if (const std::vector<std::string> jobs = suite::slurm_jobs(*folder); !jobs.empty()) {
      const std::string problem = suite::cancel_slurm_jobs(jobs);
      if (!problem.empty()) fmt::print(stderr, "{}\n", problem);
      return problem.empty() ? success : bad_input;
    }
    if (note.empty() || !is_being_written(*folder)) {
      fmt::print(stderr, "{}: error: no run is going on there\n", *folder);
      return bad_input;
    }
    if (note.value("host", "") != host_name()) {
      fmt::print(stderr, "{}: error: the run is on {}; call this command there\n", *folder,
                 note.value("host", ""));
      return bad_input;
    }
    if (::kill(note.value("process", 0), SIGTERM) == 0) return success;
    fmt::print(stderr, "{}: error: {}\n", *folder, std::strerror(errno));
    return bad_input;
  };
}

}  // namespace

Action add_suite(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("suite", "Check many programs, and compare runs");
  command.require_subcommand(1);
  const auto actions = std::make_shared<std::map<std::string, Action>>(
      std::map<std::string, Action>{{"run", add_run(command)},
                                    {"plan", add_plan(command)},
                                    {"show", add_show(command)},
                                    {"merge", add_merge(command)},
                                    {"status", add_status(command)},
                                    {"cancel", add_cancel(command)}});
  command.footer(suite_examples);
  return
      [actions, &command] { return actions->at(command.get_subcommands().front()->get_name())(); };
}

}  // namespace hardbop::cli
