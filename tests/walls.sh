#!/bin/sh
# walls.sh COMPILER HEADER YES|NO PATH..: does a library with these include paths see that header?
cc=$1 header=$2 want=$3 flags=
shift 3
for path in "$@"; do flags="$flags -I$path"; done
# shellcheck disable=SC2086 # paths without blanks
if printf '#include "%s"\n' "$header" | "$cc" -std=c17 -D_GNU_SOURCE $flags -fsyntax-only -x c - 2>/dev/null; then
  got=yes
else
  got=no
fi
[ "$got" = "$want" ] || { echo "$header: seen is $got, and must be $want"; exit 1; }
