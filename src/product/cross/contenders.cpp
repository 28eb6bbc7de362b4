// SPDX-License-Identifier: MIT
// Every engine takes part with both kinds of shortest traces. The summary engine also takes part
// without each of its optimisations, because each may contain a bug. With a mixture, which is for
// many programs, the slow ones take turns: the fixpoint engine plans its formulas for milliseconds
// where others decide, so it takes part in one of its settings, and a certificate is made for a
// quarter of the questions. Shares are in docs/design/trust.md.
#include "product/cross/contenders.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <variant>

namespace hardbop::cross_layer {

namespace {

/// How the command line names an option, which is how contenders name it, too.
std::string_view flag_of(std::string_view name) {
  Question question;
  std::string_view flag;
  for_each_option(question, [&](const OptionDescription& option, const auto& /*value*/) {
    if (option.name == name) flag = option.flag;
  });
  return flag;
}

/// Says in the name that an option was changed.
template <typename Value>
void note(Setting& setting, std::string_view option, const Value& value) {
  setting.name += fmt::format(" {} {}", flag_of(option), value);
}

class Settings {
 public:
  explicit Settings(const CrossOptions& options) : options_(options) {}

  std::vector<Setting> run() {
    for (const EngineDescription& engine : engines()) {
      const Setting plain = setting(engine);
      const std::size_t first = out_.size();
      out_.push_back(plain);
      std::visit([&](const auto& options) { vary(plain, engine, options); }, engine.options);
      Setting expanded = plain;
      expanded.question.trace_shortest = ShortestTrace::Expanded;
      note(expanded, "Question::trace_shortest", name_of(expanded.question.trace_shortest));
      out_.push_back(std::move(expanded));
      if (!options_.mixture) continue;
      if (std::holds_alternative<FixpointOptions>(engine.options)) take_turns(first);
      if (std::holds_alternative<ImageOptions>(engine.options)) take_turns(first + 1);
    }
    return std::move(out_);
  }

 private:
  const CrossOptions& options_;
  std::vector<Setting> out_;

  [[nodiscard]] Setting setting(const EngineDescription& engine) const {
    Setting setting{std::string(engine.name), options_.question};
    setting.question.engine = engine.name;
    setting.question.trace_shortest = ShortestTrace::Hierarchical;
    setting.question.traces = true;
    setting.question.trace_limit = 1;
    setting.question.summary = {};
    return setting;
  }

  /// Independent of what the mixture decides inside of a setting; another question of the same
  /// program has another turn.
  [[nodiscard]] std::uint64_t turn() const {
    constexpr std::uint64_t programs = 5;
    return options_.mixture.value_or(0) / programs + options_.question.labels.size();
  }

  /// Of the settings from here on, one is left.
  void take_turns(std::size_t from) {
    const std::size_t chosen = from + turn() % (out_.size() - from);
    std::swap(out_[from], out_[chosen]);
    out_.erase(out_.begin() + static_cast<std::ptrdiff_t>(from) + 1, out_.end());
  }

  // One overload per engine's options: the settings of it that take part besides the plain one.

  void vary(const Setting& plain, const EngineDescription& /*engine*/,
            const SummaryOptions& /*options*/) {
    constexpr std::uint64_t sometimes = 4;
    out_.back().question.certify = !options_.text.empty() && turn() % sometimes == 0;
    without_economies(plain);
  }

  void vary(const Setting& plain, const EngineDescription& engine,
            const FixpointOptions& /*options*/) {
    constexpr std::uint64_t seldom = 8;
    for (const AlgorithmDescription& algorithm : engine.algorithms) {
      if (algorithm.is_usual || algorithm.is_concurrent) continue;
      Setting other = plain;
      other.question.fixpoint.algorithm = algorithm.name;
      note(other, "FixpointOptions::algorithm", algorithm.name);
      if (options_.mixture && *options_.mixture % seldom == 0) {
        other.question.fixpoint.frontier = false;
        other.name += fmt::format(" {}", flag_of("FixpointOptions::frontier"));
      }
      out_.push_back(std::move(other));
    }
  }

  void vary(const Setting& plain, const EngineDescription& /*engine*/,
            const ImageOptions& /*options*/) {
    const std::uint64_t mixture = options_.mixture.value_or(0);
    constexpr auto criteria = choices_of(ImagePartition{});
    Setting groups = plain;
    ImageOptions& image = groups.question.image;
    image.group_size = 2 + mixture % 7;
    image.partition = criteria[mixture % criteria.size()].value;
    image.traversal = mixture % 2 == 0 ? ImageTraversal::Machines : ImageTraversal::Frames;
    note(groups, "ImageOptions::group_size", image.group_size);
    note(groups, "ImageOptions::partition", name_of(image.partition));
    note(groups, "ImageOptions::traversal", name_of(image.traversal));
    if (mixture % 3 == 0) {
      image.managers = ImageManagers::PerGroup;
      image.jobs = 1 + mixture / 3 % 2;
      note(groups, "ImageOptions::managers", name_of(image.managers));
      note(groups, "ImageOptions::jobs", image.jobs);
    }
    Setting conjunctive = plain;
    conjunctive.question.image.method = ImageMethod::Conjunctive;
    note(conjunctive, "ImageOptions::method", name_of(ImageMethod::Conjunctive));
    out_.push_back(std::move(groups));
    out_.push_back(std::move(conjunctive));
  }

  void vary(const Setting& /*plain*/, const EngineDescription& /*engine*/,
            const ExplicitOptions& /*options*/) {}
  void vary(const Setting& /*plain*/, const EngineDescription& /*engine*/,
            std::monostate /*options*/) {}

  /// Switches off the economies that `is_off` says, by number; how many there are.
  template <typename IsOff>
  static std::size_t switch_off(Setting& setting, const IsOff& is_off) {
    std::size_t number = 0;
    for_each_option(setting.question.summary, [&](const OptionDescription& option, bool& economy) {
      if (!is_off(number++)) return;
      setting.name += fmt::format(" {}", option.flag);
      economy = false;
    });
    return number;
  }

  void without_economies(const Setting& plain) {
    Setting without = plain;
    const std::size_t count = switch_off(without, [](std::size_t) { return true; });
    out_.push_back(without);
    if (!options_.mixture) {
      for (std::size_t i = 0; i < count; ++i) {
        out_.push_back(plain);
        switch_off(out_.back(), [&](std::size_t number) { return number == i; });
      }
      return;
    }
    Setting mixed = plain;
    switch_off(mixed, [&](std::size_t i) { return ((*options_.mixture >> i) & 1U) != 0; });
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
