#!/bin/sh
# recorded.sh SALIENT FILE: a person's game in the terminal, typed again. The first line of the file gives the
# arguments of `tty`, the second what the end says; the rest is what was typed.
salient=$1
file=$2
args=$(sed -n '1s/^# *//p' "$file")
ends=$(sed -n '2s/^# *ends: *//p' "$file")
out=$(sed 1,2d "$file" | "$salient" tty $args 2>&1)
case $out in
  *"$ends"*) exit 0 ;;
esac
echo "$file: the game does not end with '$ends':"
echo "$out" | tail -12
exit 1
