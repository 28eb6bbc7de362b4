// SPDX-License-Identifier: MIT
// Files: by patterns (* and ? and [a-z] within a name, ** for any number of folders), and their
// texts.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace hardbop::suite {

/// The files that match, sorted, as paths relative to the folder unless the pattern is absolute.
/// A file of exactly that name counts also if the name has characters of patterns.
[[nodiscard]] std::vector<std::string> find_files(const std::string& folder,
                                                  const std::string& pattern);

/// Nothing where it is no file that can be read.
[[nodiscard]] std::optional<std::string> text_of_file(const std::string& path);

}  // namespace hardbop::suite
