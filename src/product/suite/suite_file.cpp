// SPDX-License-Identifier: MIT
// What the format does not define is an error at its place, because a misspelled key would silently
// change what is asked.
#include "product/suite/suite_file.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <hardbop/spelling.hpp>

namespace hardbop::suite {

namespace {

class Reader {
 public:
  Reader(const std::string& path, Plan& plan) : path_(path), plan_(plan) {}

  [[nodiscard]] SuiteFile read(const toml::table& root) {
    SuiteFile out;
    Section outer;
    outer.at = {path_, 1, 1};
    const toml::array* groups = nullptr;
    for (const auto& [key, value] : root) {
      if (key.str() == "name") {
        out.name = text_of(value, "name").text;
      } else if (key.str() == "group") {
        groups = value.as_array();
        if (groups == nullptr || !groups->is_array_of_tables())
          say(value, "groups are written [[group]]");
      } else if (!read_key(key, value, outer)) {
        unknown(key, {"name", "group"});
      }
    }
    if (groups != nullptr) {
      for (const toml::node& one : *groups)
        if (const toml::table* const table = one.as_table())
          out.sections.push_back(read_group(*table, outer));
    }
    const bool is_alone = groups == nullptr;
    if (is_alone || !outer.programs.empty() || outer.compile_commands)
      out.sections.insert(out.sections.begin(), std::move(outer));
    return out;
  }

 private:
  const std::string& path_;
  Plan& plan_;

  [[nodiscard]] Location place(const toml::source_region& source) const {
    return {path_, source.begin.line, source.begin.column};
  }
  void say(const toml::node& node, std::string text, std::string hint = "") {
    plan_.say(place(node.source()), std::move(text), std::move(hint));
  }

  static const std::vector<std::string>& section_keys() {
    static const std::vector<std::string> keys{
        "programs", "exclude", "compile-commands", "linked",   "properties",
        "rules",    "options", "configurations",   "expected", "limits"};
    return keys;
  }

  void unknown(const toml::key& key, std::vector<std::string> more) {
    more.insert(more.end(), section_keys().begin(), section_keys().end());
    plan_.say(place(key.source()), fmt::format("unknown key '{}'", key.str()),
              spelling_hint(key.str(), more));
  }

  /// A group has what stands outside of groups, unless it says otherwise itself.
  [[nodiscard]] Section read_group(const toml::table& table, const Section& outer) {
    Section own;
    own.at = place(table.source());
    std::set<std::string> given;
    for (const auto& [key, value] : table) {
      given.emplace(key.str());
      if (key.str() == "name")
        own.name = text_of(value, "name").text;
      else if (!read_key(key, value, own))
        unknown(key, {"name"});
    }
    if (!given.contains("properties")) own.properties = outer.properties;
    if (!given.contains("rules")) own.rules = outer.rules;
    if (!given.contains("configurations")) own.configurations = outer.configurations;
    if (!given.contains("expected")) own.expected = outer.expected;
    if (!given.contains("exclude")) own.exclude = outer.exclude;
    own.options.insert(own.options.begin(), outer.options.begin(), outer.options.end());
    own.limits.inherit(outer.limits);
    return own;
  }

  /// False where there is no such key.
  [[nodiscard]] bool read_key(const toml::key& key, const toml::node& value, Section& out) {
    const std::string_view name = key.str();
    if (name == "programs") {
      read_programs(value, out);
    } else if (name == "exclude") {
      out.exclude = texts_of(value, "exclude");
    } else if (name == "compile-commands") {
      out.compile_commands = text_of(value, "compile-commands");
    } else if (name == "linked") {
      if (const auto flag = value.value_exact<bool>())
        out.linked = *flag;
      else
        say(value, "'linked' is true or false");
    } else if (name == "properties") {
      out.properties = texts_of(value, "properties");
    } else if (name == "rules") {
      out.rules = texts_of(value, "rules");
    } else if (name == "options") {
      out.options = words_of(value, "options");
    } else if (name == "configurations") {
      read_configurations(value, out);
    } else if (name == "expected") {
      out.expected = expected_of(value);
    } else if (name == "limits") {
      read_limits(value, out.limits);
    } else {
      return false;
    }
    return true;
  }

  [[nodiscard]] Located text_of(const toml::node& node, const std::string& what) {
    const auto text = node.value_exact<std::string>();
    if (!text) say(node, fmt::format("'{}' is a text, in quotes", what));
    return {text.value_or(""), place(node.source())};
  }

  /// One text alone need not be in a list.
  [[nodiscard]] std::vector<Located> texts_of(const toml::node& node, const std::string& what) {
    if (node.is_string()) return {text_of(node, what)};
    std::vector<Located> out;
    const toml::array* const list = node.as_array();
    if (list == nullptr) {
      say(node, fmt::format("'{}' is a list of texts: [\"...\", \"...\"]", what));
      return out;
    }
    for (const toml::node& one : *list) {
      if (one.is_string())
        out.push_back(text_of(one, what));
      else
        say(one, fmt::format("in '{}', this is not a text", what));
    }
    return out;
  }

