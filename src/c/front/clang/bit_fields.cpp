// SPDX-License-Identifier: MIT
// Bit-fields: Clang knows at which bits they are; here they are read and written by words that
// cover them, or byte by byte where there is no such word.
#include <algorithm>
#include <bit>
#include <clang/AST/RecordLayout.h>

#include "c/front/clang/translator.hpp"

namespace hardbop::c {

using words::Op;

namespace {

constexpr Type byte_type{8, false, false, false};
constexpr Type widest_word{64, false, false, false};

/// Of the word's bits, those that the byte holds are lowest then; `back` asks for the contrary.
ExprId align_bits(Builder& build, ExprId word, std::uint32_t byte, std::uint32_t shift, bool back) {
  const bool is_behind = 8 * byte >= shift;
  const std::uint32_t distance = is_behind ? 8 * byte - shift : shift - 8 * byte;
  return build.binary(is_behind == back ? Op::ShiftLeft : Op::ShiftRight, word,
                      build.constant(widest_word, distance));
}

}  // namespace

/// A run of bit-fields is cut into words of 1, 2, 4 or 8 bytes that hold whole fields, at bytes
/// where a field begins. Where the word would reach into what comes behind, it does so, but within
/// the structure: writing puts back what it read there. Where no word holds a run, as in packed
/// structures, each field is in the bytes from the one where it begins.
std::vector<BitUnit> Translator::layout_bit_fields(const clang::RecordDecl* record) const {
  const clang::ASTRecordLayout& layout = context_->getASTRecordLayout(record);
  const auto size = static_cast<std::uint64_t>(layout.getSize().getQuantity());
  const std::vector<const clang::FieldDecl*> fields(record->field_begin(), record->field_end());
  std::vector<BitUnit> units(fields.size());
  const auto bit_of = [&](std::size_t i) {
    return layout.getFieldOffset(static_cast<unsigned>(i));
  };
  const auto width_of = [&](std::size_t i) {
    return std::uint64_t{fields[i]->isBitField() ? fields[i]->getBitWidthValue(*context_) : 0U};
  };
  for (std::size_t first = 0; first < fields.size();) {
    if (width_of(first) == 0) {
      ++first;
      continue;
    }
    const std::uint64_t begin = bit_of(first) / 8;
    std::uint64_t end = begin;
    std::size_t last = first;  // behind the fields of this word
    for (; last < fields.size() && fields[last]->isBitField(); ++last) {
      if (width_of(last) == 0) continue;
      const bool begins_anew = last != first && bit_of(last) % 8 == 0 && bit_of(last) / 8 >= end;
      if (begins_anew && (std::has_single_bit(end - begin) || bit_of(last) / 8 > end)) break;
      end = std::max(end, (bit_of(last) + width_of(last) + 7) / 8);
    }
    std::uint64_t next = size;
    if (last < fields.size() && !record->isUnion()) next = bit_of(last) / 8;
    const std::uint64_t bytes = std::bit_ceil(end - begin);
    const bool fits = begin + bytes <= next;
    const std::uint64_t offset = std::min(begin, size - std::min(size, bytes));
    const bool is_word = bytes <= 8 && bytes <= size;
    for (std::size_t i = first; i < last; ++i) {
      if (width_of(i) == 0) continue;
      const std::uint64_t from = is_word ? offset : bit_of(i) / 8;
      units[i] = {static_cast<std::uint32_t>(from), static_cast<std::uint8_t>(is_word ? bytes : 1),
                  static_cast<std::uint8_t>(bit_of(i) - from * 8),
                  static_cast<std::uint32_t>(begin),
                  static_cast<std::uint32_t>(is_word && fits ? begin + bytes : end)};
    }
    first = last;
  }
  return units;
}

BitUnit Translator::bit_unit(const clang::FieldDecl* field) {
  const clang::RecordDecl* record = field->getParent()->getDefinition();
  auto found = bit_units_.find(record);
  if (found == bit_units_.end())
    found = bit_units_.emplace(record, layout_bit_fields(record)).first;
  return found->second[field->getFieldIndex()];
}

/// A field that no single word holds.
bool Translator::is_in_bytes(const LValue& place) {
  return place.is_bit_field && place.shift + place.width > place.unit.bits;
}

ExprId Translator::read_bytes_of_field(const LValue& from, clang::SourceLocation at) {
  ExprId all = build_.constant(widest_word, 0);
  for (std::uint32_t i = 0; 8 * i < std::uint32_t{from.shift} + from.width; ++i) {
    LValue part = from;
    part.address = build_.plus(from.address, i);
    const std::optional<ExprId> chosen = read_volatile(part, byte_type, at);
    const ExprId byte =
        chosen ? *chosen : build_.load({part.address, byte_type}, next_reading(from));
    const ExprId word = build_.resize(byte, widest_word, false);
    all = build_.binary(Op::Or, all, align_bits(build_, word, i, from.shift, true));
  }
  return all;
}

/// The value can be read from what is written here, so it is kept first.
void Translator::write_bytes_of_field(const LValue& to, ExprId value, clang::SourceLocation at) {
  const ExprId address = stabilise(to.address, at);
  const ExprId word = stabilise(build_.resize(value, widest_word, false), at);
  const ExprId ones = build_.constant(widest_word, words::mask(to.width));
  for (std::uint32_t i = 0; 8 * i < std::uint32_t{to.shift} + to.width; ++i) {
    const auto part = [&](ExprId of) {
      return build_.extract(align_bits(build_, of, i, to.shift, false), 0, byte_type);
    };
    const Place place{build_.plus(address, i), byte_type};
    const ExprId own = part(ones);
    const ExprId kept = build_.binary(Op::And, build_.load(place), build_.unary(Op::Not, own));
    const ExprId bits = build_.binary(Op::And, part(word), own);
    const ExprId byte = build_.binary(Op::Or, kept, bits);
    is_volatile(to.type) ? write_volatile(place, byte, at) : assign(place, byte, at);
  }
}

}  // namespace hardbop::c
