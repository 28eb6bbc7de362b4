// SPDX-License-Identifier: MIT
// Messages about inputs: from Clang, and about rules, formulas and predicates.
#pragma once

#include <string>
#include <vector>

#include "base/util/diagnostic.hpp"
#include "c/front/front_end.hpp"

namespace hardbop::verify {

struct Message {
  Severity severity = Severity::Error;
  std::string file;
  std::uint32_t line = 0;  // 0: the file as a whole
  std::uint32_t column = 0;
  std::string text;
  std::string hint{};
  std::string excerpt{};

  friend bool operator==(const Message&, const Message&) = default;
};

using Messages = std::vector<Message>;

/// Of a file as a whole.
[[nodiscard]] Message error_in(std::string file, std::string text, std::string hint = {});
/// For a text that 32-bit offsets cannot address.
[[nodiscard]] Message too_large(const std::string& file);
/// What is wrong with a program that starts nowhere.
[[nodiscard]] Message no_main(const std::string& file);

[[nodiscard]] Messages to_messages(const Diagnostics& diagnostics, const SourceFile& file);
/// What Clang says, and the front end's remarks.
[[nodiscard]] Messages to_messages(const c::ParseResult& parsed);

[[nodiscard]] bool has_errors(const Messages& messages);
void append(Messages from, Messages& to);

}  // namespace hardbop::verify
