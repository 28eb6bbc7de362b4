// SPDX-License-Identifier: MIT
// Both directions share the number of members of each type. A structured binding that names all of
// them no longer compiles if a member is added, so none can be forgotten here.
#include "product/main/frames.hpp"

#include <cstring>
#include <map>
#include <type_traits>
#include <variant>

namespace hardbop::cli {

namespace {

template <typename Value>
concept Plain = std::is_arithmetic_v<Value> || std::is_enum_v<Value>;

class Packer {
 public:
  template <typename... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;

  template <Plain Value>
  void put(const Value& value) {
    out_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(text.size());
    out_ += text;
  }
  template <typename Value>
  void put(const std::vector<Value>& values) {
    put(values.size());
    for (const Value& value : values) put(value);
  }
  template <typename Key, typename Value>
  void put(const std::map<Key, Value>& values) {
    put(values.size());
    for (const auto& [key, value] : values) operator()(key, value);
  }
  template <typename Value>
  void put(const std::optional<Value>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  void put(const std::variant<bool, std::string>& value) {
    put(std::holds_alternative<bool>(value));
    std::visit([this](const auto& held) { put(held); }, value);
  }
  template <typename Struct>
  void put(const Struct& value);
};

class Unpacker {
 public:
  explicit Unpacker(std::string_view text) : text_(text) {}

  template <typename... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  /// Whether there was as much as was wanted, and no more.
  [[nodiscard]] bool is_fine() const { return is_fine_ && text_.empty(); }

 private:
  std::string_view text_;
  bool is_fine_ = true;

  [[nodiscard]] bool has(std::size_t size) {
    is_fine_ = is_fine_ && size <= text_.size();
    return is_fine_;
  }
  template <Plain Value>
  void get(Value& value) {
    if (!has(sizeof value)) return;
    std::memcpy(&value, text_.data(), sizeof value);
    text_.remove_prefix(sizeof value);
  }
  void get(std::string& text) {
    std::size_t size = 0;
    get(size);
    if (!has(size)) return;
    text = text_.substr(0, size);
    text_.remove_prefix(size);
  }
  template <typename Value>
  void get(std::vector<Value>& values) {
    std::size_t size = 0;
    get(size);
    if (!has(size)) return;  // each takes a byte at least
    values.clear();
    for (std::size_t i = 0; i < size && is_fine_; ++i) get(values.emplace_back());
  }
  template <typename Key, typename Value>
  void get(std::map<Key, Value>& values) {
    std::size_t size = 0;
    get(size);
    if (!has(size)) return;
    values.clear();
    for (std::size_t i = 0; i < size && is_fine_; ++i) {
      Key key;
      get(key);
      get(values[key]);
    }
  }
  template <typename Value>
  void get(std::optional<Value>& value) {
    bool is_there = false;
    get(is_there);
    value.reset();
    if (is_there && is_fine_) get(value.emplace());
  }
  void get(std::variant<bool, std::string>& value) {
    bool is_bool = true;
    get(is_bool);
    if (is_bool) {
      get(value.emplace<bool>());
    } else {
      get(value.emplace<std::string>());
    }
  }
  template <typename Struct>
  void get(Struct& value);
};

/// How many members a type has.
template <typename Struct>
constexpr int member_count = 0;
template <>
constexpr int member_count<Location> = 3;
template <>
constexpr int member_count<Message> = 5;
template <>
constexpr int member_count<InputFile> = 2;
template <>
constexpr int member_count<VariableValue> = 4;
template <>
constexpr int member_count<TraceStep> = 17;
template <>
constexpr int member_count<TraceLoop> = 4;
template <>
constexpr int member_count<Trace> = 9;
template <>
constexpr int member_count<BlockingConstruct> = 3;
template <>
constexpr int member_count<InvolvedThread> = 7;
template <>
constexpr int member_count<PropertyResult> = 13;
template <>
constexpr int member_count<CoveredStatement> = 3;
template <>
constexpr int member_count<Coverage> = 4;
template <>
constexpr int member_count<DiagramNode> = 3;
template <>
constexpr int member_count<Invariant> = 5;
template <>
constexpr int member_count<Invariants> = 4;

template <typename Archive, typename Struct>
void members(Archive& archive, Struct& value) {
  constexpr int count = member_count<std::remove_const_t<Struct>>;
  if constexpr (count == 2) {
    auto& [a, b] = value;
    archive(a, b);
  } else if constexpr (count == 3) {
    auto& [a, b, c] = value;
    archive(a, b, c);
  } else if constexpr (count == 4) {
    auto& [a, b, c, d] = value;
    archive(a, b, c, d);
  } else if constexpr (count == 5) {
    auto& [a, b, c, d, e] = value;
    archive(a, b, c, d, e);
  } else if constexpr (count == 7) {
    auto& [a, b, c, d, e, f, g] = value;
    archive(a, b, c, d, e, f, g);
  } else if constexpr (count == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = value;
    archive(a, b, c, d, e, f, g, h, i);
  } else if constexpr (count == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
    archive(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (count == 17) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = value;
    archive(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
  } else {
    static_assert(count < 0, "the members of this type should be counted");
  }
}

template <typename Type, typename Struct>
concept Is = std::same_as<std::remove_const_t<Type>, Struct>;

/// Results have frames of their own.
template <typename Archive, Is<Answer> Type>
void members(Archive& archive, Type& value) {
  archive(value.input, value.inputs, value.engine, value.warnings, value.nothing, value.coverage,
          value.invariants, value.assumptions);
}

template <typename Struct>
void Packer::put(const Struct& value) {
  members(*this, value);
}

template <typename Struct>
void Unpacker::get(Struct& value) {
  members(*this, value);
}

}  // namespace

std::string to_text(const Frame& frame) {
  Packer packer;
  packer(frame.kind, frame.content);
  return packer.take();
}

std::optional<Frame> take_frame(std::string& received) {
  constexpr std::size_t head = sizeof(FrameKind) + sizeof(std::size_t);
  if (received.size() < head) return std::nullopt;
  std::size_t size = 0;
  std::memcpy(&size, received.data() + sizeof(FrameKind), sizeof size);
  if (received.size() - head < size) return std::nullopt;
  Frame frame{static_cast<FrameKind>(received.front()), received.substr(head, size)};
  received.erase(0, head + size);
  return frame;
}

Frame answer_frame(const Answer& answer) {
  Packer packer;
  packer(answer, answer.results.size());
  return {FrameKind::Answer, packer.take()};
}

Frame result_frame(std::size_t number, const PropertyResult& result) {
  Packer packer;
  packer(number, result);
  return {FrameKind::Result, packer.take()};
}

bool apply(const Frame& frame, Answer& answer) {
  Unpacker unpacker(frame.content);
  if (frame.kind == FrameKind::Answer) {
    Answer told;
    std::size_t count = 0;
    unpacker(told, count);
    if (!unpacker.is_fine()) return false;
    told.results = std::move(answer.results);
    told.results.resize(count);
    answer = std::move(told);
    return true;
  }
  std::size_t number = 0;
  PropertyResult result;
  unpacker(number, result);
  if (!unpacker.is_fine() || number >= answer.results.size()) return false;
  answer.results[number] = std::move(result);
  return true;
}

}  // namespace hardbop::cli
