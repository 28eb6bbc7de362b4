// SPDX-License-Identifier: MIT
// The answers of a fixed-point system, as text and as one JSON object.
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "product/report/figures.hpp"
#include <hardbop/solve.hpp>

namespace hardbop {

namespace {

using report::Json;

std::string tuples_text(const QueryResult& query) {
  std::string out;
  for (const std::vector<std::string>& tuple : query.tuples)
    out += fmt::format("  ({})\n", fmt::join(tuple, ", "));
  if (query.count != std::to_string(query.tuples.size())) out += "  ...\n";
  return out;
}

Json query_json(const QueryResult& query) {
  constexpr const char* kinds[] = {"query", "count", "list"};
  Json out = {{"name", query.name},
              {"kind", kinds[static_cast<int>(query.kind)]},
              {"location", report::location_json(query.at)}};
  if (query.kind == QueryResult::Kind::Truth)
    out["answer"] = query.known ? Json(query.truth) : Json();
  else
    out["count"] = query.known ? report::integer_json(query.count) : Json();
  if (query.kind == QueryResult::Kind::List) out["tuples"] = query.tuples;
  return out;
}

}  // namespace

int exit_status(const Solution& solution) {
  if (!solution.internal_error.empty()) return 6;
  if (solution.errors != 0) return 2;
  return solution.unknown.empty() ? 0 : 5;
}

std::string to_text(const Solution& solution, const TextStyle& style) {
  std::string out;
  for (const QueryResult& query : solution.queries) {
    if (!query.known) {
      out += fmt::format("{}: unknown: {}\n", query.name, solution.unknown);
    } else if (query.kind == QueryResult::Kind::Truth) {
      out += fmt::format("{}: {}\n", query.name, query.truth ? "yes" : "no");
    } else {
      out +=
          fmt::format("{}: {} tuple{}\n", query.name, query.count, query.count == "1" ? "" : "s");
      if (query.kind == QueryResult::Kind::List) out += tuples_text(query);
    }
  }
  if (solution.queries.empty())
    out += "nothing to answer: the system has no query, count or list\n";
  if (style.statistics) out += "\n" + report::statistics_text(solution.statistics);
  return out;
}

std::string to_json(const Solution& solution) {
  Json queries = Json::array();
  for (const QueryResult& query : solution.queries) queries.push_back(query_json(query));
  Json out = report::head_json({{solution.input, solution.sha256}});
  out["queries"] = std::move(queries);
  out["unknown"] = solution.unknown.empty() ? Json() : Json(solution.unknown);
  out["statistics"] = report::statistics_json(solution.statistics);
  return report::dump(out);
}

}  // namespace hardbop
