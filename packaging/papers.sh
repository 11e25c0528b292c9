#!/bin/sh
# papers.sh SALIENT SOURCE SHARE: the man pages and the AppStream file, made from what the program says of itself.
set -eu
salient=$1 source=$2 share=$3
version=$("$salient" --version | sed -n 's/^salient //p')
day=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%F)
man=$share/man/man1
mkdir -p "$man" "$share/metainfo"

# A page's text as roff: headings for the examples, options as tagged paragraphs, the rest as it is.
roff() {
  sed 's/\\/\\e/g; s/-/\\-/g' | awk '
    /^Example:$/ { print ".SH EXAMPLES"; examples = 1; next }
    examples { sub(/^  /, ""); if ($0 != "") print ".nf\n" $0 "\n.fi"; next }
    /^  / && !options { print ".SH OPTIONS"; options = 1 }
    /^  / { sub(/^  /, "")
            if (match($0, /  +/)) { name = substr($0, 1, RSTART - 1); text = substr($0, RSTART + RLENGTH) }
            else { match($0, / [a-z]/); name = substr($0, 1, RSTART - 1); text = substr($0, RSTART + 1) }
            print ".TP\n.B " name "\n" text; next }
    /^$/ { if (!options) print ".PP"; next }
    { sub(/^\./, "\\\\\\&."); print }'
}
page() { # NAME COMMAND
  "$salient" help "$2" >"$man/page.tmp"
  usage=$(head -n 1 "$man/page.tmp" | sed 's/\\/\\e/g; s/-/\\-/g')
  about=$(sed -n 2p "$man/page.tmp" | sed 's/^ *//; s/-/\\-/g')
  {
    printf '.TH %s 1 "%s" "salient %s" "salient"\n' "$(echo "$1" | tr a-z A-Z)" "$day" "$version"
    printf '.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n%s\n.SH DESCRIPTION\n' "$1" "$about" "$usage"
    tail -n +4 "$man/page.tmp" | roff
    printf '.SH SEE ALSO\n.BR salient (1)\n'
  } | gzip -9n >"$man/$1.1.gz"
  rm "$man/page.tmp"
}
commands=$("$salient" --help | sed -n 's/^  \([a-z][a-z]*\).*/\1/p' | grep -vx help)
for command in $commands; do page "salient-$command" "$command"; done
{
  printf '.TH SALIENT 1 "%s" "salient %s" "salient"\n.SH NAME\nsalient \\- board wargames of Kursk with the rules enforced\n' "$day" "$version"
  printf '.SH SYNOPSIS\n.B salient\n.I COMMAND\n.RI [ ARGUMENTS ]\n.SH COMMANDS\n'
  for command in $commands; do
    printf '.TP\n.BR salient\\-%s (1)\n%s\n' "$command" "$("$salient" help "$command" | sed -n 2p | sed 's/^ *//; s/-/\\-/g')"
  done
  printf '.SH EXIT STATUS\n0 when done, 1 when the answer is no, 2 for wrong use or a missing file.\n'
} | gzip -9n >"$man/salient.1.gz"
sed "s/@VERSION@/$version/; s/@DATE@/$day/" "$source/packaging/org.salient.salient.metainfo.xml" >"$share/metainfo/org.salient.salient.metainfo.xml"
