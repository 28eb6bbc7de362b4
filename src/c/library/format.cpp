// SPDX-License-Identifier: MIT
#include "c/library/format.hpp"

#include <cctype>

namespace hardbop::c {

namespace {

/// Reads one conversion, from behind its percent sign.
class ConversionReader {
 public:
  ConversionReader(std::string_view format, std::size_t& at) : format_(format), at_(at) {}

  FormatPiece print() {
    FormatPiece out;
    constexpr std::string_view flags = "-+ #0";
    while (at_ < format_.size() && flags.find(format_[at_]) != std::string_view::npos)
      out.flags |= 1 << flags.find(format_[at_++]);
    out.width = number();
    if (at_ < format_.size() && format_[at_] == '$') {
      out.is_numbered = true;
      ++at_;
    }
    if (take('.')) {
      out.precision = number();
      if (out.precision == -1) out.precision = 0;
    }
    end(out);
    return out;
  }

  FormatPiece scan() {
    FormatPiece out;
    out.is_assigned = !take('*');
    out.width = number();
    if (take('$')) out.is_numbered = true;
    end(out);
    if (out.conversion == '[') set(out);
    return out;
  }

 private:
  std::string_view format_;
  std::size_t& at_;

  bool take(char wanted) {
    if (at_ >= format_.size() || format_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  /// Up to its closing bracket, which may be its first character, too.
  void set(FormatPiece& out) {
    out.is_excluding = take('^');
    const std::size_t first = at_;
    while (at_ < format_.size() && (format_[at_] != ']' || at_ == first)) {
      const auto from = static_cast<unsigned char>(format_[at_++]);
      const bool is_span =
          at_ + 1 < format_.size() && format_[at_] == '-' && format_[at_ + 1] != ']';
      const auto to = static_cast<unsigned char>(is_span ? format_[at_ + 1] : from);
      if (is_span) at_ += 2;
      for (unsigned letter = from; letter <= to; ++letter)
        if (out.set.find(static_cast<char>(letter)) == std::string::npos)
          out.set += static_cast<char>(letter);
    }
    ++at_;
  }

  int number() {
    if (take('*')) return FormatPiece::from_argument;
    int out = -1;
    while (at_ < format_.size() && std::isdigit(static_cast<unsigned char>(format_[at_])) != 0 &&
           out < 1'000'000)
      out = (out < 0 ? 0 : out) * 10 + (format_[at_++] - '0');
    return out;
  }

  void end(FormatPiece& out) {
    while (at_ < format_.size() &&
           std::string_view("hljztLq").find(format_[at_]) != std::string_view::npos)
      out.length += format_[at_++];
    if (out.length == "q") out.length = "ll";
    out.conversion = at_ < format_.size() ? format_[at_++] : '?';
    if (std::string_view("diouxXcspnfFeEgGaA%[").find(out.conversion) == std::string_view::npos)
      out.conversion = '?';
  }
};

}  // namespace

std::vector<FormatPiece> read_print_format(std::string_view format) {
  std::vector<FormatPiece> out;
  const auto text = [&]() -> std::string& {
    if (out.empty() || out.back().conversion != 0) out.emplace_back();
    return out.back().text;
  };
  for (std::size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text() += format[at++];
      continue;
    }
    ++at;
    FormatPiece piece = ConversionReader(format, at).print();
    if (piece.conversion == '%')
      text() += '%';
    else
      out.push_back(std::move(piece));
  }
  return out;
}

std::vector<FormatPiece> read_scan_format(std::string_view format) {
  std::vector<FormatPiece> out;
  for (std::size_t at = 0; at < format.size();) {
    if (format[at++] != '%') continue;
    FormatPiece piece = ConversionReader(format, at).scan();
    if (piece.conversion != '%') out.push_back(std::move(piece));
  }
  return out;
}

unsigned bits_of_length(std::string_view length, unsigned pointer_bits) {
  if (length.empty()) return 32;
  if (length == "hh") return 8;
  if (length == "h") return 16;
  if (length == "l" || length == "z" || length == "t") return pointer_bits;
  return length == "ll" || length == "j" ? 64 : 0;
}

}  // namespace hardbop::c
