// SPDX-License-Identifier: MIT
// Checking a Boolean program with what was found out before. Private to the layer.
#pragma once

#include <memory>

#include "boolean/engine/store/store.hpp"
#include "product/api/implementation.hpp"
#include <hardbop/answer.hpp>
#include <hardbop/question.hpp>

namespace hardbop::api {

/// `store` may be null; a question that names a folder uses that one.
[[nodiscard]] Answer check(const Program::Implementation& program, const Question& question,
                           std::shared_ptr<engine::SnapshotStore> store);

}  // namespace hardbop::api
