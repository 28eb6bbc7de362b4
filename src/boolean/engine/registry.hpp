// SPDX-License-Identifier: MIT
// What there is to know of an engine before it is asked: a row each.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "boolean/engine/concurrent/concurrent.hpp"
#include "boolean/engine/engine.hpp"
#include "boolean/engine/explicit/explicit_engine.hpp"
#include "boolean/engine/fixpoint/algorithms.hpp"
#include "boolean/engine/fixpoint/fixpoint_engine.hpp"
#include "boolean/engine/summary/options.hpp"

namespace hardbop::engine {

/// What an engine is about to be asked about.
struct Situation {
  const bp::Graph& graph;
  const bp::Threads* threads = nullptr;  // of a concurrent program
  transform::Bound bound{};
};

/// Why an engine is not to be asked; all is empty where nothing speaks against it.
struct Objection {
  std::string reason{};  // why it would know nothing
  /// What is wrong with an option: with the text of that name, or, where there is no text, with
  /// the name.
  Diagnostics errors{};
  std::string about{};
  std::shared_ptr<const SourceFile> source{};
};

using DecideThreads = std::function<std::vector<ConcurrentFinding>(
    const bp::Threads&, const ConcurrentQuery&, Budget&, Statistics&)>;

struct EngineRow {
  std::string_view name;
  std::string_view description;
  /// Makes one that decides sequential programs, with the options that the row was given.
  std::function<std::unique_ptr<Engine>()> make;
  /// Decides concurrent programs; empty where it cannot.
  DecideThreads decide_threads{};
  /// What else it cannot do; may be empty.
  std::function<Objection(const Situation&)> object{};
  /// What it can be told to evaluate; of most, nothing.
  std::span<const Algorithm> algorithms{};

  [[nodiscard]] bool decides(bool concurrent) const;
  [[nodiscard]] Objection objection(const Situation& situation) const;
};

/// Decides programs with threads in one of the ways of concurrent.hpp.
template <typename Way>
[[nodiscard]] DecideThreads with_options(Way way, const ConcurrentOptions& options) {
  return [way, options](const bp::Threads& threads, const ConcurrentQuery& query, Budget& budget,
                        Statistics& statistics) {
    return way(threads, query, options, budget, statistics);
  };
}

[[nodiscard]] EngineRow summary_row(const SummaryOptions& options = {},
                                    const ConcurrentOptions& threads = {});
[[nodiscard]] EngineRow fixpoint_row(const FixpointOptions& options = {});
[[nodiscard]] EngineRow explicit_row(const ExplicitOptions& options = {},
                                     const ConcurrentOptions& threads = {});

}  // namespace hardbop::engine
