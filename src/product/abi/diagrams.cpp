// SPDX-License-Identifier: MIT
// The functions of hardbop.h about binary decision diagrams. Each locks the manager of its
// operands, looks them up, and turns what is wrong into an error value with a text that the manager
// keeps.
#include <array>
#include <exception>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/bdd/cubes.hpp"
#include "base/bdd/io.hpp"
#include "product/abi/handles.hpp"
#include "product/abi/texts.hpp"
#include <hardbop/hardbop.h>

using hardbop::abi::copy_text;
using hardbop::abi::Diagrams;
using hardbop::abi::Handles;
namespace bdd = hardbop::bdd;

namespace {

using Owner = std::shared_ptr<Diagrams>;

/// What is wrong with a call; caught at its end.
[[noreturn]] void fail(const std::string& why) {
  throw std::invalid_argument(why);
}

/// Runs `work(owner)` with the manager locked; `failed` if there is none, or if it throws.
template <typename Result, typename Work>
Result in(const Owner& owner, Result failed, const Work& work) {
  if (!owner) return failed;
  const std::lock_guard lock(owner->mutex);
  owner->begin();
  try {
    return work(owner);
  } catch (const std::exception& error) {
    owner->error = error.what();
    return failed;
  }
}

template <typename Result, typename Work>
Result in_manager(hardbop_handle manager, Result failed, const Work& work) {
  return in(Handles::instance().find_manager(manager), failed, work);
}

/// The same with a function of the manager: `work(owner, f)`.
template <typename Result, typename Work>
Result in_function(hardbop_handle function, Result failed, const Work& work) {
  return in(Handles::instance().find_owner(function), failed, [&](const Owner& owner) {
    const auto found = owner->functions.find(function);
    if (found == owner->functions.end()) fail("there is no such function");
    return work(owner, bdd::Bdd(found->second));
  });
}

bdd::Bdd operand(const Owner& owner, hardbop_handle function) {
  const auto found = owner->functions.find(function);
  if (found == owner->functions.end()) fail("an operand is no function of the same manager");
  return found->second;
}

bdd::Var variable(const Owner& owner, std::uint32_t var) {
  if (var >= owner->manager.var_count()) fail(fmt::format("there is no variable {}", var));
  return var;
}

std::vector<bdd::Var> variables(const Owner& owner, const std::uint32_t* vars, std::size_t count) {
  if (vars == nullptr && count != 0) fail("the variables should not be null");
  std::vector<bdd::Var> out;
  for (const std::uint32_t var : std::span(vars, count)) out.push_back(variable(owner, var));
  return out;
}

/// No variable twice.
void check_distinct(const Owner& owner, const std::vector<bdd::Var>& vars) {
  std::vector<bool> seen(owner->manager.var_count());
  for (const bdd::Var var : vars) {
    if (seen[var]) fail(fmt::format("variable {} is named twice", var));
    seen[var] = true;
  }
}

/// A conjunction of variables; of literals where that is allowed.
const bdd::Bdd& cube_of(const bdd::Bdd& cube, bool may_have_negations) {
  for (bdd::Bdd rest = cube; !rest.is_true();) {
    if (rest.is_false()) fail("the second operand should be a conjunction of variables");
    const bdd::Bdd high = rest.high();
    const bdd::Bdd low = rest.low();
    if (!low.is_false() && !(may_have_negations && high.is_false()))
      fail("the second operand should be a conjunction of variables");
    rest = low.is_false() ? high : low;
  }
  return cube;
}

bdd::Bdd apply(int operation, const bdd::Bdd& f, const bdd::Bdd& g) {
  switch (operation) {
    case HARDBOP_BDD_AND: return conjoin(f, g);
    case HARDBOP_BDD_OR: return disjoin(f, g);
    case HARDBOP_BDD_XOR: return exclusive_or(f, g);
    case HARDBOP_BDD_IFF: return iff(f, g);
    case HARDBOP_BDD_IMPLIES: return implies(f, g);
    case HARDBOP_BDD_DIFFERENCE: return difference(f, g);
    case HARDBOP_BDD_EXISTS: return exists(f, cube_of(g, false));
    case HARDBOP_BDD_FORALL: return forall(f, cube_of(g, false));
    case HARDBOP_BDD_COFACTOR: return cofactor(f, cube_of(g, true));
    case HARDBOP_BDD_CONSTRAIN: return constrain(f, g);
    case HARDBOP_BDD_RESTRICT: return restrict(f, g);
    default: fail(fmt::format("there is no operator {}", operation));
  }
}

hardbop_handle keep(const Owner& owner, bdd::Bdd f) {
  return Handles::instance().keep_function(owner, std::move(f));
}

constexpr hardbop_handle none = 0;

}  // namespace

