// SPDX-License-Identifier: MIT
// Questions about a program.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/engines.hpp>

// Every option of a question that belongs to no engine; the format is that of
// <hardbop/engines.hpp>.

/// The properties to check.
#define HARDBOP_ASKED_OPTIONS(X)                                                                  \
  X(std::vector<std::string>, labels, {}, "--label", "L",                                         \
    "Can a run reach label L? P.L means label L of procedure P (repeatable)")                     \
  X(bool, all_labels, false, "--all-labels", "", "Check every label of the program")              \
  X(bool, asserts, false, "--asserts", "",                                                        \
    "Also check assertions, ERROR and SLIC_ERROR if labels are given")                            \
  X(std::vector<std::string>, ltl, {}, "--ltl", "FORMULA",                                        \
    "Does every run satisfy the LTL formula? For C, put conditions in braces, as in 'G {x > 0}' " \
    "(repeatable)")                                                                               \
  X(std::vector<std::string>, ctl, {}, "--ctl", "FORMULA",                                        \
    "Does every initial state satisfy the CTL formula? (repeatable)")                             \
  X(bool, terminates, false, "--terminates", "", "Does every run terminate?")                     \
  X(std::vector<NamedText>, properties, {}, "--properties", "FILE",                               \
    "Check the named temporal properties in FILE, one per line (repeatable)")                     \
  X(std::vector<NamedText>, monitors, {}, "--monitor", "FILE",                                    \
    "Can a run take the monitor in FILE to an error state? (repeatable)")                         \
  X(bool, example, false, "--example", "",                                                        \
    "With --trace: also show a run for a CTL property that holds because of one run, such as EF " \
    "p")                                                                                          \
  X(std::vector<std::string>, entries, {}, "--entry", "P",                                        \
    "Start in procedure P instead of main; if repeated, in any of them")                          \
  X(std::string, engine, "auto", "--engine", "NAME", "Engine")

/// Which runs are considered, and how they are shown.
#define HARDBOP_RUN_OPTIONS(X)                                                                   \
  X(ShortestTrace, trace_shortest, ShortestTrace::Hierarchical, "--trace-shortest", "WHICH",     \
    "Show a trace with the fewest steps; a completed call counts as one step (hierarchical) or " \
    "as all steps inside it (expanded)")                                                         \
  X(std::optional<std::uint64_t>, context_switches, {}, "--context-switches", "K",               \
    "Concurrent programs: consider only runs with at most K context switches")                   \
  X(std::optional<std::uint64_t>, rounds, {}, "--rounds", "K",                                   \
    "Concurrent programs: consider only runs in which the threads take turns, each at most K "   \
    "times")                                                                                     \
  X(std::uint64_t, trace_limit, 10'000, "--trace-limit", "N", "List at most N steps of a trace")

/// Limits, and additional output.
#define HARDBOP_LIMIT_OPTIONS(X)                                                                \
  X(std::optional<double>, timeout, {}, "--timeout", "SECONDS",                                 \
    "Give up after SECONDS and answer unknown; remaining properties share the remaining time")  \
  X(std::optional<double>, timeout_per_property, {}, "--timeout-per-property", "SECONDS",       \
    "Spend at most SECONDS on each property; labels and assertions count as one")               \
  X(std::optional<std::uint64_t>, memory, {}, "--memory", "MB",                                 \
    "Give up if the process uses more than MB megabytes, and answer unknown")                   \
  X(bool, coverage, false, "--coverage", "", "Also list the statements that no run can reach")  \
  X(std::string, store, {}, "--store", "DIR",                                                   \
    "Keep what is found out about procedures in folder DIR, and explore only what has changed " \
    "since the last time")                                                                      \
  X(std::uint64_t, store_size, 1024, "--store-size", "MB",                                      \
    "Remove the least recently used files of the store if it is larger than MB megabytes")

namespace hardbop {

struct Answer;

/// A text that a question refers to.
struct NamedText {
  std::string name;  // for messages
  std::string text;
};

/// What a shortest trace minimises: steps, where a completed call counts as one, or all executed
/// statements.
enum class ShortestTrace : std::uint8_t { Hierarchical, Expanded };

[[nodiscard]] constexpr auto choices_of(ShortestTrace /*any*/) {
  return std::to_array<Choice<ShortestTrace>>(
      {{ShortestTrace::Hierarchical, "hierarchical"}, {ShortestTrace::Expanded, "expanded"}});
}

/// The progress of long work.
struct ProgressReport {
  std::string_view phase;
  double seconds = 0;
  std::uint64_t count = 0;
  std::string_view unit;     // of `count`; may be empty
  std::string_view stage{};  // "round 3, 12 predicates"; may be empty
};

/// Without labels and temporal properties: can an assertion fail, or a label ERROR or SLIC_ERROR
/// be reached?
struct Question {
  HARDBOP_ASKED_OPTIONS(HARDBOP_MEMBER)
  FixpointOptions fixpoint{};
  ImageOptions image{};
  HARDBOP_RUN_OPTIONS(HARDBOP_MEMBER)
  ExplicitOptions explicit_search{};
  HARDBOP_LIMIT_OPTIONS(HARDBOP_MEMBER)
  SummaryOptions summary{};

  bool traces = false;                        // show a run for each violated property
  bool certify = false;                       // make Answer::certificate
  bool invariants = false;                    // make Answer::invariants
  const std::atomic<bool>* cancel = nullptr;  // set it to stop: the answer is unknown
  std::function<void(const ProgressReport&)>
      on_progress;  // called from time to time after one second
  /// Called with the name of each phase as it begins, perhaps by several threads.
  std::function<void(std::string_view)> on_phase{};
  /// Called with the answer so far: when the properties are known, and whenever some have been
  /// decided. Properties that are not decided yet are unknown, without a reason.
  std::function<void(const Answer&)> on_answer{};
  /// Called with what the engine does, event by event: each the text of one JSON object, without a
  /// line break, as docs/manual/explain.md describes. Not for temporal properties, nor for engines
  /// that have no observer.
  std::function<void(const std::string&)> on_event{};
};

#define HARDBOP_VISIT_QUESTION(type, member, initial, flag, value, help) \
  HARDBOP_VISIT("Question", member, flag, value, help)

/// All options, including those of engines, in the order of the command line's help.
template <typename Visit>
void for_each_option(Question& options, const Visit& visit) {
  HARDBOP_ASKED_OPTIONS(HARDBOP_VISIT_QUESTION)
  for_each_option(options.fixpoint, visit);
  for_each_option(options.image, visit);
  HARDBOP_RUN_OPTIONS(HARDBOP_VISIT_QUESTION)
  for_each_option(options.explicit_search, visit);
  HARDBOP_LIMIT_OPTIONS(HARDBOP_VISIT_QUESTION)
  for_each_option(options.summary, visit);
}

#undef HARDBOP_VISIT_QUESTION
#undef HARDBOP_VISIT
#undef HARDBOP_MEMBER

}  // namespace hardbop
