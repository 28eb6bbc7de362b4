// SPDX-License-Identifier: MIT
// The logs of single answers are merged to one run: sites that show SARIF accept few runs in a
// file. Rules are shared; what holds is left out, as there may be millions of such results.
#include <fmt/format.h>

#include "product/suite/answer_reader.hpp"
#include "product/suite/outputs.hpp"

namespace hardbop::suite {

namespace {

class Log {
 public:
  void add(const Row& row, const std::string& root) {
    Json log = Json::parse(hardbop::to_sarif(answer_from(row.answer), {root, {}}));
    Json& run = log.at("runs").at(0);
    if (log_.is_null()) begin(log);
    for (Json& result : run.at("results")) {
      const std::string kind = result.value("kind", "fail");
      if (kind == "pass" || kind == "notApplicable") continue;
      result["ruleIndex"] = index_of(run, result.at("ruleIndex").get<std::size_t>());
      result["properties"] = {{"task", row.id}};
      log_["runs"][0]["results"].push_back(std::move(result));
    }
    for (Json& notice : run.at("invocations").at(0).at("toolExecutionNotifications")) {
      if (notice.contains("associatedRule"))
        notice["associatedRule"]["index"] =
            index_of(run, notice["associatedRule"].at("index").get<std::size_t>());
      notices_.push_back(std::move(notice));
    }
  }

  /// A row without an answer.
  void add_error(const Row& row) {
    notices_.push_back(
        {{"level", "error"}, {"message", {{"text", fmt::format("{}: {}", row.id, row.reason)}}}});
  }

  [[nodiscard]] std::string take(const std::string& root) {
    if (log_.is_null()) {
      Json empty = Json::parse(hardbop::to_sarif({}, {root, {}}));
      begin(empty);
    }
    Json& run = log_["runs"][0];
    run["tool"]["driver"]["rules"] = std::move(rules_);
    run["invocations"][0]["toolExecutionNotifications"] = std::move(notices_);
    run["invocations"][0].erase("exitCode");
    return log_.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  Json log_;
  Json rules_ = Json::array();
  Json notices_ = Json::array();
  std::map<std::string, std::size_t> indices_;

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

}  // namespace

std::string to_sarif(const RowSet& rows, const std::string& root) {
  Log log;
  for (const auto& [id, row] : rows.rows) {
    if (row.verdict == "error" || !row.answer.is_object()) {
      log.add_error(row);
      continue;
    }
    try {
      log.add(row, root);
    } catch (const Json::exception&) {
      log.add_error(row);
    }
  }
  return log.take(root);
}

}  // namespace hardbop::suite
