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
#define HARDBOP_ASKED_OPTIONS(X)                                                                 \
  X(std::vector<std::string>, labels, {}, "--label", "L",                                        \
    "Can a run arrive at a statement labelled L? P.L means label L of procedure P (repeatable)") \
  X(bool, all_labels, false, "--all-labels", "", "Ask that of every label of the program")       \
  X(bool, asserts, false, "--asserts", "",                                                       \
    "Ask of assertions, ERROR and SLIC_ERROR also where other labels are asked for")             \
  X(std::vector<std::string>, ltl, {}, "--ltl", "FORMULA",                                       \
    "Does every run satisfy the LTL formula? Of C, with its conditions in braces, as in "        \
    "'G {x > 0}' (repeatable)")                                                                  \
  X(std::vector<std::string>, ctl, {}, "--ctl", "FORMULA",                                       \
    "Does every initial state satisfy the CTL formula? (repeatable)")                            \
  X(bool, terminates, false, "--terminates", "", "Does every run end?")                          \
  X(std::vector<NamedText>, properties, {}, "--properties", "FILE",                              \
    "Check the named temporal properties in FILE, one a line (repeatable)")                      \
  X(std::vector<NamedText>, monitors, {}, "--monitor", "FILE",                                   \
    "Can a run bring the monitor in FILE into an error state? (repeatable)")                     \
  X(bool, example, false, "--example", "",                                                       \
    "With --trace: show a run for a CTL property that holds because of one, such as EF p")       \
  X(std::vector<std::string>, entries, {}, "--entry", "P",                                       \
    "Start in procedure P instead of main; given several times, in any of them")                 \
  X(std::string, engine, "auto", "--engine", "NAME", "How to decide")

/// Which runs are considered, and how they are shown.
#define HARDBOP_RUN_OPTIONS(X)                                                                   \
  X(ShortestTrace, trace_shortest, ShortestTrace::Hierarchical, "--trace-shortest", "WHICH",     \
    "Fewest steps in a trace, a completed call counting as one (hierarchical) or by all that "   \
    "is executed inside it (expanded)")                                                          \
  X(std::optional<std::uint64_t>, context_switches, {}, "--context-switches", "K",               \
    "Concurrent programs: look only at runs in which the active thread changes at most K times") \
  X(std::optional<std::uint64_t>, rounds, {}, "--rounds", "K",                                   \
    "Concurrent programs: look only at runs in which threads take turns, each at most K times")  \
  X(std::uint64_t, trace_limit, 10'000, "--trace-limit", "N", "List at most N steps of a trace")

/// Limits, and additional output.
#define HARDBOP_LIMIT_OPTIONS(X)                                                              \
  X(std::optional<double>, timeout, {}, "--timeout", "SECONDS",                               \
    "Answer unknown after so many seconds; questions that are left share what is left")       \
  X(std::optional<double>, timeout_per_property, {}, "--timeout-per-property", "SECONDS",     \
    "Give no property more than so many seconds; labels and assertions are decided together") \
  X(std::optional<std::uint64_t>, memory, {}, "--memory", "MB",                               \
    "Answer unknown when the process takes more than so many megabytes")                      \
  X(bool, coverage, false, "--coverage", "", "List the statements that no run can reach, too")

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
  const std::atomic<bool>* cancel = nullptr;  // set it to stop: the answer is unknown
  std::function<void(const ProgressReport&)>
      on_progress;  // called from time to time after one second
  /// Called with the name of each phase as it begins, perhaps by several threads.
  std::function<void(std::string_view)> on_phase{};
  /// Called with the answer so far: when the properties are known, and whenever some have been
  /// decided. Properties that are not decided yet are unknown, without a reason.
  std::function<void(const Answer&)> on_answer{};
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
