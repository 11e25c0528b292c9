#!/bin/sh
# recorded.sh SALIENT FILE: a person's game in the terminal, typed again. The first line of the file gives the
# arguments of `tty`; then `# ends:` what the end says, and `# says:` what must be seen on the way. The rest is what was typed.
salient=$1
file=$2
out=$(mktemp)
trap 'rm -f "$out"' EXIT
grep -v '^# ' "$file" | "$salient" tty $(sed -n '1s/^# *//p' "$file") >"$out" 2>&1
sed -n 's/^# *\(ends\|says\): *//p' "$file" | while IFS= read -r words; do
  grep -qF -- "$words" "$out" && continue
  echo "$file: the terminal never says '$words':"
  tail -12 "$out"
  exit 1
done
