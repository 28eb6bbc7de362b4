#!/usr/bin/env bash
# symbols.sh ARCHIVE: of the objects of the layer only the solver needs CaDiCaL, so that a program
# that checks proofs does not link it.
set -euo pipefail

needing=$(nm --demangle --print-file-name "$1" | sed --quiet 's/^[^:]*:\([^:]*\):.* CaDiCaL::.*/\1/p' | sort --unique)
test "$needing" = solver.cpp.o || {
  echo "these objects of $1 name CaDiCaL:"
  echo "$needing"
  exit 1
}
