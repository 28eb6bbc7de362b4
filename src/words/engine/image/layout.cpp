// SPDX-License-Identifier: MIT
#include "words/engine/image/layout.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace hardbop::image {

using words::VariableId;

namespace {

unsigned bits_of(std::uint64_t value) {
  return static_cast<unsigned>(std::bit_width(value));
}

/// Bits with which all numbers of the range can be told apart, the sign among them.
unsigned signed_bits(const words::Range& range) {
  const auto magnitude = [](std::int64_t value) {
    return bits_of(static_cast<std::uint64_t>(value < 0 ? ~value : value));
  };
  return std::max(magnitude(range.least_signed), magnitude(range.greatest_signed)) + 1;
}

}  // namespace

unsigned bits_needed(const words::Range& range) {
  if (range.is_empty() || range.is_one()) return 0;
  return std::min(bits_of(range.greatest), signed_bits(range));
}

Layout::Layout(const words::Reduction& reduction, const std::vector<words::Range>& ranges,
               unsigned counter_bits, const Scope& scope, bdd::Manager& manager)
    : manager_(manager), words_(ranges.size()), inputs_(reduction.graph.inputs.size()) {
  make_counter(counter_bits);
  std::vector<unsigned> sizes;
  for (VariableId v = 0; v < ranges.size(); ++v) {
    Bits& word = words_[v];
    const words::Range& range = ranges[v];
    word.width = reduction.graph.variables[v].width;
    if (range.is_empty() || range.is_one()) word.constant = range.is_empty() ? 0 : range.least;
    sizes.push_back(scope.has[v] ? bits_needed(range) : 0);
    word.repeats_sign = sizes.back() != 0 && sizes.back() < bits_of(range.greatest);
  }
  for (const words::Width width : reduction.graph.inputs) sizes.push_back(width);
  make_words(reduction, scope.blocks, sizes);
  number_bits(ranges);
}

void Layout::number_bits(const std::vector<words::Range>& ranges) {
  numbers_.assign(manager_.var_count(), 0);
  const auto add = [&](const std::vector<bdd::Var>& bits, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (i < bits.size()) numbers_[bits[i]] = static_cast<std::uint32_t>(vars_.size());
      vars_.push_back(i < bits.size() ? bits[i] : bdd::Var{0});
    }
  };
  add(counter_, counter_.size());
  for (VariableId v = 0; v < ranges.size(); ++v) add(words_[v].current, bits_needed(ranges[v]));
}

void Layout::make_counter(unsigned bits) {
  for (unsigned i = 0; i < bits; ++i) {
    counter_.push_back(manager_.new_var(fmt::format("pc.{}", i)));
    next_counter_.push_back(manager_.new_var(fmt::format("pc.{}'", i)));
    manager_.group(std::vector<bdd::Var>{counter_.back(), next_counter_.back()});
  }
}

void Layout::make_words(const words::Reduction& reduction,
                        const std::vector<words::BlockId>& blocks,
                        const std::vector<unsigned>& sizes) {
  const auto variables = static_cast<std::uint32_t>(words_.size());
  for (const std::vector<std::uint32_t>& related : related_words(reduction, blocks)) {
    unsigned longest = 0;
    for (const std::uint32_t w : related) longest = std::max(longest, sizes[w]);
    for (unsigned bit = 0; bit < longest; ++bit) {
      for (const std::uint32_t w : related) {
        if (bit >= sizes[w]) continue;
        if (w >= variables) {
          inputs_[w - variables].push_back(
              manager_.new_var(fmt::format("input{}.{}", w - variables, bit)));
          continue;
        }
        const std::string& name = reduction.graph.variables[w].name;
        words_[w].current.push_back(manager_.new_var(fmt::format("{}.{}", name, bit)));
        words_[w].next.push_back(manager_.new_var(fmt::format("{}.{}'", name, bit)));
        manager_.group(std::vector<bdd::Var>{words_[w].current.back(), words_[w].next.back()});
      }
    }
  }
}

words::Word Layout::word(const words::Node& leaf, const KnownBits* known) const {
  const bool is_variable = leaf.op == words::Op::Variable;
  if (is_variable && words_[leaf.value].constant)
    return words::constant_word(manager_, leaf.width, *words_[leaf.value].constant);
  words::Word out;
  for (const bdd::Var var : is_variable ? words_[leaf.value].current : inputs_[leaf.value])
    out.push_back(known != nullptr && known->knows(var) ? manager_.constant(known->value(var))
                                                        : manager_.var(var));
  const bool repeats_sign = is_variable && words_[leaf.value].repeats_sign;
  out.resize(leaf.width, repeats_sign ? out.back() : manager_.zero());
  return out;
}

std::optional<std::uint64_t> Layout::value(VariableId v, const KnownBits& known) const {
  const Bits& word = words_[v];
  if (word.constant) return word.constant;
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < word.current.size(); ++i) {
    if (!known.knows(word.current[i])) return std::nullopt;
    out |= std::uint64_t{known.value(word.current[i])} << i;
  }
  if (word.repeats_sign && known.value(word.current.back()))
    out |= words::mask(word.width) & ~words::mask(static_cast<words::Width>(word.current.size()));
  return out;
}

std::optional<std::uint64_t> Layout::input_value(words::InputId i, const KnownBits& known) const {
  std::uint64_t out = 0;
  for (std::size_t bit = 0; bit < inputs_[i].size(); ++bit) {
    if (!known.knows(inputs_[i][bit])) return std::nullopt;
    out |= std::uint64_t{known.value(inputs_[i][bit])} << bit;
  }
  return out;
}

}  // namespace hardbop::image
