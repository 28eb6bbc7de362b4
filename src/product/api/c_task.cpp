// SPDX-License-Identifier: MIT
#include "c/front/front_end.hpp"
#include <hardbop/c.hpp>

namespace hardbop {

namespace {

std::vector<CTask::Text> to_texts(const std::string& path, const std::vector<c::Task::Text>& from) {
  std::vector<CTask::Text> out;
  for (const c::Task::Text& one : from) out.push_back({one.text, {path, one.line, one.column}});
  return out;
}

}  // namespace

CTask read_task(const std::string& path, const std::string& text) {
  const c::Task read = c::read_task(path, text);
  CTask out;
  out.input_files = to_texts(path, read.input_files);
  out.property_files = to_texts(path, read.property_files);
  out.expected.resize(out.property_files.size());
  for (std::size_t i = 0; i < read.verdicts.size() && i < out.expected.size(); ++i)
    if (!read.verdicts[i].empty()) out.expected[i] = read.verdicts[i] == "true";
  if (!read.data_model.empty())
    out.data_model = read.data_model == "LP64" ? CDataModel::Lp64 : CDataModel::Ilp32;
  for (const c::Finding& finding : read.findings) {
    Message& message = out.messages.emplace_back();
    message.kind = Message::Kind::Error;
    message.at = {finding.file, finding.line, finding.column};
    message.text = finding.text;
    ++out.errors;
  }
  return out;
}

}  // namespace hardbop
