// SPDX-License-Identifier: MIT
// Graphviz finds the places, and the page draws: text of a program never becomes markup. A block
// has the size that its lines need in a font whose letters all have one width.
#include "product/page/drawings.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace hardbop::page {

namespace {

constexpr std::size_t most_blocks_of_one = 300;
constexpr std::size_t most_blocks = 900;  // about 100 kB of page
constexpr std::size_t longest_line = 44;
constexpr std::size_t most_lines = 12;
constexpr double letter = 7.0;  // in points, at the page's size of text
constexpr double row = 16.0;

/// Finds lines of sources.
class Lines {
 public:
  explicit Lines(const std::vector<PageSource>& sources) {
    for (const PageSource& source : sources) {
      std::vector<std::string_view>& lines = lines_[source.path];
      std::string_view text = source.text;
      while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.push_back(trimmed(text.substr(0, end + 1)));
        text.remove_prefix(end + 1);
      }
    }
  }
  [[nodiscard]] std::size_t length(const Location& at) const {
    const auto found = lines_.find(at.file);
    if (found == lines_.end() || at.line == 0 || at.line > found->second.size()) return 4;
    return found->second[at.line - 1].size();
  }

 private:
  std::map<std::string, std::vector<std::string_view>, std::less<>> lines_;

  static std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
  }
};

struct Size {
  double width = 0;
  double height = 0;
};

Size size_of(const FlowBlock& block, const Lines& lines) {
  std::size_t longest = block.kind == FlowBlock::Kind::Exit ? 1 : 4;
  std::set<std::pair<std::string_view, std::uint32_t>> shown;
  for (const Location& at : block.statements)
    if (shown.emplace(at.file, at.line).second) longest = std::max(longest, lines.length(at));
  const std::size_t rows = std::clamp<std::size_t>(shown.size(), 1, most_lines);
  const std::size_t letters = std::min(longest, longest_line) + (shown.empty() ? 2 : 6);
  return {static_cast<double>(letters) * letter + 12, static_cast<double>(rows) * row + 10};
}

std::set<std::string> names_of_interest(const std::vector<Json>& answers) {
  std::set<std::string> out;
  for (const Json& answer : answers)
    for (const Json& result : answer["results"]) {
      if (result.contains("procedure") && result["procedure"].is_string())
        out.insert(result["procedure"]);
      if (!result.contains("trace")) continue;
      for (const Json& step : result["trace"]["steps"]) out.insert(step["procedure"]);
    }
  return out;
}

const char* kind_of(FlowBlock::Kind kind) {
  switch (kind) {
    case FlowBlock::Kind::Plain: return "plain";
    case FlowBlock::Kind::Branch: return "branch";
    case FlowBlock::Kind::Exit: return "exit";
    case FlowBlock::Kind::Error: return "error";
  }
  return "plain";
}

/// Reads what `dot -Tplain` says of one graph: inches from below.
class LayoutReader {
 public:
  LayoutReader(std::istream& in, const ControlFlow& graph) : in_(in), graph_(graph) {}

  [[nodiscard]] bool read() {
    std::string line;
    Json blocks(graph_.blocks.size(), nullptr);
    Json edges = Json::array();
    while (std::getline(in_, line)) {
      std::istringstream words(line);
      std::string kind;
      words >> kind;
      if (kind == "graph") {
        double scale = 0;
        words >> scale >> width_ >> height_;
      } else if (kind == "node") {
        read_node(words, blocks);
      } else if (kind == "edge") {
        edges.push_back(read_edge(words));
      } else if (kind == "stop") {
        json_ = {{"procedure", graph_.procedure},
                 {"width", points(width_)},
                 {"height", points(height_)},
                 {"blocks", std::move(blocks)},
                 {"edges", std::move(edges)}};
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] Json take() { return std::move(json_); }

 private:
  std::istream& in_;
  const ControlFlow& graph_;
  double width_ = 0;
  double height_ = 0;
  Json json_;

  static std::int64_t points(double inches) { return std::llround(inches * 72); }
  [[nodiscard]] std::int64_t from_above(double y) const { return points(height_ - y); }

  void read_node(std::istream& words, Json& blocks) const {
    std::size_t number = 0;
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    words >> number >> x >> y >> width >> height;
    if (!words || number >= graph_.blocks.size()) return;
    const FlowBlock& block = graph_.blocks[number];
    std::map<std::string_view, Json> by_file;
    Json places = Json::array();
    for (const Location& at : block.statements) places.push_back(Json::array({at.line, at.column}));
    Json out = {
        {"kind", kind_of(block.kind)},
        {"box", {points(x - width / 2), from_above(y + height / 2), points(width), points(height)}},
        {"places", std::move(places)}};
    if (!block.statements.empty()) out["file"] = block.statements.front().file;
    blocks[number] = std::move(out);
  }

  [[nodiscard]] Json read_edge(std::istream& words) const {
    std::size_t from = 0;
    std::size_t to = 0;
    std::size_t count = 0;
    words >> from >> to >> count;
    Json curve = Json::array();
    for (std::size_t i = 0; i < count && words; ++i) {
      double x = 0;
      double y = 0;
      words >> x >> y;
      curve.push_back(points(x));
      curve.push_back(from_above(y));
    }
    Json out = {{"from", from}, {"to", to}, {"curve", std::move(curve)}};
    std::string label;
    double x = 0;
    double y = 0;
    if (words >> label >> x >> y && (label == "T" || label == "F")) {
      out["label"] = label;
      out["at"] = {points(x), from_above(y)};
    }
    return out;
  }
};

}  // namespace

std::vector<const ControlFlow*> chosen_graphs(const PageContent& content,
                                              const std::vector<Json>& answers) {
  const std::set<std::string> interesting = names_of_interest(answers);
  std::vector<const ControlFlow*> out;
  std::size_t blocks = 0;
  for (const bool wanted : {true, false})
    for (const ControlFlow& graph : content.flow) {
      if (interesting.contains(graph.procedure) != wanted) continue;
      const std::size_t size = graph.blocks.size();
      if (size > most_blocks_of_one || blocks + size > most_blocks) continue;
      blocks += size;
      out.push_back(&graph);
    }
  return out;
}

std::string to_dot(const std::vector<const ControlFlow*>& graphs,
                   const std::vector<PageSource>& sources) {
  const Lines lines(sources);
  std::string out;
  const auto to = std::back_inserter(out);
  for (const ControlFlow* graph : graphs) {
    fmt::format_to(to,
                   "digraph {{\n  graph [nodesep=0.3, ranksep=0.35];\n"
                   "  node [shape=box, fixedsize=true, label=\"\"];\n  edge [fontsize=12];\n");
    for (std::size_t i = 0; i < graph->blocks.size(); ++i) {
      const Size size = size_of(graph->blocks[i], lines);
      fmt::format_to(to, "  {} [width={:.3f}, height={:.3f}];\n", i, size.width / 72,
                     size.height / 72);
    }
    for (const FlowEdge& edge : graph->edges)
      fmt::format_to(to, "  {} -> {}{};\n", edge.from, edge.to,
                     edge.label.empty() ? "" : fmt::format(" [label={}]", edge.label));
    out += "}\n";
  }
  return out;
}

Json drawings(const std::vector<const ControlFlow*>& graphs, const std::string& layout) {
  std::istringstream in(layout);
  Json out = Json::array();
  for (const ControlFlow* graph : graphs) {
    LayoutReader reader(in, *graph);
    if (!reader.read()) break;
    out.push_back(reader.take());
  }
  return out;
}

}  // namespace hardbop::page
