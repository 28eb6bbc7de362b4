// SPDX-License-Identifier: MIT
// Messages from a supervised process to its supervisor: frames, each with a kind, a size and a
// content.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <hardbop/answer.hpp>

namespace hardbop::cli {

enum class FrameKind : char {
  Answer = 'A',  // all but the results, of which it has the number
  Result = 'R',  // of one property, with its number
  Output = 'W',  // it wants to write the answer, and waits for leave
  End = 'E',     // all is done
};

struct Frame {
  FrameKind kind = FrameKind::End;
  std::string content;
};

[[nodiscard]] std::string to_text(const Frame& frame);
/// Takes the first frame from what was received; nothing where it is not complete yet.
[[nodiscard]] std::optional<Frame> take_frame(std::string& received);

/// Without certificates and statistics, of which the supervisor has no use.
[[nodiscard]] Frame answer_frame(const Answer& answer);
[[nodiscard]] Frame result_frame(std::size_t number, const PropertyResult& result);
/// Takes over what the frame says; false where that is nothing that makes sense.
bool apply(const Frame& frame, Answer& answer);

}  // namespace hardbop::cli
