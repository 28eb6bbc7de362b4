// SPDX-License-Identifier: MIT
// The logs of single answers are merged to one run: sites that show SARIF accept few runs in a
// file. Rules are shared; what holds is left out, as there may be millions of such results.
#include "product/suite/answer_reader.hpp"
#include "product/suite/outputs.hpp"

namespace hardbop::suite {

namespace {

class Log {
 public:
  void add(const Answer& answer, const std::string& root) {
    Json log = Json::parse(hardbop::to_sarif(answer, {root, {}}));
    Json& run = log.at("runs").at(0);
    if (log_.is_null()) begin(log);
    for (Json& result : run.at("results")) {
      const std::string kind = result.value("kind", "fail");
      if (kind == "pass" || kind == "notApplicable") continue;
      result["ruleIndex"] = index_of(run, result.at("ruleIndex").get<std::size_t>());
      log_["runs"][0]["results"].push_back(std::move(result));
    }
    for (Json& notice : run.at("invocations").at(0).at("toolExecutionNotifications")) {
      if (notice.contains("associatedRule"))
        notice["associatedRule"]["index"] =
            index_of(run, notice["associatedRule"].at("index").get<std::size_t>());
      notices_.push_back(std::move(notice));
    }
    is_violated_ = is_violated_ || exit_status(answer) == violated;
    is_complete_ = is_complete_ && answer.errors.empty();
  }

  [[nodiscard]] std::string take(const std::string& root) {
    if (log_.is_null()) begin(Json::parse(hardbop::to_sarif({}, {root, {}})));
    Json& run = log_["runs"][0];
    run["tool"]["driver"]["rules"] = std::move(rules_);
    run["invocations"][0]["toolExecutionNotifications"] = std::move(notices_);
    run["invocations"][0]["exitCode"] = is_violated_ ? violated : 0;
    run["invocations"][0]["executionSuccessful"] = is_complete_;
    return log_.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  static constexpr int violated = 10;  // the exit status
  Json log_;
  Json rules_ = Json::array();
  Json notices_ = Json::array();
  std::map<std::string, std::size_t> indices_;
  bool is_violated_ = false;
  bool is_complete_ = true;

  void begin(const Json& log) {
    log_ = log;
    Json& run = log_["runs"][0];
    run["results"] = Json::array();
    run.erase("artifacts");
  }

  [[nodiscard]] std::size_t index_of(const Json& run, std::size_t index) {
    const Json& rule = run.at("tool").at("driver").at("rules").at(index);
    const auto [found, is_new] = indices_.emplace(rule.at("id"), rules_.size());
    if (is_new) rules_.push_back(rule);
    return found->second;
  }
};

/// Of a row without an answer.
Answer failed_answer(const Row& row) {
  Answer out;
  out.input = row.program;
  Message& error = out.errors.emplace_back();
  error.at.file = row.program;
  error.text = row.id + ": " + row.reason;
  return out;
}

}  // namespace

std::string to_sarif(const RowSet& rows, const std::string& root) {
  Log log;
  for (const auto& [id, row] : rows.rows) {
    Answer answer = failed_answer(row);
    try {
      if (row.verdict != "error" && row.answer.is_object()) answer = answer_from(row.answer);
    } catch (const Json::exception&) {
      answer = failed_answer(row);
    }
    log.add(answer, root);
  }
  return log.take(root);
}

}  // namespace hardbop::suite
