// SPDX-License-Identifier: MIT
// The labels and assertions that a question asks for. Private to the layer.
#pragma once

#include <vector>

#include "boolean/language/targets.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/answer.hpp>
#include <hardbop/question.hpp>

namespace hardbop::api {

/// The properties in the order of the question or the text; what is wrong goes to `errors`.
[[nodiscard]] std::vector<bp::Target> properties(const Program::Implementation& program,
                                                 const Question& question,
                                                 std::vector<Message>& errors);

/// The procedures a run can start in.
[[nodiscard]] std::vector<bp::ProcedureId> entries(const Program::Implementation& program,
                                                   const Question& question,
                                                   std::vector<Message>& errors);

/// The thread from the start of a concurrent program that does not declare its threads, or none.
[[nodiscard]] bp::ProcedureId first_thread(const Program::Implementation& program,
                                           const Question& question, std::vector<Message>& errors);

}  // namespace hardbop::api
