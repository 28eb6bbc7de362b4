// SPDX-License-Identifier: MIT
// Private to the layer.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <hardbop/c.hpp>

namespace hardbop::api {

/// Lines of the sources, to show statements.
class SourceLines {
 public:
  explicit SourceLines(const std::vector<CSource>& sources) {
    for (const CSource& source : sources) {
      std::vector<std::string>& lines = files_[source.path];
      std::istringstream text(source.text);
      for (std::string line; std::getline(text, line);) lines.push_back(line);
    }
  }

  [[nodiscard]] std::string line(const std::string& file, std::uint32_t number) const {
    const auto found = files_.find(file);
    if (found == files_.end() || number == 0 || number > found->second.size()) return "";
    const std::string& text = found->second[number - 1];
    const std::size_t first = text.find_first_not_of(" \t\r");
    const std::size_t last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace hardbop::api
