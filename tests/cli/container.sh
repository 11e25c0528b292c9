#!/bin/sh
# container.sh SOURCE SALIENT: what can be said of the container files without an engine to run them. `./salient soak package` builds
# them with one and starts them.
source=$1 salient=$2 bad=0
folder=$source/packaging/container
wrong() { echo "$*"; bad=1; }
last_stage() { awk '/^FROM / { text = "" } { text = text $0 "\n" } END { printf "%s", text }' "$1"; }

# nothing that was built goes along
for ignored in build 'build-\*' web/node_modules web/dist packaging/container/certs; do
  grep -qx "$ignored" "$source/.containerignore" || wrong ".containerignore lacks $ignored"
done
cmp -s "$source/.containerignore" "$source/.dockerignore" || wrong ".dockerignore is another list"

for file in "$folder"/*Containerfile; do
  # what is copied from here is there
  grep -v -e '--from=' "$file" | sed -n 's/^COPY \(--[^ ]* \)*\(.*\) [^ ]*$/\2/p' | tr ' ' '\n' | while read -r path; do
    [ -e "$source/$path" ] || echo "$path"
  done | grep . && wrong "$file: is copied and not there"
  # the last stage: nothing to build with, and the one user whom the volumes know
  last_stage "$file" | grep -nE '\b(gcc|clang|cmake|ninja|git|nodejs|npm|make)\b' && wrong "$file: the last stage has tools for building"
  last_stage "$file" | grep -qx 'USER 65532:65532' || wrong "$file: the last stage runs as another user"
  grep '^FROM ' "$file" | grep -v ' docker.io/library/debian:12-slim\( AS build\)*$' && wrong "$file: a stage is not a small Debian 12"
  # the packages it names are Debian's
  names=$(sed -n 's/.*--no-install-recommends \([a-z][a-z0-9 .+-]*\).*/\1/p' "$file")
  [ -n "$names" ] || wrong "$file: no package was found in the install lines"
  if [ -n "$(apt-cache pkgnames bash 2>/dev/null)" ]; then
    for name in $names; do apt-cache show "$name" >/dev/null 2>&1 || wrong "$file: Debian has no package $name"; done
  fi
done

# every option of the command is one that serve has
page=$("$salient" help serve)
for option in $(grep -h '^CMD' "$folder/Containerfile" | grep -oE -- '--[a-z-]+' | sort -u); do
  echo "$page" | grep -q -e "^  $option " || wrong "serve has no $option"
done

python3 "$source/tests/cli/compose.py" "$source" "$salient" || wrong "compose.yaml"
if command -v haproxy >/dev/null; then
  dir=$(mktemp -d)
  sed "s|ssl crt [^ ]*||; s|alpn [^ ]*||" "$source/packaging/haproxy-nodes.cfg" >"$dir/haproxy.cfg" # without the certificate, which is its owner's
  haproxy -c -q -f "$dir/haproxy.cfg" || wrong "haproxy refuses its file"
  rm -rf "$dir"
fi
exit $bad
