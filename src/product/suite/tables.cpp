// SPDX-License-Identifier: MIT
// CSV and Markdown.
#include <fmt/format.h>

#include "product/suite/outputs.hpp"

namespace hardbop::suite {

namespace {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

/// A cell of a table is one line without bars.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '<' || c == '*' || c == '_' || c == '`') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string markdown_list(const std::string& title,
                          const std::vector<Differences::Change>& changes) {
  if (changes.empty()) return {};
  std::string out = fmt::format("\n### {} ({})\n\n", title, changes.size());
  for (const Differences::Change& change : changes)
    out += fmt::format("- {}: {}\n", cell(change.id), cell(change.text));
  return out;
}

std::string counts_row(const std::string& name, const Counts& counts) {
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {:.1f} |\n", cell(name),
                     counts.tasks, counts.holding(), counts.of("violated"), counts.of("unknown"),
                     counts.of("error"), counts.right, counts.wrong, counts.cpu);
}

}  // namespace

std::string to_csv(const RowSet& rows) {
  std::string out =
      "group,program,question,verdict,expected,category,seconds,cpu,memory,cached,reason\r\n";
  for (const auto& [id, row] : rows.rows) {
    for (const std::string* text :
         {&row.group, &row.program, &row.question, &row.verdict, &row.expected})
      out += csv_field(*text) + ",";
    out += fmt::format("{},{:.4f},{:.4f},{:.1f},{},{}\r\n", row.category(), row.wall, row.cpu,
                       row.memory, row.is_cached ? "yes" : "no", csv_field(row.reason));
  }
  return out;
}

std::string to_markdown(const RowSet& rows, const Differences* differences) {
  std::string out =
      "| | tasks | holds | violated | unknown | error | right | wrong | cpu s |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  Counts all;
  for (const auto& [name, counts] : count_rows(rows)) out += counts_row(name, counts);
  for (const auto& [id, row] : rows.rows) all.add(row);
  out += counts_row("total", all);
  std::map<std::string, std::vector<Differences::Change>> notable;
  for (const auto& [id, row] : rows.rows) {
    const std::string category = row.category();
    if (category == "wrong")
      notable["wrong"].push_back({id, row.verdict + ", expected " + row.expected});
    else if (category != "right" && row.verdict != "unknown" && !row.holds())
      notable[row.verdict].push_back({id, row.reason});
  }
  for (const auto& [title, list] : notable) out += markdown_list(title, list);
  if (differences != nullptr)
    for (const auto& [title, list] : differences->lists()) out += markdown_list(title, *list);
  return out;
}

}  // namespace hardbop::suite
