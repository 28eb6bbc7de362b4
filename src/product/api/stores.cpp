// SPDX-License-Identifier: MIT
#include "product/api/stores.hpp"

#include <hardbop/hardbop.hpp>

namespace hardbop::api {

namespace {

constexpr std::uint64_t bytes_of_megabyte = 1'000'000;

}  // namespace

std::shared_ptr<FileStore> open_store(const Question& question) {
  if (question.store.empty()) return nullptr;
  return std::make_shared<FileStore>(question.store, question.store_size * bytes_of_megabyte,
                                     version());
}

void add_problems(const FileStore* files, Answer& answer) {
  if (files == nullptr) return;
  for (const FileStore::Problem& problem : files->problems())
    answer.warnings.push_back(
        {Message::Kind::Warning, {problem.file.string(), 0, 0}, problem.text, "", ""});
}

void warn_if_unused(const FileStore* files, Answer& answer) {
  if (files == nullptr || files->is_used() || !answer.errors.empty()) return;
  answer.warnings.push_back({Message::Kind::Warning,
                             {answer.input, 0, 0},
                             "Question::store had no effect: the engine slam, which uses it, was "
                             "not needed",
                             "Question::engine slam asks it alone",
                             ""});
}

}  // namespace hardbop::api
