// SPDX-License-Identifier: MIT
// The engines and settings that take part. Private to the layer.
#pragma once

#include <string>
#include <vector>

#include <hardbop/cross.hpp>

namespace hardbop::cross_layer {

/// An engine in one of its settings.
struct Setting {
  std::string name;
  Question question;
};

[[nodiscard]] std::vector<Setting> settings(const CrossOptions& options);

/// Whether a contender of that name is wanted.
[[nodiscard]] bool is_wanted(const CrossOptions& options, const std::string& name);

/// Properties that other programs can be asked about, at once where there are several.
struct Group {
  std::vector<std::string> labels;      // as in Question; none: what is asked by default
  std::vector<std::size_t> properties;  // of the answer
};

[[nodiscard]] std::vector<Group> groups(const Answer& asked);

/// Asks another program; fills in the verdict of each group, not those of properties.
[[nodiscard]] Contender ask_outside(const std::string& name, const Program& program,
                                    const CrossOptions& options, const std::vector<Group>& asked,
                                    std::vector<Verdict>& verdicts);

}  // namespace hardbop::cross_layer
