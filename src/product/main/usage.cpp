// SPDX-License-Identifier: MIT
// The tables say what an option needs to have an effect. A row holds if all of its conditions do;
// an option has an effect if one of its rows holds, or if it has no row. A new option that is not
// for every input needs a row, and a line in test/product/usage/options.txt.
#include "product/main/usage.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <string_view>
#include <vector>

#include "product/main/commands.hpp"
#include "product/main/options.hpp"
#include "product/main/question_options.hpp"
#include "product/main/tasks.hpp"
#include <hardbop/engines.hpp>

namespace hardbop::cli {

namespace {

enum class Input : std::uint8_t { Any, Boolean, C };
enum class Threads : std::uint8_t { Any, Some, None };

/// Lists are separated by blanks. "--managers=per-group" is an option with that value.
struct Scope {
  std::string_view commands;
  std::string_view options;
  Input input = Input::Any;
  std::string_view engines{};  // any of these; empty: any at all
  std::string_view with{};     // one of these; one of each list where several are joined by &
  std::string_view without{};  // none of these
  Threads threads = Threads::Any;
  std::string_view hint{};
};

constexpr std::string_view formulas = "--ltl --ctl --terminates --properties";
constexpr std::string_view conjunctive = "--image=conjunctive";
constexpr std::string_view of_groups = "--group-size --managers=per-group";
constexpr std::string_view how_c_is_read =
    "-I -D --data-model --target --mmio --undefined --volatile --malloc --compile-commands";
constexpr std::string_view economies = "--no-live --no-modref --no-slice --no-compress";

constexpr Scope scopes[] = {
    // What is asked.
    {"check", "--label --all-labels --asserts --ctl --properties --monitor", Input::Boolean},
    {.commands = "check",
     .options = "--entry-pointers --entry-strings --entry-elements",
     .input = Input::C,
     .with = "--entry"},
    {.commands = "check",
     .options = "--terminates",
     .input = Input::Boolean,
     .hint = "--property termination asks this of a C program"},
    {.commands = "check",
     .options = "--invariants",
     .input = Input::Boolean,
     .threads = Threads::None,
     .hint = "invariants are those of sequential Boolean programs; for C, a proof of --certify and "
             "a witness of --witness contain some"},
    {.commands = "check",
     .options = "--example",
     .input = Input::Boolean,
     .with = "--ctl --properties & --trace --sarif --report"},
    {.commands = "check",
     .options = "--property",
     .input = Input::C,
     .hint = "for Boolean programs: --label, --asserts, --ltl, --ctl, --terminates"},
    {"check", "--list-files --interrupt --interrupts-off --interrupts-on", Input::C},
    {.commands = "check",
     .options = "--spec",
     .input = Input::C,
     .hint = "for Boolean programs: --monitor"},

    // Engines. LTL and CTL of Boolean programs are decided in one way only.
    {"check", "--engine", Input::C},
    {.commands = "check",
     .options = "--engine",
     .input = Input::Boolean,
     .without = formulas,
     .hint =
         "engines decide labels, assertions and monitors; formulas have an algorithm of their own"},
    {.commands = "check",
     .options = "--engine",
     .input = Input::Boolean,
     .with = "--label --all-labels --asserts --monitor --coverage"},
    {"check", "--algorithm --no-frontier", Input::Boolean, "fixpoint"},
    {"check", "--image --traversal --recursion-bound", Input::Boolean, "image"},
    {"check", "--image --traversal --recursion-bound", Input::C, "auto image"},
    {"check", "--group-size --managers", Input::Boolean, "image", "", conjunctive},
    {"check", "--group-size --managers", Input::C, "auto image", "", conjunctive},
    {"check", "--partition", Input::Boolean, "image", of_groups, conjunctive},
    {"check", "--partition", Input::C, "auto image", of_groups, conjunctive},
    {"check", "--jobs", Input::Boolean, "image", "--managers=per-group", conjunctive},
    {"check", "--jobs", Input::C, "auto image", "--managers=per-group", conjunctive},
    {.commands = "check",
     .options = "--state-limit",
     .input = Input::Boolean,
     .engines = "explicit",
     .hint = "it limits explicit searches: --engine explicit, and programs with threads"},
    {.commands = "check",
     .options = "--state-limit",
     .input = Input::Boolean,
     .threads = Threads::Some},
    {"check", economies, Input::Boolean, "auto summary fixpoint image"},
    {"check", economies, Input::Boolean, "", formulas},
    {.commands = "check",
     .options = "--store",
     .input = Input::Boolean,
     .engines = "auto summary",
     .without = "--no-live --no-modref",
     .threads = Threads::None},
    {.commands = "check",
     .options = "--store",
     .input = Input::C,
     .engines = "auto slam",
     .hint = "for C programs, the engine slam has a store"},
    {.commands = "check", .options = "--store-size", .with = "--store", .threads = Threads::None},
    {"check", "--predicates --iterations --keep --integers", Input::C, "slam"},
    {.commands = "check",
     .options = "--log",
     .input = Input::Boolean,
     .without = formulas,
     .hint = "engines for labels and assertions say what they do; algorithms for formulas do not"},
    {.commands = "check",
     .options = "--log",
     .input = Input::C,
     .engines = "slam image",
     .hint = "for C programs, --engine slam and --engine image say what they do"},
    {"check", "--pointers", Input::C, "auto image"},
    {"check", "--unwind", Input::C, "auto bmc"},
    {"check", "--engines-at-once", Input::C, "auto"},
    {"check", "--heap", Input::C},
    {.commands = "check", .options = "--witness", .input = Input::C, .without = "--entry"},
    {.commands = "check", .options = "--harness", .input = Input::C, .without = "--spec --entry"},
    {"check", "--certify"},

    // Runs.
    {.commands = "check", .options = "--context-switches", .threads = Threads::Some},
    {.commands = "check", .options = "--rounds", .input = Input::Boolean, .threads = Threads::Some},
    {.commands = "check",
     .options = "--trace-shortest",
     .input = Input::Boolean,
     .with = "--trace --sarif --report --certify",
     .threads = Threads::None},
    {.commands = "check", .options = "--trace-limit", .with = "--trace --sarif --report"},
    {.commands = "check", .options = "--trace=bebop", .without = "--json"},
    {.commands = "check",
     .options = "--trace=columns",
     .without = "--json",
     .threads = Threads::Some},

    // How the input is read.
    {"check graph fmt validate export explain", "--dialect", Input::Boolean},
    {"check graph export explain", how_c_is_read, Input::C},
    {"explain", "--label --all-labels", Input::Boolean},
    {"explain", "--algorithm", Input::Boolean, "fixpoint"},
    {.commands = "explain",
     .options = "--context-switches --rounds",
     .input = Input::Boolean,
     .threads = Threads::Some},
    {"explain", "--spec", Input::C},
    {.commands = "fmt",
     .options = how_c_is_read,
     .input = Input::C,
     .hint = "with --il, the files are a C program"},

    // Other commands.
    {"graph", "--points", Input::Boolean},
    {"graph", "--entry --label", Input::Boolean, "", "--points"},
    {"abstract", "--cube-length", Input::C, "", "--predicates"},
    {"export", "--label --all-labels --ltl --entry", Input::Boolean},
    {"export", "--property --integers", Input::C},
    {"validate", "--spec", Input::C},
    {"validate", "--entry", Input::Boolean},
};

/// Files that a command does not read, by the ends of their names.
struct Refusal {
  std::string_view commands;
  Input input;  // that the command is about to read
  std::string_view endings;
  std::string_view what;  // it is, and what the command reads
  std::string_view hint;
};

constexpr Refusal refusals[] = {
    {"cross", Input::Boolean, ".c .i", "a C program; this command reads Boolean programs",
     "'hardbop check' decides C programs; 'hardbop abstract' makes a Boolean program from one"},
    {"fmt", Input::Boolean, ".c .i", "a C program; this command formats Boolean programs",
     "'hardbop fmt --il' prints a C program in the intermediate language"},
    {"check graph export cross shrink", Input::Boolean, ".fx",
     "a fixed-point system; this command reads programs", "'hardbop solve' evaluates it"},
    {"check graph export cross shrink", Input::Boolean, ".slic",
     "a rule; this command reads programs", "'hardbop check --spec FILE.slic FILE.c' checks it"},
    {"graph export explain cross shrink fmt", Input::Boolean, ".yml .yaml",
     "a task definition; this command reads programs", "'hardbop check' checks it"},
    {"abstract fmt", Input::C, ".yml .yaml", "a task definition; this command reads programs",
     "'hardbop check' checks it"},
    {"solve", Input::Any, ".bp .c .i", "a program; this command reads fixed-point systems",
     "'hardbop check' decides it"},
    {"abstract", Input::C, ".bp", "a Boolean program; this command reads C programs",
     "'hardbop check' decides it"},
    {"fmt", Input::C, ".bp", "a Boolean program; --il is for C programs", "leave out --il"},
    {"check graph export explain", Input::C, ".bp",
     "a Boolean program; it cannot be part of a C program",
     "the files of a C program end in .c or .i; Boolean programs are read one at a time"},
};

std::vector<std::string_view> split_list(std::string_view list, char separator = ' ') {
  std::vector<std::string_view> out;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    if (end > 0) out.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return out;
}

bool contains(std::string_view list, std::string_view word) {
  const auto words = split_list(list);
  return std::ranges::find(words, word) != words.end();
}

/// "--ctl or --managers per-group"
std::string alternatives(std::string_view list) {
  std::string out = fmt::format("{}", fmt::join(split_list(list), " or "));
  std::ranges::replace(out, '=', ' ');
  return out;
}

std::string_view plural_of(Input input) {
  return input == Input::C ? "C programs" : "Boolean programs";
}

struct Misuse {
  std::string text;
  std::string hint;
};

class Usage {
 public:
  Usage(const CLI::App& command, std::optional<bool> has_threads)
      : command_(command), name_(command.get_name()), has_threads_(has_threads) {
    if (const CLI::Option* files = command.get_option_no_throw("FILE")) paths_ = files->results();
    input_ = input();
    if (is_given("--engine")) engine_ = command.get_option("--engine")->results().back();
  }

