// SPDX-License-Identifier: MIT
// The engines, and the options of each.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Every option of an engine: the member's type, name and default, the command line's flag and name
// of the value, and the help text. A flag without a value inverts the default. The structs below,
// the command line, its help and the manual page are all generated from these tables.

#define HARDBOP_FIXPOINT_OPTIONS(X)                                                  \
  X(std::string, algorithm, "auto", "--algorithm", "NAME",                           \
    "Fixpoint engine: use this algorithm: auto, summary, ef, ef-opt, cs, or a file") \
  X(bool, frontier, true, "--no-frontier", "",                                       \
    "Fixpoint engine: compute every round from all known tuples, not only from the new ones")

#define HARDBOP_IMAGE_OPTIONS(X)                                                                   \
  X(ImageMethod, method, ImageMethod::Disjunctive, "--image", "METHOD",                            \
    "Image engine: keep one set of states per block or group (disjunctive), or one for the whole " \
    "program (conjunctive)")                                                                       \
  X(ImageTraversal, traversal, ImageTraversal::Machines, "--traversal", "WHICH",                   \
    "Image engine: search inner loops first (machines), or all blocks step by step (frames)")      \
  X(std::uint64_t, group_size, 0, "--group-size", "BITS",                                          \
    "Image engine: group blocks as long as a group uses at most BITS bits; 0: no groups")          \
  X(ImagePartition, partition, ImagePartition::Live, "--partition", "WHAT",                        \
    "Image engine: form groups that have few of these in common: live, assigned, edges, mixed")    \
  X(ImageManagers, managers, ImageManagers::One, "--managers", "WHICH",                            \
    "Image engine: use one BDD manager (one), or one per group with its own variable order "       \
    "(per-group)")                                                                                 \
  X(std::uint64_t, jobs, 1, "--jobs", "N",                                                         \
    "Image engine: search with N threads, each in one group at a time")                            \
  X(std::uint64_t, recursion_bound, 5, "--recursion-bound", "N",                                   \
    "Image engine: follow recursive calls up to depth N; if a run goes deeper, answer unknown "    \
    "(for C: holds-bounded). Without this option, recursion in C is followed up to depth 512")

#define HARDBOP_EXPLICIT_OPTIONS(X)                               \
  X(std::uint64_t, state_limit, 10'000'000, "--state-limit", "N", \
    "Explicit searches: answer unknown after N points or configurations")

#define HARDBOP_SUMMARY_OPTIONS(X)                                            \
  X(bool, live, true, "--no-live", "", "Summary engine: keep dead variables") \
  X(bool, mod_ref, true, "--no-modref", "",                                   \
    "Summary engine: keep globals that a procedure does not use")             \
  X(bool, slice, true, "--no-slice", "",                                      \
    "Summary engine: keep statements that cannot lead to a target")           \
  X(bool, compress, true, "--no-compress", "",                                \
    "Summary engine: keep a set of states at every statement")

