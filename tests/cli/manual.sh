#!/bin/sh
# manual.sh SALIENT SOURCE: every command has a page of the manual, and every option a line in it.
salient=$1 source=$2 bad=0
wrong() { echo "$*"; bad=1; }
commands=$("$salient" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p; s/^  \([a-z][a-z]*\)$/\1/p' | grep -vx help)
[ "$(echo "$commands" | wc -l)" -gt 15 ] || wrong "only these commands were found: $commands"
for command in $commands; do
  page=$("$salient" help "$command") || { wrong "help $command fails"; continue; }
  [ "$page" = "$("$salient" "$command" --help)" ] || wrong "$command --help is not help $command"
  [ -f "$source/docs/manual/$command.txt" ] || wrong "$command has no docs/manual/$command.txt"
  usage=$(echo "$page" | head -n 1)
  for option in $(echo "$usage" | grep -oE -- '--?[a-z][a-z-]*' | sort -u); do
    echo "$page" | tail -n +3 | grep -q -e "^  $option " || wrong "$command: $option is in the usage and not explained"
  done
done
for page in "$source"/docs/manual/*.txt; do
  echo "$commands" | grep -qx "$(basename "$page" .txt)" || wrong "$page belongs to no command"
  if grep -nE '.{121}' "$page"; then wrong "$page: a line is longer than 120 columns"; fi
done
# what the commands read is explained somewhere; `worker --review` is how the server starts its own
for option in $(grep -ohE 'arg_(flag|value|number)\(a, "--[a-z-]+"' "$source"/src/cli/*.c | grep -oE -- '--[a-z-]+' | sort -u); do
  case $option in --help | --review) continue ;; esac
  grep -q -e "^  $option " "$source"/docs/manual/*.txt || wrong "$option is read and explained nowhere"
done
exit $bad
