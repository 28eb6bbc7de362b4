// SPDX-License-Identifier: MIT
// The Boolean program of a C program over given predicates, without refinement.
#pragma once

#include "c/verify/predicates.hpp"
#include "c/verify/sources.hpp"

namespace hardbop::verify {

struct AbstractionOptions {
  std::vector<PredicateText> predicates{};
  std::size_t cube_length = 3;  // of conjunctions of predicates that are tried, at most
  bool unbounded = false;       // read all words as signed integers without bounds
};

struct AbstractedProgram {
  std::string text;   // empty where there are errors
  Messages problems;  // with the predicates, and whatever keeps it from being made
};

/// Of a program with threads, one with threads.
[[nodiscard]] AbstractedProgram abstract_program(const Sources& sources, const c::Program& read,
                                                 const AbstractionOptions& options);

}  // namespace hardbop::verify
