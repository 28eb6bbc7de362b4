// SPDX-License-Identifier: MIT
// Image computation on models of C programs as events.
#pragma once

#include "c/verify/image_engine.hpp"
#include "product/log/image_log.hpp"

namespace hardbop::log {

class CImageLog final : public ImageLog {
 public:
  using ImageLog::ImageLog;

  /// The task's program and the model must outlive the steps of the search.
  void begin_model(const verify::Task& task, const c::Model& model);
};

}  // namespace hardbop::log
