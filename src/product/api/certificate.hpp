// SPDX-License-Identifier: MIT
// Certificates for answers about Boolean programs. Private to the layer.
#pragma once

#include "base/util/budget.hpp"
#include "boolean/engine/engine.hpp"
#include "boolean/language/targets.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/answer.hpp>

namespace hardbop::api {

/// Sets Answer::certificate, or Answer::no_certificate. `findings` stand beside the answer's
/// results and `targets`, and have a trace each where something was reached.
void add_certificate(const Program::Implementation& program, const engine::Query& query,
                     const std::vector<bp::Target>& targets,
                     const std::vector<engine::Finding>& findings, Budget& budget, Answer& answer);

}  // namespace hardbop::api
