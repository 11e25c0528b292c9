#!/bin/sh
# docs.sh SALIENT SOURCE: the documents as a site, never in a folder that is somebody's; docs.mjs reads what was written.
salient=$1 source=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
make() { node "$source/tools/docs.mjs" "$salient" "$source" "$1"; }
make "$dir/site" >/dev/null || { echo "docs.mjs fails"; exit 1; }
mkdir "$dir/mine" && echo mine >"$dir/mine/letter"
if make "$dir/mine" 2>"$dir/said"; then echo "a folder of somebody's was taken"; exit 1; fi
[ -f "$dir/mine/letter" ] && grep -q 'is not empty' "$dir/said" || { echo "it is not said why: $(cat "$dir/said")"; exit 1; }
node "$source/tests/cli/docs.mjs" "$dir/site" "$source"
