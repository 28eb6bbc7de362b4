// SPDX-License-Identifier: MIT
// What a certificate claims, and of which program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hardbop::certify {

struct Claim {
  struct File {
    std::string name;    // the path it was read from; says nothing
    std::string sha256;  // of its text, in hexadecimal digits

    friend bool operator==(const File&, const File&) = default;
  };
  /// Something about how the program is read or where its runs start; its language knows what.
  struct Option {
    std::string key;  // small letters, digits and hyphens
    std::string value;

    friend bool operator==(const Option&, const Option&) = default;
  };

  std::vector<File> files;  // that the program is made of
  std::vector<Option> options;
  std::vector<std::string> properties;  // that hold

  /// The values of a key, in order.
  [[nodiscard]] std::vector<std::string> all(std::string_view key) const;

  friend bool operator==(const Claim&, const Claim&) = default;
};

/// As sha256sum prints it.
[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace hardbop::certify