  [[nodiscard]] std::vector<Misuse> find() const {
    if (paths_.empty() && !is_given("--compile-commands")) return {};  // said by others
    std::vector<Misuse> out = misused_files();
    if (out.empty() && !engine_fits()) out.push_back(misused_engine());
    if (!out.empty()) return out;  // the rest may follow from it
    for (const CLI::Option* option : command_.get_options())
      if (option->count() > 0 && !option->get_positional()) add_misuse(option->get_name(), out);
    return out;
  }

 private:
  const CLI::App& command_;
  std::string name_;
  std::optional<bool> has_threads_;
  std::vector<std::string> paths_{};
  Input input_ = Input::Any;
  std::string engine_ = "auto";

  [[nodiscard]] Input input() const {
    const auto is_c = [&](const std::string& path) {
      return COptionsOnCommandLine::is_c(path) || (name_ == "check" && is_task(path));
    };
    const auto end = paths_.end() - (name_ == "validate" && !paths_.empty() ? 1 : 0);
    if (name_ == "abstract" || is_given("--il")) return Input::C;
    if (name_ == "fmt" || contains("cross shrink", name_)) return Input::Boolean;
    if (!contains("check graph validate export explain", name_)) return Input::Any;
    const bool any_is_c = is_given("--compile-commands") || std::any_of(paths_.begin(), end, is_c);
    return any_is_c ? Input::C : Input::Boolean;
  }

