// SPDX-License-Identifier: MIT
// What the kinds of random programs share. Private to the layer.
#pragma once

#include <fmt/format.h>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/util/random_numbers.hpp"
#include "c/random/random_program.hpp"

namespace hardbop::c::random_layer {

using Names = std::vector<std::string>;

/// Lines of a program, and what occurs in them.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

 protected:
  Random random_;
  unsigned indent_ = 0;

  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    text_.append(2 * std::size_t{indent_}, ' ');
    fmt::format_to(std::back_inserter(text_), text, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }
  template <typename... Arguments>
  void open(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    line(text, std::forward<Arguments>(arguments)...);
    ++indent_;
  }
  void close(std::string_view text = "}") {
    --indent_;
    line("{}", text);
  }

  void use(Construct construct) { constructs_.set(static_cast<std::size_t>(construct)); }

  std::string one_of(std::initializer_list<const char*> all) {
    return all.begin()[random_.below(static_cast<std::uint32_t>(all.size()))];
  }
  const std::string& one_of(const Names& all) { return random_.one_of(all); }
  std::uint32_t one_of(std::initializer_list<std::uint32_t> all) {
    return all.begin()[random_.below(static_cast<std::uint32_t>(all.size()))];
  }

  [[nodiscard]] bool uses(Construct construct) const {
    return constructs_.test(static_cast<std::size_t>(construct));
  }
  [[nodiscard]] RandomProgram take(std::string property, std::string if_holds = "") {
    return {std::move(text_), std::move(property), std::move(if_holds), constructs_};
  }

  /// Counts a type of whole numbers.
  void use_type(std::string_view type) {
    if (type.find("char") != std::string_view::npos) return use(Construct::Char);
    if (type.find("short") != std::string_view::npos) return use(Construct::Short);
    use(type == "_Bool" ? Construct::Bool : Construct::Int);
  }

 private:
  std::string text_;
  Constructs constructs_;
};

[[nodiscard]] RandomProgram random_mixed(std::uint64_t seed);
[[nodiscard]] RandomProgram random_sweeps(std::uint64_t seed);
[[nodiscard]] RandomProgram random_endings(std::uint64_t seed);

}  // namespace hardbop::c::random_layer
