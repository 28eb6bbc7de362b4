// SPDX-License-Identifier: MIT
// What the interpreter keeps of calls, and of threads that do not run now.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "c/il/il.hpp"

namespace hardbop::c {

struct Frame {
  FunctionId function;
  StatementId call = none;                                      // that made it
  std::vector<std::pair<ObjectId, std::uint64_t>> outer_bases;  // of its locals, before
  std::vector<std::pair<StatementId, std::uint64_t>> allocas;   // what made them, and where
  std::vector<std::uint64_t> result_places;
  std::uint64_t addresses_from = 0;  // of what is made in it, where addresses are used again
};

inline void add_word(std::string& out, std::uint64_t word) {
  out.append(reinterpret_cast<const char*>(&word), sizeof word);
}

/// All that the rest of a run depends on.
inline void tell(std::string& out, const Frame& frame) {
  add_word(out, frame.function.index());
  for (const auto& [local, base] : frame.outer_bases) add_word(out, base);
  add_word(out, frame.allocas.size());
  for (const auto& [made_by, base] : frame.allocas) {
    add_word(out, made_by);
    add_word(out, base);
  }
  for (const std::uint64_t place : frame.result_places) add_word(out, place);
}

/// Where a thread is that does not run now.
struct ThreadState {
  std::vector<Frame> frames;
  std::vector<std::uint64_t> bases;
  StatementId at = none;
  std::uint32_t atomic = 0;  // sections that it is in
  bool has_ended = false;
  std::uint64_t result = 0;
  FunctionId last_call;            // what it calls when its function returns
  std::uint64_t next_address = 0;  // where each has addresses of its own
};

}  // namespace hardbop::c
