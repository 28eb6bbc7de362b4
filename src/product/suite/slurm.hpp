// SPDX-License-Identifier: MIT
// Runs a plan on a cluster with Slurm. Each job of an array runs a part of the plan, in a folder of
// its own; what the folders hold together is the result.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "product/suite/runner.hpp"

namespace hardbop::suite {

struct SlurmOptions {
  RunOptions run;                     // `jobs` is per job of the array
  bool detach = false;                // return when all is submitted
  std::vector<std::string> sbatch{};  // further options of sbatch
};

/// Submits what has no row yet, waits, submits again what was lost, and puts all rows into
/// results.jsonl of the folder.
[[nodiscard]] RunEnd run_on_slurm(const Plan& plan, const SlurmOptions& options);

/// The numbers of the jobs that were submitted for the folder.
[[nodiscard]] std::vector<std::string> slurm_jobs(const std::string& folder);

/// Of these jobs: "2 running, 5 waiting"; or why that is not known.
[[nodiscard]] std::string slurm_state(const std::vector<std::string>& jobs);
/// Says why not.
[[nodiscard]] std::string cancel_slurm_jobs(const std::vector<std::string>& jobs);

/// Sizes of parts for so many tasks: large ones first, so that few jobs are started, and small ones
/// last, so that all processors end at about the same time.
[[nodiscard]] std::vector<std::size_t> part_sizes(std::size_t tasks, std::size_t processors,
                                                  std::size_t most_parts);

}  // namespace hardbop::suite
