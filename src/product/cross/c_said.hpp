// SPDX-License-Identifier: MIT
// What a contender says of a C program, in a form that crosses the border between processes.
// Private to the layer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/answer.hpp>

namespace hardbop::cross_layer {

struct Said {
  struct Result {
    std::string property;  // with its place, where it has one
    Verdict verdict = Verdict::Unknown;
    std::string reason{};  // of Unknown
  };
  std::vector<Result> results{};
  std::string failure{};      // an internal error
  std::string certificate{};  // why the certificate is not valid
};

[[nodiscard]] std::string to_lines(const Said& said);
/// Nothing if it is not what to_lines() wrote.
[[nodiscard]] std::optional<Said> said_of_lines(std::string_view lines);

}  // namespace hardbop::cross_layer
