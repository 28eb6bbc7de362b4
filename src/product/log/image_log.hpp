// SPDX-License-Identifier: MIT
// The steps of image computation as events.
#pragma once

#include "product/log/event.hpp"
#include "words/engine/image/observer.hpp"

namespace hardbop::log {

class ImageLog final : public image::ImageObserver {
 public:
  explicit ImageLog(Sink sink) : sink_(std::move(sink)) {}

  void begin(const bp::Graph& graph, const words::InlinedProgram& program) override;
  void step(const image::ImageStep& step) override;

 private:
  Sink sink_;
  const words::InlinedProgram* program_ = nullptr;
};

}  // namespace hardbop::log
