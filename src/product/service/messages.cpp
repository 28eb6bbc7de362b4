// SPDX-License-Identifier: MIT
#include "product/service/messages.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace hardbop::service {

namespace {

constexpr std::string_view length_header = "Content-Length:";
constexpr std::size_t most_bytes = std::size_t{1} << 30;

void cut_carriage_return(std::string& line) {
  if (line.ends_with('\r')) line.pop_back();
}

std::optional<std::size_t> content_length(std::string_view header) {
  header.remove_prefix(length_header.size());
  while (header.starts_with(' ')) header.remove_prefix(1);
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), length);
  if (error != std::errc() || end != header.data() + header.size()) return std::nullopt;
  return length;
}

}  // namespace

std::optional<std::string> MessageStream::receive() {
  std::string line;
  while (std::getline(in_, line)) {
    cut_carriage_return(line);
    const std::size_t header = has_headers_ || line.starts_with(length_header)
                                   ? line.find(length_header)
                                   : std::string::npos;
    if (header != std::string::npos) return receive_content(line.substr(header));
    // Behind a wrong length, the rest of a message is none.
    if (has_headers_ ? line.starts_with('{') : !line.empty()) return line;
  }
  return std::nullopt;
}

std::string MessageStream::receive_content(const std::string& header) {
  {
    const std::lock_guard lock(mutex_);
    has_headers_ = true;
  }
  const std::optional<std::size_t> length = content_length(header);
  std::string line;
  while (std::getline(in_, line)) {
    cut_carriage_return(line);
    if (line.empty()) break;
  }
  if (!length || *length > most_bytes) return {};
  // Piece by piece, so that a length that is not true does not take memory.
  std::string content;
  std::string piece(std::min<std::size_t>(*length, 1 << 16), '\0');
  while (content.size() < *length) {
    const std::size_t wanted = std::min(piece.size(), *length - content.size());
    in_.read(piece.data(), static_cast<std::streamsize>(wanted));
    content.append(piece, 0, static_cast<std::size_t>(in_.gcount()));
    if (!in_) break;
  }
  return content;
}

bool MessageStream::send(const std::string& message) {
  const std::lock_guard lock(mutex_);
  if (has_headers_)
    out_ << length_header << ' ' << message.size() << "\r\n\r\n" << message;
  else
    out_ << message << '\n';
  out_.flush();
  return out_.good();
}

}  // namespace hardbop::service
