// SPDX-License-Identifier: MIT
// Places in files, as SARIF writes them. Private to the layer.
#pragma once

#include <filesystem>
#include <string>

#include "product/report/figures.hpp"
#include <hardbop/answer.hpp>

namespace hardbop::report {

/// Text that stands for itself: braces would be placeholders, and two of them stand for one.
[[nodiscard]] Json sarif_message(const std::string& text);

class SarifPlaces {
 public:
  /// `input`: the file of places that name none. `root`: the folder of relative paths, or empty.
  SarifPlaces(std::string input, const std::string& root);

  /// The folder by which files are found.
  [[nodiscard]] Json base_ids() const;
  /// Of the folder itself; null where it is not known.
  [[nodiscard]] Json root() const;

  /// A file in the folder is named relative to it, any other by its whole path.
  [[nodiscard]] Json file(const std::string& path) const;
  /// A place that is not known is the file; `procedure` may be empty.
  [[nodiscard]] Json location(const Location& at, const std::string& procedure) const;
  /// The file as results name it, for fingerprints.
  [[nodiscard]] std::string uri(const Location& at) const;

 private:
  std::string input_;
  std::filesystem::path root_;

  [[nodiscard]] const std::string& path_of(const Location& at) const;
};

}  // namespace hardbop::report
