// SPDX-License-Identifier: MIT
#include "product/main/report_page.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "product/main/files.hpp"
#include "product/main/graphviz.hpp"
#include "product/main/options.hpp"
#include <hardbop/hardbop.hpp>

namespace hardbop::cli {

namespace {

constexpr int most_seconds_for_layouts = 20;

class ReportMaker {
 public:
  explicit ReportMaker(const ReportInput& input) : input_(input) {}

  [[nodiscard]] std::string make() {
    content_.answers = input_.answers;
    content_.names = input_.names;
    for (const std::string& path : mentioned_files(input_.answers)) add_source(path);
    if (input_.has_graphs)
      for (const std::vector<std::string>& files : programs_of(input_.answers)) add_flow(files);
    else
      content_.no_layout = "There are too many programs for drawings.";
    if (!content_.flow.empty()) lay_out();
    return to_page(content_);
  }

 private:
  const ReportInput& input_;
  PageContent content_;

  void add_source(const std::string& path) {
    const auto known = input_.texts.find(path);
    std::optional<std::string> text =
        known != input_.texts.end() ? known->second : read_if_possible(located(path));
    if (!text) return;
    PageSource& source = content_.sources.emplace_back();
    const bool is_c = COptionsOnCommandLine::is_c(path) || path.ends_with(".h");
    source.tokens = is_c ? find_c_tokens(*text) : find_tokens(*text);
    source.path = path;
    source.text = *std::move(text);
  }

  [[nodiscard]] std::string located(const std::string& path) const {
    return (std::filesystem::path(input_.root) / path).string();
  }

  [[nodiscard]] const PageSource* find_source(const std::string& path) const {
    const auto found = std::ranges::find(content_.sources, path, &PageSource::path);
    return found == content_.sources.end() ? nullptr : &*found;
  }

  void add_flow(const std::vector<std::string>& files) {
    std::vector<CSource> c_sources;
    for (const std::string& path : files) {
      const PageSource* const source = find_source(path);
      if (source == nullptr) return;
      if (COptionsOnCommandLine::is_c(path)) {
        c_sources.push_back({path, source->text});
      } else {
        const ParseResult read = parse(source->text, {path, input_.dialect});
        if (read.program) append(find_control_flow(*read.program));
      }
    }
    if (!input_.c_sources.empty()) c_sources = input_.c_sources;
    if (!c_sources.empty()) append(find_c_control_flow(c_sources, input_.c_options));
  }

  void append(std::vector<ControlFlow>&& more) {
    std::ranges::move(more, std::back_inserter(content_.flow));
  }

  void lay_out() {
    if (auto layout = run_dot(layout_request(content_), "plain", most_seconds_for_layouts))
      content_.layout = *std::move(layout);
    else
      content_.no_layout =
          "Graphviz' program dot could not be run when this page was written (Debian: graphviz).";
  }
};

}  // namespace

std::string make_report(const ReportInput& input) {
  return ReportMaker(input).make();
}

}  // namespace hardbop::cli
