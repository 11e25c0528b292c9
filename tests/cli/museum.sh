#!/bin/sh
# museum.sh SALIENT SOURCE: `./salient museum` keeps what this version makes. Tried with the smallest game: what it wrote is opened by the
# museum's own test, a version is kept once, and a file that was touched is found.
salient=$1 source=$2 bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
wrong() { echo "$*"; bad=1; }
keep() { node "$source/tools/museum.mjs" "$salient" "$source" "$dir/museum" nullgame; }
keep >"$dir/out" 2>&1 || wrong "museum.mjs fails: $(tail -n 3 "$dir/out")"
version=$("$salient" --version | sed -n 's/^salient //p')
made=$dir/museum/$version
for file in games.db games.json journals/nullgame-lesson-finished.journal passed/nullgame-sealed.pass passed/nullgame-honour.pass \
  home-german/key data/nullgame/rules.tsv positions/nullgame-open-tank.json; do
  [ -s "$made/$file" ] || wrong "$file was not kept"
done
sh "$source/tests/museum/store.sh" "$salient" "$dir/museum" >"$dir/out" 2>&1 || wrong "what was kept does not open: $(cat "$dir/out")"
if keep >"$dir/out" 2>&1; then wrong "a version was kept twice"; fi
grep -q 'is there already' "$dir/out" || wrong "it is not said why: $(cat "$dir/out")"
journal=$made/journals/nullgame-lesson-finished.journal
sed -i '8s/ |/ x|/' "$journal"
if sh "$source/tests/museum/store.sh" "$salient" "$dir/museum" >"$dir/out" 2>&1; then wrong "a touched journal is not found"; fi
exit $bad