namespace hardbop {

/// The image engine keeps one set of states per block or group, or one for the whole program.
enum class ImageMethod : std::uint8_t { Disjunctive, Conjunctive };
/// Inner loops first, or all blocks step by step.
enum class ImageTraversal : std::uint8_t { Machines, Frames };
/// What groups have few of in common: live variables, assigned variables, edges, all of them.
enum class ImagePartition : std::uint8_t { Live, Assigned, Edges, Mixed };
/// One BDD manager, or one per group with its own variable order.
enum class ImageManagers : std::uint8_t { One, PerGroup };

/// A possible value, and its name in texts.
template <typename Value>
struct Choice {
  Value value;
  std::string_view name;
};

[[nodiscard]] constexpr auto choices_of(ImageMethod /*any*/) {
  return std::to_array<Choice<ImageMethod>>(
      {{ImageMethod::Disjunctive, "disjunctive"}, {ImageMethod::Conjunctive, "conjunctive"}});
}
[[nodiscard]] constexpr auto choices_of(ImageTraversal /*any*/) {
  return std::to_array<Choice<ImageTraversal>>(
      {{ImageTraversal::Machines, "machines"}, {ImageTraversal::Frames, "frames"}});
}
[[nodiscard]] constexpr auto choices_of(ImagePartition /*any*/) {
  return std::to_array<Choice<ImagePartition>>({{ImagePartition::Live, "live"},
                                                {ImagePartition::Assigned, "assigned"},
                                                {ImagePartition::Edges, "edges"},
                                                {ImagePartition::Mixed, "mixed"}});
}
[[nodiscard]] constexpr auto choices_of(ImageManagers /*any*/) {
  return std::to_array<Choice<ImageManagers>>(
      {{ImageManagers::One, "one"}, {ImageManagers::PerGroup, "per-group"}});
}

template <typename Value>
[[nodiscard]] constexpr std::string_view name_of(Value value) {
  for (const Choice<Value>& choice : choices_of(value))
    if (choice.value == value) return choice.name;
  return {};
}

/// The value of that name; nothing if there is none.
template <typename Value>
[[nodiscard]] constexpr std::optional<Value> find_choice(std::string_view name) {
  for (const Choice<Value>& choice : choices_of(Value{}))
    if (choice.name == name) return choice.value;
  return std::nullopt;
}

// Also for <hardbop/question.hpp>.
#define HARDBOP_MEMBER(type, member, initial, flag, value, help) type member = initial;

struct SummaryOptions {
  HARDBOP_SUMMARY_OPTIONS(HARDBOP_MEMBER)
};

struct FixpointOptions {
  HARDBOP_FIXPOINT_OPTIONS(HARDBOP_MEMBER)
  /// If given, the text of a fixed-point system to evaluate; `algorithm` is then its name.
  std::optional<std::string> algorithm_text{};
};

struct ImageOptions {
  HARDBOP_IMAGE_OPTIONS(HARDBOP_MEMBER)
};

struct ExplicitOptions {
  HARDBOP_EXPLICIT_OPTIONS(HARDBOP_MEMBER)
};

/// One option, for help texts and command lines.
struct OptionDescription {
  std::string_view name;  // in messages of the library, such as "ImageOptions::jobs"
  std::string_view flag;
  std::string_view value;  // the name of the flag's value; empty if it has none
  std::string_view help;
};

#define HARDBOP_VISIT(owner, member, flag, value, help) \
  visit(OptionDescription{owner "::" #member, flag, value, help}, options.member);
#define HARDBOP_VISIT_SUMMARY(type, member, initial, flag, value, help) \
  HARDBOP_VISIT("SummaryOptions", member, flag, value, help)
#define HARDBOP_VISIT_FIXPOINT(type, member, initial, flag, value, help) \
  HARDBOP_VISIT("FixpointOptions", member, flag, value, help)
#define HARDBOP_VISIT_IMAGE(type, member, initial, flag, value, help) \
  HARDBOP_VISIT("ImageOptions", member, flag, value, help)
#define HARDBOP_VISIT_EXPLICIT(type, member, initial, flag, value, help) \
  HARDBOP_VISIT("ExplicitOptions", member, flag, value, help)

/// Calls visit(description, member) for each option of a table.
template <typename Visit>
void for_each_option(SummaryOptions& options, const Visit& visit) {
  HARDBOP_SUMMARY_OPTIONS(HARDBOP_VISIT_SUMMARY)
}
template <typename Visit>
void for_each_option(FixpointOptions& options, const Visit& visit) {
  HARDBOP_FIXPOINT_OPTIONS(HARDBOP_VISIT_FIXPOINT)
}
template <typename Visit>
void for_each_option(ImageOptions& options, const Visit& visit) {
  HARDBOP_IMAGE_OPTIONS(HARDBOP_VISIT_IMAGE)
}
template <typename Visit>
void for_each_option(ExplicitOptions& options, const Visit& visit) {
  HARDBOP_EXPLICIT_OPTIONS(HARDBOP_VISIT_EXPLICIT)
}

#undef HARDBOP_VISIT_SUMMARY
#undef HARDBOP_VISIT_FIXPOINT
#undef HARDBOP_VISIT_IMAGE
#undef HARDBOP_VISIT_EXPLICIT

/// A fixed-point system that FixpointOptions::algorithm can name.
struct AlgorithmDescription {
  std::string_view name;
  bool is_concurrent = false;  // for concurrent programs, else for sequential ones
  bool is_usual = false;       // the default among those
};

struct EngineDescription {
  std::string_view name;
  std::string_view description;
  bool decides_concurrent = false;                 // supports concurrent programs, too
  std::vector<AlgorithmDescription> algorithms{};  // empty for most engines
  /// Its own options of a question, with the defaults, if it has any.
  std::variant<std::monostate, SummaryOptions, FixpointOptions, ImageOptions, ExplicitOptions>
      options{};
};

/// The engines for Boolean programs that Question::engine can name, besides "auto", which chooses
/// the first one that supports the question.
[[nodiscard]] std::vector<EngineDescription> engines();

/// The engines for C programs; "auto" asks all that can decide a property.
[[nodiscard]] std::vector<EngineDescription> c_engines();

}  // namespace hardbop
