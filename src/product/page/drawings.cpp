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

#include "base/util/utf8.hpp"
#include "product/page/statement_text.hpp"

namespace hardbop::page {

namespace {

constexpr std::size_t most_blocks_of_one = 300;
constexpr std::size_t most_blocks = 900;  // about 100 kB of page
constexpr std::size_t longest_row = 44;
constexpr std::size_t most_rows = 12;
constexpr double letter = 7.0;  // in points, at the page's size of text
constexpr double row_height = 16.0;

/// A line of a block: what of the source it shows.
struct Row {
  std::uint32_t line = 0;
  std::string text;
};

/// The texts of blocks.
class Rows {
 public:
  explicit Rows(const std::vector<PageSource>& sources) : lines_(split_lines(sources)) {}

  /// Statements that share a line share a row.
  [[nodiscard]] std::vector<Row> of(const FlowBlock& block) const {
    std::vector<Row> out;
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> columns;
    for (const Location& at : block.statements) {
      if (at.line == 0) continue;  // what the compiler adds
      const auto [found, is_new] = columns.try_emplace(at.line, at.column, at.column);
      if (is_new) out.push_back({at.line, at.file});
      found->second.first = std::min(found->second.first, at.column);
      found->second.second = std::max(found->second.second, at.column);
    }
    if (out.size() > most_rows) out.resize(most_rows);
    for (Row& row : out) row.text = text(row.text, row.line, columns.at(row.line));
    return out;
  }

 private:
  Lines lines_;

  [[nodiscard]] std::string text(const std::string& file, std::uint32_t line,
                                 std::pair<std::uint32_t, std::uint32_t> columns) const {
    const auto found = lines_.find(file);
    if (found == lines_.end() || line == 0 || line > found->second.size()) return {};
    std::string out = block_text(found->second[line - 1], columns.first, columns.second);
    if (out.size() <= longest_row) return out;
    out.resize(longest_row - 1);
    while (!out.empty() && continues_character(out.back())) out.pop_back();
    if (!out.empty() && (static_cast<unsigned char>(out.back()) & 0x80U) != 0) out.pop_back();
    return out + "…";
  }
};

struct Size {
  double width = 0;
  double height = 0;
};

Size size_of(const std::vector<Row>& rows) {
  std::size_t longest = 0;
  for (const Row& row : rows) longest = std::max(longest, row.text.size() + 5);
  const std::size_t count = std::max<std::size_t>(rows.size(), 1);
  return {static_cast<double>(std::max<std::size_t>(longest, 6)) * letter + 14,
          static_cast<double>(count) * row_height + 10};
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
  LayoutReader(std::istream& in, const ControlFlow& graph, const Rows& rows)
      : in_(in), graph_(graph), rows_(rows) {}

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
  const Rows& rows_;
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
    Json places = Json::array();
    for (const Location& at : block.statements) places.push_back(Json::array({at.line, at.column}));
    Json rows = Json::array();
    for (const Row& row : rows_.of(block)) rows.push_back(Json::array({row.line, row.text}));
    Json out = {
        {"kind", kind_of(block.kind)},
        {"box", {points(x - width / 2), from_above(y + height / 2), points(width), points(height)}},
        {"rows", std::move(rows)},
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
  const Rows rows(sources);
  std::string out;
  const auto to = std::back_inserter(out);
  for (const ControlFlow* graph : graphs) {
    fmt::format_to(to,
                   "digraph {{\n  graph [nodesep=0.3, ranksep=0.35];\n"
                   "  node [shape=box, fixedsize=true, label=\"\"];\n  edge [fontsize=24];\n");
    for (std::size_t i = 0; i < graph->blocks.size(); ++i) {
      const Size size = size_of(rows.of(graph->blocks[i]));
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

Json drawings(const std::vector<const ControlFlow*>& graphs, const std::vector<PageSource>& sources,
              const std::string& layout) {
  const Rows rows(sources);
  std::istringstream in(layout);
  Json out = Json::array();
  for (const ControlFlow* graph : graphs) {
    LayoutReader reader(in, *graph, rows);
    if (!reader.read()) break;
    out.push_back(reader.take());
  }
  return out;
}

}  // namespace hardbop::page
