#!/usr/bin/env bash
# symbols.sh VALIDATOR PROGRAM: the validator holds no engine and no BDD, which the
# whole program does. Names of symbols tell, as every layer has a namespace.
set -euo pipefail

# Formulas, and programs with automata, are no engines: boolean/logic.
searches='Heads|FairCycles|Ranking|CtlSolver|LassoFinder|Tableau|decide_|prove_'
engines="hardbop::(bdd|encode|flow|calculus|engine)::|hardbop::temporal::($searches)"
count() { nm --demangle "$1" | grep --count --perl-regexp "$engines" || true; }

test "$(count "$2")" -gt 100 # else this test could not fail
found=$(count "$1")
if [ "$found" -ne 0 ]; then
  echo "$1 links $found symbols of engines:"
  nm --demangle "$1" | grep --perl-regexp "$engines" | head
  exit 1
fi
