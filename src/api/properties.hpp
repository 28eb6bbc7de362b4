// SPDX-License-Identifier: MIT
// Which labels and assertions a question is about. Private to the layer.
#pragma once

#include <string>
#include <vector>

#include "api/implementation.hpp"
#include <hardbop/answer.hpp>
#include <hardbop/question.hpp>

namespace hardbop::api {

struct Property {
  PropertyResult::Kind kind = PropertyResult::Kind::Label;
  std::string name;
  std::string label;                  // of a label: without its procedure
  std::vector<bp::VertexId> targets;  // reaching any of them violates the property
  std::vector<SourceOffset> places;   // of the label or assertion, beside `targets`
};

/// The properties in the order of the question or the text; what is wrong goes to `errors`.
[[nodiscard]] std::vector<Property> properties(const Program::Implementation& program,
                                               const Question& question,
                                               std::vector<Message>& errors);

/// The procedures a run can start in.
[[nodiscard]] std::vector<bp::ProcedureId> entries(const Program::Implementation& program,
                                                   const Question& question,
                                                   std::vector<Message>& errors);

}  // namespace hardbop::api
