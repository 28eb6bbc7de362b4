// SPDX-License-Identifier: MIT
// The files of a C program, and places in them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "c/front/front_end.hpp"

namespace hardbop::verify {

class Sources {
 public:
  explicit Sources(std::vector<c::Source> files = {});

  [[nodiscard]] const std::vector<c::Source>& files() const { return files_; }
  /// The path of the first, by which answers call the program.
  [[nodiscard]] const std::string& input() const { return input_; }
  [[nodiscard]] std::vector<std::string> paths() const;
  /// The text of a line, without blanks around it; empty where it is in none of the files.
  [[nodiscard]] std::string line(const std::string& file, std::uint32_t number) const;
  [[nodiscard]] std::string line(const c::Program& program, const c::Position& at) const;
  /// The text of the statement that starts there, as far as it is on that line.
  [[nodiscard]] std::string statement(const c::Program& program, const c::Position& at) const;

 private:
  std::vector<c::Source> files_;
  std::string input_;
  std::map<std::string, std::vector<std::string>> lines_;
};

/// Empty where the position is in no file.
[[nodiscard]] std::string file_of(const c::Program& program, const c::Position& at);
/// "a.c:3:5".
[[nodiscard]] std::string place_text(const c::Program& program, const c::Position& at);

}  // namespace hardbop::verify
