// SPDX-License-Identifier: MIT
// All questions about one C program: several properties, or rules, or formulas. Each gets its share
// of the time, and is given to the engines that can decide it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "c/verify/allowance.hpp"
#include "c/verify/coverage.hpp"
#include "c/verify/engine.hpp"
#include "c/verify/rules.hpp"

namespace hardbop::verify {

struct Request {
  Sources sources{};
  c::ParseOptions reading{};
  // What is asked is one of these.
  std::vector<Property> properties{};
  bool are_usual = false;  // nobody named them: those that do not apply are not spoken of
  std::vector<RuleText> rules{};
  std::vector<std::string> formulas{};  // of LTL
  std::vector<EngineRow> engines{};     // all that there are
  std::vector<EngineRow> chosen{};      // those that may be asked
  std::size_t engines_at_once = 2;
  std::optional<std::uint32_t> context_switches{};  // of threads, at most; unlimited where nothing
  ModelBounds bounds{};
  Wanted wanted{};
  Allowance allowance{};
  std::optional<double> seconds_per_property{};
  bool coverage = false;  // which statements can be reached is asked, too
  // What is wrong with the question: then the program is read, and nothing is decided.
  Messages objections{};  // said before what is wrong with rules, formulas and the program
  Messages problems{};    // said after that
};

/// What is known of one property.
struct Decided {
  Property property;
  Finding finding{};
  std::string engine{};                         // that found it; empty where none was asked
  std::size_t places = 0;                       // where it could be violated
  std::vector<Finding> violations{};            // of a property by place: at these it is, and
  ErrorPlaces others{};                         // of these the finding is
  std::shared_ptr<const c::Program> program{};  // in which that was found
  double seconds = 0;                           // that this took, reading not counted
};

struct Report {
  std::vector<Decided> decided{};  // one for each property, in the order in which they were asked
  std::string engine{};            // the last that found something
  std::vector<std::string> assumptions{};  // what the findings rest on
  std::optional<Coverage> coverage{};      // if asked for
  std::vector<Statistics::Entry> figures{};
  Messages warnings{};
  Messages errors{};  // then nothing is decided
};

/// Told what would be reported now: once it is known what is asked, and whenever some of it has
/// been decided. What is not decided yet is unknown, without a reason; what blocks it may be known.
using Observer = std::function<void(const Report&)>;

[[nodiscard]] Report inquire(const Request& request, const Observer& observer);

}  // namespace hardbop::verify
