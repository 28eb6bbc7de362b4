// SPDX-License-Identifier: MIT
// Data races as errors that runs arrive at. A thread that is about to access something may announce
// that and wait for ever; another thread that then accesses the same bytes, if one of both writes,
// races with it: nothing orders the two. Accesses in atomic sections race only with others.
#pragma once

#include "c/il/il.hpp"

namespace hardbop::c {

/// Of a program whose accesses are split.
void add_race_checks(Program& program);

}  // namespace hardbop::c
