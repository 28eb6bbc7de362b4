// SPDX-License-Identifier: MIT
// Counts have names, and what is counted of contenders and constructs has a prefix: so one form
// does for processes, files and people.
#include "product/main/fuzz_counts.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hardbop::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view by = "by ";           // a contender: its verdicts
constexpr std::string_view with = "construct ";  // programs that have it
constexpr int schema = 1;

bool is_verdict(Verdict verdict) {
  return verdict != Verdict::Unknown;
}

/// Of "image --group-size 3", "image": settings are many.
std::string engine_of(const std::string& contender) {
  return contender.substr(0, contender.find(' '));
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string constructs_text(const FuzzCounts& counts,
                            const std::vector<std::string_view>& constructs) {
  std::string missing;
  std::size_t occurred = 0;
  for (const std::string_view name : constructs) {
    if (counts.of(fmt::format("{}{}", with, name)) > 0) {
      ++occurred;
    } else {
      missing += fmt::format("{}{}", missing.empty() ? ", without: " : ", ", name);
    }
  }
  return fmt::format("{} of {} constructs occurred{}\n", occurred, constructs.size(), missing);
}

std::string contenders_text(const FuzzCounts& counts) {
  std::string out;
  for (const auto& [name, count] : counts.all())
    if (name.starts_with(by))
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ",
                         std::string_view(name).substr(by.size()), count);
  return out.empty() ? "" : "verdicts by " + out + "\n";
}

}  // namespace

void FuzzCounts::add(std::string_view name, std::uint64_t count) {
  if (count == 0) return;
  const auto found = all_.find(name);
  if (found == all_.end())
    all_.emplace(name, count);
  else
    found->second += count;
}

void FuzzCounts::add(const FuzzCounts& other) {
  for (const auto& [name, count] : other.all_) add(name, count);
}

std::uint64_t FuzzCounts::of(std::string_view name) const {
  const auto found = all_.find(name);
  return found == all_.end() ? 0 : found->second;
}

void FuzzCounts::add_verdicts(const CrossReport& report) {
  add("properties", report.properties.size());
  const std::vector<std::string_view> outside = outside_tools();
  for (std::size_t i = 0; i < report.properties.size(); ++i) {
    Verdict known = Verdict::Unknown;
    std::size_t deciders = 0;
    for (const Contender& contender : report.contenders) {
      const Verdict verdict = i < contender.verdicts.size() ? contender.verdicts[i] : known;
      if (i >= contender.verdicts.size() || !is_verdict(verdict)) continue;
      ++deciders;
      add(fmt::format("{}{}", by, engine_of(contender.name)));
      if (std::ranges::find(outside, contender.name) != outside.end()) add("other tools");
      if (verdict == Verdict::Violated || known == Verdict::Unknown) known = verdict;
    }
    add("verdicts", deciders);
    if (deciders > 1) add("decided by two or more");
    add(known == Verdict::Violated ? "violated" : known == Verdict::Unknown ? "unknown" : "holds");
  }
}

void FuzzCounts::add_constructs(const std::vector<std::string_view>& names,
                                const std::vector<bool>& occurs) {
  for (std::size_t i = 0; i < names.size() && i < occurs.size(); ++i)
    if (occurs[i]) add(fmt::format("{}{}", with, names[i]));
}

std::string FuzzCounts::to_bytes() const {
  std::string out;
  for (const auto& [name, count] : all_) out += fmt::format("{}\t{}\n", count, name);
  return out;
}

FuzzCounts FuzzCounts::from_bytes(std::string_view bytes) {
  FuzzCounts out;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    const std::size_t tab = line.find('\t');
    std::uint64_t count = 0;
    if (tab == std::string_view::npos ||
        std::from_chars(line.data(), line.data() + tab, count).ptr != line.data() + tab)
      continue;
    out.add(line.substr(tab + 1), count);
  }
  return out;
}

std::string to_json(const FuzzRun& run) {
  Json counts = Json::object();
  for (const auto& [name, count] : run.counts.all()) counts[name] = count;
  const Json out = {{"tool", "hardbop"}, {"version", version()}, {"schema", schema},
                    {"kind", run.kind},  {"first", run.first},   {"last", run.last},
                    {"next", run.next},  {"found", run.found},   {"counts", counts}};
  return out.dump(2) + "\n";
}

std::optional<FuzzRun> read_fuzz_run(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  FuzzRun out;
  const auto number = [&](const char* key, std::uint64_t& to) {
    if (!json.contains(key) || !json[key].is_number_unsigned()) return false;
    to = json[key].get<std::uint64_t>();
    return true;
  };
  const bool is_read = json.is_object() && json.contains("kind") && json["kind"].is_string() &&
                       number("first", out.first) && number("last", out.last) &&
                       number("next", out.next) && number("found", out.found) &&
                       json.contains("counts") && json["counts"].is_object();
  if (!is_read) return std::nullopt;
  out.kind = json["kind"].get<std::string>();
  for (const auto& [name, count] : json["counts"].items()) {
    if (!count.is_number_unsigned()) return std::nullopt;
    out.counts.add(name, count.get<std::uint64_t>());
  }
  return out;
}

std::string to_text(const FuzzRun& run, const FuzzCounts& all,
                    const std::vector<std::string_view>& constructs) {
  const std::uint64_t properties = all.of("properties");
  const auto percent = [&](std::string_view name) { return 100 * share(all.of(name), properties); };
  std::string out = fmt::format("{} programs, ", all.of("programs"));
  out += run.next == run.first
             ? "no seed done\n"
             : fmt::format("seeds {}..{} done{}\n", run.first, run.next - 1,
                           run.next > run.last
                               ? ""
                               : fmt::format("; continue with {}..{}", run.next, run.last));
  out += fmt::format("{} properties: {:.1f} % violated, {:.1f} % hold, {:.1f} % unknown\n",
                     properties, percent("violated"), percent("holds"), percent("unknown"));
  out += fmt::format("{:.1f} verdicts per property, {} by other tools; {} decided by two or more\n",
                     share(all.of("verdicts"), properties), all.of("other tools"),
                     all.of("decided by two or more"));
  out += contenders_text(all);
  out += constructs_text(all, constructs);
  out += run.found == 0 ? std::string("nothing found\n")
                        : fmt::format("{} program{} with disagreements\n", run.found,
                                      run.found == 1 ? "" : "s");
  return out;
}

}  // namespace hardbop::cli
