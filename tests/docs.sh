#!/bin/sh
# docs.sh SALIENT FOLDER [write]: docs/rules/GAME.md is what the program says, for every page there and every game on the menu.
set -u
salient=$1 folder=$2 bad=0
games=$({
  "$salient" games | sed -n 's|^  \([a-z0-9]*\)/.*|\1|p'
  for page in "$folder"/docs/rules/*.md; do basename -- "$page" .md; done
} | sort -u)
[ -n "$games" ] || exit 1
for game in $games; do
  page=$folder/docs/rules/$game.md
  if [ "${3-}" = write ]; then "$salient" rules "$game" --markdown >"$page"; fi
  "$salient" rules "$game" --markdown | diff -u "$page" - && continue
  echo "$page is not up to date: salient rules $game --markdown >docs/rules/$game.md"
  bad=1
done
exit $bad
