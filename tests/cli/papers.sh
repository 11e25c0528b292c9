#!/bin/sh
# papers.sh SALIENT SOURCE: the package's papers can be made, and the reader of man pages has nothing to say against them.
salient=$1 source=$2 bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
wrong() { echo "$*"; bad=1; }
SOURCE_DATE_EPOCH=0 sh "$source/packaging/papers.sh" "$salient" "$source" "$dir" || wrong "papers.sh fails"
for command in $("$salient" --help | sed -n 's/^  \([a-z][a-z]*\).*/\1/p' | grep -vx help); do
  page=$dir/man/man1/salient-$command.1.gz
  [ -s "$page" ] || { wrong "$command has no man page"; continue; }
  gzip -dc "$page" >"$dir/page"
  grep -q "^salient $command" "$dir/page" || wrong "$command: no synopsis"
  for option in $("$salient" help "$command" | grep -oE '^  --?[a-z-]+'); do
    grep -q "^.B $(echo "$option" | sed 's/-/\\\\-/g')" "$dir/page" || wrong "$command: $option is not on the man page"
  done
  if command -v groff >/dev/null; then
    said=$(groff -man -Tutf8 -ww -z "$dir/page" 2>&1)
    [ -z "$said" ] || wrong "$command: $said"
  fi
done
grep -q '<release version="[0-9.]*" date="1970-01-01"/>' "$dir/metainfo/org.salient.salient.metainfo.xml" || wrong "the AppStream file has no release"
for word in Exec=salient\ play Icon=salient; do grep -q "^$word" "$source/packaging/salient.desktop" || wrong "the desktop entry lacks $word"; done
exit $bad
