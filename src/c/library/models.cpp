// SPDX-License-Identifier: MIT
// Which file has a function is seen without parsing: a definition starts with a line that has a
// parenthesis, but no space, `#` or `static` at its start and no semicolon at its end. The name
// stands before the parenthesis.
#include "c/library/models.hpp"

#include <map>
#include <string>

namespace hardbop::c {

namespace {

/// Empty where the line defines no function that other files see.
std::string_view defined_name(std::string_view line) {
  if (line.empty() || line.back() == ';' || line.starts_with(' ') || line.starts_with('/') ||
      line.starts_with('#') || line.starts_with("static "))
    return {};
  const std::size_t end = line.find('(');
  if (end == std::string_view::npos) return {};
  const std::size_t start = line.find_last_of(" *", end);
  return start == std::string_view::npos ? std::string_view()
                                         : line.substr(start + 1, end - start - 1);
}

std::map<std::string_view, const LibraryFile*> index_models() {
  std::map<std::string_view, const LibraryFile*> out;
  for (const LibraryFile& file : library_files())
    for (std::size_t from = 0; from < file.text.size();) {
      const std::size_t end = std::min(file.text.find('\n', from), file.text.size());
      const std::string_view name = defined_name(file.text.substr(from, end - from));
      if (!name.empty()) out.emplace(name, &file);
      from = end + 1;
    }
  return out;
}

}  // namespace

const LibraryFile* file_of_model(std::string_view function) {
  static const std::map<std::string_view, const LibraryFile*> index = index_models();
  const auto found = index.find(function);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace hardbop::c