  /// "--points", or "--managers=per-group".
  [[nodiscard]] bool is_given(std::string_view word) const {
    const std::size_t equals = word.find('=');
    const CLI::Option* const option =
        command_.get_option_no_throw(std::string(word.substr(0, equals)));
    if (option == nullptr || option->count() == 0) return false;
    return equals == std::string_view::npos || option->results().back() == word.substr(equals + 1);
  }

  [[nodiscard]] bool one_is_given(std::string_view list) const {
    return std::ranges::any_of(split_list(list), [&](auto word) { return is_given(word); });
  }

  [[nodiscard]] std::vector<Misuse> misused_files() const {
    if (input_ == Input::C && std::ranges::find(paths_, "-") != paths_.end())
      return {{"standard input cannot be a part of a C program", "write it to a file"}};
    if (is_given("--compile-commands")) return {};  // it says which files there are
    for (const Refusal& refusal : refusals) {
      if (!contains(refusal.commands, name_) || refusal.input != input_) continue;
      for (const std::string& path : paths_)
        for (const std::string_view ending : split_list(refusal.endings))
          if (path.ends_with(ending))
            return {{fmt::format("'{}' is {}", path, refusal.what), std::string(refusal.hint)}};
    }
    return {};
  }

  [[nodiscard]] std::vector<std::string> engines_for(Input input) const {
    return engine_names(input == Input::C ? c_engines() : engines());
  }
  [[nodiscard]] bool engine_fits() const {
    if (!is_given("--engine")) return true;
    const std::vector<std::string> names = engines_for(input_);
    return std::ranges::find(names, engine_) != names.end();
  }
  [[nodiscard]] Misuse misused_engine() const {
    const Input other = input_ == Input::C ? Input::Boolean : Input::C;
    return {fmt::format("--engine {} is for {}", engine_, plural_of(other)),
            fmt::format("engines for {} are {}", plural_of(input_),
                        fmt::join(engines_for(input_), ", "))};
  }

