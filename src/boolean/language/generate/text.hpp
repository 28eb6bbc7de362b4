// SPDX-License-Identifier: MIT
// Program text, line by line.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hardbop::bp {

using Names = std::vector<std::string>;

/// prefix0, prefix1, …
inline Names numbered(std::string_view prefix, std::uint32_t count) {
  Names names;
  for (std::uint32_t i = 0; i < count; ++i) names.push_back(fmt::format("{}{}", prefix, i));
  return names;
}

inline std::string joined(const Names& names, std::string_view separator = ", ") {
  return fmt::format("{}", fmt::join(names, separator));
}

class Text {
 public:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    out_.append(2 * std::size_t{indent_}, ' ');
    fmt::format_to(std::back_inserter(out_), text, std::forward<Arguments>(arguments)...);
    out_ += '\n';
    ++lines_;
  }

  /// A line such as `if (x) then` after which the text is indented, and one such as `fi`.
  template <typename... Arguments>
  void open(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    line(text, std::forward<Arguments>(arguments)...);
    ++indent_;
  }
  void close(std::string_view text) {
    --indent_;
    line("{}", text);
  }
  void middle(std::string_view text) {
    close(text);
    ++indent_;
  }

  /// An empty line, and a procedure's first two lines; close("end") ends it.
  void procedure(std::string_view heading) {
    out_ += '\n';
    ++lines_;
    line("{}", heading);
    open("begin");
  }

  [[nodiscard]] std::uint32_t lines() const { return lines_; }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;
  unsigned indent_ = 0;
  std::uint32_t lines_ = 0;
};

}  // namespace hardbop::bp
