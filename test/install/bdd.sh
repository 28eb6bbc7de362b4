#!/usr/bin/env bash
# bdd.sh BUILD SOURCE VERSION: installs the BDD library alone from the build folder BUILD, builds the
# program SOURCE against it, found by CMake's package and by pkg-config, and runs it.
set -euo pipefail

build=$1 source=$2 version=$3
consumer=$(dirname "$0")/consumer
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

cmake --install "$build" --prefix "$stage/built" --component bdd >/dev/null
mv "$stage/built" "$stage/moved" # what is installed does not know where
prefix=$stage/moved
pc=$(find "$prefix" -name hardbop-bdd.pc)
export PKG_CONFIG_PATH=${pc%/*}
export LD_LIBRARY_PATH=${PKG_CONFIG_PATH%/*}
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
"${configure[@]}" -B "$stage/cmake" -DCOMPONENT=bdd
cmake --build "$stage/cmake"
expect "$("$stage/cmake/consumer" 6)"

echo "-- found by pkg-config"
# shellcheck disable=SC2046,SC2086 # these are lists of words
"${CXX:-c++}" -std=c++20 ${CXXFLAGS:-} "$source" $(pkg-config --cflags --libs hardbop-bdd) -o "$stage/queens"
expect "$("$stage/queens" 6)"

echo "-- the other component is not there"
if "${configure[@]}" -B "$stage/whole" -DCOMPONENT=hardbop 2>"$stage/message"; then
  echo "a component was found that is not installed" >&2
  exit 1
fi
tr -s ' \n' ' ' <"$stage/message" | grep "component hardbop is not installed; there are hardbop and bdd"
