// SPDX-License-Identifier: MIT
// The entry to the layer: a text to a system, a system to answers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/util/big_uint.hpp"
#include "base/util/statistics.hpp"
#include "boolean/calculus/evaluator.hpp"
#include "boolean/calculus/system.hpp"

namespace hardbop::calculus {

/// Reads and checks; nothing where there are errors.
[[nodiscard]] std::optional<System> read_system(std::shared_ptr<const SourceFile> source,
                                                const Given& given, Diagnostics& diagnostics);

struct OutputValue {
  bool truth = false;                            // Truth
  std::string count;                             // Count, List: in decimal
  std::vector<std::vector<std::string>> tuples;  // List: at most as many as asked for
};

/// A manager and an evaluator. The system must outlive it.
class Solver {
 public:
  Solver(const System& system, const EvaluationOptions& options, Budget& budget);

  [[nodiscard]] bdd::Manager& manager() { return manager_; }
  [[nodiscard]] Evaluator& evaluator() { return *evaluator_; }
  /// Of an output whose relation was evaluated.
  [[nodiscard]] OutputValue value(const Output& output);
  /// Rounds and diagram sizes of all relations that were evaluated.
  void write_statistics(Statistics& statistics) const;

 private:
  const System& system_;
  bdd::Manager manager_;
  std::optional<Evaluator> evaluator_;
};

}  // namespace hardbop::calculus
