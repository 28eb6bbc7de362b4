// SPDX-License-Identifier: MIT
#include "product/main/question_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <type_traits>
#include <utility>

#include "product/main/files.hpp"
#include "product/main/help.hpp"
#include "product/main/offers.hpp"

namespace hardbop::cli {

namespace {

/// One overload per type of option.
struct Adder {
  CLI::App& command;

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
      if constexpr (std::is_integral_v<Value>)
        added->check(whole_number());
      else
        added->check(not_empty());
    }
  }

 private:
  static CLI::Option* described(CLI::Option* added, const OptionDescription& option) {
    return added->description(std::string(option.help))->option_text(std::string(option.value));
  }

  template <typename Value>
  static CLI::Option* with_default(CLI::Option* added, const OptionDescription& option,
                                   const Value& value) {
    if constexpr (std::is_same_v<Value, std::string>)
      if (value.empty()) return described(added, option);
    return described(added, option)->option_text(fmt::format("{} [{}]", option.value, value));
  }

  template <typename Value>
  void add_choice(const OptionDescription& option, Value& value) const {
    std::vector<std::string> names;
    for (const Choice<Value>& choice : choices_of(value)) names.emplace_back(choice.name);
    const auto choose = [&value](const std::string& name) {
      value = find_choice<Value>(name).value_or(value);
    };
    with_default(command.add_option_function<std::string>(std::string(option.flag), choose), option,
                 name_of(value))
        ->check(one_of(std::move(names)));
  }
};

std::vector<std::string> all_engine_names() {
  std::vector<std::string> names = engine_names(engines());
  for (std::string& name : engine_names(c_engines()))
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
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

std::vector<std::string> engine_names(const std::vector<EngineDescription>& engines) {
  std::vector<std::string> names{"auto"};
  for (const EngineDescription& engine : engines) names.emplace_back(engine.name);
  return names;
}

void QuestionOnCommandLine::add_to(CLI::App& command, const std::vector<std::string_view>& flags) {
  const Adder add{command};
  for_each_option(question, [&](const OptionDescription& option, auto& value) {
    if (flags.empty() || std::ranges::find(flags, option.flag) != flags.end()) add(option, value);
  });
  command.get_option("--rounds")->excludes(command.get_option("--context-switches"));
  CLI::Option& engine = *command.get_option("--engine");
  engine.description(fmt::format("{}: {}; for C: {}", engine.get_description(),
                                 fmt::join(engine_names(engines()), ", "),
                                 fmt::join(engine_names(c_engines()), ", ")));
  engine.check(one_of(all_engine_names()));
  command.get_option("--algorithm")->check(offering(algorithms()));
  const auto is_folder = [](const std::string& path) {
    return path.empty() ? "give the name of a folder" : "";
  };
  if (CLI::Option* const store = command.get_option_no_throw("--store"))
    store->check(offering({"*/"}, {is_folder, ""}));
}

bool QuestionOnCommandLine::complete() {
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
      error.text += ", and no readable file has this name";
}

}  // namespace hardbop::cli
