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
  /// too much, is an empty message. Once messages have headers, what stands before the next one is
  /// skipped, so that a length that is not true spoils the messages that it cuts, and no others.
  [[nodiscard]] std::optional<std::string> receive();
  /// Any thread may send. Whether that was possible: the other side may have closed its end.
  bool send(const std::string& message);

 private:
  std::istream& in_;
  std::ostream& out_;
  std::mutex mutex_{};
  bool has_headers_ = false;

  [[nodiscard]] std::string receive_content(const std::string& header);
};

}  // namespace hardbop::service
