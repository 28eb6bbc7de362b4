// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/certificate/claim.hpp"
#include "boolean/language/dot.hpp"
#include "boolean/language/generate.hpp"
#include "boolean/language/generate_random.hpp"
#include "product/api/implementation.hpp"
#include "product/api/messages.hpp"
#include <hardbop/program.hpp>

namespace hardbop {

namespace {

static_assert(static_cast<int>(OperatorDialect::Satabs) == static_cast<int>(bp::Dialect::Satabs));

}  // namespace

Program::Program(std::shared_ptr<const Implementation> implementation)
    : implementation_(std::move(implementation)) {}

const std::string& Program::name() const {
  return implementation_->source().name();
}

std::string Program::sha256() const {
  return certify::sha256(implementation_->source().text());
}

bool Program::is_concurrent() const {
  return implementation_->symbols().concurrent.has_value();
}

std::string Program::to_dot() const {
  return bp::graph_dot(implementation_->graph());
}

std::string_view Program::text() const {
  return implementation_->source().text();
}

ParseResult api::check_names(std::shared_ptr<const bp::Program> program, OperatorDialect dialect,
                             Diagnostics diagnostics) {
  ParseResult result;
  std::optional<bp::Symbols> symbols;
  if (!diagnostics.has_errors()) symbols = bp::check_program(*program, diagnostics);
  result.messages = to_messages(diagnostics, *program->source);
  if (!diagnostics.has_errors())
    result.program.emplace(std::make_shared<const Program::Implementation>(
        std::move(program), *std::move(symbols), dialect, result.messages));
  result.errors = diagnostics.errors();
  result.warnings = diagnostics.warnings();
  return result;
}

ParseResult parse(std::string text, const ParseOptions& options) {
  if (text.size() >= SourceFile::max_size)
    return api::refused_as_too_large<ParseResult>(options.name);
  Diagnostics diagnostics;
  const auto source = std::make_shared<const SourceFile>(options.name, std::move(text));
  const auto dialect = static_cast<bp::Dialect>(options.dialect);
  auto program =
      std::make_shared<const bp::Program>(bp::parse_program(source, dialect, diagnostics));
  return api::check_names(std::move(program), options.dialect, std::move(diagnostics));
}

std::string generate_tn(std::uint32_t n) {
  return bp::generate_tn(n);
}

std::string generate_random(std::uint64_t seed, bool threads) {
  return bp::generate_random(seed, threads ? bp::random_concurrent_size : bp::varied_size(seed));
}

std::string generate(const GenerateOptions& options) {
  const bp::Form form = options.safe ? bp::Form::Safe : bp::Form::Unsafe;
  const auto size = [&](std::uint32_t usual, std::uint32_t smallest) {
    return options.size == 0 ? usual : std::max(options.size, smallest);
  };
  switch (options.family) {
    case Family::Tn: return bp::generate_tn(size(800, 1), form);
    case Family::Drivers: return bp::generate_drivers(size(10'000, 100), options.seed, form);
    case Family::SteppedCounter: return bp::generate_stepped_counter(size(14, 1), form);
    case Family::DoubledCounter: return bp::generate_doubled_counter(size(64, 1), form);
    case Family::Wide: return bp::generate_wide(size(100, 4), options.seed, form);
    case Family::Recursion: return bp::generate_recursion(size(20, 1), options.seed, form);
    case Family::Concurrent: return bp::generate_concurrent(size(20, 8), options.seed, form);
    case Family::Hard: return bp::generate_hard(size(9, 2), options.seed, form);
  }
  return {};
}

}  // namespace hardbop
