// SPDX-License-Identifier: MIT
#include "boolean/import/program_text.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "boolean/language/lexer.hpp"

namespace hardbop::importing {

namespace {

bool is_plain(std::string_view name) {
  Diagnostics diagnostics;
  bp::NameTable names;
  std::vector<bp::Comment> comments;
  bp::Lexer lexer(name, names, comments, diagnostics);
  const bp::Token token = lexer.next();
  return token.kind == bp::TokenKind::Name && token.span.end == name.size() && name != "_";
}

std::string bit_of(const std::vector<std::string>& bits, std::size_t i) {
  return i < bits.size() ? bits[i] : "F";
}

}  // namespace

std::string name_text(std::string_view name) {
  if (is_plain(name)) return std::string(name);
  std::string out = "{";
  for (const char c : name) {
    const bool is_safe = static_cast<unsigned char>(c) >= 0x20 && c != '{' && c != '}';
    out += is_safe ? std::string(1, c) : fmt::format("\\{:02X}", static_cast<unsigned char>(c));
  }
  return out + '}';
}

std::string joined(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, ", "));
}

unsigned bits_for(std::uint64_t count) {
  return count <= 2 ? 1 : static_cast<unsigned>(std::bit_width(count - 1));
}

std::vector<std::string> number_bits(std::uint64_t number, unsigned bits) {
  std::vector<std::string> out;
  for (unsigned i = 0; i < bits; ++i) out.emplace_back((number >> i & 1U) != 0 ? "T" : "F");
  return out;
}

std::vector<std::string> bit_names(std::string_view name, unsigned bits) {
  std::vector<std::string> out;
  for (unsigned i = 0; i < bits; ++i) out.push_back(name_text(fmt::format("{}.{}", name, i)));
  return out;
}

std::string equal_text(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::string out;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    out += fmt::format("{}({} = {})", i > 0 ? " & " : "", bit_of(a, i), bit_of(b, i));
  return out.empty() ? "T" : "(" + out + ")";
}

/// The highest bit that differs decides.
std::string less_text(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::string out = "F";
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    out = fmt::format("({} != {} ? {} : {})", bit_of(a, i), bit_of(b, i), bit_of(b, i), out);
  return out;
}

}  // namespace hardbop::importing
