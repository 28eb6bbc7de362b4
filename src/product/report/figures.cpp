// SPDX-License-Identifier: MIT
#include "product/report/figures.hpp"

#include <charconv>
#include <fmt/format.h>

#include <hardbop/schema.hpp>

namespace hardbop::report {

const char* kind_text(PropertyResult::Kind kind) {
  switch (kind) {
    case PropertyResult::Kind::Label: return "label";
    case PropertyResult::Kind::Assert:
    case PropertyResult::Kind::Assertions: return "assert";
    case PropertyResult::Kind::Overflow: return "overflow";
    case PropertyResult::Kind::Memory: return "memory";
    case PropertyResult::Kind::Arithmetic: return "arithmetic";
    case PropertyResult::Kind::Leak: return "leak";
    case PropertyResult::Kind::Race: return "race";
    case PropertyResult::Kind::Deadlock: return "deadlock";
    case PropertyResult::Kind::Ltl: return "ltl";
    case PropertyResult::Kind::Ctl: return "ctl";
    case PropertyResult::Kind::Termination: return "termination";
    case PropertyResult::Kind::Monitor: return "monitor";
    case PropertyResult::Kind::Rule: return "rule";
  }
  return "label";
}

Json location_json(const Location& at) {
  return {{"file", at.file}, {"line", at.line}, {"column", at.column}};
}

Json head_json(const std::vector<InputFile>& inputs) {
  Json files = Json::array();
  for (const InputFile& input : inputs)
    files.push_back(
        {{"path", input.path}, {"sha256", input.sha256.empty() ? Json() : Json(input.sha256)}});
  return {{"tool", "hardbop"},
          {"version", version()},
          {"schema", json_schema_version},
          {"inputs", std::move(files)}};
}

Json integer_json(const std::string& digits) {
  constexpr std::int64_t largest = (std::int64_t{1} << 53U) - 1;
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  const bool is_exact = error == std::errc() && stop == end;
  return is_exact && -largest <= value && value <= largest ? Json(value) : Json(digits);
}

Json statistics_json(const std::vector<Statistic>& statistics) {
  Json out = Json::object();
  for (const auto& [path, value] : statistics)
    std::visit([&, &key = path](auto figure) { out[key] = figure; }, value);
  return out;
}

std::string statistics_text(const std::vector<Statistic>& statistics) {
  std::string out;
  for (const auto& [path, value] : statistics) {
    if (const double* seconds = std::get_if<double>(&value)) {
      out += fmt::format("{}: {:.6f}\n", path, *seconds);
    } else {
      out += fmt::format("{}: {}\n", path, std::get<std::uint64_t>(value));
    }
  }
  return out;
}

std::string dump(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hardbop::report
