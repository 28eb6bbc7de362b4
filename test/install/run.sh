#!/usr/bin/env bash
# run.sh BUILD SOURCE VERSION: installs the build folder BUILD somewhere, builds
# the program SOURCE against what is there, found by CMake's package and by
# pkg-config, and runs it. CXXFLAGS holds for it, too.
set -euo pipefail

build=$1 source=$2 version=$3
consumer=$(dirname "$0")/consumer
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# A component has a manifest of its own: that of the user stays. This one is all but the BDD library.
cmake --install "$build" --prefix "$stage/built" --component Unspecified >/dev/null
mv "$stage/built" "$stage/moved" # what is installed does not know where
prefix=$stage/moved
pc=$(find "$prefix" -name hardbop.pc)
export PKG_CONFIG_PATH=${pc%/*}
export LD_LIBRARY_PATH=${PKG_CONFIG_PATH%/*}

for way in cmake pkg-config; do
  echo "-- found by $way"
  cmake -G Ninja -S "$consumer" -B "$stage/$way" --log-level=WARNING \
    -DFIND_BY="$way" -DSOURCE="$source" -DVERSION="$version" -DCMAKE_PREFIX_PATH="$prefix"
  cmake --build "$stage/$way"
  "$stage/$way/consumer"
done

echo "-- the program and its page"
"$prefix/bin/hardbop" --version
test -s "$prefix/share/man/man1/hardbop.1"
test -s "$prefix/share/hardbop/rules/lock.slic"
test -s "$prefix/share/hardbop/schemas/check.json"
