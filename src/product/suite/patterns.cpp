// SPDX-License-Identifier: MIT
// The pattern is taken apart at its slashes, and folders are read only where a part has wildcards.
// ** does not follow symbolic links to folders, which may lead in circles. As in shells, a wildcard
// does not match a leading dot.
#include "product/suite/patterns.hpp"

#include <algorithm>
#include <filesystem>
#include <fnmatch.h>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

namespace hardbop::suite {

namespace {

namespace fs = std::filesystem;

class Search {
 public:
  Search(fs::path folder, const std::string& pattern) : folder_(std::move(folder)) {
    for (const fs::path& part : fs::path(pattern).lexically_normal())
      if (!part.empty()) parts_.push_back(part.string());
    if (!parts_.empty() && parts_.back() == "**") parts_.emplace_back("*");  // all files below
  }

  [[nodiscard]] std::vector<std::string> run() {
    descend("", 0);
    return {found_.begin(), found_.end()};
  }

 private:
  fs::path folder_;
  std::vector<std::string> parts_;
  std::set<std::string> found_;

  void descend(const fs::path& at, std::size_t part) {
    if (part == parts_.size()) {
      std::error_code error;
      if (fs::is_regular_file(folder_ / at, error)) found_.insert(at.string());
      return;
    }
    const std::string& name = parts_[part];
    if (name == "**") return descend_any(at, part);
    if (name.find_first_of("*?[") == std::string::npos) return descend(at / name, part + 1);
    for (const fs::path& entry : entries(at))
      if (::fnmatch(name.c_str(), entry.c_str(), FNM_PERIOD) == 0) descend(at / entry, part + 1);
  }

  void descend_any(const fs::path& at, std::size_t part) {
    std::vector<fs::path> waiting{at};
    while (!waiting.empty()) {
      const fs::path next = std::move(waiting.back());
      waiting.pop_back();
      descend(next, part + 1);
      for (const fs::path& entry : entries(next)) {
        std::error_code error;
        const bool is_hidden = entry.string().starts_with(".");
        if (!is_hidden &&
            fs::symlink_status(folder_ / next / entry, error).type() == fs::file_type::directory)
          waiting.push_back(next / entry);
      }
    }
  }

  [[nodiscard]] std::vector<fs::path> entries(const fs::path& at) const {
    std::vector<fs::path> out;
    std::error_code error;
    for (fs::directory_iterator entry(folder_ / at, error), end; !error && entry != end;
         entry.increment(error))
      out.push_back(entry->path().filename());
    return out;
  }
};

}  // namespace

std::vector<std::string> find_files(const std::string& folder, const std::string& pattern) {
  std::error_code error;
  if (fs::is_regular_file(fs::path(folder) / pattern, error))
    return {fs::path(pattern).lexically_normal().string()};
  return Search(folder, pattern).run();
}

std::optional<std::string> text_of_file(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return file ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace hardbop::suite
