// SPDX-License-Identifier: MIT
// Messages of JSON-RPC on a pair of streams. Private to the layer.
#pragma once

#include <istream>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>

namespace hardbop::service {

class MessageStream {
 public:
  MessageStream(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

  /// The next message; nothing at the end of the input. A header that cannot be read, or announces
  /// too much, is an empty message.
  [[nodiscard]] std::optional<std::string> receive();
  /// Any thread may send. What the other side does not read any more is dropped.
  void send(const std::string& message);

 private:
  std::istream& in_;
  std::ostream& out_;
  std::mutex mutex_{};
  bool has_headers_ = false;

  [[nodiscard]] std::string receive_content(const std::string& header);
};

}  // namespace hardbop::service
