// SPDX-License-Identifier: MIT
// What can be asked of a program.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Every option of a question, once: the member's type, name and default, the command line's
/// flag and name for the value, and what it means. The struct below, the command line, its
/// help and the manual page all come from this table.
#define HARDBOP_QUESTION_OPTIONS(X)                                                               \
  X(std::vector<std::string>, labels, {}, "--label", "L",                                         \
    "Can a run arrive at a statement labelled L? P.L means label L of procedure P (repeatable)")  \
  X(bool, all_labels, false, "--all-labels", "", "Ask that of every label of the program")        \
  X(bool, asserts, false, "--asserts", "",                                                        \
    "Ask of assertions, ERROR and SLIC_ERROR also where other labels are asked for")              \
  X(std::vector<std::string>, ltl, {}, "--ltl", "FORMULA",                                        \
    "Does every run satisfy the LTL formula? Of C, with its conditions in braces, as in "         \
    "'G {x > 0}' (repeatable)")                                                                   \
  X(std::vector<std::string>, ctl, {}, "--ctl", "FORMULA",                                        \
    "Does every initial state satisfy the CTL formula? (repeatable)")                             \
  X(bool, terminates, false, "--terminates", "", "Does every run end?")                           \
  X(std::vector<std::string>, properties, {}, "--properties", "FILE",                             \
    "Check the named temporal properties in FILE, one a line (repeatable)")                       \
  X(std::vector<std::string>, monitors, {}, "--monitor", "FILE",                                  \
    "Can a run bring the monitor in FILE into an error state? (repeatable)")                      \
  X(bool, example, false, "--example", "",                                                        \
    "With --trace: show a run for a CTL property that holds because of one, such as EF p")        \
  X(std::vector<std::string>, entries, {}, "--entry", "P",                                        \
    "Start in procedure P instead of main; given several times, in any of them")                  \
  X(std::string, engine, "auto", "--engine", "NAME",                                              \
    "How to decide: auto, summary, fixpoint, image, explicit; C programs: auto, image, slam")     \
  X(std::string, algorithm, "auto", "--algorithm", "NAME",                                        \
    "Fixpoint engine: auto, summary, ef, ef-opt, cs, or a file")                                  \
  X(bool, no_frontier, false, "--no-frontier", "",                                                \
    "Fixpoint engine: compute every round from all that is known")                                \
  X(std::string, image, "disjunctive", "--image", "METHOD",                                       \
    "Image engine: a set per block or group (disjunctive), or one for all (conjunctive)")         \
  X(std::string, traversal, "machines", "--traversal", "WHICH",                                   \
    "Image engine: inner loops first (machines), or all blocks step by step (frames)")            \
  X(std::uint64_t, group_size, 0, "--group-size", "BITS",                                         \
    "Image engine: make groups of blocks that mention at most so many bits; 0: single blocks")    \
  X(std::string, partition, "live", "--partition", "WHAT",                                        \
    "Image engine: what groups share little of: live, assigned, edges, mixed")                    \
  X(std::string, managers, "one", "--managers", "WHICH",                                          \
    "Image engine: one manager of diagrams, or one per-group with its own order of variables")    \
  X(std::uint64_t, jobs, 1, "--jobs", "N",                                                        \
    "Image engine: let N threads search, each in one group at a time")                            \
  X(std::uint64_t, recursion_bound, 5, "--recursion-bound", "N",                                  \
    "Image engine: follow recursive calls N deep; where a run goes deeper, answer unknown, of C " \
    "holds-bounded. Without it, C is followed as deep as it goes, up to 512")                     \
  X(std::string, trace_shortest, "hierarchical", "--trace-shortest", "WHICH",                     \
    "Fewest steps in a trace, a completed call counting as one (hierarchical) or by all that "    \
    "is executed inside it (expanded)")                                                           \
  X(std::optional<std::uint64_t>, context_switches, {}, "--context-switches", "K",                \
    "Concurrent programs: look only at runs in which the active thread changes at most K times")  \
  X(std::optional<std::uint64_t>, rounds, {}, "--rounds", "K",                                    \
    "Concurrent programs: look only at runs in which threads take turns, each at most K times")   \
  X(std::uint64_t, trace_limit, 10'000, "--trace-limit", "N", "List at most N steps of a trace")  \
  X(std::uint64_t, state_limit, 10'000'000, "--state-limit", "N",                                 \
    "Let explicit searches make at most N points or configurations, then answer unknown")         \
  X(std::optional<double>, timeout, {}, "--timeout", "SECONDS",                                   \
    "Answer unknown after so many seconds; questions that are left share what is left")           \
  X(std::optional<double>, timeout_per_property, {}, "--timeout-per-property", "SECONDS",         \
    "Give no property more than so many seconds; labels and assertions are decided together")     \
  X(std::optional<std::uint64_t>, memory, {}, "--memory", "MB",                                   \
    "Answer unknown when the process takes more than so many megabytes")                          \
  X(bool, coverage, false, "--coverage", "", "List the statements that no run can reach, too")    \
  X(bool, no_live, false, "--no-live", "", "Summary engine: keep dead variables")                 \
  X(bool, no_modref, false, "--no-modref", "",                                                    \
    "Summary engine: keep globals that a procedure does not touch")                               \
  X(bool, no_slice, false, "--no-slice", "",                                                      \
    "Summary engine: keep what cannot lead to a question's targets")                              \
  X(bool, no_compress, false, "--no-compress", "", "Summary engine: keep a set at every statement")

namespace hardbop {

struct Answer;

/// How far long work has come.
struct ProgressReport {
  std::string_view phase;
  double seconds = 0;
  std::uint64_t count = 0;
  std::string_view unit;     // of `count`; may be empty
  std::string_view stage{};  // "round 3, 12 predicates"; may be empty
};

/// Without labels and temporal properties: can an assertion fail, can a label ERROR or
/// SLIC_ERROR be reached?
struct Question {
#define HARDBOP_QUESTION_MEMBER(type, member, initial, flag, value, help) type member = initial;
  HARDBOP_QUESTION_OPTIONS(HARDBOP_QUESTION_MEMBER)
#undef HARDBOP_QUESTION_MEMBER

  bool traces = false;                        // show a run for each property that is violated
  bool certify = false;                       // make Answer::certificate
  const std::atomic<bool>* cancel = nullptr;  // set it to stop: the answer is unknown
  std::function<void(const ProgressReport&)> on_progress;  // called now and then after a second
  /// Called with the name of each phase as it begins, perhaps by several threads.
  std::function<void(std::string_view)> on_phase{};
  /// Called with what would be the answer now: once it is known what is asked, and whenever some of
  /// it has been decided. What is not decided yet is unknown, without a reason.
  std::function<void(const Answer&)> on_answer{};
};

struct EngineDescription {
  std::string_view name;
  std::string_view description;
  std::vector<std::string_view> algorithms;  // that Question::algorithm can name; often none
};

/// What Question::engine can name, besides "auto".
[[nodiscard]] std::vector<EngineDescription> engines();

}  // namespace hardbop
