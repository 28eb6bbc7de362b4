// SPDX-License-Identifier: MIT
// A program is a file, a list of files, an entry of compile_commands.json or a task definition of
// SV-COMP's. Task definitions bring their questions and expected answers with them; to all others
// the questions of the section are put. A task that is named twice, say by two patterns, is one
// task.
#include "product/suite/expand.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <sstream>

#include "product/suite/patterns.hpp"
#include <hardbop/c.hpp>
#include <hardbop/c_check.hpp>
#include <hardbop/spelling.hpp>

namespace hardbop::suite {

namespace {

namespace fs = std::filesystem;

struct QuestionOption {
  std::string name;
  std::vector<std::string> options{};
};

struct FoundProgram {
  std::string name;
  std::vector<std::string> files;
  std::vector<std::string> options{};
  const Expected* expected = nullptr;
  Location at{};
};

bool has_ending(const std::string& path, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [&](auto ending) { return path.ends_with(ending); });
}

/// Else a name could be taken for an option.
std::string as_argument(const std::string& path) {
  return path.starts_with("-") ? "./" + path : path;
}

class SectionExpansion {
 public:
  SectionExpansion(const Section& section, Plan& plan, std::map<std::string, std::size_t>& known)
      : section_(section), plan_(plan), known_(known) {}

  void run() {
    collect_questions();
    collect_programs();
    if (plan_.errors != 0) return;
    for (const FoundProgram& program : programs_) {
      if (has_ending(program.files.empty() ? "" : program.files.front(), {".yml", ".yaml"}))
        add_definition(program);
      else
        add_questions(program);
    }
  }

 private:
  const Section& section_;
  Plan& plan_;
  std::map<std::string, std::size_t>& known_;  // tasks by their ids
  std::vector<QuestionOption> questions_;
  std::vector<FoundProgram> programs_;
  std::set<std::string> excluded_;

  [[nodiscard]] fs::path here(const std::string& path) const {
    return fs::path(plan_.folder) / path;
  }
  [[nodiscard]] bool is_file(const std::string& path) const {
    std::error_code error;
    return fs::is_regular_file(here(path), error);
  }

  void collect_questions() {
    for (const Located& one : section_.properties) {
      if (!check_property(one)) continue;
      const bool is_file = one.text.ends_with(".prp");
      questions_.push_back(
          {is_file ? fs::path(one.text).stem().string() : one.text, {"--property", one.text}});
    }
    for (const Located& one : section_.rules) {
      if (!check_rule(one)) continue;
      questions_.push_back({fs::path(one.text).stem().string(), {"--spec", as_argument(one.text)}});
    }
    check_expected(section_.expected);
  }

  [[nodiscard]] bool check_property(const Located& property) {
    if (property.text.ends_with(".prp")) return check_file(property);
    if (find_c_property(property.text)) return true;
    std::vector<std::string> names;
    for (const CPropertyName& known : c_properties()) names.push_back(known.name);
    std::string hint = spelling_hint(property.text, names);
    if (hint.empty()) hint = fmt::format("known are {}", fmt::join(names, ", "));
    plan_.say(property.at, fmt::format("unknown property '{}'", property.text), hint);
    return false;
  }

  [[nodiscard]] bool check_rule(const Located& rule) {
    std::vector<std::string> names;
    for (const CRule& known : shipped_rules()) names.push_back(known.name);
    if (std::ranges::find(names, rule.text) != names.end() || is_file(rule.text)) return true;
    std::string hint = spelling_hint(rule.text, names);
    if (hint.empty())
      hint = fmt::format("rules that come with hardbop are {}", fmt::join(names, ", "));
    plan_.say(rule.at, fmt::format("there is no rule and no file '{}'", rule.text), hint);
    return false;
  }

  [[nodiscard]] bool check_file(const Located& path) {
    if (is_file(path.text)) return true;
    plan_.say(path.at, fmt::format("there is no file '{}'", path.text));
    return false;
  }

  void check_expected(const Expected& expected) {
    std::vector<std::string> names;
    for (const QuestionOption& one : questions_) names.push_back(one.name);
    for (const auto& [name, verdict] : expected)
      if (!name.empty() && std::ranges::find(names, name) == names.end())
        plan_.say(verdict.at, fmt::format("'{}' is not a question of this group", name),
                  names.empty() ? "" : fmt::format("questions are {}", fmt::join(names, ", ")));
  }

