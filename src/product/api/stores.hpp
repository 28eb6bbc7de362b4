// SPDX-License-Identifier: MIT
// The folder in which a question's answers are kept for later ones. Private to the layer.
#pragma once

#include <memory>

#include "base/util/file_store.hpp"
#include <hardbop/answer.hpp>
#include <hardbop/question.hpp>

namespace hardbop::api {

/// Null where the question has none.
[[nodiscard]] std::shared_ptr<FileStore> open_store(const Question& question);
/// Files that could not be used or written, as warnings. The store may be null.
void add_problems(const FileStore* files, Answer& answer);

/// Of C, one engine uses the store.
void warn_if_unused(const FileStore* files, Answer& answer);

}  // namespace hardbop::api
