# shellcheck shell=bash
# Sourced by scripts that are called with BUILD SOURCE VERSION: `stage COMPONENT NAME` installs that
# component of the build folder in a folder of its own, `prefix`, where NAME.pc is found. A component
# has a manifest of its own: that of the user stays.
# shellcheck disable=SC2034 # those who source it use these
build=$1 source=$2 version=$3
consumer=$(dirname "$0")/consumer
folder=$(mktemp -d)
prefix=$folder/moved
trap 'rm -rf "$folder"' EXIT

stage() {
  cmake --install "$build" --prefix "$folder/built" --component "$1" >/dev/null
  mv "$folder/built" "$prefix" # what is installed does not know where
  local pc
  pc=$(find "$prefix" -name "$2.pc")
  export PKG_CONFIG_PATH=${pc%/*}
  export LD_LIBRARY_PATH=${PKG_CONFIG_PATH%/*}
}
