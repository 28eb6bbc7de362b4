#!/usr/bin/env bash
# bdd.sh BUILD SOURCE VERSION: installs the BDD library alone from the build folder BUILD, builds the
# program SOURCE against it, found by CMake's package and by pkg-config, and runs it.
set -euo pipefail

# shellcheck source=test/install/stage.sh
. "$(dirname "$0")/stage.sh"
stage bdd hardbop-bdd
if [ -e "$prefix/bin" ] || [ -e "$prefix/include/hardbop" ]; then
  echo "more than the BDD library is installed" >&2
  exit 1
fi

expect() { # OUTPUT: of the program for 6 queens
  [ "${1%%,*}" = "4 ways" ] || { echo "the program says: $1" >&2; exit 1; }
}

echo "-- found by cmake"
configure=(cmake -G Ninja -S "$consumer" --log-level=WARNING -DSOURCE="$source" -DVERSION="$version"
  -DCMAKE_PREFIX_PATH="$prefix" -DFIND_BY=cmake)
"${configure[@]}" -B "$folder/cmake" -DCOMPONENT=bdd
cmake --build "$folder/cmake"
expect "$("$folder/cmake/consumer" 6)"

echo "-- found by pkg-config"
# shellcheck disable=SC2046,SC2086 # these are lists of words
"${CXX:-c++}" -std=c++20 ${CXXFLAGS:-} "$source" $(pkg-config --cflags --libs hardbop-bdd) -o "$folder/queens"
expect "$("$folder/queens" 6)"

echo "-- the other component is not there"
if "${configure[@]}" -B "$folder/whole" -DCOMPONENT=hardbop 2>"$folder/message"; then
  echo "a component was found that is not installed" >&2
  exit 1
fi
tr -s ' \n' ' ' <"$folder/message" | grep "component hardbop is not installed; there are hardbop and bdd"