hardbop_handle hardbop_bdd_manager(void) {
  try {
    return Handles::instance().keep(std::make_shared<Diagrams>());
  } catch (const std::exception&) {
    return none;
  }
}

char* hardbop_bdd_error(hardbop_handle manager) {
  const Owner owner = Handles::instance().find_manager(manager);
  if (!owner) return copy_text("there is no such manager");
  const std::lock_guard lock(owner->mutex);
  return owner->error.empty() ? nullptr : copy_text(owner->error);
}

void hardbop_bdd_set_node_limit(hardbop_handle manager, uint64_t nodes) {
  in_manager(manager, false, [nodes](const Owner& owner) {
    owner->manager.set_node_limit(nodes == 0 || nodes > bdd::max_nodes ? bdd::max_nodes : nodes);
    return true;
  });
}

void hardbop_bdd_set_reordering(hardbop_handle manager, int is_automatic) {
  in_manager(manager, false, [is_automatic](const Owner& owner) {
    owner->manager.set_auto_reorder(is_automatic != 0 ? std::optional(bdd::AutoReorder{})
                                                      : std::nullopt);
    return true;
  });
}

void hardbop_bdd_set_interrupt(hardbop_handle manager, hardbop_interrupt check, void* data) {
  in_manager(manager, false, [check, data](const Owner& owner) {
    owner->set_interrupt(check, data);
    return true;
  });
}

uint64_t hardbop_bdd_reorder(hardbop_handle manager) {
  return in_manager(manager, std::uint64_t{0}, [](const Owner& owner) {
    owner->manager.reorder();
    return std::uint64_t{owner->manager.statistics().nodes};
  });
}

uint64_t hardbop_bdd_size(hardbop_handle manager) {
  return in_manager(manager, std::uint64_t{0}, [](const Owner& owner) {
    owner->manager.collect();
    return std::uint64_t{owner->manager.statistics().nodes};
  });
}

int64_t hardbop_bdd_new_var(hardbop_handle manager, const char* name) {
  return in_manager(manager, std::int64_t{-1}, [name](const Owner& owner) {
    if (owner->manager.var_count() >= bdd::max_variables) fail("there are too many variables");
    return std::int64_t{owner->manager.new_var(name == nullptr ? "" : name)};
  });
}

hardbop_handle hardbop_bdd_var(hardbop_handle manager, uint32_t var) {
  return in_manager(manager, none, [var](const Owner& owner) {
    return keep(owner, owner->manager.var(variable(owner, var)));
  });
}

hardbop_handle hardbop_bdd_constant(hardbop_handle manager, int value) {
  return in_manager(manager, none, [value](const Owner& owner) {
    return keep(owner, owner->manager.constant(value != 0));
  });
}

hardbop_handle hardbop_bdd_cube(hardbop_handle manager, const uint32_t* vars, size_t count) {
  return in_manager(manager, none, [=](const Owner& owner) {
    return keep(owner, owner->manager.cube(variables(owner, vars, count)));
  });
}

hardbop_handle hardbop_bdd_apply(int operation, hardbop_handle f, hardbop_handle g) {
  return in_function(f, none, [=](const Owner& owner, const bdd::Bdd& first) {
    return keep(owner, apply(operation, first, operand(owner, g)));
  });
}

hardbop_handle hardbop_bdd_not(hardbop_handle f) {
  return in_function(f, none, [](const Owner& owner, const bdd::Bdd& function) {
    return keep(owner, negate(function));
  });
}

hardbop_handle hardbop_bdd_ite(hardbop_handle f, hardbop_handle g, hardbop_handle h) {
  return in_function(f, none, [=](const Owner& owner, const bdd::Bdd& condition) {
    return keep(owner, ite(condition, operand(owner, g), operand(owner, h)));
  });
}

hardbop_handle hardbop_bdd_and_exists(hardbop_handle f, hardbop_handle g, hardbop_handle cube) {
  return in_function(f, none, [=](const Owner& owner, const bdd::Bdd& first) {
    return keep(owner, and_exists(first, operand(owner, g), cube_of(operand(owner, cube), false)));
  });
}

hardbop_handle hardbop_bdd_rename(hardbop_handle f, const uint32_t* from, const uint32_t* to,
                                  size_t count) {
  return in_function(f, none, [=](const Owner& owner, const bdd::Bdd& function) {
    const std::vector<bdd::Var> sources = variables(owner, from, count);
    const std::vector<bdd::Var> targets = variables(owner, to, count);
    check_distinct(owner, sources);
    check_distinct(owner, targets);
    return keep(owner, rename(function, owner->manager.renaming(sources, targets)));
  });
}

