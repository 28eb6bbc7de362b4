// SPDX-License-Identifier: MIT
#include "boolean/import/remopla_scope.hpp"

#include <fmt/format.h>

#include "boolean/import/program_text.hpp"

namespace hardbop::importing {

namespace {

constexpr unsigned most_bits = 32;

}  // namespace

void RemoplaScope::define() {
  tokens_.expect("define");
  const MopedToken name = tokens_.take_name("a name");
  const std::uint64_t value = number();
  if (name.text == "DEFAULT_INT_BITS") {
    if (value < 1 || value > most_bits) throw Refusal{name.at, "expected 1 to 32 bits"};
    default_bits_ = static_cast<unsigned>(value);
  }
  constants_[std::string(name.text)] = value;
  tokens_.skip_if(";");
}

/// A number, or the name of one.
std::uint64_t RemoplaScope::number() {
  const MopedToken token = tokens_.look();
  if (token.kind == MopedToken::Kind::Name)
    if (const std::optional<std::uint64_t> value = constant(token.text)) {
      tokens_.take();
      return *value;
    }
  return tokens_.take_number();
}

bool RemoplaScope::at_declaration() const {
  for (const std::string_view word : {"bool", "int", "enum", "struct", "shared", "signed"})
    if (tokens_.is(word)) return true;
  return false;
}

std::vector<std::string> RemoplaScope::declare(RemoplaVariables& variables) {
  std::vector<std::string> names;
  const RemoplaType kind = type(false);
  if (tokens_.skip_if(";")) return names;  // of an enumeration alone
  do names.push_back(declared(kind, variables));
  while (tokens_.skip_if(","));
  tokens_.expect(";");
  return names;
}

RemoplaType RemoplaScope::type(bool is_result) {
  const MopedToken token = tokens_.take();
  using Kind = RemoplaType::Kind;
  if (token.text == "bool") return {Kind::Bool, 1, 2};
  if (token.text == "enum") return enumeration();
  if (token.text == "int") {
    RemoplaType out{Kind::Number, 0, 0};
    if (is_result) take_bits(out);
    return out;
  }
  if (token.text == "void" && is_result) return {Kind::Void, 0, 0};
  throw Refusal{token.at, fmt::format("type {} is not supported", quote_name(token.text)),
                "types are bool, int(BITS) and enum"};
}

RemoplaType RemoplaScope::enumeration() {
  std::string name;
  SourceSpan at = tokens_.look().at;
  if (tokens_.look().kind == MopedToken::Kind::Name) name = tokens_.take().text;
  if (tokens_.is("{")) return listed_enumeration(std::move(name));
  const auto found = enumerations_.find(name);
  if (found == enumerations_.end())
    throw Refusal{at, fmt::format("no enumeration {}", quote_name(name))};
  return found->second;
}

RemoplaType RemoplaScope::listed_enumeration(std::string name) {
  tokens_.expect("{");
  std::uint64_t count = 0;
  do {
    const MopedToken value = tokens_.take_name("a value");
    if (!constants_.try_emplace(std::string(value.text), count).second)
      throw Refusal{value.at, fmt::format("{} is a constant already", quote_name(value.text))};
    ++count;
  } while (tokens_.skip_if(","));
  tokens_.expect("}");
  RemoplaType out{RemoplaType::Kind::Number, bits_for(count), count};
  if (!name.empty()) enumerations_[std::move(name)] = out;
  return out;
}

void RemoplaScope::take_bits(RemoplaType& type) {
  const SourceSpan at = tokens_.look().at;
  std::uint64_t bits = default_bits_;
  if (tokens_.skip_if("(")) {
    bits = number();
    tokens_.expect(")");
  }
  if (bits < 1 || bits > most_bits)
    throw Refusal{at, "expected the number of bits, from 1 to 32, such as x(3)"};
  type.bits = static_cast<unsigned>(bits);
  type.values = std::uint64_t{1} << bits;
}

void RemoplaScope::refuse_array() const {
  if (tokens_.is("[")) throw Refusal{tokens_.look().at, "arrays are not supported"};
}

std::string RemoplaScope::declared(RemoplaType type, RemoplaVariables& variables) {
  const MopedToken name = tokens_.take_name("the name of a variable");
  refuse_array();
  const bool is_int = type.kind == RemoplaType::Kind::Number && type.values == 0;
  if (is_int) take_bits(type);
  const bool is_bool = type.kind == RemoplaType::Kind::Bool;
  const bool is_new =
      variables
          .try_emplace(std::string(name.text),
                       RemoplaVariable{type, is_bool ? std::vector{name_text(name.text)}
                                                     : bit_names(name.text, type.bits)})
          .second;
  if (!is_new || constant(name.text))
    throw Refusal{name.at, fmt::format("{} is declared twice", quote_name(name.text))};
  return std::string(name.text);
}

std::string RemoplaScope::module_head() {
  tokens_.expect("module");
  RemoplaModule made;
  made.result = type(true);
  refuse_array();
  const MopedToken name = tokens_.take_name("the name of a module");
  made.at = name.at;
  tokens_.expect("(");
  while (!tokens_.is(")")) {
    if (!made.formals.empty()) tokens_.expect(",");
    const std::string formal = declared(type(false), made.scope);
    made.formals.push_back(made.scope.find(formal)->second);
  }
  tokens_.expect(")");
  const auto [place, is_new] = modules.try_emplace(std::string(name.text), std::move(made));
  if (!is_new && place->second.formals.size() != made.formals.size() && !made.formals.empty())
    throw Refusal{name.at, "the module was declared with other formals"};
  return place->first;
}

std::optional<std::uint64_t> RemoplaScope::constant(std::string_view name) const {
  const auto found = constants_.find(name);
  return found == constants_.end() ? std::nullopt : std::optional(found->second);
}

const RemoplaModule* RemoplaScope::module(std::string_view name) const {
  const auto found = modules.find(name);
  return found == modules.end() ? nullptr : &found->second;
}

}  // namespace hardbop::importing
