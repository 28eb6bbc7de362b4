// SPDX-License-Identifier: MIT
#include "product/main/question_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <type_traits>

#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"

namespace hardbop::cli {

namespace {

/// One overload per type of option.
struct Adder {
  CLI::App& command;
  std::vector<std::string>& unknown_words;

  void operator()(const OptionDescription& option, bool& value) const {
    command.add_flag_callback(
        std::string(option.flag), [&value, initial = value] { value = !initial; },
        std::string(option.help));
  }

  void operator()(const OptionDescription& option, std::vector<std::string>& value) const {
    described(command.add_option(std::string(option.flag), value), option)->allow_extra_args(false);
  }

  /// The paths; what is in the files is read later.
  void operator()(const OptionDescription& option, std::vector<NamedText>& value) const {
    const auto name = [&value](const std::vector<std::string>& paths) {
      for (const std::string& path : paths) value.push_back({path, ""});
    };
    described(command.add_option_function<std::vector<std::string>>(std::string(option.flag), name),
              option)
        ->allow_extra_args(false);
  }

  template <typename Value>
  void operator()(const OptionDescription& option, std::optional<Value>& value) const {
    described(command.add_option(std::string(option.flag), value), option)
        ->check(std::is_integral_v<Value> ? whole_number() : number());
  }

  template <typename Value>
  void operator()(const OptionDescription& option, Value& value) const {
    if constexpr (std::is_enum_v<Value>) {
      add_choice(option, value);
    } else {
      CLI::Option* const added =
          with_default(command.add_option(std::string(option.flag), value), option, value);
      if constexpr (std::is_integral_v<Value>) added->check(whole_number());
    }
  }

 private:
  static CLI::Option* described(CLI::Option* added, const OptionDescription& option) {
    return added->description(std::string(option.help))->option_text(std::string(option.value));
  }

  template <typename Value>
  static CLI::Option* with_default(CLI::Option* added, const OptionDescription& option,
                                   const Value& value) {
    return described(added, option)->option_text(fmt::format("{} [{}]", option.value, value));
  }

  template <typename Value>
  void add_choice(const OptionDescription& option, Value& value) const {
    const auto choose = [&value, &words = unknown_words,
                         flag = option.flag](const std::string& name) {
      if (const std::optional<Value> found = find_choice<Value>(name)) {
        value = *found;
      } else {
        words.push_back(fmt::format("{} does not know '{}'", flag, name));
      }
    };
    Offer names;
    for (const Choice<Value>& choice : choices_of(value)) names.emplace_back(choice.name);
    with_default(command.add_option_function<std::string>(std::string(option.flag), choose), option,
                 name_of(value))
        ->check(offering(names));
  }
};

std::string names_of(const std::vector<EngineDescription>& engines) {
  std::string out = "auto";
  for (const EngineDescription& engine : engines) out += fmt::format(", {}", engine.name);
  return out;
}

std::vector<std::string> engine_names() {
  std::vector<std::string> names{"auto"};
  for (const EngineDescription& engine : engines()) names.emplace_back(engine.name);
  for (const EngineDescription& engine : c_engines())
    if (std::ranges::find(names, engine.name) == names.end()) names.emplace_back(engine.name);
  return names;
}

/// Those that come with the engines, and files of the user's.
Offer algorithms() {
  Offer names{FixpointOptions{}.algorithm};
  for (const EngineDescription& engine : engines())
    for (const AlgorithmDescription& one : engine.algorithms) names.emplace_back(one.name);
  names.emplace_back("*.fx");
  return names;
}

bool is_shipped(const std::string& algorithm) {
  for (const EngineDescription& engine : engines())
    for (const AlgorithmDescription& one : engine.algorithms)
      if (one.name == algorithm) return true;
  return false;
}

}  // namespace

void QuestionOnCommandLine::add_to(CLI::App& command) {
  for_each_option(question, Adder{command, unknown_words_});
  command.get_option("--rounds")->excludes(command.get_option("--context-switches"));
  CLI::Option& engine = *command.get_option("--engine");
  engine.description(fmt::format("{}: {}; C programs: {}", engine.get_description(),
                                 names_of(engines()), names_of(c_engines())));
  engine.check(one_of(engine_names()));
  command.get_option("--algorithm")->check(offering(algorithms()));
  std::vector<std::string> kinds;
  for (const Choice<ShortestTrace>& choice : choices_of(ShortestTrace{}))
    kinds.emplace_back(choice.name);
  command.get_option("--trace-shortest")->check(one_of(kinds));
}

bool QuestionOnCommandLine::has_known_words(const std::string& name) const {
  for (const std::string& word : unknown_words_) fmt::print(stderr, "{}: error: {}\n", name, word);
  return unknown_words_.empty();
}

bool QuestionOnCommandLine::complete(const std::string& name) {
  if (!has_known_words(name)) return false;
  bool is_complete = true;
  for (std::vector<NamedText>* const files : {&question.properties, &question.monitors}) {
    for (NamedText& file : *files) {
      std::optional<std::string> text = read_input(file.name);
      is_complete = is_complete && text;
      file.text = text.value_or("");
    }
  }
  read_algorithm();
  return is_complete;
}

/// One that does not come with Hardbop is a file.
void QuestionOnCommandLine::read_algorithm() {
  FixpointOptions& options = question.fixpoint;
  if (options.algorithm == FixpointOptions{}.algorithm || is_shipped(options.algorithm)) return;
  options.algorithm_text = read_if_possible(options.algorithm);
  algorithm_is_unread_ = !options.algorithm_text;
}

void QuestionOnCommandLine::explain(std::vector<Message>& errors) const {
  for (Message& error : errors)
    if (algorithm_is_unread_ && error.at.line == 0 && error.at.file == question.fixpoint.algorithm)
      error.text += ", and no file that can be read";
}

}  // namespace hardbop::cli
