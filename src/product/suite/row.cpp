// SPDX-License-Identifier: MIT
// The exit status says how the task ended, and its JSON answer must agree: an answer that does not
// is no answer.
#include "product/suite/row.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

#include "base/certificate/claim.hpp"

namespace hardbop::suite {

namespace {

enum Status : int { holds = 0, violated = 10, unknown = 5, usage = 1, bad_input = 2, internal = 6 };

double rounded(double seconds) {
  return std::round(seconds * 1e4) / 1e4;
}

bool has_verdict(const Json& answer, std::string_view verdict) {
  return std::ranges::any_of(answer.at("results"), [&](const Json& one) {
    return one.at("verdict").get_ref<const std::string&>() == verdict;
  });
}

/// The last line that says something.
std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n\r");
  if (end == std::string::npos) return {};
  const std::size_t start = text.find_last_of('\n', end);
  return text.substr(start == std::string::npos ? 0 : start + 1, end - (start + 1) + 1);
}

/// The first complaint, or else the last line.
std::string complaint(const std::string& text) {
  const std::size_t at = text.find("error: ");
  if (at == std::string::npos) return last_line(text);
  const std::size_t start = text.rfind('\n', at);
  const std::size_t first = start == std::string::npos ? 0 : start + 1;
  return text.substr(first, text.find('\n', at) - first);
}

std::string first_reason(const Json& answer) {
  for (const Json& result : answer.at("results"))
    if (result.at("verdict") == "unknown" && result.at("reason").is_string())
      return result.at("reason");
  return {};
}

/// Of an answer in which nothing is violated or unknown.
std::string kind_of_holds(const Json& answer) {
  const bool holds_somewhere = has_verdict(answer, "holds");
  if (has_verdict(answer, "holds-bounded")) return "holds-bounded";
  return holds_somewhere ? "holds" : "not-applicable";
}

void take_answer(Row& row, const std::string& text) {
  const Json answer = Json::parse(text, nullptr, false);
  const bool is_answer = answer.is_object() && answer.contains("results");
  const int status = row.exit.value_or(-1);
  row.verdict = "error";
  if (!is_answer && status != unknown) {
    row.reason = fmt::format("exit status {} without an answer", status);
    return;
  }
  if (is_answer) row.answer = answer;
  const bool is_violated = is_answer && has_verdict(answer, "violated");
  const bool is_unknown = !is_answer || has_verdict(answer, "unknown");
  if (status == violated && is_violated) {
    row.verdict = "violated";
  } else if (status == unknown && is_unknown && !is_violated) {
    row.verdict = "unknown";
    if (row.reason.empty()) row.reason = is_answer ? first_reason(answer) : last_line(row.messages);
  } else if (status == holds && !is_unknown && !is_violated) {
    row.verdict = kind_of_holds(answer);
  } else {
    row.reason = fmt::format("exit status {} contradicts the answer", status);
  }
}

void take_exit(Row& row, const std::string& output) {
  switch (*row.exit) {
    case holds:
    case violated:
    case unknown: try { take_answer(row, output);
      } catch (const Json::exception&) {
        row.verdict = "error";
        row.reason = "the answer has another form than expected";
      }
      return;
    case internal: row.reason = "internal error: " + complaint(row.messages); break;
    case usage:
    case bad_input: row.reason = complaint(row.messages); break;
    default: row.reason = fmt::format("exit status {}: {}", *row.exit, last_line(row.messages));
  }
  row.verdict = "error";
}

}  // namespace

bool Row::is_decided() const {
  return verdict != "unknown" && verdict != "error";
}

bool Row::holds() const {
  return is_decided() && verdict != "violated";
}

std::string Row::category() const {
  if (expected == verdict) return "right";
  if (!is_decided()) return expected == "unknown" || expected == "error" ? "wrong" : verdict;
  if (expected.empty()) return "";
  return expected == "holds" && holds() ? "right" : "wrong";
}

Json to_json(const Row& row) {
  Json out = {{"task", row.id},
              {"group", row.group},
              {"program", row.program},
              {"question", row.question},
              {"verdict", row.verdict},
              {"reason", row.reason.empty() ? Json() : Json(row.reason)},
              {"expected", row.expected.empty() ? Json() : Json(row.expected)},
              {"seconds", rounded(row.wall)},
              {"cpu", rounded(row.cpu)},
              {"memory", std::round(row.memory * 10) / 10},
              {"exit", row.exit ? Json(*row.exit) : Json()},
              {"cached", row.is_cached},
              {"key", row.key}};
  if (!row.messages.empty()) out["messages"] = row.messages;
  out["answer"] = row.answer;
  return out;
}

std::optional<Row> row_from(const Json& json) {
  const auto text = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  try {
    Row row;
    row.id = json.at("task");
    row.group = json.at("group");
    row.program = json.at("program");
    row.question = json.at("question");
    row.verdict = json.at("verdict");
    row.reason = text(json.at("reason"));
    row.expected = text(json.at("expected"));
    row.wall = json.at("seconds");
    row.cpu = json.at("cpu");
    row.memory = json.at("memory");
    if (json.at("exit").is_number()) row.exit = json.at("exit").get<int>();
    row.is_cached = json.at("cached");
    row.key = json.at("key");
    if (json.contains("messages")) row.messages = text(json.at("messages"));
    row.answer = json.at("answer");
    return row;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string key_of(const Task& task) {
  constexpr std::size_t digits = 16;
  const Json asked = {{"arguments", task.arguments}, {"limits", to_json(task.limits)}};
  return certify::sha256(to_line(asked)).substr(0, digits);
}

Row row_for(const Task& task) {
  Row row;
  row.id = task.id;
  row.group = task.group;
  row.program = task.program;
  row.question = task.question;
  row.expected = task.expected;
  row.key = key_of(task);
  row.verdict = "error";
  return row;
}

Row row_of(const Task& task, Outcome&& outcome) {
  Row row = row_for(task);
  row.wall = outcome.wall;
  row.cpu = outcome.cpu;
  row.memory = static_cast<double>(outcome.peak_kilobytes) * 1024 / 1e6;
  row.messages = std::move(outcome.errors);
  if (outcome.memory_exceeded) row.reason = "memory limit reached";
  switch (outcome.end) {
    case Outcome::End::Exited:
      row.exit = outcome.status;
      take_exit(row, outcome.output);
      break;
    case Outcome::End::Wall:
      row.verdict = "unknown";
      row.reason = "time limit reached; the process was killed";
      break;
    case Outcome::End::Output:
      row.verdict = "unknown";
      row.reason = "output limit reached; the process was killed";
      break;
    case Outcome::End::Signalled:
      if (row.reason.empty())
        row.reason =
            fmt::format("ended by signal {} ({})", outcome.status, ::strsignal(outcome.status));
      else
        row.verdict = "unknown";
      break;
    case Outcome::End::NotStarted: row.reason = last_line(row.messages); break;
  }
  return row;
}

}  // namespace hardbop::suite
