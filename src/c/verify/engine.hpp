// SPDX-License-Identifier: MIT
// Engines for C programs, as rows of a table. To add an engine, write how it decides a task and add
// its row to engines(); its name, when it is asked, and what it produces are read from there.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>
#include <vector>

#include "base/util/budget.hpp"
#include "c/verify/finding.hpp"
#include "c/verify/places.hpp"
#include "c/verify/property.hpp"
#include "c/verify/sources.hpp"

namespace hardbop::verify {

class Board;
class Interleaving;
struct BmcOptions;
struct ImageOptions;
struct SlamOptions;

/// How far models go.
struct ModelBounds {
  std::uint64_t recursion = 8;  // copies of a function that calls itself
  std::uint32_t heap = 4;       // pieces that one place can allocate
  bool are_given = false;       // then what holds within them is an answer
};

/// What is to be made besides an answer.
struct Wanted {
  bool trace = false;
  bool harness = false;
  bool witness = false;
  bool certificate = false;
};

struct Task {
  const Sources& sources;
  const c::ParseOptions& reading;
  const c::Program& program;  // read for the property; a rule has been made part of it
  const Property& property;
  ModelBounds bounds{};
  Wanted wanted{};
  Places known{};                         // errors there are no longer asked for
  Board* board = nullptr;                 // where several engines are asked at once: what they know
  const Interleaving* threads = nullptr;  // where the program was made of them
};

using Engine = std::function<Finding(const Task&, Budget&)>;

/// When an engine starts, among others.
struct Turn {
  int cost = 0;
  std::chrono::milliseconds head_start{0};  // of those that are cheaper, in processor time
};

struct EngineRow {
  std::string_view name{};
  std::string_view description{};
  std::function<bool(const Property&)> decides{};
  /// Whether `auto` asks it with others.
  std::function<bool(const Property&, const ModelBounds&)> joins =
      [](const Property&, const ModelBounds&) { return true; };
  Engine decide{};
  /// Where several are asked: the cheapest starts first, and the others when it has worked so long.
  std::function<Turn(const Task&)> turn = [](const Task&) { return Turn{}; };
  bool is_variant = false;    // of one before: only asked together with others
  bool is_companion = false;  // it has no end of its own, and goes on for a short time after others
  bool refines = false;       // abstractions: it starts from predicates, and goes on in rounds
  bool certifies = false;     // it makes certificates
  bool overflows = true;      // false: it reads integers as unbounded
};

[[nodiscard]] std::vector<EngineRow> engines(const ImageOptions& image, const SlamOptions& slam,
                                             const BmcOptions& bmc);
/// With the usual options.
[[nodiscard]] std::vector<EngineRow> engines();

/// All of them for "auto"; else the one of that name, or none.
[[nodiscard]] std::vector<EngineRow> choose_engines(const std::vector<EngineRow>& all,
                                                    std::string_view name);
/// Those of the chosen ones that are to be asked at once; none where none decides it.
[[nodiscard]] std::vector<EngineRow> engines_for(const Property& property,
                                                 const ModelBounds& bounds,
                                                 const std::vector<EngineRow>& chosen);
/// Whether one of the engines decides it.
[[nodiscard]] bool is_decided(const Property& property, const std::vector<EngineRow>& by);

}  // namespace hardbop::verify