  void collect_programs() {
    for (const Located& pattern : section_.exclude)
      for (std::string& file : find_files(plan_.folder, pattern.text))
        excluded_.insert(std::move(file));
    for (const ProgramEntry& entry : section_.programs) {
      if (entry.is_pattern)
        add_matches(entry.files.front());
      else
        add_named(entry);
    }
    if (section_.compile_commands) add_database(*section_.compile_commands);
    if (programs_.empty() && plan_.errors == 0)
      plan_.say(section_.at, "there are no programs",
                "programs = [\"src/**/*.c\"] names those of a folder");
  }

  void add_matches(const Located& pattern) {
    const std::vector<std::string> found = find_files(plan_.folder, pattern.text);
    std::error_code error;
    const bool is_folder = fs::is_directory(here(pattern.text), error);
    if (found.empty())
      return plan_.say(
          pattern.at, fmt::format("no file matches '{}'", pattern.text),
          is_folder ? fmt::format("it is a folder; '{}/**/*.c' are all C files in it", pattern.text)
                    : "");
    for (const std::string& file : found) {
      if (excluded_.contains(file)) continue;
      if (file.ends_with(".set"))
        add_set(file);
      else
        add_program({file, {file}, {}, nullptr, pattern.at});
    }
  }

  void add_named(const ProgramEntry& entry) {
    check_expected(entry.expected);
    FoundProgram program{entry.name, {}, entry.options, &entry.expected, {}};
    for (const Located& pattern : entry.files) {
      const std::vector<std::string> found = find_files(plan_.folder, pattern.text);
      if (found.empty()) plan_.say(pattern.at, fmt::format("no file matches '{}'", pattern.text));
      program.files.insert(program.files.end(), found.begin(), found.end());
      program.at = pattern.at;
    }
    if (program.files.empty()) return;
    if (program.name.empty()) program.name = fmt::format("{}", fmt::join(program.files, " "));
    add_program(std::move(program));
  }

  /// A list of patterns of task definitions, one per line.
  void add_set(const std::string& path) {
    std::istringstream lines(text_of_file(here(path).string()).value_or(""));
    std::uint32_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const std::size_t start = line.find_first_not_of(" \t\r");
      if (start == std::string::npos || line[start] == '#') continue;
      const std::string pattern = line.substr(start, line.find_last_not_of(" \t\r") + 1 - start);
      const fs::path relative = (fs::path(path).parent_path() / pattern).lexically_normal();
      const std::vector<std::string> found = find_files(plan_.folder, relative.string());
      const Location at{path, number, static_cast<std::uint32_t>(start + 1)};
      if (found.empty()) plan_.say(at, fmt::format("no file matches '{}'", pattern));
      for (const std::string& file : found)
        if (!excluded_.contains(file)) add_program({file, {file}, {}, nullptr, at});
    }
  }

  void add_database(const Located& database) {
    const std::string path = here(database.text).string();
    const CCommands commands = read_compile_commands(path, {});
    for (const Message& message : commands.messages) {
      if (message.kind != Message::Kind::Error) continue;
      plan_.say(database.at, fmt::format("'{}': {}", database.text, message.text), message.hint);
    }
    const std::vector<std::string> options{"--compile-commands", database.text};
    if (commands.errors != 0) return;
    if (section_.linked)
      return add_program({section_.name.empty() ? database.text : section_.name,
                          {},
                          options,
                          nullptr,
                          database.at});
    std::set<std::string> seen;
    for (const CSource& source : commands.sources) {
      const fs::path inside = fs::path(source.path).lexically_proximate(plan_.folder);
      const bool is_outside = inside.string().starts_with("..");
      std::string file = is_outside ? source.path : inside.string();
      if (excluded_.contains(file) || !seen.insert(file).second) continue;
      add_program({file, {file}, options, nullptr, database.at});
    }
  }

  void add_program(FoundProgram program) {
    if (!is_utf8(program.name) || !std::ranges::all_of(program.files, is_utf8))
      return plan_.say(program.at, fmt::format("the name of '{}' is not UTF-8", program.name),
                       "rename the file");
    const bool is_boolean = std::ranges::any_of(
        program.files, [](const std::string& file) { return file.ends_with(".bp"); });
    if (is_boolean && !questions_.empty())
      return plan_.say(
          program.at,
          fmt::format("'{}' is a Boolean program; properties and rules are for C", program.name),
          "put it into a group of its own");
    programs_.push_back(std::move(program));
  }

