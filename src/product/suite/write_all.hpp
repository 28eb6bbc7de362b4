// SPDX-License-Identifier: MIT
// Writing to a file that is open: the system may take a part at a time.
#pragma once

#include <cerrno>
#include <string_view>
#include <unistd.h>

namespace hardbop::suite {

/// Whether all was written; else errno says why not.
[[nodiscard]] inline bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace hardbop::suite
