// SPDX-License-Identifier: MIT
#include "product/report/sarif_places.hpp"

#include <utility>

#include "product/report/sarif_rules.hpp"

namespace hardbop::report {

namespace {

constexpr const char* base_id = "SRCROOT";

/// A path as a reference of RFC 3986.
std::string uri_of(const std::filesystem::path& path) {
  return (path.is_absolute() ? "file://" : "") + percent_encoded(path.string(), "-._~/");
}

/// With a slash at its end, as URIs of folders have it.
std::string folder_uri(const std::filesystem::path& folder) {
  const std::string uri = uri_of(folder);
  return uri.ends_with('/') ? uri : uri + "/";
}

}  // namespace

Json sarif_message(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '{' || letter == '}') escaped += letter;
    escaped += letter;
  }
  return {{"text", std::move(escaped)}};
}

SarifPlaces::SarifPlaces(std::string input, const std::string& root)
    : input_(std::move(input)), root_(std::filesystem::path(root).lexically_normal()) {}

Json SarifPlaces::base_ids() const {
  Json base = {{"description", sarif_message("The folder in which Hardbop ran")}};
  if (!root_.empty()) base["uri"] = folder_uri(root_);
  return {{base_id, std::move(base)}};
}

Json SarifPlaces::root() const {
  if (root_.empty()) return nullptr;
  return {{"uri", folder_uri(root_)}};
}

Json SarifPlaces::file(const std::string& path) const {
  std::filesystem::path file = (root_ / path).lexically_normal();
  if (file.is_absolute()) {
    const std::filesystem::path inside = file.lexically_relative(root_);
    if (inside.empty() || *inside.begin() == "..") return {{"uri", uri_of(file)}};
    file = inside;
  }
  return {{"uri", uri_of(file)}, {"uriBaseId", base_id}};
}

const std::string& SarifPlaces::path_of(const Location& at) const {
  return at.file.empty() ? input_ : at.file;
}

Json SarifPlaces::location(const Location& at, const std::string& procedure) const {
  Json physical = {{"artifactLocation", file(path_of(at))}};
  if (at.line != 0) {
    physical["region"] = {{"startLine", at.line}};
    if (at.column != 0) physical["region"]["startColumn"] = at.column;
  }
  Json out = {{"physicalLocation", std::move(physical)}};
  if (!procedure.empty())
    out["logicalLocations"] = Json::array({{{"name", procedure}, {"kind", "function"}}});
  return out;
}

std::string SarifPlaces::uri(const Location& at) const {
  return file(path_of(at))["uri"];
}

}  // namespace hardbop::report
