#!/bin/sh
# commit.sh SOURCE OUT.h: the commit the program is built from, as a constant. A package has no git folder; its build says
# SALIENT_COMMIT instead. The file is left alone when nothing changed, so that nothing is compiled again.
commit=${SALIENT_COMMIT-}
[ -n "$commit" ] || commit=$(git -C "$1" log -1 --format=%H 2>/dev/null)
line="#define SALIENT_COMMIT \"${commit:-unknown}\""
[ "$(cat "$2" 2>/dev/null)" = "$line" ] || printf '%s\n' "$line" >"$2"
