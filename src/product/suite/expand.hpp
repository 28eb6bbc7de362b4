// SPDX-License-Identifier: MIT
// From a suite to its plan: programs x questions x configurations.
#pragma once

#include <string>

#include "product/suite/suite_file.hpp"
#include "product/suite/task.hpp"

namespace hardbop::suite {

/// Adds the tasks of the suite to the plan, whose folder is the one that paths refer to. Problems
/// are messages of the plan.
void expand(const SuiteFile& suite, Plan& plan);

/// The tasks of one shard, 1 to `count`: every `count`-th, so that neighbours, which are alike, go
/// to different shards.
[[nodiscard]] std::vector<Task> shard_of(std::vector<Task> tasks, std::size_t shard,
                                         std::size_t count);

}  // namespace hardbop::suite
