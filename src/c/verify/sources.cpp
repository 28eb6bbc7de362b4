// SPDX-License-Identifier: MIT
#include "c/verify/sources.hpp"

#include <sstream>

#include "c/il/value_text.hpp"

namespace hardbop::verify {

Sources::Sources(std::vector<c::Source> files)
    : files_(std::move(files)), input_(files_.empty() ? "" : files_.front().path) {
  for (const c::Source& file : files_) {
    std::vector<std::string>& lines = lines_[file.path];
    std::istringstream text(file.text);
    for (std::string line; std::getline(text, line);) lines.push_back(line);
  }
}

std::vector<std::string> Sources::paths() const {
  std::vector<std::string> out;
  for (const c::Source& file : files_) out.push_back(file.path);
  return out;
}

std::string Sources::line(const std::string& file, std::uint32_t number) const {
  const auto found = lines_.find(file);
  if (found == lines_.end() || number == 0 || number > found->second.size()) return "";
  const std::string& text = found->second[number - 1];
  const std::size_t first = text.find_first_not_of(" \t\r");
  const std::size_t last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::string Sources::line(const c::Program& program, const c::Position& at) const {
  return line(file_of(program, at), at.line);
}

std::string file_of(const c::Program& program, const c::Position& at) {
  return at.file < program.files.size() ? program.files[at.file] : "";
}

std::string place_text(const c::Program& program, const c::Position& at) {
  return c::position_text(program, at);
}

}  // namespace hardbop::verify
