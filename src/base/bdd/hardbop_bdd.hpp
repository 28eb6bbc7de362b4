// SPDX-License-Identifier: MIT
// All of the BDD library: what programs include that use it by itself (docs/manual/bdd.md).
#pragma once

#include "base/bdd/cubes.hpp"
#include "base/bdd/io.hpp"
#include "base/bdd/limits.hpp"
#include "base/bdd/manager.hpp"
#include "base/util/budget.hpp"
