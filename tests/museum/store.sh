#!/bin/sh
# store.sh SALIENT MUSEUM: a server's store of every landed version, through the commands of today.
# `verify` plays every game of it again; then each journal through `replay`, each position through `draw`, each passed file is joined. A journal may be said to have changed where its game has
# a new edition (test_host.museum shows that those go on); anything else is wrong.
salient=$1 museum=$2 bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
# newer_edition JOURNAL: does its game have another edition today?
newer_edition() {
  game=$(sed -n 's/^game \([a-z0-9]*\) .*/\1/p' "$1") then=$(sed -n 's/^game .*  edition \([0-9]*\) .*/\1/p' "$1")
  now=$("$salient" games --json | tr '{' '\n' | sed -n "s/.*\"id\":\"$game\".*\"edition\":\"\([0-9]*\)\".*/\1/p")
  [ -n "$now" ] && [ "$now" != "$then" ]
}
for version in "$museum"/[0-9]*; do
  cp "$version/games.db" "$dir/games.db"
  if ! "$salient" verify "$dir/games.db" >"$dir/out" 2>&1; then
    echo "$version/games.db: verify fails: $(tail -n 3 "$dir/out")"
    bad=1
  fi
  for journal in "$version"/journals/*.journal; do
    if ! "$salient" --data "$version/data" replay "$journal" --verify >"$dir/out" 2>&1; then
      grep -q ': changed: ' "$dir/out" && newer_edition "$journal" && continue
      echo "$journal: $(tail -n 1 "$dir/out")"
      bad=1
    fi
  done
  for position in "$version"/positions/*.json; do # 0.1.0 kept none
    [ -f "$position" ] || continue
    if ! "$salient" --data "$version/data" draw --position "$position" -o "$dir/picture.svg" 2>"$dir/out"; then
      echo "$position: $(tail -n 1 "$dir/out")"
      bad=1
    fi
  done
  for file in "$version"/passed/*.pass; do
    cp "$file" "$dir/one.pass"
    if ! "$salient" --data "$version/data" pass "$dir/one.pass" --home "$dir/soviet" </dev/null >"$dir/out" 2>&1; then
      echo "$file: cannot be joined: $(tail -n 1 "$dir/out")"
      bad=1
    fi
  done
done
exit $bad
