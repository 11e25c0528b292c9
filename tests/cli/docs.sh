#!/bin/sh
# docs.sh SALIENT SOURCE: the documents as a site, never in a folder that is somebody's; docs.mjs reads what was written. The games of the
# README's pictures can be shown, if need be after they are played again with the data files of today.
salient=$1 source=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
make() { node "$source/tools/docs.mjs" "$salient" "$source" "$1"; }
make "$dir/site" >/dev/null || { echo "docs.mjs fails"; exit 1; }
mkdir "$dir/mine" && echo mine >"$dir/mine/letter"
if make "$dir/mine" 2>"$dir/said"; then echo "a folder of somebody's was taken"; exit 1; fi
[ -f "$dir/mine/letter" ] && grep -q 'is not empty' "$dir/said" || { echo "it is not said why: $(cat "$dir/said")"; exit 1; }
for game in "$source"/docs/pictures/*.journal; do
  cp "$game" "$dir/one.journal"
  node "$source/tools/again.mjs" "$salient" "$dir/one.journal" && "$salient" replay "$dir/one.journal" --verify || exit 1
done
# a game of other data files is played again; one with a move that was never allowed is not
sed '2s/data [0-9a-f]*/data 0000000000000000/' "$source/docs/pictures/nullgame.journal" >"$dir/old.journal"
sed '6s/ \([a-z]*\) [^|]*|/ \1 castle|/' "$dir/old.journal" >"$dir/wrong.journal"
node "$source/tools/again.mjs" "$salient" "$dir/old.journal" && cmp "$dir/old.journal" "$source/docs/pictures/nullgame.journal" || exit 1
if node "$source/tools/again.mjs" "$salient" "$dir/wrong.journal" 2>"$dir/said"; then echo "a wrong move was played"; exit 1; fi
grep -q '"castle"' "$dir/said" || { echo "the wrong move is not named: $(cat "$dir/said")"; exit 1; }
node "$source/tests/cli/docs.mjs" "$dir/site" "$source"
