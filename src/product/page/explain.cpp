// SPDX-License-Identifier: MIT
// The page of what an engine did. Events are JSON already, and are put into the page as they are.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "product/page/sources.hpp"
#include "product/report/figures.hpp"
#include <hardbop/explain.hpp>

namespace hardbop {

namespace {

// About 1.5 MB of page in all.
constexpr std::size_t most_first = 2500;
constexpr std::size_t most_between = 500;
constexpr std::size_t most_last = 1000;

}  // namespace

void EventSample::add(std::string event) {
  ++count_;
  if (first_.size() < most_first) {
    first_.push_back(std::move(event));
    return;
  }
  last_.push_back(std::move(event));
  if (last_.size() <= most_last) return;
  const std::uint64_t number = count_ - most_last;
  if (number % stride_ == 0) between_.emplace_back(number, std::move(last_.front()));
  last_.pop_front();
  if (between_.size() <= most_between) return;
  stride_ *= 2;
  std::erase_if(between_, [&](const auto& one) { return one.first % stride_ != 0; });
}

std::vector<std::string> EventSample::events() const {
  std::vector<std::string> out = first_;
  for (const auto& [number, event] : between_) out.push_back(event);
  out.insert(out.end(), last_.begin(), last_.end());
  return out;
}

std::uint64_t EventSample::left_out() const {
  return count_ - first_.size() - between_.size() - last_.size();
}

std::string to_explain_page(const ExplainContent& content) {
  page::Json results = page::Json::array();
  for (const PropertyResult& result : content.answer.results)
    results.push_back({{"property", result.property},
                       {"kind", report::kind_text(result.kind)},
                       {"location", report::location_json(result.at)},
                       {"verdict", std::string(to_string(result.verdict))},
                       {"reason", result.reason}});
  page::Json sources = page::Json::array();
  for (const PageSource& source : content.sources) sources.push_back(page::source_json(source));
  const page::Json head{{"format", 1},
                        {"kind", "explain"},
                        {"title", content.title},
                        {"engine", content.engine},
                        {"version", std::string(version())},
                        {"results", std::move(results)},
                        {"left_out", content.events.left_out()},
                        {"sources", std::move(sources)}};
  std::string data = head.dump(-1, ' ', false, page::Json::error_handler_t::replace);
  data.pop_back();
  data += fmt::format(",\"events\":[{}]}}", fmt::join(content.events.events(), ","));
  return assemble_page("explain/explain.js", content.title + " · Hardbop", data);
}

}  // namespace hardbop
