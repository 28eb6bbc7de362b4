// SPDX-License-Identifier: MIT
// JUnit and BenchExec.
#include <fmt/format.h>

#include "product/suite/outputs.hpp"
#include <hardbop/program.hpp>

namespace hardbop::suite {

namespace {

/// For attributes and text. Characters that XML cannot have are replaced.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      case '\t': out += "&#9;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return out;
}

constexpr const char* xml_head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

std::string test_case(const Row& row) {
  const std::string name = row.question.empty() ? row.program : row.program + " | " + row.question;
  std::string out =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                  escaped(row.group.empty() ? "hardbop" : row.group), escaped(name), row.wall);
  const std::string category = row.category();
  const std::string reason =
      row.expected.empty() ? row.reason : fmt::format("expected {}; {}", row.expected, row.reason);
  const char* element = nullptr;
  if (category == "wrong" || (row.verdict == "violated" && category != "right"))
    element = "failure";
  else if (category == "error")
    element = "error";
  else if (category == "unknown")
    element = "skipped";
  if (element == nullptr) return out + "/>\n";
  return out + fmt::format(">\n      <{} message=\"{}: {}\"/>\n    </testcase>\n", element,
                           escaped(row.verdict), escaped(reason));
}

/// As BenchExec writes verdicts.
std::string status_of(const Row& row) {
  if (row.holds()) return "true";
  if (row.verdict == "violated") return "false";
  if (row.reason.find("time limit") != std::string::npos) return "TIMEOUT";
  if (row.reason.find("memory") != std::string::npos) return "OUT OF MEMORY";
  return row.verdict == "error" ? "ERROR" : "unknown";
}

std::string category_of(const Row& row) {
  const std::string category = row.category();
  if (category == "right") return "correct";
  if (category.empty()) return "missing";
  return category;
}

std::string column(const char* title, const std::string& value) {
  return fmt::format("    <column title=\"{}\" value=\"{}\"/>\n", title, escaped(value));
}

}  // namespace

std::string to_junit(const RowSet& rows, const std::string& name) {
  std::map<std::string, std::string> groups;
  for (const auto& [id, row] : rows.rows) groups[row.group] += test_case(row);
  std::string out = fmt::format("{}<testsuites name=\"{}\">\n", xml_head, escaped(name));
  for (const auto& [group, cases] : groups)
    out += fmt::format("  <testsuite name=\"{}\">\n{}  </testsuite>\n",
                       escaped(group.empty() ? name : group), cases);
  return out + "</testsuites>\n";
}

std::string to_benchexec(const RowSet& rows, const std::string& name) {
  std::string out = fmt::format(
      "{}<result benchmarkname=\"{}\" name=\"{}\" tool=\"hardbop\" version=\"{}\" "
      "toolmodule=\"\">\n",
      xml_head, escaped(name), escaped(name), version());
  for (const auto& [id, row] : rows.rows) {
    out += fmt::format("  <run name=\"{}\" properties=\"{}\"", escaped(row.program),
                       escaped(row.question));
    if (!row.expected.empty())
      out += fmt::format(" expectedVerdict=\"{}\"", row.expected == "holds"      ? "true"
                                                    : row.expected == "violated" ? "false"
                                                                                 : row.expected);
    out += ">\n";
    out += column("status", status_of(row)) + column("category", category_of(row));
    out += column("cputime", fmt::format("{:.4f}s", row.cpu));
    out += column("walltime", fmt::format("{:.4f}s", row.wall));
    out += column("memory", fmt::format("{:.0f}B", row.memory * 1e6));
    out += "  </run>\n";
  }
  return out + "</result>\n";
}

}  // namespace hardbop::suite
