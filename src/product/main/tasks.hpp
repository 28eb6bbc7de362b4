// SPDX-License-Identifier: MIT
// SV-COMP task definitions: files that say which program is to be checked, and for what.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hardbop/c.hpp>

namespace hardbop::cli {

struct Task {
  std::vector<std::string> files;
  std::vector<std::string> property_files;
  std::optional<CDataModel> data_model;
};

[[nodiscard]] bool is_task(const std::string& path);

/// Paths are as seen from here, and the files exist. A property that is not known is left out, with
/// a warning where `warnings`. Reports why there is nothing.
[[nodiscard]] std::optional<Task> read_task_file(const std::string& path, bool warnings);

}  // namespace hardbop::cli
