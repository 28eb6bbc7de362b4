// SPDX-License-Identifier: MIT
// Every engine takes part with both kinds of shortest traces; the summary engine also without
// its economies, each of which is a way to be wrong.
#include "product/cross/contenders.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace hardbop::cross_layer {

namespace {

struct Economy {
  const char* flag;
  bool Question::*off;
};

constexpr Economy economies[] = {{"--no-live", &Question::no_live},
                                 {"--no-modref", &Question::no_modref},
                                 {"--no-slice", &Question::no_slice},
                                 {"--no-compress", &Question::no_compress}};

class Settings {
 public:
  explicit Settings(const CrossOptions& options) : options_(options) {}

  std::vector<Setting> run() {
    for (const EngineDescription& engine : engines()) {
      const Setting plain = setting(engine);
      out_.push_back(plain);
      for (const std::string_view algorithm : engine.algorithms) with_algorithm(plain, algorithm);
      if (engine.name == "image") other_images(plain);
      if (engine.name == "summary") {
        out_.back().question.certify = !options_.text.empty();
        without_economies(plain);
      }
      Setting expanded = plain;
      expanded.name += " --trace-shortest expanded";
      expanded.question.trace_shortest = "expanded";
      out_.push_back(std::move(expanded));
    }
    return std::move(out_);
  }

 private:
  const CrossOptions& options_;
  std::vector<Setting> out_;

  [[nodiscard]] Setting setting(const EngineDescription& engine) const {
    Setting setting{std::string(engine.name), options_.question};
    setting.question.engine = engine.name;
    setting.question.trace_shortest = "hierarchical";
    setting.question.traces = true;
    setting.question.trace_limit = 1;
    for (const Economy& economy : economies) setting.question.*economy.off = false;
    return setting;
  }

  void with_algorithm(const Setting& plain, std::string_view algorithm) {
    constexpr std::uint64_t seldom = 8;
    if (algorithm == "ef" || algorithm == "cs") return;  // the usual one; and that for threads
    Setting other = plain;
    other.name += fmt::format(" --algorithm {}", algorithm);
    other.question.algorithm = algorithm;
    if (options_.mixture && *options_.mixture % seldom == 0) {
      other.name += " --no-frontier";
      other.question.no_frontier = true;
    }
    out_.push_back(std::move(other));
  }

  /// The image engine's other ways; of a mixture, one.
  void other_images(const Setting& plain) {
    constexpr std::string_view criteria[] = {"live", "assigned", "edges", "mixed"};
    const std::uint64_t mixture = options_.mixture.value_or(0);
    Setting groups = plain;
    groups.question.group_size = 2 + mixture % 7;
    groups.question.partition = criteria[mixture % std::size(criteria)];
    groups.question.traversal = mixture % 2 == 0 ? "machines" : "frames";
    groups.name +=
        fmt::format(" --group-size {} --partition {} --traversal {}", groups.question.group_size,
                    groups.question.partition, groups.question.traversal);
    if (mixture % 3 == 0) {
      groups.question.managers = "per-group";
      groups.question.jobs = 1 + mixture / 3 % 2;
      groups.name += fmt::format(" --managers per-group --jobs {}", groups.question.jobs);
    }
    Setting conjunctive = plain;
    conjunctive.name += " --image conjunctive";
    conjunctive.question.image = "conjunctive";
    out_.push_back(std::move(groups));
    out_.push_back(std::move(conjunctive));
  }

  static void switch_off(Setting& setting, const Economy& economy) {
    setting.name += std::string(" ") + economy.flag;
    setting.question.*economy.off = true;
  }

  void without_economies(const Setting& plain) {
    Setting without = plain;
    for (const Economy& economy : economies) switch_off(without, economy);
    out_.push_back(without);
    if (!options_.mixture) {
      for (const Economy& economy : economies) {
        out_.push_back(plain);
        switch_off(out_.back(), economy);
      }
      return;
    }
    Setting mixed = plain;
    for (std::size_t i = 0; i < std::size(economies); ++i)
      if (((*options_.mixture >> i) & 1U) != 0) switch_off(mixed, economies[i]);
    if (mixed.name != plain.name && mixed.name != without.name) out_.push_back(std::move(mixed));
  }
};

}  // namespace

bool is_wanted(const CrossOptions& options, const std::string& name) {
  return options.only.empty() || std::ranges::find(options.only, name) != options.only.end();
}

std::vector<Setting> settings(const CrossOptions& options) {
  return Settings(options).run();
}

}  // namespace hardbop::cross_layer
