// SPDX-License-Identifier: MIT
// Converts questions about a C program from the public API to our own types. Private to the layer.
#pragma once

#include <memory>
#include <vector>

#include "base/util/file_store.hpp"
#include "c/verify/inquiry.hpp"
#include "c/verify/predicates.hpp"
#include <hardbop/c_check.hpp>

namespace hardbop::api {

[[nodiscard]] std::vector<verify::PredicateText> to_texts(const std::vector<CPredicates>& files);
[[nodiscard]] std::vector<verify::RuleText> to_texts(const std::vector<CRule>& rules);

/// A question that can be put to a program; where there are errors, it makes no sense.
struct ReadQuestion {
  verify::Request request;
  std::vector<Message> errors;
  std::shared_ptr<FileStore> files;  // of the question's store; null without one
};
/// The question must outlive it.
[[nodiscard]] ReadQuestion read_question(const std::vector<CSource>& sources,
                                         const COptions& options, const CQuestion& c_question,
                                         const Question& question);

}  // namespace hardbop::api