hardbop_handle hardbop_bdd_compose(hardbop_handle f, const uint32_t* vars,
                                   const hardbop_handle* images, size_t count) {
  return in_function(f, none, [=](const Owner& owner, const bdd::Bdd& function) {
    const std::vector<bdd::Var> replaced = variables(owner, vars, count);
    check_distinct(owner, replaced);
    if (images == nullptr && count != 0) fail("the images should not be null");
    std::vector<std::pair<bdd::Var, bdd::Bdd>> pairs;
    for (std::size_t i = 0; i != count; ++i)
      pairs.emplace_back(replaced[i], operand(owner, images[i]));
    return keep(owner, compose(function, owner->manager.substitution(std::move(pairs))));
  });
}

int hardbop_bdd_equal(hardbop_handle f, hardbop_handle g) {
  return in_function(f, -1, [g](const Owner& owner, const bdd::Bdd& first) {
    return first == operand(owner, g) ? 1 : 0;
  });
}

int hardbop_bdd_is_subset(hardbop_handle f, hardbop_handle g) {
  return in_function(f, -1, [g](const Owner& owner, const bdd::Bdd& first) {
    return is_subset(first, operand(owner, g)) ? 1 : 0;
  });
}

int64_t hardbop_bdd_id(hardbop_handle f) {
  return in_function(f, std::int64_t{-1}, [](const Owner& /*owner*/, const bdd::Bdd& function) {
    return std::int64_t{function.id()};
  });
}

int64_t hardbop_bdd_top(hardbop_handle f) {
  return in_function(f, std::int64_t{-1}, [](const Owner& /*owner*/, const bdd::Bdd& function) {
    if (function.is_constant()) fail("a constant has no variable");
    return std::int64_t{function.top()};
  });
}

hardbop_handle hardbop_bdd_high(hardbop_handle f) {
  return in_function(f, none, [](const Owner& owner, const bdd::Bdd& function) {
    if (function.is_constant()) fail("a constant has no cofactors");
    return keep(owner, function.high());
  });
}

hardbop_handle hardbop_bdd_low(hardbop_handle f) {
  return in_function(f, none, [](const Owner& owner, const bdd::Bdd& function) {
    if (function.is_constant()) fail("a constant has no cofactors");
    return keep(owner, function.low());
  });
}

int64_t hardbop_bdd_node_count(hardbop_handle f) {
  return in_function(f, std::int64_t{-1}, [](const Owner& /*owner*/, const bdd::Bdd& function) {
    return static_cast<std::int64_t>(node_count(function));
  });
}

char* hardbop_bdd_model_count(hardbop_handle f, size_t variables) {
  static constexpr std::size_t most_variables = 100'000;  // the count has 30,000 digits then
  return in_function(f, static_cast<char*>(nullptr),
                     [variables](const Owner& /*owner*/, const bdd::Bdd& function) {
                       if (support(function).size() > variables)
                         fail("the function depends on more variables");
                       if (variables > most_variables)
                         fail(fmt::format("at most {} variables", most_variables));
                       return copy_text(model_count(function, variables).to_string());
                     });
}

char* hardbop_bdd_cubes(hardbop_handle f, size_t limit) {
  return in_function(f, static_cast<char*>(nullptr),
                     [limit](const Owner& owner, const bdd::Bdd& function) {
                       nlohmann::ordered_json cubes = nlohmann::ordered_json::array();
                       bdd::CubeEnumerator enumerator(function);
                       while (cubes.size() < limit && enumerator.next()) {
                         nlohmann::ordered_json cube = nlohmann::ordered_json::object();
                         for (const bdd::Literal literal : enumerator.cube())
                           cube[owner->manager.name(literal.var)] = literal.positive;
                         cubes.push_back(std::move(cube));
                       }
                       return copy_text(cubes.dump());
                     });
}

char* hardbop_bdd_support(hardbop_handle f) {
  return in_function(f, static_cast<char*>(nullptr),
                     [](const Owner& owner, const bdd::Bdd& function) {
                       nlohmann::ordered_json names = nlohmann::ordered_json::array();
                       for (const bdd::Var var : support(function))
                         names.push_back(owner->manager.name(var));
                       return copy_text(names.dump());
                     });
}

char* hardbop_bdd_dot(hardbop_handle f) {
  return in_function(f, static_cast<char*>(nullptr),
                     [](const Owner& owner, const bdd::Bdd& function) {
                       return copy_text(to_dot(owner->manager, function));
                     });
}

char* hardbop_bdd_text(hardbop_handle f, size_t cubes) {
  return in_function(f, static_cast<char*>(nullptr),
                     [cubes](const Owner& owner, const bdd::Bdd& function) {
                       return copy_text(to_string(owner->manager, function, cubes));
                     });
}
