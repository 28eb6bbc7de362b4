// SPDX-License-Identifier: MIT
// The methods, one function each. A method takes the keys it knows, and returns its result as JSON
// text, or throws a Failure. Private to the layer.
#pragma once

#include <string>

#include "product/service/request.hpp"
#include <hardbop/c.hpp>
#include <hardbop/service.hpp>

namespace hardbop::service {

using Method = std::string (*)(Request& request, Call& call);

// Boolean programs: boolean.cpp.
[[nodiscard]] std::string parse_method(Request& request, Call& call);
[[nodiscard]] std::string check_method(Request& request, Call& call);
[[nodiscard]] std::string format_method(Request& request, Call& call);
[[nodiscard]] std::string graph_method(Request& request, Call& call);
[[nodiscard]] std::string generate_method(Request& request, Call& call);
[[nodiscard]] std::string export_method(Request& request, Call& call);

// Programs that are edited: sessions.cpp.
[[nodiscard]] std::string session_open_method(Request& request, Call& call);
[[nodiscard]] std::string session_edit_method(Request& request, Call& call);
[[nodiscard]] std::string session_check_method(Request& request, Call& call);
[[nodiscard]] std::string session_close_method(Request& request, Call& call);

// C programs: c_programs.cpp.
[[nodiscard]] std::string check_c_method(Request& request, Call& call);
[[nodiscard]] std::string graph_c_method(Request& request, Call& call);

// Pages: page.cpp.
[[nodiscard]] std::string report_method(Request& request, Call& call);

// Fixed-point systems and evidence: texts.cpp.
[[nodiscard]] std::string solve_method(Request& request, Call& call);
[[nodiscard]] std::string validate_method(Request& request, Call& call);
[[nodiscard]] std::string version_method(Request& request, Call& call);

/// How a Boolean program is read: its name and dialect.
[[nodiscard]] ParseOptions take_reading(Request& request);
/// The program in `text`; a Failure if it has errors.
[[nodiscard]] ParseResult read_program(std::string text, const ParseOptions& options);

/// The files of a C program, and how they are read.
[[nodiscard]] std::vector<CSource> take_sources(Request& request);
[[nodiscard]] COptions take_reading_of_c(Request& request);

/// What every question has: options of the tables, traces, evidence, cancellation, progress.
[[nodiscard]] Question take_question(Request& request, Call& call);

/// The answer as JSON with its certificate; an answer with errors is a Failure.
[[nodiscard]] std::string answer_text(Answer answer);

/// The document, where names may hold any bytes.
[[nodiscard]] std::string dump(const Json& document);

}  // namespace hardbop::service
