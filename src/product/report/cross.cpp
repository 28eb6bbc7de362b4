// SPDX-License-Identifier: MIT
// Answers of several engines about one program, as text and as JSON; docs/manual/cross.md describes
// both.
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

#include "product/report/figures.hpp"
#include <hardbop/cross.hpp>

namespace hardbop {

namespace {

using report::Json;

constexpr const char* kind_names[] = {"verdict", "length", "coverage", "certificate", "failure"};

std::size_t count(const Contender& contender, Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count(contender.verdicts, verdict));
}

/// "violated (9 of 10), unknown (1 of 10)".
std::string tally(const CrossReport& report, std::size_t property) {
  std::string out;
  std::size_t all = 0;
  for (const Contender& contender : report.contenders)
    if (property < contender.verdicts.size()) ++all;
  for (const Verdict verdict :
       {Verdict::Violated, Verdict::Holds, Verdict::HoldsBounded, Verdict::Unknown}) {
    const auto says = [&](const Contender& contender) {
      return property < contender.verdicts.size() && contender.verdicts[property] == verdict;
    };
    const auto number = std::ranges::count_if(report.contenders, says);
    if (number == 0) continue;
    out += fmt::format("{}{} ({} of {})", out.empty() ? "" : ", ", to_string(verdict), number, all);
  }
  return out;
}

std::size_t widest_name(const CrossReport& report) {
  std::size_t width = std::string_view("contender").size();
  for (const Contender& contender : report.contenders)
    width = std::max(width, contender.name.size());
  return width;
}

}  // namespace

std::string to_text(const CrossReport& report) {
  std::string out;
  const auto add = [&](fmt::string_view form, const auto&... arguments) {
    fmt::vformat_to(std::back_inserter(out), form, fmt::make_format_args(arguments...));
  };
  if (report.properties.empty() && report.stopped.empty())
    add("nothing to check: {}\n", report.nothing);
  for (std::size_t i = 0; i < report.properties.size(); ++i)
    add("{}: {}\n", report.properties[i], tally(report, i));
  const std::size_t width = widest_name(report);
  add("\n{:<{}}  violated  holds  unknown   seconds\n", "contender", width);
  for (const Contender& contender : report.contenders) {
    add("{:<{}}  {:>8}  {:>5}  {:>7}  {:>8.3f}", contender.name, width,
        count(contender, Verdict::Violated), count(contender, Verdict::Holds),
        count(contender, Verdict::Unknown), contender.seconds);
    add("{}{}\n", contender.remark.empty() ? "" : "  ", contender.remark);
  }
  add("\n");
  for (const Disagreement& one : report.disagreements) add("disagreement: {}\n", one.text);
  if (!report.stopped.empty())
    add("unknown: {} before all engines and tools answered\n", report.stopped);
  else if (report.disagreements.empty())
    add("all agree\n");
  return out;
}

std::string to_json(const CrossReport& cross) {
  Json contenders = Json::array();
  for (const Contender& contender : cross.contenders) {
    Json verdicts = Json::array();
    for (const Verdict verdict : contender.verdicts) verdicts.push_back(to_string(verdict));
    contenders.push_back({{"name", contender.name},
                          {"verdicts", std::move(verdicts)},
                          {"seconds", contender.seconds},
                          {"remark", contender.remark.empty() ? Json() : Json(contender.remark)}});
  }
  Json disagreements = Json::array();
  for (const Disagreement& one : cross.disagreements)
    disagreements.push_back({{"kind", kind_names[static_cast<std::size_t>(one.kind)]},
                             {"between", one.between},
                             {"text", one.text}});
  Json out = report::head_json({{cross.input, cross.sha256}});
  out["properties"] = cross.properties;
  out["nothing"] = cross.nothing.empty() ? Json() : Json(cross.nothing);
  out["contenders"] = std::move(contenders);
  out["disagreements"] = std::move(disagreements);
  out["stopped"] = cross.stopped.empty() ? Json() : Json(cross.stopped);
  return report::dump(out);
}

}  // namespace hardbop
