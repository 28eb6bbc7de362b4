// SPDX-License-Identifier: MIT
// The words that the writer and the reader of proofs share.
#pragma once

#include <string_view>

#include "boolean/certify/obligations.hpp"

namespace hardbop::certify::names {

// Keys of a claim, and of a note.
inline constexpr std::string_view dialect = "dialect";
inline constexpr std::string_view entry = "entry";
inline constexpr std::string_view kept = "kept";
// Of a part of a proof about threads: the bound, and which of its simulations; or, without a bound,
// that it is about their product.
inline constexpr std::string_view switches = "context-switches";
inline constexpr std::string_view rounds = "rounds";
inline constexpr std::string_view simulation = "simulation";
inline constexpr std::string_view threads = "threads";
inline constexpr std::string_view product = "product";
// Of a proof of branching: whether the formula holds or is violated.
inline constexpr std::string_view verdict = "verdict";
inline constexpr std::string_view violated = "violated";
inline constexpr std::string_view holds = "holds";

inline constexpr std::string_view path = "inv";     // and the vertex
inline constexpr std::string_view summary = "sum";  // and the procedure
inline constexpr std::string_view rank = "rank";    // and the vertex, and the bit behind a dot
// Of a proof of branching, and the part, the place, and the bit or variable, behind dots.
inline constexpr std::string_view set = "set";
inline constexpr std::string_view pick = "pick";
inline constexpr char node = 'd';  // and its number

/// By kind of decision, before the number of the slot or result.
inline constexpr std::string_view decisions = "ecr";

/// After a constant's or a node's name: which instance.
[[nodiscard]] constexpr std::string_view suffix(Instance instance) {
  switch (instance) {
    case Instance::Before: return "";
    case Instance::Callee: return "!";
    case Instance::After: return "+";
  }
  return "";
}

}  // namespace hardbop::certify::names
