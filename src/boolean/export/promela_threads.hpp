// SPDX-License-Identifier: MIT
// A concurrent program in Promela, for SPIN: a process for each thread, whose targets are failing
// assertions. Its shared globals are g_x; `holder` is the process in an atomic section. Threads
// that wait for ever are no error of the program, so pan has to be told to ignore them (-E). SPIN
// has at most 255 processes: a thread that would be one too many waits.
#pragma once

#include "boolean/export/problem.hpp"
#include "boolean/language/threads.hpp"

namespace hardbop::exporting {

/// The procedures in which threads start, and what runs before them: the entries of the problem.
[[nodiscard]] std::vector<ProcedureId> thread_procedures(const bp::Threads& threads);

/// There must be no recursive call, and no `enforce`.
[[nodiscard]] std::string to_promela(const bp::Threads& threads, const Problem& problem);

}  // namespace hardbop::exporting
