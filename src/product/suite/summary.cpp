// SPDX-License-Identifier: MIT
// A violation is new if the baseline has none of its kind in that procedure; line numbers, which
// change with every edit, do not count.
#include "product/suite/summary.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::suite {

namespace {

constexpr std::size_t most_listed = 50;
constexpr double least_slower = 1.0;  // seconds

/// How many violations of each kind a row has in each procedure.
std::map<std::string, std::size_t> violations_of(const Row& row) {
  std::map<std::string, std::size_t> out;
  if (row.verdict != "violated") return out;
  if (row.answer.is_object())
    for (const Json& result : row.answer.value("results", Json::array()))
      if (result.value("verdict", "") == "violated") {
        const Json procedure = result.value("procedure", Json());
        ++out[fmt::format("{} in {}", result.value("kind", ""),
                          procedure.is_string() ? procedure.get<std::string>() : "the program")];
      }
  if (out.empty()) ++out["violated"];
  return out;
}

std::string shown(const std::string& verdict, const std::string& reason) {
  return reason.empty() ? verdict : fmt::format("{}: {}", verdict, reason);
}

class Comparison {
 public:
  explicit Comparison(double factor) : factor_(factor) {}

  void look(const Row& before, const Row& now) {
    const auto add = [&](std::vector<Differences::Change>& list, std::string text) {
      list.push_back({now.id, std::move(text)});
    };
    const std::string change =
        fmt::format("{} -> {}", before.verdict, shown(now.verdict, now.reason));
    const auto old = violations_of(before);
    bool is_new = false;
    for (const auto& [kind, count] : violations_of(now)) {
      const auto known = old.find(kind);
      is_new = is_new || known == old.end() || known->second < count;
    }
    if (is_new) add(out_.new_violations, change);
    if (before.holds() && !now.holds()) add(out_.lost_proofs, change);
    if (before.verdict == "violated" && now.holds()) add(out_.gone_violations, change);
    if (!before.is_decided() && now.is_decided()) add(out_.decided, change);
    if (before.verdict == "violated" && !now.is_decided()) add(out_.undecided, change);
    const bool is_measured = !before.is_cached && !now.is_cached;
    if (is_measured && now.wall > before.wall * factor_ && now.wall - before.wall > least_slower)
      add(out_.slower, fmt::format("{:.1f} s -> {:.1f} s", before.wall, now.wall));
  }

  [[nodiscard]] Differences take() { return std::move(out_); }
  [[nodiscard]] Differences& differences() { return out_; }

 private:
  double factor_;
  Differences out_;
};

/// At most so many, and how many more.
std::string listed(const std::string& title, const std::vector<Differences::Change>& changes) {
  if (changes.empty()) return {};
  std::string out = fmt::format("\n{} ({}):\n", title, changes.size());
  for (std::size_t i = 0; i < changes.size() && i < most_listed; ++i)
    out += fmt::format("  {}{}{}\n", changes[i].id, changes[i].text.empty() ? "" : "  ",
                       changes[i].text);
  if (changes.size() > most_listed)
    out += fmt::format("  and {} more\n", changes.size() - most_listed);
  return out;
}

std::string counts_line(const std::string& name, std::size_t width, const Counts& counts) {
  return fmt::format("{:{}} {:>7} {:>7} {:>9} {:>8} {:>6} {:>7} {:>6} {:>10.1f}\n", name, width,
                     counts.tasks, counts.holding(), counts.of("violated"), counts.of("unknown"),
                     counts.of("error"), counts.right, counts.wrong, counts.cpu);
}

std::string counts_table(const RowSet& rows) {
  const std::map<std::string, Counts> parts = count_rows(rows);
  std::size_t width = 5;
  for (const auto& [name, counts] : parts) width = std::max(width, name.size());
  std::string out =
      fmt::format("{:{}} {:>7} {:>7} {:>9} {:>8} {:>6} {:>7} {:>6} {:>10}\n", "", width, "tasks",
                  "holds", "violated", "unknown", "error", "right", "wrong", "cpu s");
  Counts all;
  for (const auto& [id, row] : rows.rows) all.add(row);
  if (parts.size() > 1 || (!parts.empty() && !parts.begin()->first.empty()))
    for (const auto& [name, counts] : parts) out += counts_line(name, width, counts);
  return out + counts_line("total", width, all);
}

}  // namespace

