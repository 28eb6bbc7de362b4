// SPDX-License-Identifier: MIT
#include "engine/image/layout.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace hardbop::engine::image {

using ltg::VariableId;

namespace {

unsigned bits_of(std::uint64_t value) {
  return static_cast<unsigned>(std::bit_width(value));
}

/// Bits with which all numbers of the range can be told apart, the sign among them.
unsigned signed_bits(const flow::Range& range) {
  const auto magnitude = [](std::int64_t value) {
    return bits_of(static_cast<std::uint64_t>(value < 0 ? ~value : value));
  };
  return std::max(magnitude(range.least_signed), magnitude(range.greatest_signed)) + 1;
}

}  // namespace

Layout::Layout(const flow::Reduction& reduction, const std::vector<flow::Range>& ranges,
               unsigned counter_bits, bdd::Manager& manager)
    : manager_(manager), words_(ranges.size()), inputs_(reduction.graph.inputs.size()) {
  make_counter(counter_bits);
  std::vector<unsigned> sizes;
  for (VariableId v = 0; v < ranges.size(); ++v) {
    Bits& word = words_[v];
    const flow::Range& range = ranges[v];
    word.width = reduction.graph.variables[v].width;
    if (range.is_empty() || range.is_one()) {
      word.constant = range.is_empty() ? 0 : range.least;
      sizes.push_back(0);
      continue;
    }
    const unsigned plain = bits_of(range.greatest);
    const unsigned with_sign = signed_bits(range);
    word.repeats_sign = with_sign < plain;
    sizes.push_back(std::min(plain, with_sign));
    state_bits_ += sizes.back();
  }
  for (const ltg::Width width : reduction.graph.inputs) sizes.push_back(width);
  make_words(reduction, sizes);
}

void Layout::make_counter(unsigned bits) {
  state_bits_ += bits;
  for (unsigned i = 0; i < bits; ++i) {
    counter_.push_back(manager_.new_var(fmt::format("pc.{}", i)));
    next_counter_.push_back(manager_.new_var(fmt::format("pc.{}'", i)));
    manager_.group(std::vector<bdd::Var>{counter_.back(), next_counter_.back()});
  }
}

void Layout::make_words(const flow::Reduction& reduction, const std::vector<unsigned>& sizes) {
  const auto variables = static_cast<std::uint32_t>(words_.size());
  for (const std::vector<std::uint32_t>& related : related_words(reduction)) {
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

encode::Word Layout::word(const ltg::Node& leaf, const KnownBits* known) const {
  const bool is_variable = leaf.op == ltg::Op::Variable;
  if (is_variable && words_[leaf.value].constant)
    return encode::constant_word(manager_, leaf.width, *words_[leaf.value].constant);
  encode::Word out;
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
    out |= ltg::mask(word.width) & ~ltg::mask(static_cast<ltg::Width>(word.current.size()));
  return out;
}

std::optional<std::uint64_t> Layout::input_value(ltg::InputId i, const KnownBits& known) const {
  std::uint64_t out = 0;
  for (std::size_t bit = 0; bit < inputs_[i].size(); ++bit) {
    if (!known.knows(inputs_[i][bit])) return std::nullopt;
    out |= std::uint64_t{known.value(inputs_[i][bit])} << bit;
  }
  return out;
}

}  // namespace hardbop::engine::image
