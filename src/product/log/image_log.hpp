// SPDX-License-Identifier: MIT
// The steps of image computation as events.
#pragma once

#include <functional>

#include "product/log/event.hpp"
#include "words/engine/image/observer.hpp"

namespace hardbop::log {

/// What the variables of a graph are in the program; without functions, numbers without a sign.
struct WordMeaning {
  std::function<std::string(words::VariableId, std::uint64_t)> value_text{};
  std::function<bool(words::VariableId)> is_signed{};
};

class ImageLog : public image::ImageObserver {
 public:
  explicit ImageLog(Sink sink) : sink_(std::move(sink)) {}

  void begin(const bp::Graph& graph, const words::InlinedProgram& program) final;
  void step(const image::ImageStep& step) final;

 protected:
  /// A search of another graph: its blocks, of each of which `describe` says more.
  void begin_search(const words::Graph& graph, Json event, WordMeaning meaning,
                    const std::function<void(words::BlockId, Json&)>& describe);

 private:
  Sink sink_;
  std::uint64_t searches_ = 0;
  WordMeaning meaning_;
};

}  // namespace hardbop::log
