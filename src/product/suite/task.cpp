// SPDX-License-Identifier: MIT
#include "product/suite/task.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace hardbop::suite {

namespace {

Json task_json(const Task& task) {
  return {{"task", task.id},
          {"group", task.group},
          {"program", task.program},
          {"question", task.question},
          {"arguments", task.arguments},
          {"expected", task.expected},
          {"limits", to_json(task.limits)}};
}

Task task_from(const Json& json) {
  return {json.at("task"),
          json.at("group"),
          json.at("program"),
          json.at("question"),
          json.at("arguments"),
          json.at("expected"),
          limits_from(json.at("limits"))};
}

template <typename Value>
void inherit_one(std::optional<Value>& own, const std::optional<Value>& outer) {
  if (!own) own = outer;
}

}  // namespace

void Limits::inherit(const Limits& outer) {
  inherit_one(wall, outer.wall);
  inherit_one(cpu, outer.cpu);
  inherit_one(memory, outer.memory);
  inherit_one(output, outer.output);
}

bool Task::is_c() const {
  return std::ranges::any_of(arguments, [](const std::string& word) {
    return word.ends_with(".c") || word.ends_with(".i") || word.ends_with(".yml") ||
           word.ends_with(".yaml") || word == "--compile-commands";
  });
}

void Plan::say(Location at, std::string text, std::string hint) {
  messages.push_back({Message::Kind::Error, std::move(at), std::move(text), std::move(hint), ""});
  ++errors;
}

void Plan::warn(Location at, std::string text, std::string hint) {
  messages.push_back({Message::Kind::Warning, std::move(at), std::move(text), std::move(hint), ""});
}

Json to_json(const Limits& limits) {
  Json out = Json::object();
  if (limits.wall) out["wall"] = *limits.wall;
  if (limits.cpu) out["cpu"] = *limits.cpu;
  if (limits.memory) out["memory"] = *limits.memory;
  if (limits.output) out["output"] = *limits.output;
  return out;
}

Limits limits_from(const Json& json) {
  Limits out;
  if (json.contains("wall")) out.wall = json["wall"].get<double>();
  if (json.contains("cpu")) out.cpu = json["cpu"].get<double>();
  if (json.contains("memory")) out.memory = json["memory"].get<std::uint64_t>();
  if (json.contains("output")) out.output = json["output"].get<std::uint64_t>();
  return out;
}

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_utf8(const std::string& text) {
  try {
    static_cast<void>(Json(text).dump());
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

std::string plan_text(const Plan& plan) {
  const Json head = {{"plan", 1}, {"name", plan.name}, {"folder", plan.folder}};
  std::string out = to_line(head) + "\n";
  for (const Task& task : plan.tasks) out += to_line(task_json(task)) + "\n";
  return out;
}

Plan read_plan(const std::string& path, const std::string& text) {
  Plan plan;
  std::istringstream lines(text);
  std::uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    try {
      const Json json = Json::parse(line);
      if (number > 1) {
        plan.tasks.push_back(task_from(json));
        continue;
      }
      plan.name = json.at("name");
      plan.folder = json.at("folder");
    } catch (const Json::exception&) {
      plan.say({path, number, 1},
               number == 1 ? "not a plan of 'hardbop suite plan'" : "not a task");
      return plan;
    }
  }
  if (number == 0) plan.say({path, 0, 0}, "the plan is empty");
  return plan;
}

}  // namespace hardbop::suite
