// SPDX-License-Identifier: MIT
// Comparing the answers of all engines about small C programs; and random programs to do so on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hardbop/cross.hpp>

namespace hardbop {

struct CCrossOptions {
  std::string text;      // of the program
  std::string property;  // a name of c_properties()
  double seconds = 0.1;  // of processor time, for each contender
  /// If given, settings chosen by this number take part, besides each engine as it is.
  std::optional<std::uint64_t> mixture;
  /// If a mixture is given, contenders that take part in one program of so many, or in none.
  struct Seldom {
    std::string_view name;
    std::uint64_t one_in = 2;
  };
  std::vector<Seldom> seldom{};
  std::vector<std::string> only{};  // if not empty: only these contenders
  std::string same{};  // another program, which the interpreter executes, too; or empty
  // Another program with some runs of this one, which the interpreter executes instead; or empty.
  std::string fewer{};
};

/// Asks every engine that decides the property, and the interpreter, which executes the program
/// with all inputs or, if these are too many, with some; for a program with threads, by all
/// schedules. There the fewest context switches to an error are compared, too. The contender
/// "clauses" is Z3, which decides what export_c() writes. An unknown verdict agrees with every
/// verdict. This makes processes; so there may be no other threads.
[[nodiscard]] CrossReport cross_c(const CCrossOptions& options);

struct RandomCProgram {
  std::string text;
  std::string property;          // what to ask
  std::string if_holds;          // what to ask if that holds; or empty
  std::string same;              // another program of which the same is true; or empty
  std::string fewer;             // another program with some of its runs; or empty
  std::vector<bool> constructs;  // for each of c_construct_names(), whether it occurs
};

/// A small random program; the same seed gives the same text.
[[nodiscard]] RandomCProgram generate_random_c(std::uint64_t seed, bool threads = false);
/// Those that random programs may have.
[[nodiscard]] std::vector<std::string_view> c_construct_names(bool threads = false);

}  // namespace hardbop
