// SPDX-License-Identifier: MIT
#include "c/il/value_text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "c/il/interpreter.hpp"

namespace hardbop::c {

namespace {

/// Empty where it can only be written by its number.
std::string character_text(std::uint64_t word) {
  constexpr std::string_view escaped = "\a\b\t\n\v\f\r\\'";
  constexpr std::string_view letters = "abtnvfr\\'";
  const char letter = static_cast<char>(word);
  if (word == 0) return "'\\0'";
  if (const std::size_t at = escaped.find(letter); at != std::string_view::npos)
    return fmt::format("'\\{}'", letters[at]);
  return word >= 0x20 && word < 0x7F ? fmt::format("'{}'", letter) : "";
}

/// A cell is within what its name starts with.
bool is_within(const Cell& cell, std::string_view part) {
  const std::string_view name = cell.name;
  if (!name.starts_with(part)) return false;
  return name.size() == part.size() ||
         std::string_view(".[{,").find(name[part.size()]) != std::string_view::npos;
}

/// Where the part of the object ends that starts with a cell; nothing where it starts before that.
std::optional<std::uint32_t> end_of_part(const Object& object, std::size_t first,
                                         std::string_view part) {
  if (part.empty()) return first == 0 ? std::optional(object.size) : std::nullopt;
  const std::vector<Cell>& cells = object.cells;
  for (std::size_t i = first; i > 0; --i) {
    if (cells[i - 1].is_padding) continue;
    if (is_within(cells[i - 1], part)) return std::nullopt;
    break;
  }
  const auto behind =
      std::find_if(cells.begin() + static_cast<std::ptrdiff_t>(first), cells.end(),
                   [&](const Cell& cell) { return !cell.is_padding && !is_within(cell, part); });
  return behind == cells.end() ? object.size : behind->offset;
}

/// The name of what starts at a cell and is at most so large, or as small as possible. Members of
/// unions and bit-fields have no cells of their own.
std::string part_text(const Object& object, std::size_t first, std::uint32_t bytes) {
  const std::string_view name = object.cells[first].name;
  const std::string_view all = name.substr(0, name.find_first_of("{,"));
  for (std::size_t length = 0; length < all.size();
       length = std::min(all.find_first_of(".[", length + 1), all.size())) {
    const auto end = end_of_part(object, first, all.substr(0, length));
    if (end && (bytes == 0 || *end - object.cells[first].offset <= bytes))
      return object.name + std::string(all.substr(0, length));
  }
  return object.name + std::string(all);
}

std::string mutex_text(std::uint64_t owner) {
  constexpr std::uint64_t destroyed = 255;
  if (owner == destroyed) return "destroyed";
  return owner == 0 ? "unlocked" : fmt::format("held by thread {}", owner);
}

/// As mutexes and other variables call it; empty where no thread has that number.
std::string handle_text(std::uint64_t word) {
  constexpr std::uint64_t most = 254;
  if (word == main_thread) return "thread 1";
  return word == 0 || word > most ? "" : fmt::format("thread {}", word + 1);
}

/// A byte of a union, other than the first.
bool is_inside_union(const Cell& cell) {
  const std::size_t brace = cell.name.find('{');
  return brace != std::string::npos && cell.name.compare(brace, 3, "{0}") != 0;
}

/// Of an array, how large its elements are; else zero.
std::uint32_t element_bytes(const Object& object) {
  if (object.cells.empty() || !object.cells.front().name.starts_with("[0]")) return 0;
  return end_of_part(object, 0, "[0]").value_or(0);
}

}  // namespace

std::string float_text(std::uint64_t word, unsigned bits) {
  const bool is_double = bits == 64;
  const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(word));
  const double number = is_double ? std::bit_cast<double>(word) : static_cast<double>(single);
  const char* const sign = std::signbit(number) ? "-" : "";
  if (std::isnan(number)) return fmt::format("{}NAN", sign);
  if (std::isinf(number)) return fmt::format("{}INFINITY", sign);
  const bool is_short = std::abs(number) < 1e15 && std::trunc(number) == number;
  if (is_short) return fmt::format("{:.1f}{}", number, is_double ? "" : "f");
  std::string out = is_double ? fmt::format("{}", number) : fmt::format("{}", single);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return is_double ? out : out + "f";
}

std::string value_text(std::uint64_t word, Type type) {
  if (type.is_float) return float_text(word, type.bits);
  if (type.is_signed) return std::to_string(words::as_signed(word, type.bits));
  return std::to_string(word);
}

std::string value_text(const Program& program, const Cell& cell, std::uint64_t word) {
  if (cell.is_owner) return mutex_text(word);
  if (cell.is_thread)
    if (std::string text = handle_text(word); !text.empty()) return text;
  if (cell.enumeration != none)
    for (const Enumeration::Constant& one : program.enumerations[cell.enumeration].constants)
      if (one.value == word) return one.name;
  if (cell.is_character)
    if (std::string text = character_text(word); !text.empty()) return text;
  return value_text(word, cell.type);
}

std::string shown_name(const Object& object, const Cell& cell) {
  const std::string_view name = cell.name;
  return object.name + std::string(cell.is_owner ? name.substr(0, name.find('{')) : name);
}

std::string place_text(const Object& object, std::int64_t offset, std::uint32_t bytes) {
  const std::vector<Cell>& cells = object.cells;
  const auto behind = std::ranges::upper_bound(cells, offset, {}, &Cell::offset);
  const auto found = behind == cells.begin() ? cells.end() : std::prev(behind);
  const bool is_start = found != cells.end() && found->offset == offset && !found->is_padding &&
                        !is_inside_union(*found);
  const bool is_string = object.storage == Object::Storage::String;
  if (is_start && !is_string)
    return part_text(object, static_cast<std::size_t>(found - cells.begin()), bytes);
  const std::int64_t step = is_string ? 0 : element_bytes(object);
  if (step != 0 && offset % step == 0) return fmt::format("{}[{}]", object.name, offset / step);
  return offset == 0 ? object.name : fmt::format("{}{:+}", object.name, offset);
}

std::string source_name(const Function& function) {
  return function.name.substr(0, function.name.find('.'));
}

std::string position_text(const Program& program, const Position& at) {
  const std::string_view file =
      at.file < program.files.size() ? std::string_view(program.files[at.file]) : "";
  return fmt::format("{}:{}:{}", file, at.line, at.column);
}

}  // namespace hardbop::c
