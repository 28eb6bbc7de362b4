// SPDX-License-Identifier: MIT
// What an engine did, as a page to step through. docs/manual/explain.md describes it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hardbop/answer.hpp>
#include <hardbop/engines.hpp>
#include <hardbop/page.hpp>

namespace hardbop {

/// The summary engine as papers describe it, without what makes it fast: for those who look at it.
[[nodiscard]] inline SummaryOptions plain_summary() {
  return {.live = false, .mod_ref = false, .slice = false, .compress = false};
}

/// Events of Question::on_event, as many as a page can show: of a short log all, of a long one the
/// first, the last, and some between.
class EventSample {
 public:
  void add(std::string event);
  /// In the order in which they came.
  [[nodiscard]] std::vector<std::string> events() const;
  [[nodiscard]] std::uint64_t left_out() const;

 private:
  std::uint64_t count_ = 0;
  std::uint64_t stride_ = 1;  // of those between
  std::vector<std::string> first_;
  std::vector<std::pair<std::uint64_t, std::string>> between_;
  std::deque<std::string> last_;
};

struct ExplainContent {
  std::string title;
  std::string engine;
  const Answer& answer;
  const EventSample& events;
  std::vector<PageSource> sources{};
};

/// One HTML file that needs nothing else.
[[nodiscard]] std::string to_explain_page(const ExplainContent& content);

}  // namespace hardbop