  void add_questions(const FoundProgram& program) {
    if (questions_.empty()) return add_configurations(program, {}, expected_of(program, ""));
    for (const QuestionOption& question : questions_)
      add_configurations(program, question, expected_of(program, question.name));
  }

  [[nodiscard]] std::string expected_of(const FoundProgram& program,
                                        const std::string& question) const {
    for (const Expected* expected : {program.expected, &section_.expected}) {
      if (expected == nullptr) continue;
      for (const std::string& name : {question, std::string()})
        if (const auto found = expected->find(name); found != expected->end())
          return found->second.text;
    }
    return {};
  }

  /// Its own properties; those of the section choose among them. Rules are asked, too.
  void add_definition(const FoundProgram& program) {
    const std::string& path = program.files.front();
    const CTask task = read_task(path, text_of_file(here(path).string()).value_or(""));
    for (const Message& message : task.messages) plan_.say(message.at, message.text, message.hint);
    if (task.errors != 0) return;
    bool is_asked = false;
    for (std::size_t i = 0; i < task.property_files.size(); ++i) {
      const CTask::Text& file = task.property_files[i];
      const fs::path property = (fs::path(path).parent_path() / file.text).lexically_normal();
      const std::optional<std::string> text = text_of_file(here(property.string()).string());
      if (!text) {
        plan_.say(file.at, fmt::format("there is no file '{}'", file.text));
        continue;
      }
      const std::optional<CPropertyName> known = read_property(*text);
      if (!known || !is_wanted(property.stem().string(), known->name)) continue;
      const std::optional<bool>& holds = task.expected[i];
      add_configurations(program, {known->name, {"--property", as_argument(property.string())}},
                         !holds   ? ""
                         : *holds ? "holds"
                                  : "violated");
      is_asked = true;
    }
    for (const QuestionOption& question : questions_)
      if (question.options.front() == "--spec" && (is_asked = true))
        add_configurations(program, question, expected_of(program, question.name));
    if (!is_asked) plan_.warn(program.at, fmt::format("'{}' has no property to check", path));
  }

  [[nodiscard]] bool is_wanted(const std::string& stem, const std::string& property) const {
    return section_.properties.empty() ||
           std::ranges::any_of(questions_, [&](const QuestionOption& one) {
             return one.name == stem || one.name == property;
           });
  }

  void add_configurations(const FoundProgram& program, const QuestionOption& question,
                          const std::string& expected) {
    static const std::vector<Configuration> usual{{"", {}}};
    for (const Configuration& one :
         section_.configurations.empty() ? usual : section_.configurations)
      add_task(program, question, one, expected);
  }

  void add_task(const FoundProgram& program, const QuestionOption& question,
                const Configuration& configuration, const std::string& expected) {
    Task task;
    task.group = section_.name;
    task.program = program.name;
    task.question = question.name;
    if (!configuration.name.empty())
      task.question += (question.name.empty() ? "" : " ") + fmt::format("({})", configuration.name);
    task.id = task.group + (task.group.empty() ? "" : ": ") + task.program +
              (task.question.empty() ? "" : " | ") + task.question;
    for (const auto* options :
         {&section_.options, &program.options, &configuration.options, &question.options})
      task.arguments.insert(task.arguments.end(), options->begin(), options->end());
    for (const std::string& file : program.files) task.arguments.push_back(as_argument(file));
    task.expected = expected;
    task.limits = section_.limits;
    const auto [known, is_new] = known_.emplace(task.id, plan_.tasks.size());
    if (is_new)
      plan_.tasks.push_back(std::move(task));
    else if (plan_.tasks[known->second].arguments != task.arguments)
      plan_.say(program.at, fmt::format("two tasks are called '{}'", task.id),
                "give the programs or groups different names");
  }
};

}  // namespace

void expand(const SuiteFile& suite, Plan& plan) {
  plan.name = suite.name;
  std::map<std::string, std::size_t> known;
  for (const Section& section : suite.sections) SectionExpansion(section, plan, known).run();
}

std::vector<Task> shard_of(std::vector<Task> tasks, std::size_t shard, std::size_t count) {
  std::vector<Task> out;
  for (std::size_t i = shard - 1; i < tasks.size(); i += count) out.push_back(std::move(tasks[i]));
  return out;
}

}  // namespace hardbop::suite
