// SPDX-License-Identifier: MIT
// The functions of the C library that are written in C, in the files *.c of this folder.
#pragma once

#include <span>
#include <string_view>

namespace hardbop::c {

struct LibraryFile {
  std::string_view name;
  std::string_view text;
};

/// All files, by name.
[[nodiscard]] std::span<const LibraryFile> library_files();

/// The file that defines a function of that name with external linkage; null where none does.
[[nodiscard]] const LibraryFile* file_of_model(std::string_view function);

}  // namespace hardbop::c
