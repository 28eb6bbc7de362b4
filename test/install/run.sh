#!/usr/bin/env bash
# run.sh BUILD SOURCE VERSION: installs the build folder BUILD somewhere, builds
# the program SOURCE against what is there, found by CMake's package and by
# pkg-config, and runs it. CXXFLAGS holds for it, too.
set -euo pipefail

# shellcheck source=test/install/stage.sh
. "$(dirname "$0")/stage.sh"
stage Unspecified hardbop # all but the BDD library

for way in cmake pkg-config; do
  echo "-- found by $way"
  cmake -G Ninja -S "$consumer" -B "$folder/$way" --log-level=WARNING \
    -DFIND_BY="$way" -DSOURCE="$source" -DVERSION="$version" -DCMAKE_PREFIX_PATH="$prefix"
  cmake --build "$folder/$way"
  "$folder/$way/consumer"
done

echo "-- the program and its page"
"$prefix/bin/hardbop" --version
test -s "$prefix/share/man/man1/hardbop.1"
test -s "$prefix/share/hardbop/rules/lock.slic"
test -s "$prefix/share/hardbop/schemas/check.json"
