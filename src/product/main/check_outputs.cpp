// SPDX-License-Identifier: MIT
#include "product/main/check_outputs.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <random>
#include <utility>

#include "product/main/commands.hpp"
#include "product/main/files.hpp"
#include "product/main/flags.hpp"
#include "product/main/terminal.hpp"

namespace hardbop::cli {

namespace {

std::string random_uuid() {
  std::random_device device;
  const auto word = [&] { return static_cast<std::uint32_t>(device()); };
  const std::uint32_t middle = word();
  const std::uint32_t variant = word();
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", word(), middle >> 16U,
                     middle & 0xfffU, 0x8000U | (variant >> 16U & 0x3fffU), variant & 0xffffU,
                     word());
}

std::string time_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

}  // namespace

bool CheckOutputs::can_be_written(const std::vector<std::string>& inputs) const {
  if (!can_write_outputs({certificate_path, invariants_path, harness_path, witness_path, sarif_path,
                          report_path, log_path},
                         inputs))
    return false;
  return keep.empty() || (make_folder(keep) && can_write(keep + "/iteration-000.bp"));
}

void CheckOutputs::write_to(const std::string& path, std::string_view text) {
  is_written_ = write_file(path, text) && is_written_;
}

void CheckOutputs::keep_iteration(const CIteration& iteration) {
  const std::string path = fmt::format("{}/iteration-{:03}", keep, iteration.number);
  write_to(path + ".bp", iteration.program);
  write_to(path + ".predicates", iteration.predicates);
  if (!iteration.path.empty()) write_to(path + ".path", iteration.path);
}

int CheckOutputs::write(CAnswer found) {
  const auto say_no = [&](const char* what, const std::string& why) {
    if (!why.empty())
      fmt::print(stderr, "{}: no {}: {}\n", found.answer.input, what, in_flags(why));
  };
  say_no("harness", found.no_harness);
  if (!found.harness.empty()) write_to(harness_path, found.harness);
  say_no("witness", found.no_witness);
  if (found.witness)
    write_to(witness_path, to_witness(*found.witness, {random_uuid(), time_now()}));
  say_no("certificate", std::exchange(found.answer.no_certificate, ""));
  return write(std::move(found.answer));
}

void CheckOutputs::say_missing(const std::string& input, const std::string& why) const {
  for (const auto& [path, what] :
       {std::pair(&witness_path, "witness"), std::pair(&harness_path, "harness")})
    if (!path->empty()) fmt::print(stderr, "{}: no {}: {}\n", input, what, why);
}

int conclude(Answer& answer) {
  put_in_flags(answer);
  for (const Message& error : answer.errors) fmt::print(stderr, "{}", in_flags(error));
  if (!answer.internal_error.empty())
    fmt::print(stderr, "{}: internal error: {}\n", answer.input, answer.internal_error);
  return exit_status(answer);
}

int CheckOutputs::write(Answer answer) {
  const int status = conclude(answer);
  if (status == bad_input || status == internal_error) return status;
  write_certificate(answer);
  write_invariants(answer);
  if (!sarif_path.empty()) {
    std::error_code error;
    const std::string folder = std::filesystem::current_path(error);
    write_to(sarif_path, to_sarif(answer, {folder, describe_rules(specs)}));
  }
  if (!report_path.empty()) {
    report.answers = {to_json(answer)};
    write_to(report_path, make_report(report));
  }
  if (trace_style.empty())  // those that there are, are for the file
    for (PropertyResult& result : answer.results) result.trace.reset();
  TextStyle style;
  style.trace = trace_style == "bebop"     ? TraceStyle::Bebop
                : trace_style == "columns" ? TraceStyle::Columns
                                           : TraceStyle::Table;
  style.colour = colour_wanted();
  style.statistics = statistics;
  const bool is_printed = write_output(json ? to_json(answer) : to_text(answer, style));
  return is_printed && is_written_ ? status : bad_input;
}

/// What was not decided needs none.
void CheckOutputs::write_certificate(const Answer& answer) {
  if (!answer.certificate.empty()) write_to(certificate_path, answer.certificate);
  if (answer.no_certificate.empty()) return;
  fmt::print(stderr, "{}: error: no certificate: {}\n", answer.input, answer.no_certificate);
  if (!answer.results.empty() && exit_status(answer) != unknown) is_written_ = false;
}

/// The answer with them; elsewhere it is shown without, as they are long.
void CheckOutputs::write_invariants(Answer& answer) {
  if (invariants_path.empty()) return;
  if (!answer.invariants) {  // the work was cut off before
    answer.invariants.emplace().incomplete = "not computed";
    for (const PropertyResult& result : answer.results)
      if (!result.reason.empty()) answer.invariants->incomplete = result.reason;
  }
  if (const std::string& why = answer.invariants->incomplete; !why.empty())
    fmt::print(stderr, "{}: no invariants: {}\n", answer.input, why);
  write_to(invariants_path, to_json(answer));
  answer.invariants.reset();
}

}  // namespace hardbop::cli