void Counts::add(const Row& row) {
  ++tasks;
  ++verdicts[row.verdict];
  if (row.category() == "right") ++right;
  if (row.category() == "wrong") ++wrong;
  wall += row.wall;
  cpu += row.cpu;
}

std::size_t Counts::of(const std::string& verdict) const {
  const auto found = verdicts.find(verdict);
  return found == verdicts.end() ? 0 : found->second;
}

std::size_t Counts::holding() const {
  return of("holds") + of("holds-bounded") + of("not-applicable");
}

std::map<std::string, Counts> count_rows(const RowSet& rows) {
  const bool has_groups =
      std::ranges::any_of(rows.rows, [](const auto& entry) { return !entry.second.group.empty(); });
  std::map<std::string, Counts> out;
  for (const auto& [id, row] : rows.rows) out[has_groups ? row.group : row.question].add(row);
  return out;
}

std::vector<std::pair<const char*, const std::vector<Differences::Change>*>> Differences::lists()
    const {
  return {{"new violations", &new_violations},
          {"lost proofs", &lost_proofs},
          {"violations that are gone", &gone_violations},
          {"decided now", &decided},
          {"violations that are not decided any more", &undecided},
          {"slower", &slower},
          {"new tasks", &added},
          {"tasks that are gone", &removed}};
}

Differences compare(const RowSet& baseline, const RowSet& now, double factor) {
  Comparison comparison(factor);
  Differences& out = comparison.differences();
  for (const auto& [id, row] : now.rows) {
    const auto before = baseline.rows.find(id);
    if (before != baseline.rows.end()) {
      comparison.look(before->second, row);
      continue;
    }
    out.added.push_back({id, row.verdict});
    if (row.verdict == "violated") out.new_violations.push_back({id, "new task -> violated"});
  }
  for (const auto& [id, row] : baseline.rows)
    if (!now.rows.contains(id)) out.removed.push_back({id, row.verdict});
  return comparison.take();
}

const std::vector<std::string>& failure_words() {
  static const std::vector<std::string> words{"violated", "unknown", "wrong", "error", "new"};
  return words;
}

std::vector<std::string> failures(const RowSet& rows, const Differences& differences,
                                  const std::set<std::string>& words) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& id, const std::string& why) {
    out.push_back(fmt::format("{}: {}", id, why));
  };
  for (const auto& [id, row] : rows.rows) {
    const std::string category = row.category();
    const bool is_expected = category == "right";
    if (words.contains("wrong") && category == "wrong")
      add(id, fmt::format("{}, expected {}", row.verdict, row.expected));
    else if (words.contains(row.verdict) && !is_expected)
      add(id, shown(row.verdict, row.reason));
  }
  if (words.contains("new"))
    for (const Differences::Change& change : differences.new_violations)
      add(change.id, "new violation");
  return out;
}

std::string summary_text(const RowSet& rows, const Differences* differences) {
  std::string out = counts_table(rows);
  std::map<std::string, std::vector<Differences::Change>> notable;
  for (const auto& [id, row] : rows.rows) {
    const std::string category = row.category();
    if (category == "wrong")
      notable["wrong"].push_back(
          {id, fmt::format("{}, expected {}", shown(row.verdict, row.reason), row.expected)});
    else if (category != "right" && (row.verdict == "violated" || row.verdict == "error"))
      notable[row.verdict].push_back({id, row.reason});
  }
  for (const char* const title : {"wrong", "error", "violated"})
    out += listed(title, notable[title]);
  for (const std::string& id : rows.contradictions)
    out += fmt::format("\ncontradiction: {} holds in one row and is violated in another\n", id);
  if (differences == nullptr) return out;
  std::string changes;
  for (const auto& [title, list] : differences->lists()) changes += listed(title, *list);
  return out + (changes.empty() ? "\nno differences to the baseline\n" : changes);
}

std::string rows_text(const RowSet& rows) {
  std::string out;
  for (const auto& [id, row] : rows.rows)
    out += fmt::format("{:>14} {:>9.2f} s  {}{}{}\n", row.verdict, row.wall, id,
                       row.category() == "wrong" ? "  WRONG: expected " + row.expected : "",
                       row.reason.empty() ? "" : "  (" + row.reason + ")");
  return out;
}

}  // namespace hardbop::suite