  void add_misuse(const std::string& name, std::vector<Misuse>& out) const {
    std::string problem;
    std::string_view hint;
    bool is_for_input = false;
    for (const Scope& scope : scopes) {
      const std::string_view option = option_in(scope, name);
      if (option.empty()) continue;
      const std::string why = why_not(scope);
      if (why.empty()) return;
      const bool fits = scope.input == Input::Any || scope.input == input_;
      if (!problem.empty() && (is_for_input || !fits)) continue;
      problem = fmt::format("{} has no effect {}", option, why);
      hint = scope.hint;
      if (hint.empty() && !fits && input_ == Input::Boolean &&
          paths_ == std::vector<std::string>{"-"})
        hint = "standard input is read as a Boolean program";
      is_for_input = fits;
    }
    if (!problem.empty()) out.push_back({problem, std::string(hint)});
  }

  /// How the row names the option; empty if the row is not about it.
  [[nodiscard]] std::string_view option_in(const Scope& scope, const std::string& name) const {
    if (!contains(scope.commands, name_)) return {};
    for (const std::string_view option : split_list(scope.options))
      if (option.substr(0, option.find('=')) == name && is_given(option)) return option;
    return {};
  }

  /// Empty if all conditions hold.
  [[nodiscard]] std::string why_not(const Scope& scope) const {
    if (scope.input != Input::Any && scope.input != input_)
      return fmt::format("on {}, only on {}", plural_of(input_), plural_of(scope.input));
    if (!scope.engines.empty() && !contains(scope.engines, engine_))
      return contains(scope.engines, "auto")
                 ? fmt::format("with --engine {}", engine_)
                 : fmt::format("without --engine {}", alternatives(scope.engines));
    for (const std::string_view list : split_list(scope.with, '&'))
      if (!one_is_given(list)) return fmt::format("without {}", alternatives(list));
    for (const std::string_view word : split_list(scope.without))
      if (is_given(word)) return fmt::format("with {}", alternatives(word));
    if (scope.threads == Threads::Some && has_threads_ == false)
      return "on a program without threads";
    if (scope.threads == Threads::None && has_threads_ == true) return "on a program with threads";
    return {};
  }
};

}  // namespace

std::optional<int> report_misuse(const CLI::App& command, std::optional<bool> has_threads) {
  const Usage usage(command, has_threads);
  const std::vector<Misuse> found = usage.find();
  if (found.empty()) return std::nullopt;
  const std::string name = "hardbop " + command.get_name();
  for (const Misuse& misuse : found) {
    fmt::print(stderr, "{}: error: {}\n", name, misuse.text);
    if (!misuse.hint.empty()) fmt::print(stderr, "  hint: {}\n", misuse.hint);
  }
  if (std::ranges::all_of(found, &std::string::empty, &Misuse::hint))
    fmt::print(stderr, "  hint: {} --help\n", name);
  return usage_error;
}

}  // namespace hardbop::cli
