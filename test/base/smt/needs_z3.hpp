// SPDX-License-Identifier: MIT
// Tests that need Z3 are left out where it is not.
#pragma once

#include <gtest/gtest.h>

#include "base/smt/solver.hpp"

#define NEEDS_Z3()                                               \
  if (!hardbop::smt::make_solver(hardbop::words::Expressions())) \
  GTEST_SKIP() << "built without "                               \
                  "Z3"
