// SPDX-License-Identifier: MIT
#include "boolean/engine/store/snapshot.hpp"

#include <algorithm>
#include <cstring>

namespace hardbop::engine {

namespace {

/// Fewer nodes are not worth a look at them all.
constexpr std::size_t few_nodes = 10'000;

class ByteWriter {
 public:
  std::string bytes;

  void number(std::uint64_t value) { append(&value, sizeof value); }
  template <typename Value>
  void all(const std::vector<Value>& values) {
    number(values.size());
    append(values.data(), values.size() * sizeof(Value));
  }
  void text(std::string_view text) {
    number(text.size());
    bytes.append(text);
  }

 private:
  void append(const void* from, std::size_t size) {
    bytes.append(static_cast<const char*>(from), size);
  }
};

/// Once something is missing, all that follows is.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return good_ && rest_.empty(); }
  std::uint64_t number() {
    std::uint64_t value = 0;
    take(&value, sizeof value);
    return value;
  }
  template <typename Value>
  void all(std::vector<Value>& values) {
    const std::uint64_t count = number();
    good_ = good_ && count <= rest_.size() / sizeof(Value);
    if (!good_) return;
    values.resize(count);
    take(values.data(), count * sizeof(Value));
  }
  std::string text() {
    const std::uint64_t size = number();
    good_ = good_ && size <= rest_.size();
    if (!good_) return {};
    std::string out(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return out;
  }

 private:
  std::string_view rest_;
  bool good_ = true;

  void take(void* to, std::size_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_) return;
    if (size != 0) std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
  }
};

}  // namespace

const ProcedureRecord* Snapshot::find(const Digest& name, std::size_t likely) const {
  if (likely < records.size() && records[likely].name == name) return &records[likely];
  if (by_name_.empty())
    for (std::uint32_t i = 0; i < records.size(); ++i) by_name_.emplace(records[i].name, i);
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &records[found->second];
}

std::uint32_t Snapshot::add_name(std::string_view name) {
  if (name_index_.empty())
    for (std::uint32_t i = 0; i < names_.size(); ++i) name_index_.emplace(names_[i], i);
  const auto found = name_index_.find(name);
  if (found != name_index_.end()) return found->second;
  names_.emplace_back(name);
  name_index_.emplace(name, names_.size() - 1);
  return static_cast<std::uint32_t>(names_.size() - 1);
}

std::uint32_t Snapshot::add_interface(const Interface& interface) {
  if (interface_index_.empty())
    for (std::uint32_t i = 0; i < interfaces_.size(); ++i)
      interface_index_.emplace(interfaces_[i], i);
  const auto [place, is_new] = interface_index_.try_emplace(interface, interfaces_.size());
  if (is_new) interfaces_.push_back(interface);
  return place->second;
}

DiagramId Snapshot::add_node(const DiagramNode& node) {
  if (node_index_.empty())
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) node_index_.emplace(nodes_[i], i + 2);
  const auto [place, is_new] = node_index_.try_emplace(node, nodes_.size() + 2);
  if (is_new) nodes_.push_back(node);
  return place->second;
}

void Snapshot::tidy() {
  by_name_.clear();
  if (nodes_.size() < few_nodes || nodes_.size() < 2 * tidy_nodes_) return;
  std::vector<DiagramId> place(nodes_.size() + 2, 0);
  for (const ProcedureRecord& record : records) place[record.entries] = place[record.summary] = 1;
  for (std::size_t i = nodes_.size(); i-- > 0;)
    if (place[i + 2] != 0) place[nodes_[i].high] = place[nodes_[i].low] = 1;
  place[0] = 0;
  place[1] = 1;
  std::vector<DiagramNode> kept;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (place[i + 2] == 0) continue;
    kept.push_back({nodes_[i].variable, place[nodes_[i].high], place[nodes_[i].low]});
    place[i + 2] = static_cast<DiagramId>(kept.size() + 1);
  }
  for (ProcedureRecord& record : records) {
    record.entries = place[record.entries];
    record.summary = place[record.summary];
  }
  nodes_ = std::move(kept);
  tidy_nodes_ = nodes_.size();
  node_index_.clear();
}

std::string Snapshot::to_bytes() const {
  ByteWriter out;
  out.bytes.reserve(records.size() * sizeof(ProcedureRecord) + nodes_.size() * sizeof(DiagramNode));
  out.number(names_.size());
  for (const std::string& name : names_) out.text(name);
  out.number(interfaces_.size());
  for (const Interface& interface : interfaces_) {
    out.all(interface.written);
    out.all(interface.touched);
    out.all(interface.live_globals);
    out.all(interface.live_formals);
  }
  out.all(nodes_);
  out.number(tidy_nodes_);
  out.all(records);
  return std::move(out.bytes);
}

std::optional<Snapshot> Snapshot::from_bytes(std::string_view bytes) {
  ByteReader in(bytes);
  Snapshot out;
  for (std::uint64_t left = in.number(); left != 0 && in.good(); --left)
    out.names_.push_back(in.text());
  for (std::uint64_t left = in.number(); left != 0 && in.good(); --left) {
    Interface& interface = out.interfaces_.emplace_back();
    in.all(interface.written);
    in.all(interface.touched);
    in.all(interface.live_globals);
    in.all(interface.live_formals);
  }
  in.all(out.nodes_);
  out.tidy_nodes_ = in.number();
  in.all(out.records);
  if (!in.at_end() || !out.is_sound()) return std::nullopt;
  return out;
}

/// Whether every number names something, so that reading it cannot go astray.
bool Snapshot::is_sound() const {
  using Kind = DiagramVariable::Kind;
  const auto is_name = [&](std::uint32_t name) { return name < names_.size(); };
  const auto is_good_interface = [&](const Interface& interface) {
    return std::ranges::all_of(interface.written, is_name) &&
           std::ranges::all_of(interface.touched, is_name) &&
           std::ranges::all_of(interface.live_globals, is_name);
  };
  const auto is_good_record = [&](const ProcedureRecord& record) {
    return (record.interface < interfaces_.size() || !record.is_known()) &&
           record.entries < nodes_.size() + 2 && record.summary < nodes_.size() + 2;
  };
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const DiagramVariable variable = DiagramVariable::of(nodes_[i].variable);
    const bool is_global =
        variable.kind == Kind::CurrentGlobal || variable.kind == Kind::EntryGlobal;
    if (variable.kind > Kind::Result || (is_global && !is_name(variable.index)) ||
        nodes_[i].high >= i + 2 || nodes_[i].low >= i + 2)
      return false;
  }
  return std::ranges::all_of(interfaces_, is_good_interface) &&
         std::ranges::all_of(records, is_good_record);
}

}  // namespace hardbop::engine