  [[nodiscard]] std::vector<std::string> words_of(const toml::node& node, const std::string& what) {
    std::vector<std::string> out;
    for (Located& one : texts_of(node, what)) out.push_back(std::move(one.text));
    return out;
  }

  void read_programs(const toml::node& value, Section& out) {
    const auto add_pattern = [&](const toml::node& one) {
      out.programs.push_back({"", {text_of(one, "programs")}, true, {}, {}});
    };
    if (value.is_string()) return add_pattern(value);
    const toml::array* const list = value.as_array();
    if (list == nullptr) return say(value, "'programs' is a list of patterns and programs");
    for (const toml::node& one : *list) {
      if (one.is_string())
        add_pattern(one);
      else if (const toml::table* const table = one.as_table())
        out.programs.push_back(read_program(*table));
      else
        say(one, "a program is a pattern, in quotes, or a table: { files = [...] }");
    }
  }

  [[nodiscard]] ProgramEntry read_program(const toml::table& table) {
    ProgramEntry out;
    for (const auto& [key, value] : table) {
      if (key.str() == "name")
        out.name = text_of(value, "name").text;
      else if (key.str() == "files")
        out.files = texts_of(value, "files");
      else if (key.str() == "options")
        out.options = words_of(value, "options");
      else if (key.str() == "expected")
        out.expected = expected_of(value);
      else
        plan_.say(place(key.source()), fmt::format("unknown key '{}'", key.str()),
                  spelling_hint(key.str(), {"name", "files", "options", "expected"}));
    }
    if (out.files.empty()) say(table, "the program has no files");
    return out;
  }

  void read_configurations(const toml::node& value, Section& out) {
    const toml::table* const table = value.as_table();
    if (table == nullptr) return say(value, "'configurations' has names: { fast = [\"...\"] }");
    for (const auto& [key, options] : *table)
      out.configurations.push_back({std::string(key.str()), words_of(options, "configurations")});
  }

  [[nodiscard]] Expected expected_of(const toml::node& value) {
    if (value.is_string()) return {{"", verdict_of(value)}};
    Expected out;
    const toml::table* const table = value.as_table();
    if (table == nullptr) {
      say(value, "'expected' is a verdict, or one for each question: { lock = \"violated\" }");
      return out;
    }
    for (const auto& [key, verdict] : *table) out[std::string(key.str())] = verdict_of(verdict);
    return out;
  }

  [[nodiscard]] Located verdict_of(const toml::node& node) {
    Located out = text_of(node, "expected");
    const std::vector<std::string>& known = expectable_verdicts();
    if (!out.text.empty() && std::ranges::find(known, out.text) == known.end()) {
      std::string hint = spelling_hint(out.text, known);
      if (hint.empty()) hint = fmt::format("known are {}", fmt::join(known, ", "));
      say(node, fmt::format("unknown verdict '{}'", out.text), hint);
    }
    return out;
  }

  void read_limits(const toml::node& value, Limits& out) {
    const toml::table* const table = value.as_table();
    if (table == nullptr) return say(value, "'limits' has keys: { wall = 60, memory = 2000 }");
    for (const auto& [key, node] : *table) {
      const std::optional<double> number = node.value<double>();
      if (!number || !std::isfinite(*number) || *number <= 0 || *number > 1e9) {
        say(node, fmt::format("'{}' is a positive number", key.str()));
        continue;
      }
      const auto megabytes = static_cast<std::uint64_t>(std::ceil(*number));
      if (key.str() == "wall")
        out.wall = *number;
      else if (key.str() == "cpu")
        out.cpu = *number;
      else if (key.str() == "memory")
        out.memory = megabytes;
      else if (key.str() == "output")
        out.output = megabytes;
      else
        plan_.say(place(key.source()), fmt::format("unknown limit '{}'", key.str()),
                  "limits are wall and cpu in seconds, memory and output in megabytes");
    }
  }
};

}  // namespace

const std::vector<std::string>& expectable_verdicts() {
  static const std::vector<std::string> verdicts{"holds", "violated", "unknown", "error"};
  return verdicts;
}

SuiteFile read_suite_file(const std::string& path, const std::string& text, Plan& plan) {
  const toml::parse_result parsed = toml::parse(text, path);
  if (parsed.failed()) {
    const toml::source_position at = parsed.error().source().begin;
    plan.say({path, at.line, at.column}, "not TOML: " + std::string(parsed.error().description()));
    return {};
  }
  return Reader(path, plan).read(parsed.table());
}

}  // namespace hardbop::suite
