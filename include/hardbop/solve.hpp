// SPDX-License-Identifier: MIT
// Fixed-point systems: relations over finite types, and queries about them.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <hardbop/answer.hpp>
#include <hardbop/program.hpp>
#include <hardbop/question.hpp>

namespace hardbop {

struct SolveOptions {
  std::string name = "<input>";               // of the input, for messages
  std::optional<double> timeout;              // seconds
  std::optional<std::uint64_t> memory;        // megabytes
  std::uint64_t iteration_limit = 1'000'000;  // maximal number of rounds of a non-monotone system
  bool frontier = true;                       // compute a round only from new tuples
  const std::atomic<bool>* cancel = nullptr;  // set it to stop
  std::function<void(const ProgressReport&)> on_progress;  // called now and then after a second
  std::function<void(std::string_view)> on_phase{};        // called as each phase begins
};

struct QueryResult {
  enum class Kind : std::uint8_t { Truth, Count, List };

  Kind kind = Kind::Truth;
  std::string name;  // of the query or the relation
  Location at;
  bool known = false;                            // else a limit was reached
  bool truth = false;                            // Truth
  std::string count;                             // Count, List: number of tuples, in decimal
  std::vector<std::vector<std::string>> tuples;  // List: values as text; at most the query's limit
};

struct Solution {
  std::string input;
  std::string sha256;                // of its text; empty if that was not read
  std::vector<QueryResult> queries;  // in the order of the text
  std::vector<Message> messages;     // errors of the system
  std::size_t errors = 0;            // the total, also of those not in `messages`
  std::string unknown;               // why some queries are not answered; else empty
  std::string internal_error;        // a bug in Hardbop
  std::vector<Statistic> statistics;
};

/// Evaluates a fixed-point system, as docs/manual/calculus.md describes. Never throws for bad
/// input.
[[nodiscard]] Solution solve(std::string text, const SolveOptions& options = {});

/// 0 all queries are answered, 5 some are not, 2 bad input, 6 internal error.
[[nodiscard]] int exit_status(const Solution& solution);
[[nodiscard]] std::string to_text(const Solution& solution, const TextStyle& style = {});
/// One JSON object, as docs/manual/json.md describes.
[[nodiscard]] std::string to_json(const Solution& solution);

}  // namespace hardbop
